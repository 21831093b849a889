"""The service of a box in a booted machine, not part of the test run: `python -m tests.box.service TREE`.

Each step is tried on what the one before it left. TREE is made where there is none (see machine.py).
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.box.machine import HOME, STATE, Lacking, Machine, drop_in, expect_tools, make_tree, until
from tests.box.steps import APP, UP, Failed, Step, ended, expect
from tests.box.test_service import MOST_EXPOSED
from tests.box.tree import RELEASES
from tests.box.updated import UPDATES

LABWC = f"[Service]\nExecStart=\nExecStart=/usr/bin/labwc -S /{HOME}/hardware/box/start.sh\n"
COUNTED = 'seen = open("/tmp/shown", "rb").read()[16:]; print(len(set(zip(*[iter(seen)] * 3))))'


def is_made(_tree: Path, machine: Machine) -> str:
    begun = time.monotonic()
    made = machine.run("cd ~/zo-companion && ./setup.sh box", user="pi")
    first = time.monotonic() - begun
    expect(made.returncode == 0 and "The box runs" in made.stderr, made.stderr[-600:])
    again = machine.run("cd ~/zo-companion && ./setup.sh box", user="pi")
    expect(again.returncode == 0, again.stderr[-600:])
    return (
        f"{first:.0f} s with all that apt and pip install, {time.monotonic() - begun - first:.0f} s once more"
    )


def is_shown(_tree: Path, machine: Machine) -> str:
    machine.run("apt-get install -y -q --no-install-recommends grim")
    colours = until(lambda: colours_shown(machine), "a picture", 30)
    return f"{colours} colours on the screen"


def colours_shown(machine: Machine) -> int:
    """How many colours the screen has; 0 while it has but one or two."""
    shown = machine.run(
        "runuser -u zo -- env XDG_RUNTIME_DIR=/run/zo-companion WAYLAND_DISPLAY=wayland-0 grim -t ppm /tmp/shown &&"
        f" python3 -c '{COUNTED}'"
    )
    found = int(shown.stdout.strip() or 0) if shown.returncode == 0 else 0
    return found if found > 10 else 0


def is_shut(_tree: Path, machine: Machine) -> str:
    exposed = machine.told("systemd-analyze security zo-companion | tail -1 | grep -o '[0-9]*[.][0-9]'")
    expect(float(exposed) <= MOST_EXPOSED, exposed)
    user = machine.told("id -u zo")
    sockets = machine.told(
        f"cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 | awk '$8 == {user}'"
    )
    expect(not sockets, sockets)
    return f"exposure {exposed}, no socket of the network; groups {machine.told('id -Gn zo')}"


def comes_back_killed(_tree: Path, machine: Machine) -> str:
    return f"after {ended(machine, 'KILL', 20):.1f} s"


def comes_back_hung(_tree: Path, machine: Machine) -> str:
    return f"after {ended(machine, 'STOP', 60):.1f} s"


def is_alone(_tree: Path, machine: Machine) -> str:
    """By the namespace of the service, as its user may not look into the home where the program lies."""
    inside = f"nsenter -t $({APP}) -m -- runuser -u zo -- env ZO_HOME=/{STATE} SDL_VIDEODRIVER=offscreen"
    second = machine.run(f"{inside} /{HOME}/.venv/bin/companion")
    lines = second.stderr.strip().splitlines()
    expect(second.returncode != 0 and len(lines) == 1 and "open already" in lines[0], second.stderr)
    return lines[0]


def may_do_nothing_else(_tree: Path, machine: Machine) -> str:
    manager = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    may = {
        what: machine.told(f"runuser -u zo -- {manager} Can{what}") for what in ("PowerOff", "Reboot", "Halt")
    }
    expect(list(may.values()) == ['s "yes"', 's "yes"', 's "no"'], str(may))
    denied = machine.run("runuser -u zo -- systemctl --no-ask-password restart seatd")
    expect(denied.returncode != 0 and "denied" in denied.stderr, denied.stderr)
    return "off and on again; other services denied"


def switches_off(_tree: Path, machine: Machine) -> str:
    begun = time.monotonic()
    machine.run(f"nsenter -t $({APP}) -m -- runuser -u zo -- systemctl --no-ask-password poweroff")
    machine.wait_until_off(60)
    return f"in {time.monotonic() - begun:.1f} s"


def starts_by_itself(_tree: Path, machine: Machine) -> str:
    begun = time.monotonic()
    machine.boot()
    until(lambda: machine.run(UP).returncode == 0, "the app", 60)
    return f"{time.monotonic() - begun:.1f} s after the machine was switched on"


def runs_under_labwc(tree: Path, machine: Machine) -> str:
    if machine.run("apt-get install -y -q --no-install-recommends labwc").returncode:
        return "not tried, as this system has none"
    drop_in(tree, "labwc", LABWC)
    machine.run("systemctl daemon-reload; systemctl restart zo-companion")
    colours = until(lambda: colours_shown(machine), "a picture", 30)
    took = ended(machine, "KILL", 20)
    drop_in(tree, "labwc", "")
    return f"{colours} colours on the screen; killed, it is back after {took:.1f} s"


def is_undone(tree: Path, machine: Machine) -> str:
    undone = machine.run("cd ~/zo-companion && ./setup.sh unbox", user="pi")
    expect(undone.returncode == 0, undone.stderr)
    expect(machine.told(APP) == "" and (tree / STATE / "games").exists(), "the app, or no games")
    left = machine.told(
        "ls /etc/systemd/system/zo-companion.service /etc/polkit-1/rules.d/50-zo-companion.rules"
    )
    expect(not left, left)
    return f"starts into {machine.told('systemctl get-default')}"


STEPS: tuple[Step, ...] = (
    is_made, is_shown, is_shut, comes_back_killed, comes_back_hung, is_alone, may_do_nothing_else, switches_off,
    starts_by_itself, *UPDATES, runs_under_labwc, is_undone,
)  # fmt: skip


def rehearse(tree: Path, release: str) -> Iterator[str]:
    """What came of each step, until one fails. Raises Failed, TimeoutError, Lacking."""
    make_tree(tree, release)
    machine = Machine(tree, tree.with_name(f"{tree.name}.console"))
    try:
        machine.boot()
        for step in STEPS:
            yield f"{step.__name__.replace('_', ' ')}: {step(tree, machine)}"
    finally:
        machine.switch_off()


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tree", type=Path)
    asked.add_argument(
        "--release", choices=RELEASES, default=RELEASES[0], help="of a tree that is not there yet"
    )
    given = asked.parse_args()
    try:
        expect_tools()
        for words in rehearse(given.tree.absolute(), given.release):
            print(words, flush=True)
    except Lacking as lacking:
        sys.exit(f"no rehearsal: {lacking}")
    except (Failed, TimeoutError) as fault:
        sys.exit(f"failed: {fault}")
