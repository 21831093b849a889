#!/usr/bin/env bash
# Makes this folder ready and runs it. Safe to run again; changes nothing outside this folder but what apt installs and,
# for a box, a service of systemd.
#
#   ./setup.sh run [ARGUMENTS]    install what is missing, then open the app (without a display: a demo in words)
#   ./setup.sh test [ARGUMENTS]   install what tests need, then run every check and the tests
#   ./setup.sh test fast          the same without the slow tests, in about a minute
#   ./setup.sh check              say what is there and what is not; changes nothing
#   ./setup.sh uninstall          remove what was installed into this folder; games are kept
#   ./setup.sh update [VERSION]   install a newer version beside this one, from a stick or by git, and try it
#   ./setup.sh key FILE           from now on install only bundles that are signed with this key, made if need be
#   ./setup.sh back               return to the version that was used before
#   ./setup.sh bundle [-o FILE]   make a file that installs or updates a box without a network
#   ./setup.sh card FOLDER FILE   put a bundle on a card of Raspberry Pi OS Lite, which then becomes a box by itself
#   ./setup.sh lock               look for newer versions of what is installed, and for known vulnerabilities
#   ./setup.sh box                make this machine a box: the app starts with it and fills its screen
#   ./setup.sh unbox              let it be an ordinary machine again; games are kept
#   ./setup.sh rehearse           install on trees of Debian that pass for a Raspberry Pi, plugs pulled and all
#
# PYTHON names another Python than the newest one found. Root is used for apt and for a box, by sudo where there is sudo.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
venv="$root/.venv"
log="$venv/install.log"
oldest="3.11"

say() { printf '%s\n' "$*" >&2; }
refuse() { say "setup.sh: $*"; exit 1; }

is_pi() { grep -aq "Raspberry Pi" /proc/device-tree/model 2>/dev/null; }
has() { command -v "$1" >/dev/null 2>&1; }
has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || compgen -G "/dev/dri/card*" >/dev/null || compgen -G "/dev/fb[0-9]*" >/dev/null; }
has_library() { { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true; } | grep -q "$1"; }

for part in lock bundle update card; do
    # shellcheck source=/dev/null
    . "$root/hardware/box/$part.sh"
done

new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < (${oldest/./, }))" 2>/dev/null; }

find_python() {
    local candidate
    if [ -n "${PYTHON:-}" ]; then
        has "$PYTHON" || refuse "PYTHON: expected a Python, found $PYTHON, which is not there"
        new_enough "$PYTHON" || refuse "PYTHON: expected Python $oldest or newer, found $("$PYTHON" --version 2>&1 | head -n 1)"
        printf '%s\n' "$PYTHON"
        return
    fi
    # On a Pi only the system's own Python sees apt's camera and pin modules.
    local candidates=(python3 python3.13 python3.12 python3.11)
    is_pi && candidates=(/usr/bin/python3)
    for candidate in "${candidates[@]}"; do
        if has "$candidate" && new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    local found="none"
    has python3 && found=$(python3 --version 2>&1)
    refuse "expected Python $oldest or newer, found $found: install it, or name it with PYTHON=/path/to/python"
}

# Packages of apt that are missing, of those named.
missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || printf '%s\n' "$package"
    done
}

as_root=()
# Settles how a command is run as root to install the packages named; fails with the reason where it cannot be.
become_root() {
    [ "$(id -u)" -ne 0 ] || return 0
    has sudo || { say "setup.sh: $* must be installed by root, and there is no sudo: as root, apt install $*"; return 1; }
    as_root=(sudo)
    ! sudo -n true 2>/dev/null || return 0
    if ! { : </dev/tty; } 2>/dev/null; then
        say "setup.sh: sudo asks for a password, and there is no terminal to type it in: sudo apt install $*"
        return 1
    fi
    sudo -v || { say "setup.sh: sudo refused: somebody who may must install them: sudo apt install $*"; return 1; }
}

said=""
# Runs apt-get as root; what it says is shown and kept in "said".
apt() {
    said=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
        apt-get -q -o DPkg::Lock::Timeout=60 "$@" 2>&1 </dev/null | tee >(cat >&2))
}

