# Shared by the scripts: where things are, and how they speak.
# shellcheck shell=bash

SCRIPTS="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
ROOT="$(dirname "$SCRIPTS")"
# One scratch folder for all packages halves a cold run. Its build manifest cache must stay off: it belongs to the folder,
# not to the package, and would run another package's tests.
SCRATCH="$ROOT/.build"
SHARED_SCRATCH=(--scratch-path "$SCRATCH" --disable-build-manifest-caching)
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

# The folders of all packages, leaves first.
package_folders() {
    python3 -B "$SCRIPTS/lib/order_packages.py" "$ROOT"
}

# The folder of a package by its name, or a failure that lists the names.
folder_of() {
    local folder
    for folder in $ALL_FOLDERS; do
        if [ "$(basename "$folder")" = "$1" ]; then
            printf '%s\n' "$folder"
            return
        fi
    done
    fail "there is no package $1; there are: $(for folder in $ALL_FOLDERS; do basename "$folder"; done | tr '\n' ' ')"
}

# Builds a program as it is meant to run, at $SCRATCH/release/NAME.
release_program() {
    swift build "${SHARED_SCRATCH[@]}" -c release --static-swift-stdlib --package-path "$1" --product "$2"
}
