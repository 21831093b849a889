# shellcheck shell=bash disable=SC2154
# Makes this machine a box, that is: the app starts with it, fills its screen, and comes back whatever happens to it.
# Read by setup.sh, whose functions and variables it uses.

# DESTDIR: another root of the file system, for rehearsals.
unit=${DESTDIR:-}/etc/systemd/system/zo-companion.service
update_units=("${DESTDIR:-}"/etc/systemd/system/zo-companion-update.{path,service})
may_switch_off=${DESTDIR:-}/etc/polkit-1/rules.d/50-zo-companion.rules
box_packages=(cage xwayland seatd polkitd)

box() {
    local before file
    [ -d "${DESTDIR:-}/run/systemd/system" ] || refuse "expected a machine that systemd has started, found another"
    [[ "$root" =~ ^[A-Za-z0-9/._+-]+$ ]] \
        || refuse "expected a folder with only letters, digits and . _ + - in its path, found $root: move it"
    become_root "${box_packages[@]}" || exit 1
    install_packages "${box_packages[@]}" || refuse "the box needs them; see above"
    install_screen_libraries || refuse "the box needs them; see above"
    install run
    # The box's own user may not write here: what Python compiles is compiled now.
    "$venv/bin/python" -m compileall -q companion hardware ui vision || true
    make_user
    before=$(default_target_before)
    fill "$root/hardware/box/zo-companion.service" "$before" | as_file "$unit"
    as_file "$may_switch_off" <"$root/hardware/box/zo-companion.rules"
    for file in "${update_units[@]}"; do
        fill "$root/hardware/box/${file##*/}" "" | as_file "$file"
    done
    "${as_root[@]}" systemctl daemon-reload
    "${as_root[@]}" systemctl -q enable seatd zo-companion
    "${as_root[@]}" systemctl -q enable --now zo-companion-update.path
    if [ "$(systemctl get-default)" != multi-user.target ]; then
        "${as_root[@]}" systemctl -q set-default multi-user.target
        say "The desktop no longer starts by itself; ./setup.sh unbox brings it back."
    fi
    start_box
}

# Starts it now, but for who sits at a desktop, which would end.
start_box() {
    if systemctl -q is-active display-manager; then
        say "The box is ready. It begins when the machine is started anew: sudo reboot"
        return
    fi
    "${as_root[@]}" systemctl start seatd || true
    if ! "${as_root[@]}" systemctl restart zo-companion; then
        "${as_root[@]}" journalctl --no-pager -q -n 20 -u zo-companion >&2 || true
        refuse "the box is set up, but the app does not start; what it said stands above"
    fi
    say "The box runs, and starts by itself from now on. Its games lie in /var/lib/zo-companion."
}

unbox() {
    [ -e "$unit" ] || refuse "expected a box, found none: $unit is not there"
    become_root || exit 1
    local before
    before=$(default_target_before)
    "${as_root[@]}" systemctl -q disable --now zo-companion zo-companion-update.path || true
    "${as_root[@]}" rm -f "$unit" "$may_switch_off" "${update_units[@]}"
    "${as_root[@]}" systemctl daemon-reload
    "${as_root[@]}" systemctl -q set-default "$before"
    say "This machine is no box any more; what apt installed stays."
    say "The games stay in /var/lib/zo-companion, and the user zo, whose they are."
}

# The target that the machine started into before it was a box.
default_target_before() {
    local noted
    noted=$(sed -n 's/^# Default target before: //p' "$unit" 2>/dev/null || true)
    printf '%s\n' "${noted:-$(systemctl get-default)}"
}

# The box's own user, in those groups that this machine has.
make_user() {
    local group
    if ! getent passwd zo >/dev/null; then
        "${as_root[@]}" useradd --system --user-group --home-dir /var/lib/zo-companion --no-create-home \
            --shell /usr/sbin/nologin zo
    fi
    [ "$(id -u zo)" -lt 1000 ] || refuse "expected no person of the name zo, found one: the box needs that name"
    for group in video render input gpio audio; do
        ! getent group "$group" >/dev/null || "${as_root[@]}" usermod -a -G "$group" zo
    done
}

# A template with this machine's values in it.
fill() {
    sed -e "s|@ROOT@|$root|g" -e "s|@TARGET@|$2|g" "$1"
}

# Writes what it is given to a file of the system.
as_file() {
    "${as_root[@]}" mkdir -p "$(dirname -- "$1")"
    "${as_root[@]}" tee "$1" >/dev/null
    "${as_root[@]}" chmod 644 "$1"
}
