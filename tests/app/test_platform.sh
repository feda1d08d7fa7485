#!/bin/sh
# test_platform.sh PROBE: a real window in an X server of its own, driven by xdotool. Run through with_xvfb.sh.
set -u
probe=$1
command -v xdotool >/dev/null 2>&1 || exit 77
folder=$(mktemp -d)
log=$folder/log
client=''
trap '[ -z "$client" ] || kill -9 "$client" 2>/dev/null; rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*"
    echo "--- the probe said:"
    cat "$log" "$folder/err" 2>/dev/null
    exit 1
}

# expect LINE: the line (a regular expression) appears in the log within five seconds; the log then starts anew.
expect() {
    tries=0
    until grep -q "^$1\$" "$log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || fail "no line '$1'"
        sleep 0.05
    done
    : >"$log"
}

start() {
    : >"$log"
    "$probe" window >>"$log" 2>"$folder/err" & # append, so that emptying the log is safe
    client=$!
    expect "$1"
    window=$(xdotool search --sync --name 'attnlab probe window' | head -n 1)
    xdotool windowfocus --sync "$window" windowmove --sync "$window" 0 0
}

stop() {
    kill -TERM "$client"
    expect quit
    wait "$client"
    status=$?
    client=''
    [ "$status" = 0 ] || fail "exit status $status after SIGTERM"
}

# refused SECONDS PATTERN COMMAND...: exits with 3, within the time, saying one line on standard error.
refused() {
    seconds=$1 pattern=$2
    shift 2
    timeout "$seconds" "$@" >"$log" 2>"$folder/err"
    status=$?
    [ "$status" = 3 ] || fail "status $status instead of 3: $*"
    grep -q "$pattern" "$folder/err" || fail "the message lacks '$pattern': $*"
    [ "$(grep -vc '^lib.*GL \|^$' "$folder/err")" = 1 ] || fail "more than one line: $*" # Mesa may add its own
}

start 'size 900 700 scale 1'
xdotool mousemove 200 100
expect 'mouse 200 100 inside 1 down 0'
xdotool click 1
expect 'button pressed 0 released 1 clicks 0 down 0 at 200 100 mods 0'
xdotool click --repeat 2 --delay 50 1
expect 'button pressed 1 released 0 clicks 2 down 1 at 200 100 mods 0'
xdotool keydown ctrl click 3 keyup ctrl
expect 'button pressed 4 released 0 clicks 1 down 4 at 200 100 mods 2'
xdotool click 4 click 4
expect 'wheel 0 [12] mods 0'
xdotool key ctrl+shift+z
expect 'key Ctrl+Shift+Z'
xdotool key question
expect 'key ?'
xdotool key Next
expect 'key PgDn'
xdotool mousedown 1 mousemove 300 150
expect 'mouse 300 150 inside 1 down 1'
xdotool mousemove 1200 790 # outside: the server's grab, or the capture, still tells
expect 'mouse 1200 790 inside 0 down 1'
xdotool mouseup 1
expect 'button pressed 0 released 1 clicks 0 down 0 at 1200 790 mods 0'
xdotool mousemove 200 100

xdotool key a # no text before it is asked for
expect 'key A'
grep -q '^text' "$log" && fail 'text arrived though no field asked for it'
xdotool key t
expect 'key T'
xdotool key eacute
expect 'text é'
xdotool key t
expect 'key T'
xdotool key c
expect 'clipboard 1 注意 3.5'

xdotool windowsize --sync "$window" 801 603
expect 'size 801 603 scale 1'
xdotool key F11
expect 'size 1280 800 scale 1'
xdotool key F11 # without a window manager nobody gives the old size back
expect 'key F11'

# Nothing happens, so nothing runs: a few wake-ups a second at most.
switches() { sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' "/proc/$client/status"; }
sleep 0.5
before=$(switches)
sleep 2
woken=$(($(switches) - before))
[ "$woken" -le 20 ] || fail "$woken wake-ups in 2 idle seconds"
stop

export ATTNLAB_SCALE=1.5
start 'size 900 700 scale 1.5'
stop
export ATTNLAB_SCALE=nonsense
start 'size 900 700 scale 1'
stop
unset ATTNLAB_SCALE
if command -v xrdb >/dev/null 2>&1; then
    echo 'Xft.dpi: 120' | xrdb -merge -
    start 'size 1125 800 scale 1.25' # 900 x 700 grown by 1.25, cut to the screen's 800
    stop
    xrdb -remove
fi

refused 3 '^no display: ' env -u DISPLAY "$probe" window
refused 3 '^no display: .*DISPLAY is :9999' env DISPLAY=:9999 "$probe" window
refused 3 '^no display: ' env SDL_VIDEODRIVER=dummy "$probe" window
refused 10 '^no OpenGL: needed 3.3 or ES 3.0, found .*2\.1' \
    env MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLES_VERSION_OVERRIDE=2.0 "$probe" window
refused 10 '^no OpenGL: needed 3.3 or ES 3.0, found none' \
    env LIBGL_DRIVERS_PATH=/nonexistent "$probe" window
timeout 10 env -u DISPLAY "$probe" offscreen >"$log" 2>"$folder/err" || fail 'offscreen did not open'
expect 'size 64 64 scale 1'
echo passed
