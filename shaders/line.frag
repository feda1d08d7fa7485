// Distance to the segment gives round joins: neighbours share the bisector, so each pixel belongs to one.
// The two ends of the line are cut straight.
in vec2 v_local;
in vec4 v_color, v_line;
layout(location = 0) out vec4 o_color;

void main() {
    float along = v_local.x;
    float beyond = max(max(v_line.y - along, along - v_line.z), 0.0);
    float cover = clamp(v_line.x + 0.5 - length(vec2(beyond, v_local.y)), 0.0, 1.0);
    cover *= clamp(min(along, v_line.w - along) + 0.5, 0.0, 1.0);
    o_color = v_color * cover;
}
