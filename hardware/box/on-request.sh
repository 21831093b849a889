#!/usr/bin/env bash
# Run by root when the app of a box asks for it: "update" from a USB stick, or "back". The app's own user may not write
# the program. What is said goes to a file that the app reads. Whatever ended it, the system runs it once more with
# "ended", which writes the exit code as the last line and, where all went well, starts the app anew.
set -uo pipefail
house=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
home=${DESTDIR:-}/var/lib/zo-companion # DESTDIR: another root of the file system, for rehearsals
wanted=${DESTDIR:-}/run/zo-companion/update-wanted
said=${DESTDIR:-}/run/zo-companion-update/said
stick=${DESTDIR:-}/run/zo-companion-update/stick
export HOME=/root ZO_HOME=$home

# The newest bundle on what is plugged in, mounted for reading where nobody has mounted it.
find_bundle() {
    local part file
    for part in /dev/sd[a-z] /dev/sd[a-z][0-9]; do
        [ -b "$part" ] || continue
        mkdir -p "$stick/${part##*/}"
        mount -o ro,nosuid,nodev,noexec "$part" "$stick/${part##*/}" 2>/dev/null || true
    done
    file=$(find "$stick" "${DESTDIR:-}"/media "${DESTDIR:-}"/run/media -maxdepth 4 -name '*.zo-bundle' -printf '%T@ %p\n' 2>/dev/null | sort -rn | head -n 1)
    printf '%s\n' "${file#* }"
}

answer() {
    local asked="" bundle options=()
    # The app's user may put anything there, a pipe that nobody writes to, or a folder.
    [ ! -f "$wanted" ] || asked=$(timeout 5 head -c 6 "$wanted" | tr -cd a-z)
    rm -rf -- "$wanted"
    case "$asked" in
    update | older)
        [ "$asked" = update ] || options=(--older)
        bundle=$(find_bundle)
        if [ -z "$bundle" ]; then
            echo "setup.sh: expected a bundle on a USB stick, a file that ends in .zo-bundle; found none"
            return 1
        fi
        "$house/setup.sh" update "${options[@]}" "$bundle"
        ;;
    back) "$house/setup.sh" back ;;
    *) echo "setup.sh: expected update, older or back, found something else" && return 1 ;;
    esac
}

ended() {
    cat "$said" # for the machine's log
    # What root has made belongs to whom the rest belongs to.
    [ ! -d "$house/versions" ] || chown -R --reference="$house" "$house/versions"
    chown -R --reference="$home" "$home"
    echo "ended: $EXIT_STATUS" >>"$said"
    [ "$EXIT_STATUS" = 0 ] || return 0
    systemctl restart zo-companion
    # The app has come up and has read it.
    : >"$said"
}

case "${1:-}" in
ended) ended ;;
*) answer >"$said" 2>&1 ;;
esac
