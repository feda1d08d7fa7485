// As line.frag; from_dash is the distance to the middle of the nearest dash. Dashes are cut straight.
in vec2 v_local;
in vec4 v_color, v_line;
in vec2 v_dash;
layout(location = 0) out vec4 o_color;

void main() {
    float along = v_local.x;
    float beyond = max(max(v_line.y - along, along - v_line.z), 0.0);
    float cover = clamp(v_line.x + 0.5 - length(vec2(beyond, v_local.y)), 0.0, 1.0);
    cover *= clamp(min(along, v_line.w - along) + 0.5, 0.0, 1.0);
    float period = max(v_dash.x + v_dash.y, 1.0);
    float from_dash = abs(mod(along - 0.5 * v_dash.x + 0.5 * period, period) - 0.5 * period);
    cover *= clamp(0.5 * v_dash.x - from_dash + 0.5, 0.0, 1.0);
    o_color = v_color * cover;
}
