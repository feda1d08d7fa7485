// Glyph quads: one texel of the atlas page is one pixel.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
layout(location = 2) in vec4 a_color;
out vec2 v_uv;
flat out vec4 v_color;

void main() {
    v_uv = a_local;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
