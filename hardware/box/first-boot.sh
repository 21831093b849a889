#!/usr/bin/env bash
# Turns a stock Raspberry Pi OS Lite into a box when its card is started for the first time; `./setup.sh card` puts it
# on the card. Run by root: without an argument it has the system call it with "install" at every start until that has
# come about. What it says is also written to the card's first partition, which any computer can read.
set -euo pipefail

boot=${BOOT:-/boot/firmware}
unit=/etc/systemd/system/zo-companion-first-boot.service
kept=/usr/local/sbin/zo-companion-first-boot
allowed=/etc/sudoers.d/zo-companion-first-boot

say() { printf '%s\n' "$*"; }

# Called once by the system's own first start.
prepare() {
    install -m 755 "${BASH_SOURCE[0]}" "$kept"
    cat >"$unit" <<UNIT
[Unit]
Description=Zo Companion is installed
Wants=network-online.target
After=network-online.target systemd-user-sessions.service
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=$kept install
Restart=on-failure
RestartSec=60
StandardOutput=journal+console
StandardError=inherit

[Install]
WantedBy=multi-user.target
UNIT
    mkdir -p /etc/systemd/system/multi-user.target.wants
    ln -sf "$unit" /etc/systemd/system/multi-user.target.wants/
    # The kernel was told to run this, and is not to do so again.
    [ ! -e "$boot/cmdline.txt" ] || sed -i 's| systemd\.[a-z_.]*=[^ ]*||g' "$boot/cmdline.txt"
    say "Zo Companion is installed at the next start."
}

# The person who was made for this card: the first one.
person() { getent passwd 1000 | cut -d: -f1; }

install_box() {
    local who home bundle
    who=$(person)
    [ -n "$who" ] || { say "first-boot.sh: expected the user whom userconf.txt names, found none"; return 1; }
    home=$(getent passwd "$who" | cut -d: -f6)
    bundle=$(find "$boot" -maxdepth 1 -name '*.zo-bundle' | sort | tail -n 1)
    [ -n "$bundle" ] || { say "first-boot.sh: expected a bundle on the card's first partition, found none"; return 1; }
    # Nobody is there to type a password.
    printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$who" >"$allowed"
    chmod 440 "$allowed"
    say "Installing Zo Companion for $who; this takes some minutes"
    if ! runuser -u "$who" -- env -C "$home" "HOME=$home" python3 "$bundle" "$home/zo-companion"; then
        say "first-boot.sh: Zo Companion could not be installed; the lines above say why. It is tried again in a minute."
        return 1
    fi
    runuser -u "$who" -- env -C "$home" "HOME=$home" "$home/zo-companion/setup.sh" box || return 1
    rm -rf "$home/zo-companion/bundle" "$unit" "/etc/systemd/system/multi-user.target.wants/${unit##*/}"
    say "This is a box now. The file ${bundle##*/} is not needed on the card any more."
}

case "${1:-}" in
"") prepare ;;
install)
    trap 'rm -f "$allowed"' EXIT
    install_box 2>&1 | tee "$boot/zo-companion.log"
    sync
    ;;
*) say "first-boot.sh: expected nothing or install, found $1" && exit 2 ;;
esac
