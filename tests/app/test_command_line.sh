#!/bin/sh
# test_command_line.sh ATTNLAB SOURCE: the real program from a shell: what it prints, writes, and how it ends.
set -u
attnlab=$(realpath "$1") source=$(realpath "$2")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
HOME=$folder XDG_PICTURES_DIR=$folder
export HOME XDG_PICTURES_DIR
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER ATTNLAB_ASSETS ATTNLAB_FONT LC_ALL LC_MESSAGES LANG
failed=0

fail() {
    echo "FAILED: $*"
    sed 's/^/    /' err 2>/dev/null | head -n 5
    failed=1
}

# ends STATUS PATTERN ARGUMENT...: exits so, saying one line that matches (or, with status 0, nothing) on standard error.
ends() {
    wanted=$1 pattern=$2
    shift 2
    timeout 60 "$attnlab" "$@" >out 2>err
    status=$?
    [ "$status" = "$wanted" ] || fail "status $status instead of $wanted: $*"
    lines=$(grep -c '^attnlab: ' err)
    if [ "$wanted" = 0 ]; then
        [ ! -s err ] || fail "says something: $*"
    elif [ "$lines" != 1 ] || ! grep -q "$pattern" err; then
        fail "not one line with '$pattern': $*"
    fi
}

# near COLUMN ROW VALUE: a cell of the table `out` is that number to 1e-12.
near() {
    awk -F, -v column="$1" -v row="$2" -v value="$3" 'NR == row + 1 {
        gap = $column - value; if (gap < 0) gap = -gap
        size = value < 0 ? -value : value
        exit !($column != "" && gap <= 1e-12 * (1 + size))
    }' out || fail "row $2, column $1 is not $3: $(sed -n "$(($2 + 1))p" out)"
}

# ---- tables ----

# The reference was computed elsewhere, at the queries 0, 2 ... 58.
check_reference() { # KERNEL H
    ends 0 '' predict "$source/assets/data/motorcycle.csv" --set model=kernel --set "kernel=$1" --set "h=$2" --queries 0:58:30
    awk -F, -v kernel="$1" -v h="$2" '
        NR == FNR { if ($1 == "motorcycle" && $2 == kernel && $3 == h) { wanted[$4 + 0] = $5; count++ }; next }
        FNR > 1 && ($1 + 0 in wanted) {
            value = wanted[$1 + 0]; seen++
            empty = value == "" || value == "nan"
            if (empty != ($2 == "")) { print "query " $1 ": " $2 " instead of " value; bad = 1 }
            gap = $2 - value; if (gap < 0) gap = -gap
            size = value < 0 ? -value : value
            if (!empty && gap > 1e-12 * (1 + size)) { print "query " $1 ": " $2 " instead of " value; bad = 1 }
        }
        END { exit bad || seen < 20 || count < 20 }' "$source/tests/data/kernel_predictions.csv" out || fail "$1 h=$2 differs"
}
check_reference gaussian 2
check_reference boxcar 0.7
grep -q ',,' out || fail 'a boxcar of h = 0.7 has queries without support'

mean=$(awk -F, 'NR > 1 { sum += $2; n++ } END { printf "%.17g", sum / n }' "$source/assets/data/cars.csv")
ends 0 '' predict "$source/assets/data/cars.csv" --set w=0 --queries 4:25:3
for row in 1 2 3; do near 2 "$row" "$mean"; done
ends 0 '' predict --set data=cars --set model=average --queries 4:25:1
near 2 1 42.98
printf 'x,y\n3,30\n1,10\n2,20\n' >three.csv
ends 0 '' predict three.csv --set w=1e8 --queries 1:3:5
near 2 1 10
near 2 2 15 # halfway between two keys
near 2 3 20
near 2 5 30
ends 0 '' weights three.csv --set model=kernel --set kernel=boxcar --set h=0.5 --queries 1:7:4
[ "$(sed -n 1p out)" = query,1,2,3 ] || fail 'keys of the weights'
[ "$(sed -n 2p out)" = 1,1,0,0 ] || fail 'weights of a key alone'
[ "$(sed -n 4p out)" = 5,,, ] || fail 'weights without support are empty'
ends 0 '' weights
awk -F, 'NR > 1 { sum = 0; for (i = 2; i <= NF; i++) sum += $i; if (sum < 1 - 1e-12 || sum > 1 + 1e-12) exit 1 }
    END { exit NR != 51 }' out || fail 'weights of the textbook do not sum to 1'
