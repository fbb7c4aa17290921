# Shared by the scripts: where things are, and how they speak.
# shellcheck shell=bash

SCRIPTS="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
ROOT="$(dirname "$SCRIPTS")"
# One scratch folder for all packages halves a cold run. Its build manifest cache must stay off: it belongs to the folder,
# not to the package, and would run another package's tests.
SCRATCH="$ROOT/.build"
SHARED_SCRATCH=(--scratch-path "$SCRATCH" --disable-build-manifest-caching)
# The folders of all packages, leaves first; filled by load_folders.
FOLDERS=()
export SCRIPTS ROOT SCRATCH

if ! command -v swift >/dev/null 2>&1 && [ -x /opt/swift/usr/bin/swift ]; then
    PATH="$PATH:/opt/swift/usr/bin"
fi

say() { printf '%s\n' "$*"; }
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Prints the comment block at the top of a script, without its first line, as its help.
show_help() {
    awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"
}

load_folders() {
    local lines
    lines="$(python3 -B "$SCRIPTS/lib/order_packages.py" "$ROOT")" || fail "can't list the packages"
    mapfile -t FOLDERS <<<"$lines"
}

# Sets FOLDER to the folder of a package by its name, or fails and lists the names.
find_folder() {
    local names=() folder
    # shellcheck disable=SC2034 # the scripts read FOLDER
    for folder in "${FOLDERS[@]}"; do
        FOLDER="$folder"
        [ "$(basename "$folder")" != "$1" ] || return 0
        names+=("$(basename "$folder")")
    done
    fail "there is no package $1; there are: ${names[*]}"
}

# Whether a package is a program: an app with an executable of its name.
is_program() {
    [ "$(basename "$(dirname "$1")")" = Apps ] && grep -q "\.executable(name: \"$(basename "$1")\"" "$1/Package.swift"
}

# Builds a package, or one product of it, as it is meant to run; a program is then at $SCRATCH/release/NAME. All release
# builds use the same flags, or they would build each other's modules again.
release_build() {
    local folder="$1"
    shift
    swift build "${SHARED_SCRATCH[@]}" -c release --static-swift-stdlib --package-path "$folder" "$@"
}
