#!/bin/sh
# test_bench.sh SOURCE BENCH_POOL BENCH_FRAME: the plumbing of ./dev bench: programs that print known figures stand for
# the real ones, and the file, the tables and the comparison must have them. No figure is measured here.
set -u
source=$(realpath "$1") pool=$(realpath "$2") frame=$(realpath "$3")
scripts=$source/tests/bench
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
ATTNLAB_BUILD=$folder/build PYTHONDONTWRITEBYTECODE=1
export ATTNLAB_BUILD PYTHONDONTWRITEBYTECODE
failed=0

fail() {
    echo "FAILED: $*"
    sed 's/^/    /' out err 2>/dev/null | head -n 10
    failed=1
}

# runs STATUS COMMAND...
runs() {
    wanted=$1
    shift
    "$@" >out 2>err
    status=$?
    [ "$status" = "$wanted" ] || fail "status $status instead of $wanted: $*"
    ! grep -q Traceback err || fail "a traceback: $*"
}

says() { grep -q -e "$1" "${2:-out}" || fail "nothing like '$1'"; }
says_not() { ! grep -q -e "$1" out || fail "it says '$1'"; }

# program PATH: one of the build, from standard input.
program() {
    mkdir -p "$(dirname "build/$1")"
    cat >"build/$1"
    chmod +x "build/$1"
}

# The engine needs 1, 2 and 9 ms in the three rounds: median 2.
program tests/core/bench_pool <<'END'
#!/bin/sh
echo x >>"$ATTNLAB_BUILD/rounds"
set -- "$1" "$(wc -l <"$ATTNLAB_BUILD/rounds")"
[ "$2" = 3 ] && ms=9 || ms=$2
echo "{\"n=50: definition: double sum with exp\": 0.02, \"n=50: resident curve, new h\": 0.00$ms, \"queries\": 1024}" >"$1"
END
program tests/bench/bench_frame <<'END'
#!/bin/sh
[ "$1" = --json ] && echo '{"textbook: drag a point": 0.005}' >"$2"
END
program tests/gfx/bench_gfx <<'END'
#!/bin/sh
echo '  build list 0.1 ms, submit 0.2 ms, submit + glFinish 4.000 ms (medians of 200), best 1 / 2 ms'
END
program tests/bench/first_swap.so </dev/null # an empty file: the loader complains, and goes on
program src/app/attnlab <<'END'
#!/bin/sh
if [ "${1:-}" = play ]; then
    echo 'start: 1 frames, median 99.0 ms, 90 % 99.0, longest 99.0'
    echo 'drag w: 28 frames, median 12.5 ms, 90 % 13.0, longest 20.0'
else
    now=$(awk '{ print $1 }' /proc/uptime)
    echo "$now libraries loaded"
    awk -v now="$now" 'BEGIN { printf "%.3f first frame on the screen\n", now + 0.25 }'
fi
END

# figure PATTERN: a line of the file of figures.
figure() { says "$1" figures.json; }

runs 0 "$scripts/all.py" figures.json
figure '"pool.n=50: resident curve, new h": 0.002,'
figure '"pool.n=50: definition: double sum with exp": 0.02,'
figure '"frame.textbook: drag a point": 0.005,'
figure '"gfx.textbook: from the draw list": 0.004,\?$'
figure '"machine": ".*[1-9][0-9]* cores"'
figure '"date": "20[0-9-]*"'
figure '"revision": "'
says 'resident curve, new h  *2.0000 ms  (1.0000 to 9.0000)  *10.0 x'
says '| the engine: the whole curve at a new bandwidth | 2 ms | – | – |'
says '| textbook: drag a point | 5 ms |'
if command -v Xvfb >/dev/null 2>&1; then
    figure '"start": 0.2'
    figure '"play.drag w": 0.0125'
    ! grep -q 'play.start' figures.json || fail 'what goes before the crowd counts'
fi
[ "$(find . -maxdepth 1 -name 'tmp*' | wc -l)" = 0 ] || fail 'a temporary file stays'

