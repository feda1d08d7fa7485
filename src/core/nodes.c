/* With column widths of at most a sixteenth of a bandwidth the sixth power of 1/16 stands before the error: 1e-8 of the
 * kernel's sixth derivative over 6!, well below what a heatmap shows. */
#include "core/nodes.h"

#include <math.h>

enum { GROUP = 64 }; /* columns whose nodes are weighed at once */

static const double NARROW = 1.0 / 16; /* half of a column, in bandwidths */

/* Columns of the inverse of the Vandermonde matrix: Lagrange's polynomials, multiplied out. */
Nodes nodes_make(void) {
    Nodes nodes;
    for (int j = 0; j < NODES; j++)
        nodes.place[j] = cos((2 * j + 1) * 3.14159265358979323846 / (2 * NODES));
    for (int j = 0; j < NODES; j++) {
        double poly[NODES] = {1};
        int degree = 0;
        for (int i = 0; i < NODES; i++) {
            if (i == j)
                continue;
            double scale = 1 / (nodes.place[j] - nodes.place[i]);
            poly[++degree] = 0;
            for (int k = degree; k >= 0; k--)
                poly[k] = ((k > 0 ? poly[k - 1] : 0) - nodes.place[i] * poly[k]) * scale;
        }
        for (int k = 0; k < NODES; k++)
            nodes.powers[k][j] = poly[k];
    }
    return nodes;
}

bool nodes_suit(const Columns *columns, const DirectQuery *query, size_t c) {
    double half = columns_half_width(columns, c), away = fabs(query->x - columns_middle(columns, c));
    return half * query->inv <= NARROW && away > half;
}

double nodes_weights(const Nodes *nodes, const Columns *columns, int kernel, const DirectQuery *query, size_t first,
                     size_t end, float *weight) {
    double x[GROUP * NODES], value[GROUP * NODES], total = 0;
    for (size_t at = first; at < end; at += GROUP) {
        size_t count = end - at < GROUP ? end - at : GROUP;
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < NODES; j++)
                x[i * NODES + j] =
                    columns_middle(columns, at + i) + columns_half_width(columns, at + i) * nodes->place[j];
        direct_weights(kernel, query, x, count * NODES, value);
        for (size_t i = 0; i < count; i++) {
            double sum = 0;
            for (size_t k = 0; k < NODES; k++) {
                double factor = 0;
                for (size_t j = 0; j < NODES; j++)
                    factor += nodes->powers[k][j] * value[i * NODES + j];
                sum += factor * columns_moment(columns, at + i, k);
            }
            weight[at + i] = (float)fmax(sum, 0);
            total += fmax(sum, 0);
        }
    }
    return total;
}
