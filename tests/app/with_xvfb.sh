#!/bin/sh
# with_xvfb.sh COMMAND [ARGUMENT...]: runs the command with DISPLAY set to an X server of its own, which ends with it
# however it ends. XVFB_SCREEN is the screen, 1280x800x24 unless set. Exit status: the command's; 77 without Xvfb.
set -u
command -v Xvfb >/dev/null 2>&1 || {
    echo "with_xvfb: Xvfb is not installed" >&2
    exit 77
}
folder=$(mktemp -d) || exit 1
server='' client=''

clean_up() {
    trap '' INT TERM HUP
    [ -z "$client" ] || kill "$client" 2>/dev/null
    [ -z "$server" ] || kill "$server" 2>/dev/null
    [ -z "$server" ] || wait "$server" 2>/dev/null
    rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The server chooses a free number and writes it to descriptor 5 once it takes connections.
Xvfb -displayfd 5 -screen 0 "${XVFB_SCREEN:-1280x800x24}" -nolisten tcp -noreset \
    5>"$folder/display" >"$folder/log" 2>&1 &
server=$!
tries=0
while [ ! -s "$folder/display" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 200 ] || ! kill -0 "$server" 2>/dev/null; then
        echo "with_xvfb: Xvfb did not start" >&2
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.05
done
DISPLAY=:$(cat "$folder/display")
export DISPLAY
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
exec 3<&0 # a command in the background would otherwise read nothing
"$@" <&3 3<&- &
client=$!
wait "$client"
status=$?
client=''
exit "$status"
