#!/usr/bin/python3
"""Instructions of the hot loops, counted by valgrind: the figure that no other load disturbs.

    instructions.py [FILE.json]      also as "instructions" into a file of ./dev bench

A program is run with two numbers of times; the difference, divided by that of the numbers, is one time, without the
start. Frames are drawn without threads of the driver, from a shader cache of this run alone that a first run, thrown
away, fills. Valgrind offers no AVX-512, so the loops counted are those for AVX2."""

import os
import re
import subprocess
import sys
import tempfile

import measured

# name, less, more: frames in whole turns of the gesture, which comes back after 20
FRAMES = [(f"textbook: drag {what}", 20, 60) for what in ("a point", "w", "the query")]
ROWS = [
    ("n=50: resident curve, new h", 2, 12),
    ("n=1000: resident curve, new h", 2, 12),
    ("n=1000: pool_predict, no structure", 1, 4),
    ("n=1000: build and curve", 2, 12),
    ("n=1000: unsorted points and curve", 2, 12),
    ("n=1000: one motion of a dragged key", 10, 110),
    ("n=1000: heatmap 1024 x 512", 2, 7),
    ("n=1000: leave-one-out loss and slopes", 2, 7),
    ("n=10000: resident curve, new h", 2, 12),
    ("n=10000: resident Epanechnikov, new h", 2, 12),
    ("n=10000: build", 2, 7),
]


def count(command, env):
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(valgrind + command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"instructions: {' '.join(command)} failed:\n{done.stderr}")
    return int(found.group(1).replace(",", ""))


def one_time(command, less, more, env):
    few, many = (count([word.format(times) for word in command], env) for times in (less, more))
    return (many - few) / (more - less)


def measure(env):
    """Yields name and count."""
    for name, less, more in ROWS:
        yield "pool." + name, one_time([measured.BENCH_POOL, "--row", name, "--times", "{}"], less, more, env)
    for name, less, more in FRAMES:
        command = [measured.BENCH_FRAME, name, "{}"]
        count([word.format(2) for word in command], env)
        yield "frame." + name, one_time(command, less, more, env)


def main():
    path = measured.file_argument("instructions.py [FILE.json]")
    figures = measured.begin()
    if path and os.path.exists(path):
        old = measured.load(path)
        if old.get("revision") != figures["revision"]:
            sys.exit(f"instructions: {path} is of {old.get('revision')}, and this is {figures['revision']}")
        figures = old
    counts = {}
    print(f"{'one time, in thousands of instructions':58} {'thousands':>12}")
    with tempfile.TemporaryDirectory() as cache:
        env = measured.PLAIN | {"LP_NUM_THREADS": "0", "MESA_SHADER_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
        for name, number in measure(env):
            counts[name] = round(number)
            print(f"  {name:56} {number / 1e3:12.1f}", flush=True)
    if path:
        measured.save(path, figures | {"instructions": counts})


main()
