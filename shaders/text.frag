// Coverage times colour. No arithmetic beyond that: drivers in software have a short way for it.
uniform sampler2D u_page;
in vec4 v_color; // before the place: llvmpipe of Mesa 22 takes the wrong one for the colour otherwise
in vec2 v_place;
layout(location = 0) out vec4 o_color;

void main() {
    o_color = v_color * texture(u_page, v_place);
}