online=unknown
# Has apt learn what there is; fails where none of its servers answers. Asked once a run.
update_apt() {
    if [ "$online" = unknown ]; then
        online=yes
        apt update -o Acquire::Retries=1 -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15 || true
        grep -Eq '^(Hit|Get):[0-9]+ [^ ]*https?:' <<<"$said" || online=no
    fi
    [ "$online" = yes ]
}

interrupted() { [ -n "$(dpkg --audit 2>/dev/null)" ] || compgen -G "/var/lib/dpkg/updates/[0-9]*" >/dev/null; }

# Finishes what apt or dpkg was interrupted in, by a pulled plug for instance.
finish_interrupted() {
    interrupted || return 0
    say "An installation was interrupted; finishing it first"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >&2 || true
    apt install -f -y --no-install-recommends || true
}

# Installs packages that lie in a bundle's folder beside setup.sh; fails where there are none for this machine.
install_from_bundle() {
    local folder options=()
    folder="$root/bundle/$(packages_folder)"
    [ -e "$folder/Packages" ] || return 1
    printf 'deb [trusted=yes] file:%s ./\n' "${folder// /%20}" >"$folder/apt.list"
    options=(-o "Dir::Etc::SourceList=$folder/apt.list" -o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=false)
    apt update "${options[@]}" && apt install -y --no-install-recommends "${options[@]}" "$@"
}

# Installs packages by apt; fails with the reason where that cannot be done.
install_packages() {
    local missing=() options=(-y --no-install-recommends)
    mapfile -t missing < <(missing_packages "$@")
    [ "${#missing[@]}" -gt 0 ] || return 0
    has apt-get || { say "setup.sh: there is no apt here to install ${missing[*]}"; return 1; }
    become_root "${missing[@]}" || return 1
    finish_interrupted
    say "Installing ${missing[*]} with apt"
    ! install_from_bundle "${missing[@]}" || return 0
    # What apt has fetched before may do without a network.
    update_apt || options+=(--no-download)
    ! apt install "${options[@]}" "${missing[@]}" || return 0
    if [ "$online" = no ]; then
        say "setup.sh: apt could not install ${missing[*]}: none of its servers answers; is there a network?"
    elif grep -q "Unable to locate package" <<<"$said"; then
        say "setup.sh: apt does not know all of ${missing[*]}: on a Raspberry Pi they come from Raspberry Pi OS's own archive"
    else
        say "setup.sh: apt could not install ${missing[*]}: $(grep -m 1 '^E: ' <<<"$said" || tail -n 1 <<<"$said")"
    fi
    return 1
}

# Libraries that Kivy's window needs and its wheel does not bring.
install_screen_libraries() {
    local wanted=()
    has_library libGL.so.1 || wanted+=(libgl1)
    has_library libEGL.so.1 || wanted+=(libegl1)
    has_library libmtdev.so.1 || wanted+=(libmtdev1)
    [ -d /usr/lib/dri ] || compgen -G "/usr/lib/*/dri" >/dev/null || wanted+=(libgl1-mesa-dri)
    [ "${#wanted[@]}" -eq 0 ] || install_packages "${wanted[@]}"
}

