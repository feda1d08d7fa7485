#!/bin/sh
# test_session.sh ATTNLAB: what a window remembers: settings, its file, unsaved work, and the work that a crash left.
# Run through with_xvfb.sh.
set -u
command -v xdotool >/dev/null 2>&1 || exit 77
attnlab=$(realpath "$1")
folder=$(mktemp -d) || exit 1
client='' server=''
trap '[ -z "$client" ] || kill -9 $client 2>/dev/null; [ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir home pictures
HOME=$folder/home XDG_PICTURES_DIR=$folder/pictures
export HOME XDG_PICTURES_DIR
unset LC_ALL LC_MESSAGES LANG ATTNLAB_SCALE XDG_CONFIG_HOME XDG_STATE_HOME
settings=$HOME/.config/attnlab/settings.json
copies() { find "$HOME/.local/state/attnlab" -name 'autosave-*.json' 2>/dev/null | wc -l; }

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

# within SECONDS TEST...: the test becomes true.
within() {
    tries=$(($1 * 20))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.05
    done
}
gone() { ! kill -0 "$client" 2>/dev/null; }
ends() {
    within 5 gone || fail 'it does not end'
    wait "$client"
    status=$?
    client=''
    [ "$status" = "$1" ] || fail "exit status $status instead of $1"
}
key() {
    xdotool key "$@"
    sleep 0.3
}
typed() {
    xdotool type --delay 30 -- "$1"
    sleep 0.3
}
titled() { [ "$(xdotool getwindowname "$window")" = "$1" ]; }
has_copies() { [ "$(copies)" = "$1" ]; }
in_settings() { grep -q "$1" "$settings" 2>/dev/null; }

# Settings: saved when changed, back at the next start; the command line goes first and is not remembered.
start
[ ! -e "$settings" ] || fail 'settings without a change'
key t
within 3 in_settings '"theme": "dark"' || fail 'the theme is not saved'
key l
within 3 in_settings '"lang": "zh"' || fail 'the language is not saved'
key ctrl+plus
within 3 in_settings '"scale": 1.1' || fail 'the zoom is not saved'
key ctrl+q
ends 0
start --theme light
key ctrl+minus
within 3 in_settings '"scale": 0' || fail 'the zoom is not saved again'
in_settings '"theme": "dark"' || fail 'the command line was remembered'
key ctrl+q
ends 0
cp "$settings" before.json
printf 'screenshot dark.png\n' >steps.txt
"$attnlab" play steps.txt || fail play
"$attnlab" export -o a.png && "$attnlab" export --theme light --lang en -o b.png
cmp -s a.png b.png || fail 'export looks at the settings'
cmp -s "$settings" before.json || fail 'play or export wrote settings'

# Files: a name with blanks, letters of the world, quotes and a command; the title says it, with a star when changed.
start --theme light --lang en
titled attnlab || fail 'the title at the start'
key r
within 3 titled '*Untitled – attnlab' || fail "the title with changes: $(xdotool getwindowname "$window")"
key ctrl+s
name='a"; touch pwned; ".json'
typed "$name"
key Return
[ -s "home/$name" ] || fail 'not saved'
[ ! -e pwned ] && [ ! -e home/pwned ] || fail 'a shell has seen the name'
within 3 titled "$name – attnlab" || fail "the title of a file: $(xdotool getwindowname "$window")"
key r
within 3 titled "*$name – attnlab" || fail 'the title of a changed file'
within 5 has_copies 1 || fail 'no copy after two seconds'
key ctrl+s
within 3 has_copies 0 || fail 'a copy of what is saved'
printf '1,2\n3,4\n5,5\n' >'home/-a b 空气.csv'
mkfifo home/pipe.csv
key ctrl+o
typed 'pipe.csv'
key Return
kill -0 "$client" || fail 'a pipe ended it'
key ctrl+a
typed '-a b'
key Tab Return
key Return
within 3 titled '-a b 空气.csv – attnlab' || fail "the title of data: $(xdotool getwindowname "$window")"
in_settings 'recent' || fail 'no recent files'
key ctrl+q
ends 0

# Closing asks while something is unsaved; SIGTERM does not, and leaves a copy.
start --lang en
key r
key ctrl+q
sleep 0.5
gone && fail 'it did not ask'
key Escape
kill -TERM "$client"
ends 0
has_copies 1 || fail 'SIGTERM left no copy'

# The next window offers it; two windows do not take each other's.
start --lang en
"$attnlab" --lang en >out2 2>err2 &
second=$!
sleep 1.5
kill -9 "$second"
wait "$second" 2>/dev/null
window=$(xdotool search --name attnlab | head -n 1)
xdotool windowfocus --sync "$window"
# the bar lies under the top bar; the left one of its buttons restores
restored() {
    for x in 1110 1130 1150; do
        xdotool mousemove $x 66 click 1
        sleep 0.3
        titled '*Untitled – attnlab' && return 0
    done
    return 1
}
restored || fail 'it cannot be restored'
has_copies 1 || fail "$(copies) copies after restoring"

# A crash: nothing could be said, and the work is still there.
kill -9 "$client"
wait "$client" 2>/dev/null
has_copies 1 || fail 'kill -9 left no copy'
start --lang en
has_copies 1 || fail 'the copy went away by itself'
restored || fail 'it cannot be restored after kill -9'
key ctrl+q
key Right Return # discard
ends 0
has_copies 0 || fail 'a clean exit left a copy'

# The display goes away: the copy is written at once.
if command -v Xvfb >/dev/null 2>&1; then
    Xvfb -displayfd 5 -screen 0 1280x800x24 -nolisten tcp -noreset 5>number >/dev/null 2>&1 &
    server=$!
    within 10 test -s number || fail 'no second server'
    DISPLAY=:$(cat number)
    export DISPLAY
    start --lang en
    key r
    kill -9 "$server"
    wait "$server" 2>/dev/null
    server=''
    within 5 gone || fail 'it lives without a display'
    wait "$client"
    status=$?
    client=''
    [ "$status" = 3 ] || fail "exit status $status without a display"
    has_copies 1 || fail 'a lost display left no copy'
fi
echo passed
