// The grid of a heatmap, for hatching: a_local is the place in cells, (column, row), row 0 on top;
// a_shape is columns, rows, and the map's row in the table of colours.
uniform mat4 u_clip;
layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_local;
layout(location = 4) in vec4 a_shape;
out vec2 v_cell, v_pixel;
flat out vec4 v_shape;

void main() {
    v_cell = a_local;
    v_pixel = a_position;
    v_shape = a_shape;
    gl_Position = u_clip * vec4(a_position, 0.0, 1.0);
}
