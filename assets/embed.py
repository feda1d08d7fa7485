#!/usr/bin/env python3
"""Writes the asset files into one C file: embed.py OUTPUT.c OUTPUT.d SOURCE_ROOT

Every file of the folders below is taken, so that a new lesson needs no list to be edited; the dependency file
names the folders too, so that adding or removing a file rebuilds.
"""
import os
import sys

FOLDERS = [  # (folder in the source tree, folder in asset names)
    ("shaders", "shaders"),
    ("assets/data", "data"),
    ("assets/lessons", "lessons"),
    ("assets/locale", "locale"),
]


def collect(root):
    """[(asset name, path)] sorted by name as strcmp sorts it, and the folders that were looked at."""
    files, folders = [], []
    for folder, name in FOLDERS:
        path = os.path.join(root, folder)
        if not os.path.isdir(path):
            folders.append(os.path.dirname(path))  # it may come to be
            continue
        folders.append(path)
        for entry in os.listdir(path):
            full = os.path.join(path, entry)
            if os.path.isfile(full) and not entry.startswith(".") and not entry.endswith("~"):
                files.append((name + "/" + entry, full))
    return sorted(files, key=lambda file: file[0].encode()), folders


def array(index, data):
    """The bytes and a NUL that size does not count, so that text can be used as a string."""
    values = [str(byte) for byte in data] + ["0"]
    lines = [",".join(values[i:i + 32]) for i in range(0, len(values), 32)]
    return "static const unsigned char BYTES_%d[] = {\n%s};\n" % (index, ",\n".join(lines))


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    output, depfile, root = sys.argv[1:4]
    files, folders = collect(root)
    parts = ['/* Written by assets/embed.py. */\n#include "io/assets.h"\n\n']
    rows = []
    for index, (name, path) in enumerate(files):
        with open(path, "rb") as file:
            data = file.read()
        parts.append(array(index, data))
        rows.append("    {%s, (const char *)BYTES_%d, %d, NULL},\n" % (quoted(name), index, len(data)))
    parts.append("\nconst Asset ASSETS[] = {\n%s    {NULL, NULL, 0, NULL},\n};\n" % "".join(rows))
    parts.append("const size_t ASSET_COUNT = %d;\n" % len(files))
    with open(output, "w", encoding="utf-8", newline="\n") as file:
        file.write("".join(parts))
    names = [path.replace("\\", "/").replace(" ", "\\ ") for path in folders + [file[1] for file in files]]
    with open(depfile, "w", encoding="utf-8", newline="\n") as file:
        file.write("%s: %s\n" % (output, " ".join(names)))


main()