ends 0 '' predict
[ "$(wc -l <out)" = 51 ] && [ "$(cut -d, -f1 out | sed -n 51p)" = 4.9 ] || fail 'the textbook asks 50 queries up to 4.9'
cp out plain
env LC_ALL=de_DE.UTF-8 "$attnlab" predict >out 2>err
cmp -s out plain || fail 'another locale prints other numbers'
ends 0 '' predict -o table.csv
cmp -s table.csv plain || fail '-o writes something else than standard output'
printf '0,0\n5e-324,1\n-1e308,2\n1e308,3\n' >wide.csv
ends 0 '' predict wide.csv
grep -q 'inf\|nan' out && fail 'a table of what is no number'
printf '1,2\n' >one.csv
ends 0 '' predict one.csv
ends 0 '' export one.csv -o one.png --size 200x150

# ---- pictures ----

ends 0 '' export -o a.png --size 640x480
ends 0 '' export -o b.png --size 640x480
cmp -s a.png b.png || fail 'the same picture twice is not the same file'
ends 0 '' export -o c.png --size 640x480 --set w=5
cmp -s a.png c.png && fail 'another w gives the same picture'
for view in plot heatmap weights; do
    ends 0 '' export -o "$view.png" --view "$view" --size 333x211 --theme dark --lang zh
    [ "$(od -An -tu1 -j16 -N8 "$view.png" | tr -s ' ')" = ' 0 0 1 77 0 0 0 211' ] || fail "$view.png is not 333 x 211"
done

# ---- lists, help ----

for what in data kernels parameters keys; do ends 0 '' list "$what"; [ -s out ] || fail "list $what"; done
ends 0 '' --help
grep -q predict out || fail 'the help'
ends 0 '' --version
grep -q '^attnlab [0-9]' out || fail 'the version'

# ---- 2: usage ----

for wrong in --bogus 'predict --set' 'predict --set nothing=1' 'predict --set w' 'predict --set h=0' 'predict --set kernel=x' \
    'predict --queries 0:1' 'predict --queries 0:1:0' 'predict a b' export 'export -o x.png --size 3' 'list' 'list x' play \
    'predict --size 100x100' 'predict --set data=own'; do
    # shellcheck disable=SC2086 # the words of a command line
    ends 2 . $wrong
done

# ---- 3: no display, at once ----

before=$(date +%s)
ends 3 'display'
[ $(($(date +%s) - before)) -lt 3 ] || fail 'a missing display is noticed too late'

# ---- 4: assets and fonts ----

mkdir empty
ATTNLAB_ASSETS=$folder/empty
export ATTNLAB_ASSETS
ends 4 'empty' predict
unset ATTNLAB_ASSETS
for font in /nonexistent /dev/null "$source/assets/data/cars.csv"; do
    env ATTNLAB_FONT="$font" "$attnlab" export -o font.png >out 2>err
    [ $? = 4 ] || fail "ATTNLAB_FONT=$font does not exit with 4"
    [ ! -e font.png ] || fail 'a picture without a font'
    rm -f font.png
done

# ---- 5: input, with file:line:column ----

printf 'x,y\n1,2\n3,four\n' >bad.csv
ends 5 'bad\.csv:3:3' predict bad.csv
printf 'x\n1\n2\n' >narrow.csv
ends 5 'narrow\.csv:' predict narrow.csv
: >nothing.csv
ends 5 'nothing\.csv' predict nothing.csv
ends 5 'absent\.csv' predict absent.csv
ends 5 . predict "$folder"
ends 5 'absent\.txt' play absent.txt
printf '1,nan\n' >nan.csv
ends 5 'nan\.csv:1' predict nan.csv

# Nothing hangs, and nothing is a shell's or an option.
mkfifo pipe.csv
ends 5 'is a pipe' predict pipe.csv
ends 5 'is a pipe' pipe.csv
mkdir folder.csv
ends 5 'is a folder' predict folder.csv
for name in 'a"; touch pwned; ".csv' 'a b.csv' '空气 质量.csv' '-rf.csv' '$(touch pwned).csv' 'two
lines.csv'; do
    printf 'x,y\n1,2\n3,4\n' >"./$name"
    ends 0 '' predict --queries 1:1:1 -- "$name"
    ends 0 '' export -o name.png --size 64x64 -- "$name"
    rm -f "./$name" name.png
done
[ ! -e pwned ] || fail 'a shell has seen the name'

# ---- what a file was understood to be, in one line ----

