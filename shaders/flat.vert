// Plain colour: pixels to clip space. Colours become premultiplied here, so that a fringe fades rightly.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 2) in vec4 a_color;
out vec4 v_color;

void main() {
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
