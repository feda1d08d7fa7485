#!/usr/bin/python3
"""From exec to the first frame on an X server of its own: median, and where the time goes.

    with_xvfb.sh start.py [FILE.json] [TIMES]      FILE: {"start": seconds, "start, first ever": ..., "start: PART": ...}

The program runs as it is, with first_swap.so before SDL to tell the time and to end it at the first frame. Its folders
are new ones; the first start, which compiles the shaders and fills the driver's cache of them, is told apart, and the
second, which may still add to it, is thrown away."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import measured

SHIM = os.path.join(measured.BUILD, "tests", "bench", "first_swap.so")
TIMES = 10


def start_once(env):
    """{part: seconds}, the parts in order; their sum is the start."""
    began = time.clock_gettime(time.CLOCK_MONOTONIC)
    done = subprocess.run([measured.ATTNLAB], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    if done.returncode != 0 or not done.stdout.endswith("on the screen\n"):
        sys.exit(f"start: attnlab did not come to a frame: {done.stderr.strip()}")
    parts = {}
    for line in done.stdout.splitlines():
        seconds, part = line.split(" ", 1)
        parts[part] = parts.get(part, 0) + float(seconds) - began
        began = float(seconds)
    return parts


def main():
    path = measured.file_argument("start.py [FILE.json] [TIMES]")
    times = int(sys.argv[2]) if len(sys.argv) > 2 else TIMES
    with tempfile.TemporaryDirectory() as home:
        env = measured.PLAIN | {"HOME": home, "LD_PRELOAD": SHIM}
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            env[variable] = home  # Mesa looks into the password file before it looks at HOME
        env.pop("MESA_SHADER_CACHE_DIR", None)
        first = sum(start_once(env).values())
        start_once(env)
        rounds = [start_once(env) for _ in range(times)]
    whole = sorted(sum(parts.values()) for parts in rounds)
    median = statistics.median(whole)
    print(f"start to first frame: median {median * 1e3:.0f} ms of {times} ({whole[0] * 1e3:.0f} to "
          f"{whole[-1] * 1e3:.0f}); the first ever, with empty caches, {first * 1e3:.0f} ms")
    figures = {"start": median, "start, first ever": first}
    for part in rounds[0]:
        seconds = statistics.median(parts.get(part, 0) for parts in rounds)
        figures["start: " + part] = seconds
        print(f"  {part:44} {seconds * 1e3:7.1f} ms")
    if path:
        with open(path, "w") as file:
            json.dump(figures, file)


main()