# says PATTERN ARGUMENT...: done, and one line of that on standard error.
says() {
    pattern=$1
    shift
    timeout 60 "$attnlab" "$@" >out 2>err
    [ $? = 0 ] && [ "$(grep -c '^attnlab: ' err)" = 1 ] && grep -qF "$pattern" err || fail "does not say '$pattern': $*"
}
printf '横坐标,纵坐标\r\n1,2\r\n3,4' | iconv -f UTF-8 -t GB18030 >chinese.csv # and no final newline
says 'x = 横坐标, value = 纵坐标 (of 2 columns; GB18030' predict chinese.csv --queries 3:3:1
says 'semicolons, decimal commas' predict "$source/tests/app/comma.csv" --set w=0 --queries 1:1:1
near 2 1 2.25
# Of the shape of R's airquality: a column of row numbers, quoted names, NA in the rows that have none there.
awk 'BEGIN {
    split("5 10 25 26 27 32 33 34 35 36 37 39 42 43 45 46 52 53 54 55 56 57 58 59 60 61 65 72 75 83 84 102 103 107 115 119 150", gaps, " ")
    for (i in gaps) gap[gaps[i]] = 1
    print "\"\",\"Ozone\",\"Solar.R\",\"Wind\",\"Temp\",\"Month\",\"Day\""
    for (i = 1; i <= 153; i++)
        printf "\"%d\",%s,%s,%.1f,%d,%d,%d\n", i, (gap[i] ? "NA" : 2 * i), (i < 5 || i > 6 ? 100 + i : "NA"), i / 10, 50 + i % 40, 5 + int(i / 31), 1 + i % 31
}' >air.csv
says 'air.csv: 116 rows, x = Temp, value = Ozone (of 7 columns; UTF-8, commas); 37 rows without a value skipped: lines 6, 11, 26, 27, 28, ...' \
    predict air.csv --x Temp --value Ozone --queries 51:90:40 --set h=1e-6
near 2 1 "$(awk -F, 'NR > 1 && $5 == 51 && $2 != "NA" { sum += $2; n++ } END { print sum / n }' air.csv)"
cp out by_name
says 'x = Temp, value = Ozone' predict air.csv --x 5 --value=2 --queries 51:90:40 --set h=1e-6
cmp -s out by_name || fail 'columns by number are other columns than by name'
ends 5 "no column 'Nothing'" predict air.csv --x Nothing
ends 2 FILE predict --x Temp
"$attnlab" export -o picture.png --size 64x64 2>err || fail 'picture'
ends 2 'a CSV' predict picture.png --value 2

# ---- 1: a step that fails, with its line ----

printf '# one\nexpect w 4\nexpect w 5\n' >steps.txt
ends 1 'steps\.txt:3' play steps.txt
printf 'frobnicate 1\n' >steps.txt
ends 1 'steps\.txt:1' play steps.txt

# ---- 6: output ----

for command in predict weights 'list keys' export; do
    # shellcheck disable=SC2086
    ends 6 . $command -o /dev/full
    # shellcheck disable=SC2086
    ends 6 . $command -o "$folder/absent/x.png"
done
"$attnlab" predict >/dev/full 2>err
[ $? = 6 ] || fail 'a full standard output does not exit with 6'
"$attnlab" --help >/dev/full 2>err
[ $? = 6 ] || fail 'a full standard output of the help does not exit with 6'
echo precious >kept.csv
(ulimit -f 1 && trap '' XFSZ && "$attnlab" weights -o kept.csv) >out 2>err # 512 or 1024 bytes at most
[ $? = 6 ] || fail 'a file cut short does not exit with 6'
[ "$(cat kept.csv)" = precious ] || fail 'the old file is gone'
# Root may write everywhere, so nobody in particular tries.
mkdir locked
echo precious >locked/x.csv
cp "$attnlab" copy
chmod 755 . copy && chmod a-w locked && chmod a+r locked/x.csv
as_nobody=''
[ "$(id -u)" != 0 ] || as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
for target in locked/x.csv locked/y.csv; do
    # shellcheck disable=SC2086 # words
    env -u LD_PRELOAD -u LSAN_OPTIONS $as_nobody ./copy predict -o $target >out 2>err
    [ $? = 6 ] && grep -q 'Permission denied' err || fail "$target in a folder that may not be written"
done
[ "$(cat locked/*)" = precious ] || fail 'a folder that may not be written has changed'
for file in *; do
    case $file in *.tmp* | .*) fail "left behind: $file" ;; esac
done
[ "$(find . -name '.*' -type f | wc -l)" = 0 ] || fail "left behind: $(find . -name '.*' -type f)"

[ "$failed" = 0 ] && echo passed
exit "$failed"
