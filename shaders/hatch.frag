// The cells of a heatmap that have no value are clear: hatched in grey here; the others stay as they are.
uniform sampler2D u_page;
in vec2 v_place, v_pixel;
layout(location = 0) out vec4 o_color;

void main() {
    float stripe = abs(mod(v_pixel.x + v_pixel.y, 7.0) - 3.5);
    vec4 hatch = vec4(0.58, 0.58, 0.58, 1.0) * clamp(1.5 - stripe, 0.12, 0.85);
    o_color = texture(u_page, v_place).a > 0.0 ? vec4(0.0) : hatch;
}
