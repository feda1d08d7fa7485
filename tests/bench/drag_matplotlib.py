#!/usr/bin/python3
"""The textbook's figure in matplotlib while a point is dragged, and in attnlab, in turns: from the motion to the pixels.

    drag_matplotlib.py [FILE.json]      also writes the medians in seconds

50 points, the true curve, the prediction at 1024 queries, and beside it the 50 x 50 weights as a heatmap, on an Agg
canvas of 1280 x 800. At each of 200 positions, 20 a turn, numpy computes curve and weights anew, and the picture is drawn (a) by
canvas.draw, (b) by blitting: the background is put back, the artists that changed are drawn onto it, the changed
parts are copied. attnlab draws its whole window: plot, strip, heatmap, table and controls.

Needs, on Debian: apt-get install python3-matplotlib"""

import json
import os
import statistics
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # what somebody set for another processor
    os.environ.pop(variable, None)
try:
    import matplotlib
    import numpy as np
except ImportError:
    sys.exit("drag_matplotlib: matplotlib is missing; apt-get install python3-matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402 (after the choice of Agg)

import measured  # noqa: E402

TURNS, POSITIONS, FRAMES, POINT, H = 10, 20, 60, 20, 0.25
GESTURE = "textbook: drag a point"
QUERY = np.linspace(0, 5, 1024)


def truth(x):
    return 2 * np.sin(x) + x**0.8


def weights(query, x):
    """Nadaraya-Watson weights of a Gaussian kernel, a row per query."""
    score = -((query[:, None] - x[None, :]) ** 2) / (2 * H * H)
    weight = np.exp(score - score.max(axis=1, keepdims=True))
    return weight / weight.sum(axis=1, keepdims=True)


class Figure:
    def __init__(self):
        random = np.random.default_rng(1)
        self.x = np.sort(5 * random.random(50))
        self.y = truth(self.x) + random.normal(0, 0.5, 50)
        self.home = self.x[POINT], self.y[POINT]
        figure, (plot, heat) = pyplot.subplots(1, 2, figsize=(12.8, 8), dpi=100)
        self.canvas = figure.canvas
        plot.plot(QUERY, truth(QUERY), label="truth")
        (self.points,) = plot.plot(self.x, self.y, "o", alpha=0.5)
        (self.curve,) = plot.plot(QUERY, weights(QUERY, self.x) @ self.y, label="prediction")
        plot.set(xlim=(0, 5), ylim=(-1, 5), xlabel="x", ylabel="y")
        plot.legend()
        self.image = heat.imshow(weights(self.x, self.x), cmap="viridis", aspect="auto")
        heat.set(xlabel="keys", ylabel="queries")
        self.changed = [(plot, self.points), (plot, self.curve), (heat, self.image)]

    def move(self, i):
        """The point goes round its place; curve and weights follow."""
        self.x[POINT] = self.home[0] + 0.3 * np.cos(0.1 * i)
        self.y[POINT] = self.home[1] + 0.6 * np.sin(0.1 * i)
        self.points.set_data(self.x, self.y)
        self.curve.set_ydata(weights(QUERY, self.x) @ self.y)
        self.image.set_data(weights(np.sort(self.x), np.sort(self.x)))

    def animate(self, blit):
        for _, artist in self.changed:
            artist.set_animated(blit)
        self.canvas.draw()
        self.background = self.canvas.copy_from_bbox(self.canvas.figure.bbox)

    def draw(self):
        self.canvas.draw()

    def blit(self):
        self.canvas.restore_region(self.background)
        for axes, artist in self.changed:
            axes.draw_artist(artist)
        # Agg's canvas is its own screen: handing the changed parts over is this copy
        return [self.canvas.copy_from_bbox(axes.bbox) for axes in {axes for axes, _ in self.changed}]


def drag(figure, turn, show):
    times = []
    for i in range(turn * POSITIONS, (turn + 1) * POSITIONS):
        start = time.perf_counter()
        figure.move(i)
        show()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def one_turn(figure, turn):
    result = {"attnlab": measured.run_json(measured.BENCH_FRAME, "--json", "FILE", GESTURE, str(FRAMES))[GESTURE]}
    figure.animate(True)
    result["matplotlib, blitted"] = drag(figure, turn, figure.blit)
    figure.animate(False)
    result["matplotlib, canvas.draw"] = drag(figure, turn, figure.draw)
    return result


def main():
    figure = Figure()
    turns = [one_turn(figure, turn) for turn in range(TURNS)]
    median = {name: statistics.median(r[name] for r in turns) for name in turns[0]}
    print(f"motion to pixels, the textbook's figure at 1280 x 800, a point dragged; matplotlib {matplotlib.__version__}, "
          f"numpy {np.__version__}; medians of {TURNS} turns")
    for name, seconds in median.items():
        ratio = statistics.median(r[name] / r["attnlab"] for r in turns)  # of the same turn: the machine's speed wanders
        every = sorted(r[name] for r in turns)
        print(f"  {name:26} {seconds * 1e3:8.2f} ms  ({every[0] * 1e3:.2f} to {every[-1] * 1e3:.2f})  "
              f"{ratio:6.1f} x attnlab")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            json.dump(median, file)


main()
