// The cells of a heatmap that have no value, hatched in grey; the others stay as they are.
uniform highp usampler2D u_cells;
in vec2 v_cell, v_pixel;
flat in vec4 v_shape;
layout(location = 0) out vec4 o_color;

void main() {
    ivec2 cell = ivec2(clamp(v_cell, vec2(0.0), v_shape.xy - 0.5));
    int place = cell.y * int(v_shape.x + 0.5) + cell.x;
    uint shade = texelFetch(u_cells, ivec2(place & 2047, place >> 11), 0).r;
    float stripe = abs(mod(v_pixel.x + v_pixel.y, 7.0) - 3.5);
    vec4 hatch = vec4(0.58, 0.58, 0.58, 1.0) * clamp(1.5 - stripe, 0.12, 0.85);
    o_color = shade == 256u ? hatch : vec4(0.0);
}
