// One texel a cell, of its colour. Nothing but the look-up: drivers in software have a short way for that.
uniform sampler2D u_page;
in vec2 v_place;
layout(location = 0) out vec4 o_color;

void main() {
    o_color = texture(u_page, v_place);
}
