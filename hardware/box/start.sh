#!/bin/sh
# What the service of a box starts: the version that is used. One that has ended three times since the machine was
# switched on, each time before it had run for a while, is left alone: from then on the version before it is started,
# until another is installed. A plug that is pulled early is no fault of a version, nor is a screen that is switched
# off: cage 0.1.4, as Debian 12 has it, ends with its last screen, and so does the app.
house=$(cd -- "$(dirname -- "$0")/../.." && pwd -P) || exit 1
starts=${ZO_HOME:?}/starts
screens=${SCREENS:-/sys/class/drm}
used="$house/versions/current/.venv/bin/companion"
before="$house/versions/before/.venv/bin/companion"
[ -x "$used" ] || used="$house/.venv/bin/companion"

# Whether a screen is on, as far as anything here tells of screens.
has_screen() {
    ! ls "$screens"/*/status >/dev/null 2>&1 || grep -qsx connected "$screens"/*/status
}

if [ -x "$before" ]; then
    version=$(readlink "$house/versions/current")
    start="$(cat "${BOOT_ID:-/proc/sys/kernel/random/boot_id}") $version"
    if [ "$(grep -cxF -e "$start" "$starts" 2>/dev/null)" = 3 ] && echo "left alone: $version" >"$starts" ||
        grep -qsxF -e "left alone: $version" "$starts"; then
        echo "version $version does not stay up; the one before is started" >&2
        ZO_LEFT_ALONE=$version exec "$before"
    fi
    # Removed by the app once it has run for a while.
    printf '%s\n' "$start" >>"$starts"
    export ZO_STARTS="$starts"
    # systemd ends all that cage began as soon as cage has ended; by the end of the app a screen may be back.
    had_screen=yes
    trap 'has_screen || had_screen=no; kill "$app"' TERM
    "$used" &
    app=$!
    wait "$app"
    ended=$?
    while kill -0 "$app" 2>/dev/null; do
        wait "$app"
        ended=$?
    done
    has_screen || had_screen=no
    [ "$had_screen" = yes ] || [ ! -e "$starts" ] || sed -i '$d' "$starts"
    exit "$ended"
fi
exec "$used"
