# shellcheck shell=bash disable=SC2154
# Sourced by setup.sh: another version beside the one that is used, and the way back.
#
#   versions/NAME/      a version with an environment of its own
#   versions/current    a link to the one that is used; without it that is the folder of setup.sh itself
#   versions/before     a link to the one that was used before
#
# A new version is made whole and tried before the link is moved, which is the one step that counts: a plug pulled
# anywhere leaves the old version or the new one. Two versions are kept.

# Where an owner made a key (`key`), only bundles that are signed with it are installed: FILE.sig beside FILE is the
# Ed25519 signature of the SHA-256 of FILE in hexadecimal.

# The folder that holds versions/, also from within one of them.
house=$root
case "$root" in */versions/*) house=${root%/versions/*} ;; esac
versions="$house/versions"
public_key="$house/update-key.pub"

# Where the program that is used lies.
current() { if [ -x "$versions/current/setup.sh" ]; then readlink -f "$versions/current"; else printf '%s\n' "$house"; fi; }

# Moves a link in one step.
point() { ln -sfn "$2" "$versions/.$1" && mv -T "$versions/.$1" "$versions/$1" && sync "$versions"; }

# A version as the links name it: by its folder, or "..", the one that was installed first.
link_to() { if [ "$1" = "$house" ]; then printf '..\n'; else printf '%s\n' "${1##*/}"; fi; }

# The newest bundle on a stick that the system has mounted.
bundle_on_stick() { ls -t /media/*/*.zo-bundle /media/*/*/*.zo-bundle /run/media/*/*/*.zo-bundle 2>/dev/null | head -n 1; }

# The folder that a version gets: named after the version and what exactly it is made of.
folder_for() {
    local wanted=$1 version tag commit
    if [ -f "$wanted" ]; then
        version=$("$python" "$root/hardware/box/bundle.py" version "$wanted") || exit 1
        printf '%s/%s-%s\n' "$versions" "$version" "$(sha256sum "$wanted" | cut -c1-8)"
        return
    fi
    has git && git -C "$house" rev-parse --git-dir >/dev/null 2>&1 ||
        refuse "expected a bundle on a stick, or a clone made by git, to update from; found neither"
    git -C "$house" fetch --quiet --tags 2>/dev/null || say "setup.sh: git's server does not answer; looking among what is here"
    tag=${wanted:+v${wanted#v}}
    tag=${tag:-$(git -C "$house" tag --list 'v*' --sort=-v:refname | head -n 1)}
    commit=$(git -C "$house" rev-parse --quiet --verify --short=8 "${tag:-none}^{commit}") ||
        refuse "expected a version that git knows, found ${wanted:-none}"
    printf '%s/%s-%s\n' "$versions" "${tag#v}" "$commit"
}

digest_of() { sha256sum "$1" | cut -d' ' -f1 | tr -d '\n'; }

# key FILE: only bundles signed with this private key are installed here from now on; it is made where there is none.
key() {
    local private=${1:-}
    [ -n "$private" ] || refuse "key: expected a file for the private key, found nothing"
    has openssl || refuse "there is no openssl to make keys with: sudo apt install openssl"
    if [ ! -e "$private" ]; then
        (umask 077 && openssl genpkey -algorithm ed25519 -out "$private") 2>/dev/null || refuse "could not write $private"
        say "Made $private: whoever has it can put programs on this machine, so keep it away from it."
    fi
    openssl pkey -in "$private" -pubout -out "$public_key" 2>/dev/null ||
        refuse "expected a private key, found another file: $private"
    say "Only bundles signed with it are installed here now: ./setup.sh bundle --key $private"
    say "To undo that, remove $public_key"
}

# Signs a bundle with a private key.
sign() {
    local file=$1 private=$2 digest
    digest=$(mktemp)
    digest_of "$file" >"$digest"
    openssl pkeyutl -sign -rawin -inkey "$private" -in "$digest" -out "$file.sig" 2>/dev/null ||
        refuse "could not sign $file: is $private a key that ./setup.sh key has made?"
    rm -f "$digest"
    say "$file.sig: its signature, which belongs beside it"
}

# Whether a bundle is signed by the owner's key, where there is one.
is_signed() {
    local file=$1 signature=$2 digest said=0
    digest=$(mktemp)
    digest_of "$file" >"$digest"
    openssl pkeyutl -verify -rawin -pubin -inkey "$public_key" -in "$digest" -sigfile "$signature" >/dev/null 2>&1 ||
        said=1
    rm -f "$digest"
    return $said
}

# A copy of a bundle whose signature is good: what is checked is what is installed, whatever the stick does meanwhile.
checked_copy() {
    local wanted=$1 copy="$versions/.incoming"
    [ -f "$wanted" ] || refuse "expected a bundle signed with the owner's key, found none"
    has openssl || refuse "there is no openssl to check signatures with: sudo apt install openssl"
    rm -rf "$copy"
    mkdir "$copy"
    cp "$wanted" "$copy/" || refuse "could not copy $wanted: is the disk full?"
    is_signed "$copy/${wanted##*/}" "$wanted.sig" ||
        refuse "expected a bundle signed with the owner's key, found ${wanted##*/}, which is not"
    printf '%s\n' "$copy/${wanted##*/}"
}

