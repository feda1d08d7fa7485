#!/usr/bin/python3
"""Every benchmark of a release build, in turns, into one table and one file.

    all.py FILE.json [ROUNDS]

Each round runs the engine's rows and the gestures of the window once; what is printed is the median of the rounds'
medians, with the least and the most of them. After them come the start, and a crowd played by the real program. The
last table is README's."""

import os
import re
import statistics
import subprocess
import sys
import time

import measured

ROUNDS, CROWD = 3, "1000000"
HERE = os.path.dirname(os.path.abspath(__file__))
DEFINITION = "definition: double sum with exp"
COLUMNS = ("50", "1000", "10000")
README = {
    "the definition, a double sum with exp": DEFINITION,
    "the engine: the whole curve at a new bandwidth": "resident curve, new h",
    "new points and the curve": "build and curve",
    "one motion of a dragged key": "one motion of a dragged key",
    "leave-one-out loss and its slopes": "leave-one-out loss and slopes",
    "the same, Epanechnikov": "Epanechnikov loss and slopes",
    "the same, Laplace": "Laplace loss and slopes",
}


def one_round():
    """{name: seconds}"""
    pool = measured.run_json(measured.BENCH_POOL, "FILE")
    times = {"pool." + name: seconds for name, seconds in pool.items() if name.startswith("n=")}
    frames = measured.run_json(measured.BENCH_FRAME, "--json", "FILE")
    times |= {"frame." + name: seconds for name, seconds in frames.items()}
    drawn = subprocess.run([measured.BENCH_GFX], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    found = re.search(r"submit \+ glFinish ([0-9.]+) ms", drawn)
    return times | ({"gfx.textbook: from the draw list": float(found.group(1)) / 1e3} if found else {})


def on_display(*command):
    """What the command prints on an X server of its own; None with a line that says why where that fails."""
    done = subprocess.run([measured.WITH_XVFB, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        return done.stdout
    print(f"left out: {(done.stderr.strip() or 'status %d' % done.returncode).splitlines()[-1]}")
    return None


def play_crowd():
    """What the step `report` of the script prints: NAME: N frames, median M ms, ..."""
    script = os.path.join(HERE, "crowd.txt")
    out = on_display(measured.ATTNLAB, "play", "--window", script, "--set", "n=" + CROWD)
    found = re.findall(r"^(.+): (\d+) frames, median ([0-9.]+) ms.*$", out or "", re.MULTILINE)
    if out:
        print(f"the real program with {CROWD} points")
        print("".join(f"  {line}\n" for line in out.splitlines()), end="")
    return {"play." + name: float(milliseconds) / 1e3 for name, _, milliseconds in found if name != "start"}


def start():
    times = measured.run_json(measured.WITH_XVFB, os.path.join(HERE, "start.py"), "FILE")
    for name, seconds in times.items():
        print(f"  {name:50} {seconds * 1e3:8.1f} ms")
    return times


def group(name):
    return "n = " + name[7:].split(":", 1)[0] if name.startswith("pool.n=") else "frames, from the input to the pixels"


def print_table(times, spread):
    title = None
    for name, seconds in times.items():
        if group(name) != title:
            title = group(name)
            print(title)
        label = name.split(": " if name.startswith("pool.") else ".", 1)[1]
        definition = times.get(name.split(":", 1)[0] + ": " + DEFINITION)
        ratio = f"  {definition / seconds:9.1f} x" if name.startswith("pool.") and definition else ""
        least, most = spread[name]
        print(f"  {label:36} {seconds * 1e3:12.4f} ms  ({least * 1e3:.4f} to {most * 1e3:.4f}){ratio}")


def short(seconds):
    """Two figures, as in a table for people."""
    if seconds is None:
        return "–"
    size, unit = (1e6, "µs") if seconds < 1e-5 else (1e3, "ms")
    value = float(f"{seconds * size:.2g}")
    return f"{value:.10g} {unit}"


def print_readme(figures):
    times = figures["times"]
    when = time.strftime("%d %B %Y").lstrip("0")
    print(f"\n`./dev bench`, {when}, {figures['machine']}, one thread, 1024 queries, Gaussian h = 0.2; medians:\n")
    print("| | n = 50 | 1 000 | 10 000 |\n|---|---|---|---|")
    for label, row in README.items():
        print(f"| {label} | {' | '.join(short(times.get(f'pool.n={n}: {row}')) for n in COLUMNS)} |")
    print("\n| from the input to the last pixel | |\n|---|---|")
    for name in times:
        if name.startswith("frame."):
            print(f"| {name[6:]} | {short(times[name])} |")
    if "start" in times:
        print(f"| start to the first frame | {short(times['start'])} |")


def main():
    usage = "all.py FILE.json [ROUNDS]"
    if not measured.file_argument(usage):
        sys.exit(f"usage: {usage}")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    rounds = []
    for i in range(count):
        print(f"round {i + 1} of {count}", file=sys.stderr, flush=True)
        rounds.append(one_round())
    figures = measured.begin()
    times = {name: statistics.median(r[name] for r in rounds) for name in rounds[0]}
    spread = {name: [min(r[name] for r in rounds), max(r[name] for r in rounds)] for name in rounds[0]}
    print(f"medians of {count} rounds in turns (least to most of them), and how many times faster than the definition")
    print_table(times, spread)
    figures |= {"times": times, "spread": spread}
    measured.save(sys.argv[1], figures)
    for more in (start, play_crowd):
        times |= more()
        measured.save(sys.argv[1], figures)
    print_readme(figures)
    print(f"\nwritten to {sys.argv[1]}", file=sys.stderr)


main()
