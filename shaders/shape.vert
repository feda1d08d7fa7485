// Rounded rectangles and circles: a_local is the place relative to the centre, in pixels;
// a_shape is half width, half height, corner radius, stroke width.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
layout(location = 2) in vec4 a_fill;
layout(location = 3) in vec4 a_stroke;
layout(location = 4) in vec4 a_shape;
out vec2 v_local;
out vec4 v_fill, v_stroke, v_shape;

void main() {
    v_local = a_local;
    v_fill = vec4(a_fill.rgb * a_fill.a, a_fill.a);
    v_stroke = vec4(a_stroke.rgb * a_stroke.a, a_stroke.a);
    v_shape = a_shape;
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