# Whether a version comes before another.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Lays the files of a version out in its folder: all of them, or none.
lay_out() {
    local wanted=$1 target=$2
    if [ -f "$wanted" ]; then
        "$python" "$root/hardware/box/bundle.py" unpack "$wanted" "$target" || exit 1
        return
    fi
    mkdir -p "$target.part"
    git -C "$house" archive "${target##*-}" | tar -x -C "$target.part" && sync "$target.part" && mv "$target.part" "$target" ||
        refuse "could not write $target: is the disk full?"
}

# Removes a version that is not to be used, and what cut off updates left.
remove_versions_but() {
    local folder keep
    for folder in "$versions"/*/; do
        folder=${folder%/}
        [ ! -L "$folder" ] || continue
        for keep in "$@"; do [ "$folder" != "$keep" ] || continue 2; done
        rm -rf "$folder"
    done
}

# update [--older] [VERSION|FILE]: another version, kept only if it starts and finds nothing wrong. One that is older
# than the one that is used is installed only where that was asked for.
update() {
    local older=no wanted python used target said version
    [ "${1:-}" != --older ] || { older=yes && shift; }
    wanted=${1:-$(bundle_on_stick || true)}
    # Who names a tag means it.
    [ $# -eq 0 ] || [ -f "$wanted" ] || older=yes
    python=$(find_python)
    used=$(current)
    mkdir -p "$versions" 2>/dev/null && [ -w "$versions" ] || refuse "expected a folder that can be written, found $versions"
    exec 8>"$versions/.lock"
    flock -n 8 || refuse "another update is running"
    remove_versions_but "$used" "$(readlink -f "$versions/before" || true)"
    trap 'rm -rf "$versions/.incoming"' EXIT
    if [ -e "$public_key" ]; then
        wanted=$(checked_copy "$wanted") || exit 1
    fi
    target=$(folder_for "$wanted") || exit 1
    [ "$target" != "$used" ] || refuse "version ${target##*/} is the one that is used"
    version=${target##*/} version=${version%-*}
    if [ "$older" = no ] && is_older "$version" "$(version_of "$used")"; then
        refuse "version $version is older than $(version_of "$used"), which is used; \
./setup.sh update --older installs it all the same"
    fi
    rm -rf "$target" "$target.part"
    say "Unpacking the new version"
    lay_out "$wanted" "$target"
    say "Installing version $(version_of "$target")"
    if ! said=$("$target/setup.sh" run --version 2>&1 </dev/null | tee >(cat >&2)); then
        rm -rf "$target"
        refuse "the new version was not kept, as it cannot be installed: $(grep . <<<"$said" | tail -n 1)"
    fi
    say "Trying it"
    if ! said=$(cd "$target" && .venv/bin/python -m ui.cli check --quick 2>&1 </dev/null | tee >(cat >&2)); then
        rm -rf "$target"
        refuse "the new version was not kept, as it does not start: $(grep -m 1 ' fail ' <<<"$said" || tail -n 1 <<<"$said")"
    fi
    # In a box nobody who runs it may write here: what Python compiles is compiled now.
    (cd "$target" && .venv/bin/python -m compileall -q companion hardware ui vision >/dev/null) || true
    # What it was installed from is not needed any more, and the card is small.
    rm -rf "$target/bundle"
    # All of it lies on the disk before a link names it.
    sync
    point before "$(link_to "$used")"
    point current "$(link_to "$target")"
    remove_versions_but "$used" "$target"
    say "Version $(version_of "$target") is used from the next start on; ./setup.sh back returns to $(version_of "$used")"
}

# Back to the version that was used before.
back() {
    local used before
    used=$(current)
    before=$(readlink -f "$versions/before" 2>/dev/null || true)
    [ -n "$before" ] && [ -x "$before/.venv/bin/python" ] && [ "$before" != "$used" ] ||
        refuse "there is no version before this one to go back to"
    point current "$(link_to "$before")"
    point before "$(link_to "$used")"
    say "Version $(version_of "$before") is used from the next start on; ./setup.sh back returns to $(version_of "$used")"
}
