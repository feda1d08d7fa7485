// Polylines: a_local is (distance along the line, distance across it), in pixels;
// a_line is half width, start and end of this segment along the line, length of the whole line.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
layout(location = 2) in vec4 a_color;
layout(location = 4) in vec4 a_line;
out vec2 v_local;
out vec4 v_color, v_line;

void main() {
    v_local = a_local;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    v_line = a_line;
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
