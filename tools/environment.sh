#!/bin/sh
# usage: tools/environment.sh ENVIRONMENT LOCK
#
# Make the virtual environment hold exactly what the lock names, with the checkout installed in place. Costs nothing
# where it does already. Two calls at once wait for each other; a call that was killed is made good by the next.
set -eu
export LC_ALL=C
environment=$1
lock=$2
python=$environment/bin/python

say() {
    echo "environment: $*"
}

physical() {
    (CDPATH='' cd -- "$1" && pwd -P)
}

find_python() {
    for candidate in ${PYTHON:-python3.11 python3 python3.12 python3.13}; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if ! "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            say "$candidate cannot make virtual environments. On Debian type:  sudo apt-get install python3-venv" >&2
            return 1
        fi
        echo "$candidate"
        return
    done
    say "no Python 3.11 or later was found. Install one, or name it:  PYTHON=/path/to/python3.11 make run" >&2
    return 1
}

# An environment knows its own absolute path, so one that was moved with its checkout is made anew. One that somebody
# made by hand is as good as ours.
is_whole() {
    grep -qsF "$(physical "$environment")" "$environment/bin/activate" && "$python" -m pip --version >/dev/null 2>&1
}

make_anew() {
    chosen=$(find_python)
    say "making $environment with $("$chosen" --version)"
    find "$environment" -mindepth 1 -maxdepth 1 ! -name '.*' -exec rm -rf {} +
    "$chosen" -m venv "$(physical "$environment")"
}

# What is installed and not in the lock goes before anything comes: onnxruntime and onnxruntime-gpu, say, are two
# packages that own the same files.
remove_strangers() {
    { echo pip; sed -n 's/^\([a-z0-9][a-z0-9-]*\)==.*/\1/p' "$lock"; } | sort -u >"$environment/.wanted"
    strangers=$("$python" -m pip list --format=freeze --exclude-editable |
        awk -F== '{ name = tolower($1); gsub(/[._]/, "-", name); print name }' | sort | comm -23 - "$environment/.wanted")
    # shellcheck disable=SC2086 - one word per package
    [ -z "$strangers" ] || "$python" -m pip uninstall -q -y $strangers
}

install_lock() {
    say "installing the $(grep -c '' "$environment/.wanted") packages of $lock (7.5 GB; minutes the first time)"
    # A lock is complete, so there is nothing left to resolve.
    "$python" -m pip install -q --no-deps --require-hashes -r "$lock"
    "$python" -m pip install -q --no-deps --no-build-isolation -e .
}

[ -f "$lock" ] || { say "there is no $lock" >&2; exit 1; }
mkdir -p "$environment"
exec 9>"$environment/.lock"
if command -v flock >/dev/null; then flock 9; fi # without it only two calls at once are less safe

stamp=$environment/.installed
wanted_state=$(physical .; cat "$lock" pyproject.toml | cksum)
[ "$(cat "$stamp" 2>/dev/null)" != "$wanted_state" ] || exit 0

rm -f "$stamp"
is_whole || make_anew
remove_strangers
install_lock
echo "$wanted_state" >"$stamp"
say "ready in $environment"