# What an installation of this kind follows from: when it changes, it is made anew.
stamp_of() {
    { cat "$root/pyproject.toml" "$locked"/*.txt; printf '%s\n' "$root" "$1" "$2"; "$2" --version; packages_beneath; } |
        sha256sum | cut -d' ' -f1
}

# What the venv of a Pi sees of apt's, with versions.
packages_beneath() {
    is_pi || return 0
    dpkg-query -W -f='${Package} ${Version} ${Status}\n' python3-picamera2 python3-lgpio python3-numpy 2>/dev/null || true
}

# Removes the installation; a folder of that name that is none is left as it is.
remove_venv() {
    [ ! -e "$venv" ] || [ -L "$venv" ] || [ -e "$venv/pyvenv.cfg" ] || [ -z "$(ls -A "$venv" 2>/dev/null)" ] \
        || refuse "expected an installation of ours at $venv, found something else: move it away yourself"
    rm -rf "$venv"
}

make_venv() {
    local python=$1 options=()
    is_pi && options=(--system-site-packages)
    if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c "import pip" 2>/dev/null && new_enough "$venv/bin/python"; then
        return
    fi
    remove_venv
    if ! "$python" -c "import venv, ensurepip" 2>/dev/null; then
        install_packages python3-venv || refuse "expected Python's venv module, found none for $python; see above"
        "$python" -c "import venv, ensurepip" 2>/dev/null || refuse "expected Python's venv module, found none for $python"
    fi
    say "Making .venv with $("$python" --version)"
    "$python" -m venv "${options[@]}" "$venv" || refuse "could not make $venv: is the disk full or read-only?"
}

# Installs for "run" or "test", unless that has been done for this very pyproject.toml and what apt has.
install() {
    local kind=$1 python stamp
    cd "$root"
    [ -w "$root" ] || refuse "expected a folder that can be written, found $root"
    python=$(find_python)
    if is_pi; then
        if install_packages python3-picamera2 python3-lgpio; then
            install_packages alsa-utils espeak-ng ||
                say "setup.sh: going on without sounds or the voice; the next ./setup.sh run tries again"
        else
            say "setup.sh: going on without the Pi camera or the pins; the next ./setup.sh run tries again"
        fi
    fi
    stamp=$(stamp_of "$kind" "$python")
    if [ -x "$venv/bin/python" ] && grep -qsx "$stamp" "$venv/stamp.$kind"; then
        return
    fi
    make_venv "$python"
    say "Installing into .venv (once; some minutes)"
    if install_locked "$kind" "$(numpy_beneath "$python")" 2>&1 | tee "$log" | progress; then
        printf '%s\n' "$stamp" >>"$venv/stamp.$kind"
    elif [ -s "$venv/stamp.$kind" ] && "$venv/bin/python" -c "import ui.cli" 2>/dev/null; then
        say "setup.sh: pip could not install what is asked for now: is there a network?"
        say "setup.sh: going on with what is installed"
    else
        tail -n 5 "$log" >&2
        refuse "pip could not install what is needed: is there a network? Everything it said is in $log"
    fi
}

# Has pip install what is locked for a kind over the system's NumPy of a version, and then this program.
install_locked() {
    local kind=$1 numpy=$2 pip=("$venv/bin/python" -m pip)
    local quiet=(--disable-pip-version-check --progress-bar off --no-deps)
    # Tests import a tenth of what is installed for them: Python compiles that much by itself.
    [ "$kind" != test ] || quiet+=(--no-compile)
    requirements_for "$kind" "$numpy" >"$venv/locked.txt"
    local exact=(--only-binary :all: --require-hashes -r "$venv/locked.txt") wheels="$root/bundle/wheels"
    { [ -d "$wheels" ] && "${pip[@]}" install "${quiet[@]}" --no-index --find-links "$wheels" "${exact[@]}"; } ||
        "${pip[@]}" install "${quiet[@]}" "${exact[@]}" || return 1
    # A NumPy of its own, from a time when the system had none, would hide the one that the camera is built against.
    if [ -n "$numpy" ] && compgen -G "$venv/lib/python*/site-packages/numpy" >/dev/null; then
        "${pip[@]}" uninstall -y numpy || return 1
    fi
    "${pip[@]}" install "${quiet[@]}" --no-build-isolation -e .
}

# Of what pip says, the lines that show that it goes on.
progress() {
    local line
    while IFS= read -r line; do
        case "$line" in
        Collecting* | *Downloading* | *"Using cached"* | Building* | Installing*) say "  ${line#"${line%%[! ]*}"}" ;;
        esac
    done
}

