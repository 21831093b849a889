# shellcheck shell=bash disable=SC2154
# Sourced by setup.sh: makes the bundle that an installation or an update without a network needs.
#
# Wheels are fetched for every kind of machine named, Debian packages for this machine's own kind, by its own apt.

machine_kinds=(aarch64-3.13 aarch64-3.11)
pi_packages=(python3-picamera2 python3-lgpio)
other_packages=(python3-venv alsa-utils espeak-ng libgl1 libegl1 libmtdev1 libgl1-mesa-dri)

this_kind() { printf '%s-%s\n' "$(uname -m)" "$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"; }

# Where a bundle keeps Debian packages for machines like this one.
packages_folder() { (. /etc/os-release && printf 'packages/%s-%s\n' "${VERSION_CODENAME:-unknown}" "$(dpkg --print-architecture)"); }

# Fetches every wheel that setup.sh may ask for on a kind of machine, such as aarch64-3.13.
fetch_wheels() {
    local kind=$1 folder=$2 machine python options=() name
    machine=${kind%-*} python=${kind#*-}
    for name in manylinux2014 manylinux_2_17 manylinux_2_27 manylinux_2_28 manylinux_2_31 manylinux_2_34; do
        options+=(--platform "${name}_$machine")
    done
    for name in run numpy1; do
        [ "$name" = run ] || [ "$python" = 3.11 ] || continue
        "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
            --only-binary :all: --implementation cp --python-version "$python" --abi "cp${python/./}" --abi abi3 \
            --abi none "${options[@]}" -r "$locked/$name.txt" -d "$folder" >&2 ||
            refuse "pip could not fetch the wheels for $kind: is there a network?"
    done
}

# Fetches Debian packages with all that they need and a bare system may lack, and lists them as apt reads it.
fetch_packages() {
    local folder=$1 wanted=() bare=(-o Dir::State::status=/dev/null -o APT::Install-Recommends=false) names=() file
    wanted=("${other_packages[@]}")
    # shellcheck source=/dev/null
    . "$root/hardware/box/service.sh" # names what a box needs
    ! is_pi || wanted+=("${pi_packages[@]}" "${box_packages[@]}")
    mkdir -p "$folder"
    mapfile -t names < <(apt-get install -s "${bare[@]}" "${wanted[@]}" 2>/dev/null |
        sed -nE 's/^Inst ([^ ]+) \(([^ ]+).*/\1=\2/p')
    [ "${#names[@]}" -gt 0 ] || refuse "apt knows no ${wanted[*]}: sudo apt update, then again"
    (cd "$folder" && apt-get download -q "${names[@]}" >&2) || refuse "apt could not fetch the packages: is there a network?"
    for file in "$folder"/*.deb; do
        case "$(dpkg-deb -f "$file" Priority)" in required | important) rm "$file"; continue ;; esac
        dpkg-deb -f "$file"
        printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "${file##*/}" "$(stat -c %s "$file")" \
            "$(sha256sum "$file" | cut -d' ' -f1)"
    done >"$folder.list"
    mv "$folder.list" "$folder/Packages"
}

# The files of the program, without what only its making needs.
program_files() {
    if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
        git -C "$root" ls-files -- ':!tests' ':!.ci'
    else
        (cd "$root" && find . -type f ! -path './.venv/*' ! -path './versions/*' ! -path './bundle/*' \
            ! -path '*/__pycache__/*' ! -path './*.egg-info/*' -printf '%P\n')
    fi
}

version_of() { sed -nE '0,/^version = /s/^version = "(.*)"$/\1/p' "$1/pyproject.toml"; }

# Makes a bundle: bundle [-o FILE] [--key FILE] [KIND…]
bundle() {
    local file="" private="" kinds=() extra kind version
    while [ $# -gt 0 ]; do
        case "$1" in
        -o | --key)
            [ $# -gt 1 ] || refuse "$1: expected a file, found nothing"
            if [ "$1" = -o ]; then file=$2; else private=$2; fi
            shift
            ;;
        aarch64-3.1[13] | x86_64-3.1[13]) kinds+=("$1") ;;
        *) refuse "bundle: expected kinds such as ${machine_kinds[*]}, found $1" ;;
        esac
        shift
    done
    install run
    version=$(version_of "$root")
    [ "${#kinds[@]}" -gt 0 ] || mapfile -t kinds < <(printf '%s\n' "${machine_kinds[@]}" "$(this_kind "$(find_python)")" | sort -u)
    file=$(realpath -m "${file:-zo-companion-$version.zo-bundle}")
    extra=$(mktemp -d)
    # shellcheck disable=SC2064 # this folder, whatever the name means later
    trap "rm -rf '$extra'" EXIT
    for kind in "${kinds[@]}"; do
        say "Fetching wheels for $kind"
        fetch_wheels "$kind" "$extra/wheels"
    done
    if has apt-get; then
        say "Fetching Debian packages for machines like this one"
        fetch_packages "$extra/$(packages_folder)"
    fi
    say "Packing"
    program_files | "$venv/bin/python" hardware/box/bundle.py make "$file" "$root" "$version" "$extra" ||
        refuse "could not write $file: is the disk full?"
    [ -z "$private" ] || sign "$file" "$private"
    say "$file: version $version, $(($(stat -c %s "$file") / 1000000)) MB, for ${kinds[*]}"
}
