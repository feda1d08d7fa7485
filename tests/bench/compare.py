#!/usr/bin/python3
"""Two files of ./dev bench beside each other: old, new, and new / old of every row that both have.

    compare.py OLD.json NEW.json

Ends with the rows that became slower by more than a third. Exit status 0 whatever was measured: a machine's speed
wanders by about that much; the rows "definition" did not change between the revisions, so they tell how much it did."""

import statistics
import sys

import measured

SLOWER = 4 / 3


def ratios(old, new):
    return {name: new[name] / old[name] for name in new if old.get(name)}


def table(title, old, new, size, unit):
    """Prints the rows; returns what became slower."""
    rows = ratios(old, new)
    if rows:
        print(f"{title + ', ' + unit:58} {'old':>12} {'new':>12} {'new / old':>10}")
    for name, ratio in rows.items():
        mark = "  slower" if ratio > SLOWER else "  faster" if ratio < 1 / SLOWER else ""
        print(f"  {name:56} {old[name] * size:12.4f} {new[name] * size:12.4f} {ratio:10.3f}{mark}")
    for one, other, which in ((old, new, "old"), (new, old, "new")):
        for name in sorted(set(one) - set(other)):
            print(f"  {name:56} only in the {which}")
    return {name: ratio for name, ratio in rows.items() if ratio > SLOWER}


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: compare.py OLD.json NEW.json")
    old, new = measured.load(sys.argv[1]), measured.load(sys.argv[2])
    for name, side in (("old", old), ("new", new)):
        print(f"{name}: {side.get('revision') or 'unknown revision'}, {side.get('date')}, {side.get('machine')}")
    if old.get("machine") != new.get("machine"):
        print("These are two machines: only the ratios within one file mean anything.")
    slower = table("times", old.get("times", {}), new.get("times", {}), 1e3, "ms")
    slower |= {
        name + " (instructions)": ratio
        for name, ratio in table(
            "instructions", old.get("instructions", {}), new.get("instructions", {}), 1e-3, "thousands"
        ).items()
    }
    same = [r for name, r in ratios(old.get("times", {}), new.get("times", {})).items() if "definition" in name]
    if same:
        print(f"The machine itself: x {statistics.median(same):.2f} (median of the definition's rows).")
    for name, ratio in slower.items():
        print(f"SLOWER by more than a third: {name}, x {ratio:.2f}")
    if not slower:
        print("No row became slower by more than a third.")


main()
