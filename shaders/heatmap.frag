// Cells lie in reading order in rows of 2048 texels, so that a grid of any shape fits. A cell is a step of
// the colour map, 0 to 255, or 256: no value, hatched in grey.
uniform highp usampler2D u_cells;
uniform sampler2D u_colors;
in vec2 v_cell, v_pixel;
flat in vec4 v_shape;
layout(location = 0) out vec4 o_color;

void main() {
    ivec2 cell = ivec2(clamp(floor(v_cell), vec2(0.0), v_shape.xy - 1.0));
    int place = cell.y * int(v_shape.x) + cell.x;
    int step_ = int(texelFetch(u_cells, ivec2(place & 2047, place >> 11), 0).r);
    vec4 color = texelFetch(u_colors, ivec2(min(step_, 255), int(v_shape.z)), 0);
    float stripe = abs(mod(v_pixel.x + v_pixel.y, 7.0) - 3.5);
    vec4 hatch = vec4(0.58, 0.58, 0.58, 1.0) * clamp(1.5 - stripe, 0.12, 0.85);
    o_color = step_ > 255 ? hatch : color;
}
