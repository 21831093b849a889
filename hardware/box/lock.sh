# shellcheck shell=bash disable=SC2154
# Sourced by setup.sh: the exact versions of what pip installs, each file of them by its hash.
#
#   locked/run.txt     what a box needs (the base and the extra broker), with what builds it
#   locked/numpy1.txt  OpenCV where the system brings a NumPy 1, as Raspberry Pi OS "bookworm" does
#   locked/dev.txt     what tests need besides
#   locked/club.txt    what the club's own computer needs besides
#   locked/postgresql.txt  what a club with PostgreSQL needs besides
#   locked/tools.txt   what makes and audits the lock
#
# pyproject.toml names ranges. `./setup.sh lock` writes the newest versions within them, for Python 3.11 and newer.

locked="$root/hardware/box/locked"

# The version of the system's NumPy that the venv of a Pi sees, if any: the modules of its camera are built against it.
numpy_beneath() {
    ! is_pi || "$1" -c "import numpy; print(numpy.__version__)" 2>/dev/null || true
}

# Everything that pip installs for a kind ("run" or "test") where the system brings this version of NumPy, or none.
requirements_for() {
    local kind=$1 numpy=$2 without='^$'
    case "$numpy" in
    "") ;;
    0.* | 1.*) without='^(numpy|opencv-python-headless)==' ;;
    *) without='^numpy==' ;;
    esac
    sed -E "/$without/,/[^\\\\]\$/d" "$locked/run.txt"
    [ "$without" != '^(numpy|opencv-python-headless)==' ] || cat "$locked/numpy1.txt"
    [ "$kind" != test ] || cat "$locked/dev.txt"
}

# Writes one file of the new lock; what it asks for comes on stdin.
compile_locked() {
    local name=$1
    shift
    say "Looking for the versions of $name.txt"
    "$tools/bin/uv" pip compile --quiet --universal --python-version "$oldest" --fork-strategy fewest --no-build --generate-hashes \
        --no-annotate --custom-compile-command "./setup.sh lock" "$@" - >"$fresh/$name.txt" ||
        refuse "uv found no versions for $name.txt; the lock is as it was"
}

# Renews the lock, whole or not at all, and says what is known to be vulnerable in it.
lock() {
    local fresh tools without=()
    cd "$root" || exit
    fresh=$(mktemp -d)
    tools="$fresh/tools"
    # shellcheck disable=SC2064 # this folder, whatever the name means later
    trap "rm -rf '$fresh'" EXIT
    "$(find_python)" -m venv "$tools" || refuse "could not make an environment for uv in $tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
        -r "$locked/tools.txt" >&2 || refuse "pip could not install uv and pip-audit: is there a network?"
    compile_locked tools <<<"uv>=0.8
pip-audit>=2.7"
    compile_locked run pyproject.toml --extra broker <<<"setuptools>=77"
    compile_locked numpy1 pyproject.toml <<<"numpy<2"
    sed -nEi '/^#/p; /^opencv-python-headless==/,/[^\\]$/p' "$fresh/numpy1.txt"
    mapfile -t without < <(sed -nE 's/^([a-z0-9._-]+)==.*/--no-emit-package=\1/p' "$fresh/run.txt")
    compile_locked dev pyproject.toml --extra dev -c "$fresh/run.txt" "${without[@]}" <<<""
    sed -nE '/^#/p; /^(networkx|sqlalchemy)==/,/[^\\]$/p' "$fresh/dev.txt" >"$fresh/club.txt"
    sed -nE '/^#/p; /^psycopg(-binary)?==/,/[^\\]$/p' "$fresh/dev.txt" >"$fresh/postgresql.txt"
    cp "$fresh"/*.txt "$locked"
    audit "$tools"
}

# Has pip-audit look for known vulnerabilities in what is locked; where no database answers, that is said.
audit() {
    local tools=$1 name said
    for name in run numpy1 dev tools; do
        if said=$("$tools/bin/pip-audit" --strict --disable-pip --require-hashes --progress-spinner off \
            -r "$locked/$name.txt" 2>&1); then
            say "$name.txt: no vulnerabilities are known"
        elif grep -Eq "^Found [0-9]+ known vulnerabilit" <<<"$said"; then
            say "$said"
            refuse "$name.txt: vulnerabilities are known; the lock is written all the same, mend it or say why not"
        else
            say "$name.txt: not audited, no database of advisories answers: $(tail -n 1 <<<"$said")"
        fi
    done
}
