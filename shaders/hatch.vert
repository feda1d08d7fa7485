// The grid of a heatmap, for hatching: a_local runs from 0 to 1, row 0 on top.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
out vec2 v_place, v_pixel;

void main() {
    v_place = a_local;
    v_pixel = a_position;
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
