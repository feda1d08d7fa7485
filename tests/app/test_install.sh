#!/bin/sh
# test_install.sh BUILD: `meson install` into a folder of its own; what is there is valid, belongs together, and the
# program runs through a link from somewhere else, with every asset.
set -u
command -v meson >/dev/null 2>&1 || exit 77
build=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
HOME=$folder
export HOME
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER ATTNLAB_ASSETS LC_ALL LC_MESSAGES LANG

fail() {
    echo "FAILED: $*"
    exit 1
}

DESTDIR=$folder/root meson install -C "$build" --no-rebuild >log 2>&1 || {
    cat log
    fail 'meson install'
}
one() { # PATTERN: the only installed file whose path ends so
    found=$(find root -path "*/$1")
    [ -n "$found" ] && [ -f "$found" ] || fail "not one installed file: $1 ($found)"
    echo "$folder/$found"
}
program=$(one bin/attnlab) || fail "$program"
desktop=$(one share/applications/attnlab.desktop) || fail "$desktop"
metainfo=$(one share/metainfo/org.attnlab.attnlab.metainfo.xml) || fail "$metainfo"
icon=$(one share/icons/hicolor/scalable/apps/attnlab.svg) || fail "$icon"
manual=$(one share/man/man1/attnlab.1) || fail "$manual"
[ "$(find root -type f | wc -l)" = 5 ] || fail "other files: $(find root -type f)"
if command -v desktop-file-validate >/dev/null 2>&1; then desktop-file-validate "$desktop" || fail desktop; fi
if command -v appstreamcli >/dev/null 2>&1; then appstreamcli validate --no-net "$metainfo" || fail metainfo; fi

# They name each other rightly.
name=$(sed -n 's/^Icon=//p' "$desktop")
[ "$icon" = "$folder/root$(dirname "${icon#"$folder"/root}")/$name.svg" ] || fail "the icon's name is $name"
[ "$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$desktop")" = "$(basename "$program")" ] || fail 'the desktop file starts another program'
grep -q '<launchable type="desktop-id">attnlab.desktop</launchable>' "$metainfo" || fail 'the metainfo starts another one'
version=$("$program" --version) || fail version
grep -q "version=\"${version#attnlab }\"" "$metainfo" || fail 'the metainfo is of another version'
[ -s "$manual" ] || fail manual

# Through links, from other folders, with the build's own files out of reach.
mkdir 'else where' bin
ln -s "$program" bin/first
ln -s first bin/attnlab
cd 'else where' || exit 1
run() { env -i PATH="$folder/bin:$PATH" HOME="$folder" LD_PRELOAD="${LD_PRELOAD:-}" ASAN_OPTIONS="${ASAN_OPTIONS:-}" \
    LSAN_OPTIONS="${LSAN_OPTIONS:-}" attnlab "$@"; }
run predict --set data=motorcycle >data.csv || fail 'data'
[ "$(wc -l <data.csv)" -gt 20 ] || fail 'data is missing'
run list lessons >lessons || fail 'lessons'
[ "$(wc -l <lessons)" -ge 9 ] || fail 'lessons are missing'
status=0
run export -o zh.png --lang zh --lesson 1:1 --size 640x480 2>err || status=$? # shaders, lessons, the translation
[ "$status" != 3 ] || exit 77
[ "$status" = 0 ] && [ ! -s err ] || fail "export: $(cat err)"
run export -o en.png --lang en --lesson 1:1 --size 640x480 || fail export
cmp -s zh.png en.png && fail 'Chinese is English'
echo passed
