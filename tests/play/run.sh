#!/bin/sh
# run.sh ATTNLAB SCRIPT [FILE]: plays the script in a folder of its own. What it dumps as points-before.txt and
# points-after.txt must be the same bytes; pictures that it saves must be PNG files.
set -u
unset LC_ALL LC_MESSAGES LANG
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
attnlab=$(realpath "$1")
shift
cd "$folder" || exit 1
HOME=$folder XDG_PICTURES_DIR=$folder "$attnlab" play "$@" || exit 1
if [ -e points-before.txt ]; then
    cmp points-before.txt points-after.txt || exit 1
    [ -s points-before.txt ] || exit 1
fi
for picture in *.png; do
    [ -e "$picture" ] || break
    [ "$(head -c 4 "$picture" | tail -c 3)" = PNG ] || exit 1
done
