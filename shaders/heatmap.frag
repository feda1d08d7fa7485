// Cells lie in reading order in rows of 2048 texels, so that a grid of any shape fits. A cell is a step of
// the colour map, 0 to 255, or 256: no value, which has no colour.
uniform highp usampler2D u_cells;
uniform sampler2D u_colors;
in vec2 v_cell;
flat in vec4 v_shape;
layout(location = 0) out vec4 o_color;

void main() {
    ivec2 cell = ivec2(clamp(v_cell, vec2(0.0), v_shape.xy - 0.5));
    int place = cell.y * int(v_shape.x + 0.5) + cell.x;
    int shade = int(texelFetch(u_cells, ivec2(place & 2047, place >> 11), 0).r);
    o_color = texelFetch(u_colors, ivec2(shade, int(v_shape.z + 0.5)), 0);
}
