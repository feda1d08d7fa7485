"""What the scripts of this folder share: where the programs of a build are, and the file of figures,

    {"machine": "processor, N cores", "date": "2026-11-30", "revision": "git describe",
     "times": {"pool.ROW": seconds, "frame.GESTURE": seconds, "play.NAME": seconds, "start": seconds, ...},
     "spread": {"pool.ROW": [least, most] of the rounds' medians, ...},
     "instructions": {"pool.ROW": count, "frame.GESTURE": count}}

Nothing but Python's own library."""

import datetime
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("ATTNLAB_BUILD", os.path.join(ROOT, "build"))  # of ./dev build
ATTNLAB = os.path.join(BUILD, "src", "app", "attnlab")
BENCH_POOL = os.path.join(BUILD, "tests", "core", "bench_pool")
BENCH_FRAME = os.path.join(BUILD, "tests", "bench", "bench_frame")
BENCH_GFX = os.path.join(BUILD, "tests", "gfx", "bench_gfx")
WITH_XVFB = os.path.join(ROOT, "tests", "app", "with_xvfb.sh")
PLAIN = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}


def processor():
    """As the kernel names it; two figures are to be compared only where this is the same."""
    name = "unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            name = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, {len(os.sched_getaffinity(0))} cores"


def revision():
    """Empty where the sources are no git repository, or git is missing."""
    try:
        git = ["git", "-C", ROOT, "describe", "--always", "--dirty", "--tags"]
        return subprocess.run(git, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    except OSError:
        return ""


def begin():
    return {"machine": processor(), "date": datetime.date.today().isoformat(), "revision": revision()}


def file_argument(usage):
    """The file that the script's first argument names, or None; a word that looks like an option is none."""
    if len(sys.argv) > 1 and sys.argv[1].startswith("-"):
        sys.exit(f"usage: {usage}")
    return sys.argv[1] if len(sys.argv) > 1 else None


def load(path):
    """Ends the script with one line when the file is not of figures."""
    try:
        with open(path) as file:
            figures = json.load(file)
    except OSError as error:
        sys.exit(f"bench: {path}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"bench: {path}: {error}")
    groups = [figures.get(key, {}) for key in ("times", "instructions")] if isinstance(figures, dict) else [None]
    if not all(isinstance(g, dict) and all(isinstance(v, (int, float)) for v in g.values()) for g in groups):
        sys.exit(f"bench: {path} holds no figures of ./dev bench")
    return figures


def save(path, figures):
    """Whole or not at all."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as file:
            json.dump(figures, file, indent=2)
            file.write("\n")
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        sys.exit(f"bench: {path}: {error.strerror}")


def run_json(*command, env=None):
    """What a program writes to the file that takes the place of the word FILE in its command; empty when it says by
    status 77 that it cannot run here."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "figures.json")
        words = [path if word == "FILE" else word for word in command]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        if done.returncode == 77:
            print(f"left out: {os.path.basename(command[0])}: {done.stderr.strip()}")
            return {}
        if done.returncode != 0:
            sys.exit(f"bench: {os.path.basename(command[0])}: {done.stderr.strip() or done.returncode}")
        with open(path) as file:
            return json.load(file)
