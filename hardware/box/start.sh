#!/bin/sh
# What the service of a box starts: the version that is used. One that has ended three times before it had run for a
# while is left alone: then the version before it is started, until another is installed.
house=$(cd -- "$(dirname -- "$0")/../.." && pwd -P) || exit 1
starts=${ZO_HOME:?}/starts
used="$house/versions/current/.venv/bin/companion"
before="$house/versions/before/.venv/bin/companion"
[ -x "$used" ] || used="$house/.venv/bin/companion"
if [ -x "$before" ]; then
    version=$(readlink "$house/versions/current")
    if [ "$(grep -cxF -e "$version" "$starts" 2>/dev/null || true)" -ge 3 ] 2>/dev/null; then
        echo "version $version does not stay up; the one before is started" >&2
        exec "$before"
    fi
    # Removed by the app once it has run for a while.
    printf '%s\n' "$version" >>"$starts"
    export ZO_STARTS="$starts"
fi
exec "$used"
