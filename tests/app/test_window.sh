#!/bin/sh
# test_window.sh ATTNLAB PROBE_SCREEN: the real window in an X server of its own, driven by xdotool; pictures by F12 show what it shows.
# Run through with_xvfb.sh.
set -u
command -v xdotool >/dev/null 2>&1 || exit 77
attnlab=$(realpath "$1")
screen=$(realpath "$2")
folder=$(mktemp -d) || exit 1
client=''
trap '[ -z "$client" ] || kill -9 "$client" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir home pictures
HOME=$folder/home XDG_PICTURES_DIR=$folder/pictures
export HOME XDG_PICTURES_DIR
unset LC_ALL LC_MESSAGES LANG ATTNLAB_SCALE

fail() {
    echo "FAILED: $*"
    sed 's/^/    /' err
    exit 1
}

start() {
    "$attnlab" "$@" >out 2>err &
    client=$!
    window=$(timeout 20 xdotool search --sync --name 'attnlab' | head -n 1)
    [ -n "$window" ] || fail 'no window'
    xdotool windowfocus --sync "$window" windowmove --sync "$window" 0 0
    sleep 0.5
}

# ends STATUS: the program ends by itself, so, within five seconds.
ends() {
    tries=0
    while kill -0 "$client" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || fail 'it does not end'
        sleep 0.05
    done
    wait "$client"
    status=$?
    client=''
    [ "$status" = "$1" ] || fail "exit status $status instead of $1"
    [ ! -s err ] || fail 'it says something'
}

# picture NAME: what F12 saves now, once it is whole.
picture() {
    xdotool key F12
    tries=0
    until [ -n "$(find pictures -name 'attnlab-*.png')" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || fail "F12 saved nothing for $1"
        sleep 0.05
    done
    sleep 0.2
    mv pictures/attnlab-*.png "$1.png"
}

same() { cmp -s "$1.png" "$2.png" || fail "$2 is not as $1"; }
differ() { cmp -s "$1.png" "$2.png" && fail "$2 is as $1"; }

# Where things are, from the program itself: its list of controls at the same size.
printf 'dump layout.txt\n' >steps.txt
"$attnlab" play steps.txt >/dev/null 2>&1 || fail 'the layout cannot be had'
centre() { awk -v id="$1" '$1 == id { print int($3 + $5 / 2), int($4 + $6 / 2) }' layout.txt; }

start
xdotool mousemove 640 790
sleep 0.3
picture start
picture again
same start again

# A drag of the view's content: the query line, by a press in the plot's strip; then undo.
# shellcheck disable=SC2046
xdotool mousemove $(centre weights) mousedown 1
xdotool mousemove_relative -- 40 0 mousemove_relative -- 40 0 mouseup 1
sleep 0.3
xdotool mousemove 640 790
sleep 0.3
picture moved
differ start moved
xdotool key ctrl+z
sleep 0.3
picture undone
same start undone
xdotool key ctrl+shift+z
sleep 0.3
picture redone
same moved redone
xdotool key ctrl+z

# Letters into a field are text, no shortcuts.
# shellcheck disable=SC2046
xdotool mousemove $(centre w.field) click 1
sleep 0.3
xdotool type --delay 40 'rlt'
xdotool key Escape
sleep 0.2
xdotool mousemove 640 790
sleep 0.2
picture after_letters
same start after_letters
# shellcheck disable=SC2046
xdotool mousemove $(centre w.field) click 1
sleep 0.3
xdotool type --delay 40 '9.5'
xdotool key Return
xdotool mousemove 640 790
sleep 0.3
picture w
differ start w
xdotool key t # outside a field the same letter is a command
sleep 0.3
picture dark
differ w dark
xdotool key t key t key ctrl+z
sleep 0.3
picture light
same start light

# Nothing happens, so nothing runs.
used() { awk '{ print $14 + $15 }' "/proc/$client/stat"; }
sleep 5 # the last notice goes away
before=$(used)
sleep 3
ticks=$(($(used) - before))
# The screen itself, where frames may be sent in parts: nothing stale after a drag, after something lay over the window,
# or after a change of its size.
same_screen() {
    count=$("$screen" differ "$1.raw" "$2.raw") || fail "$1 and $2 cannot be compared"
    [ "$count" = 0 ] || fail "$count pixels of $2 are not as in $1"
}
"$screen" save before.raw || fail 'the screen cannot be read'
# shellcheck disable=SC2046
xdotool mousemove $(centre weights) mousedown 1
for step in 1 2 3 4 5 6 7 8; do xdotool mousemove_relative -- 9 0 sleep 0.03; done
xdotool mouseup 1 mousemove 640 790
sleep 0.3
"$screen" save drawn.raw
[ "$("$screen" differ before.raw drawn.raw)" -gt 1000 ] || fail 'the drag does not show on the screen'
xdotool windowsize "$window" 1100 700 sleep 0.5
"$screen" save smaller.raw
"$screen" cover # after which the frame is sent whole
"$screen" save smaller_whole.raw
same_screen smaller smaller_whole
xdotool windowsize "$window" 1280 800 sleep 0.5
"$screen" save resized.raw
same_screen drawn resized
"$screen" cover
"$screen" save uncovered.raw
same_screen drawn uncovered
xdotool key ctrl+z

percent=$(awk -v ticks="$ticks" -v rate="$(getconf CLK_TCK)" 'BEGIN { printf "%.2f", 100 * ticks / rate / 3 }')
echo "idle: $percent % of a processor"
awk -v percent="$percent" 'BEGIN { exit !(percent < 2) }' || fail "idle at $percent %"

xdotool key ctrl+q
ends 0

# One point alone is the largest disc of the picture; it follows the mouse, and comes back.
printf '1,1\n' >one.csv
printf 'dump drawlist.txt\n' >steps.txt
"$attnlab" play steps.txt one.csv --set query=1.1 >/dev/null 2>&1 || fail 'the picture cannot be had'
set -- $(awk '$1 == "circle" && $4 > widest { widest = $4; at = int($2 + $4 / 2) " " int($3 + $5 / 2) } END { print at }' drawlist.txt)
start one.csv --set query=1.1
xdotool mousemove 640 790
sleep 0.3
picture one
xdotool mousemove "$1" "$2" mousedown 1
xdotool mousemove_relative -- 20 -15 mousemove_relative -- 20 -15 mouseup 1 mousemove 640 790
sleep 0.3
picture dragged
differ one dragged
xdotool key ctrl+z # brings it back only if it was the point that moved: a view is not undone
sleep 0.3
picture put_back
same one put_back
kill -TERM "$client"
ends 0
echo passed
