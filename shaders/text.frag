uniform sampler2D u_page;
in vec2 v_uv;
flat in vec4 v_color;
layout(location = 0) out vec4 o_color;

void main() {
    o_color = v_color * texelFetch(u_page, ivec2(v_uv), 0).r;
}
