# shellcheck shell=bash disable=SC2154
# Sourced by setup.sh: puts a bundle on a card with a stock Raspberry Pi OS Lite, so that it becomes a box by itself.

# card FOLDER BUNDLE: FOLDER is the card's first partition, "bootfs", as this computer has mounted it.
card() {
    local boot=${1:-} bundle=${2:-} said
    [ -e "$boot/cmdline.txt" ] && [ -e "$boot/config.txt" ] ||
        refuse "card: expected the first partition of a card with Raspberry Pi OS, found ${boot:-nothing}"
    [ -n "$bundle" ] || refuse "card: expected a bundle, found nothing: ./setup.sh bundle makes one"
    "$(find_python)" "$root/hardware/box/bundle.py" version "$bundle" >/dev/null || exit 1
    rm -f "$boot"/*.zo-bundle
    cp "$bundle" "$boot/" && cp "$root/hardware/box/first-boot.sh" "$boot/" || refuse "could not write to $boot: is it full?"
    # Nobody can log in with this password; PASSWORD_HASH, from `openssl passwd -6`, names another.
    [ -e "$boot/userconf.txt" ] || printf 'pi:%s\n' "${PASSWORD_HASH:-!}" >"$boot/userconf.txt"
    if [ -e "$boot/user-data" ]; then
        # Cloud-init, which newer systems have, runs it when all else is set up.
        grep -q first-boot.sh "$boot/user-data" || said=$(for_cloud_init "$boot/user-data") || refuse "$said"
    elif ! grep -q first-boot.sh "$boot/cmdline.txt"; then
        [ ! -e "$boot/firstrun.sh" ] || refuse "card: expected no firstrun.sh yet, found one: leave the settings of Imager empty"
        sed -i '1s|$| systemd.run=/boot/firmware/first-boot.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target|' \
            "$boot/cmdline.txt"
    fi
    sync
    say "The card is ready: put it into the Raspberry Pi. The first start takes some minutes; zo-companion.log on the card tells of it."
}

# Has cloud-init call it; a user-data with a runcmd of its own is left to its owner.
for_cloud_init() {
    if grep -q '^runcmd:' "$1"; then
        echo "card: expected no runcmd in user-data yet, found one: add  - [bash, /boot/firmware/first-boot.sh]  to it"
        return 1
    fi
    grep -q '^#cloud-config' "$1" || sed -i '1i #cloud-config' "$1"
    cat >>"$1" <<'CLOUD'
runcmd:
  - [bash, /boot/firmware/first-boot.sh]
  - [systemctl, daemon-reload]
  - [systemctl, start, --no-block, zo-companion-first-boot]
CLOUD
}
