// Glyph quads: a_local counts texels of the atlas page, one of which is one pixel. Colours are not `flat` anywhere,
// though all corners have the same: with flat ones llvmpipe would draw each rectangle as two triangles.
uniform mat4 u_clip;
uniform vec2 u_per_texel;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
layout(location = 2) in vec4 a_color;
out vec4 v_color;
out vec2 v_place;

void main() {
    v_place = a_local * u_per_texel;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