# Without a way to draw the engine is measured all the same; a program that fails leaves the old file as it was.
program tests/bench/bench_frame <<'END'
#!/bin/sh
echo 'no OpenGL here' >&2
exit 77
END
runs 0 "$scripts/all.py" blind.json 1
says 'left out: bench_frame: no OpenGL here'
says '"pool.n=50: resident curve, new h"' blind.json
printf '#!/bin/sh\necho broken >&2\nexit 1\n' | program tests/core/bench_pool
cp figures.json before.json
runs 1 "$scripts/all.py" figures.json 1
says '^bench: bench_pool: broken' err
cmp -s figures.json before.json || fail 'a failed run changed the file'
runs 1 "$scripts/all.py"
says '^usage' err

# Two revisions: 4/3 is not yet slower, a little more is; what only one of them has is named.
printf '{"machine": "m", "times": {"pool.a": 0.003, "pool.b": 0.003, "gone": 1, "frame.c": 0.004, "n: definition": 1}}' >old.json
printf '{"machine": "m", "times": {"pool.a": 0.00399, "pool.b": 0.0041, "here": 1, "frame.c": 0.001, "n: definition": 1.1},
 "instructions": {"pool.a": 1000}}' >new.json
runs 0 "$scripts/compare.py" old.json new.json
says 'pool.a  *3.0000  *3.9900  *1.330$'
says 'pool.b  *3.0000  *4.1000  *1.367  slower'
says 'frame.c  *4.0000  *1.0000  *0.250  faster'
says 'gone  *only in the old'
says 'here  *only in the new'
says '^SLOWER by more than a third: pool.b, x 1.37'
says '^The machine itself: x 1.10'
says_not 'SLOWER.*pool.a'
says_not 'two machines'
runs 0 "$scripts/compare.py" old.json old.json
says '^No row became slower'
sed 's/"m"/"other"/' old.json >other.json
runs 0 "$scripts/compare.py" old.json other.json
says 'two machines'
sed 's/"times"/"instructions"/' old.json >counts-old.json
sed 's/"times"/"instructions"/; s/"instructions": {"pool.a": 1000}/"x": 1/' new.json >counts-new.json
runs 0 "$scripts/compare.py" counts-old.json counts-new.json
says '^SLOWER by more than a third: pool.b (instructions), x 1.37'

for text in '' '{' '[1]' '{"times": 3}' '{"times": {"a": "quick"}}'; do
    printf '%s' "$text" >bad.json
    runs 1 "$scripts/compare.py" old.json bad.json
    says '^bench: bad.json' err
done
runs 1 "$scripts/compare.py" old.json none.json
says '^bench: none.json' err
runs 1 "$scripts/compare.py" old.json

# Counts are never put among the times of another revision.
printf '{"revision": "another", "times": {}}' >another.json
runs 1 "$scripts/instructions.py" another.json
says 'another.json is of another' err

# An option is no name for a file.
for script in all instructions start; do
    runs 1 "$scripts/$script.py" --help
    says '^usage: ' err
    [ ! -e ./--help ] || fail "$script.py takes --help for a file"
done

# The real programs.
runs 0 "$pool" --row 'n=50: build' --times 2
runs 1 "$pool" --row 'n=50: nothing' --times 2
says 'no row is called n=50: nothing' err
runs 1 "$pool" --help
says '^usage: ' err
[ ! -e ./--help ] || fail 'bench_pool takes --help for a file'
runs 1 "$pool" "$folder/none/figures.json"
says 'cannot write' err
runs 1 "$frame" --json "$folder/none/figures.json" textbook 1
says 'cannot write' err
runs 0 "$frame" --json none.json 'no such gesture'
[ "$(tr -d '\n ' <none.json)" = '{}' ] || fail 'no gesture, but figures'
for row in $(sed -n 's/^ *("\(n=.*\)", [0-9]*, [0-9]*),$/\1/p' "$scripts/instructions.py" | tr ' ' '~'); do
    runs 0 "$pool" --row "$(echo "$row" | tr '~' ' ')" --times 0
done
[ "${row:-}" ] || fail 'no rows were found in instructions.py'

# The help names every kind that there is.
"$source/dev" help >out 2>err
for kind in compare instructions start peers matplotlib; do
    says "bench $kind"
done
[ "$failed" = 0 ] && echo passed
exit "$failed"
