// Signed distance d to the rounded rectangle, negative inside. Coverage is 1/2 - d, cut to [0, 1]; a shape
// thinner than a pixel covers no more than its thickness. The stroke lies within the edge.
in vec2 v_local;
in vec4 v_fill, v_stroke, v_shape;
layout(location = 0) out vec4 o_color;

void main() {
    vec2 q = abs(v_local) - v_shape.xy + v_shape.z;
    float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - v_shape.z;
    float most = min(1.0, 2.0 * min(v_shape.x, v_shape.y));
    float outer = clamp(0.5 - d, 0.0, most);
    float inner = clamp(0.5 - d - v_shape.w, 0.0, 1.0);
    o_color = mix(v_stroke, v_fill, inner) * outer;
}