run() {
    if has_display && [ $# -eq 0 ]; then
        install_screen_libraries || say "setup.sh: trying without them"
    fi
    install run
    if [ $# -gt 0 ]; then
        exec "$venv/bin/python" -m ui.cli "$@"
    elif has_display; then
        exec "$venv/bin/python" -m ui.cli
    fi
    say "No display: a game plays itself on the simulated table, in words. Ctrl-C ends it."
    exec "$venv/bin/python" -m ui.cli demo zoon_alternate --headless
}

failed=()
step() {
    say "== $*"
    "$@" || failed+=("$1")
}

run_tests() {
    install_screen_libraries || say "setup.sh: screens are not tested without them"
    install test
    export GPIOZERO_PIN_FACTORY=mock GPIOZERO_MOCK_PIN_CLASS=mockpwmpin
    # Tests run side by side: threads of their own would only wait for each other.
    export OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1
    # What Python compiles is kept whatever the caller's settings: the tests start some hundred Pythons.
    unset PYTHONDONTWRITEBYTECODE
    local bin="$venv/bin" all=no compiling
    [ $# -gt 0 ] || all=yes
    if [ "${1:-}" = fast ]; then
        shift
        all=yes
        set -- -m "not slow" "$@"
    fi
    if [ "$all" = yes ]; then
        # Each of those that run tests would compile all of them: done once instead, beside the checks.
        "$bin/python" -m pytest --collect-only "$@" >/dev/null 2>&1 &
        compiling=$!
        step "$bin/ruff" check .
        step "$bin/ruff" format --check .
        step "$bin/mypy"
        step "$bin/lint-imports"
        wait "$compiling" || true
    fi
    # Three at a time on two cores: some tests wait for a camera, a disk or a process. Each takes neighbours, which
    # share what is slow to build, and the last ones are dealt anew.
    step "$bin/python" -m pytest -n 3 --dist worksteal "$@"
    if [ "${#failed[@]}" -gt 0 ]; then
        refuse "failed: ${failed[*]##*/}"
    fi
    say "All passed."
}

check() {
    local python ok=0 missing=()
    if python=$(find_python); then
        say "python: $("$python" --version)"
        "$python" -c "import venv, ensurepip" 2>/dev/null || { say "venv: missing: apt install python3-venv"; ok=1; }
    else
        ok=1
    fi
    if is_pi; then
        mapfile -t missing < <(missing_packages python3-picamera2 python3-lgpio)
        [ "${#missing[@]}" -eq 0 ] || { say "apt: missing: ${missing[*]}: ./setup.sh run installs them"; ok=1; }
        ! interrupted || { say "apt: an installation was interrupted: sudo dpkg --configure -a"; ok=1; }
    fi
    if [ ! -x "$venv/bin/python" ] || [ ! -e "$venv/stamp.run" ] && [ ! -e "$venv/stamp.test" ]; then
        say "companion: not installed yet: ./setup.sh run installs it"
        exit 1
    fi
    cd "$root"
    "$venv/bin/python" -m ui.cli check "$@" || ok=1
    exit "$ok"
}

uninstall() {
    remove_venv
    rm -rf "$root/zo_companion.egg-info"
    say "Removed .venv and zo_companion.egg-info; what apt installed stays."
    say "Games are kept where companion keeps its data (ZO_HOME, or ~/.local/share/zo-companion)."
}

command=${1:-}
[ $# -eq 0 ] || shift
case "$command" in
# What is done with the program is done with the version that is used.
run | check | update | key | bundle) [ "$root" != "$house" ] || [ "$(current)" = "$root" ] || exec "$(current)/setup.sh" "$command" "$@" ;;
esac
case "$command" in
run) run "$@" ;;
test) run_tests "$@" ;;
check) check "$@" ;;
uninstall) uninstall ;;
update) update "$@" ;;
key) key "$@" ;;
back) back ;;
bundle) bundle "$@" ;;
card) card "$@" ;;
lock) lock ;;
box | unbox)
    . "$root/hardware/box/service.sh"
    "$command"
    ;;
rehearse) exec "$(find_python)" -m tests.box.rehearse "$@" ;;
*)
    sed -n 's|^#   ./|./|p' "${BASH_SOURCE[0]}" >&2
    [ "$command" = --help ] || [ "$command" = -h ] || refuse "expected one of these commands, found ${command:-none}"
    ;;
esac
