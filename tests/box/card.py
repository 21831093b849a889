"""The first starts of a card, not part of the test run: `python -m tests.box.card TREE BUNDLE [--by cloud-init]`.

A tree of Debian that has nothing of this program is given a bundle by `./setup.sh card`, as a card would be, and is
switched on: the kernel's command line, or cloud-init, has it become a box. TREE is made where there is none.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.box.machine import Lacking, Machine, expect_tools, make_bare_tree, until
from tests.box.steps import UP, Failed, expect
from tests.box.tree import RELEASES
from tests.setup_box import PROJECT

BOOT = Path("boot/firmware")
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait\n"
CLOUD = """datasource_list: [NoCloud]
datasource: {NoCloud: {seedfrom: "file:///boot/firmware/"}}
network: {config: disabled}
"""
"""Where cloud-init looks on a card of Raspberry Pi OS."""
LONGEST_S = 900.0


def make_card(tree: Path, bundle: Path, by: str) -> str:
    """Lays the first partition of a card into the tree: what the system's maker puts there, then what we put there."""
    (tree / BOOT).mkdir(parents=True, exist_ok=True)
    (tree / "etc/sudoers.d/pi").write_text("# who asks for root is asked for a password\n")
    (tree / BOOT / "cmdline.txt").write_text(CMDLINE)
    (tree / BOOT / "config.txt").write_text("")
    if by == "cloud-init":
        (tree / BOOT / "user-data").write_text("#cloud-config\n")
        (tree / BOOT / "meta-data").write_text("instance-id: card\n")
    made = subprocess.run([PROJECT / "setup.sh", "card", tree / BOOT, bundle], capture_output=True, text=True)
    expect(made.returncode == 0, made.stderr)
    return made.stderr.strip().splitlines()[-1]


def has_cloud_init(tree: Path, machine: Machine) -> None:
    """Installs cloud-init, which Raspberry Pi OS brings, before the machine's first start as a card."""
    machine.boot()
    machine.run("apt-get install -y -q --no-install-recommends cloud-init && cloud-init clean")
    machine.pull_the_plug()
    (tree / "etc/cloud/cloud.cfg.d").mkdir(parents=True, exist_ok=True)
    (tree / "etc/cloud/cloud.cfg.d/99_card.cfg").write_text(CLOUD)


def rehearse(tree: Path, release: str, bundle: Path, by: str) -> Iterator[str]:
    """What came of each start. Raises Failed, TimeoutError."""
    make_bare_tree(tree, release)
    machine = Machine(tree, tree.with_name(f"{tree.name}.console"))
    try:
        if by == "cloud-init":
            has_cloud_init(tree, machine)
        yield make_card(tree, bundle, by)
        begun = time.monotonic()
        told = [word for word in (tree / BOOT / "cmdline.txt").read_text().split() if "systemd." in word]
        expect(bool(told) != (by == "cloud-init"), str(told))
        if told:
            machine.switch_on(*told)
            machine.wait_until_off(120)
            expect((tree / BOOT / "cmdline.txt").read_text() == CMDLINE, "another command line of the kernel")
            yield f"first start, by the kernel's command line: restarts after {time.monotonic() - begun:.0f} s"
        machine.boot()
        until(lambda: machine.run(UP).returncode == 0, "the app", LONGEST_S)
        log = tree / BOOT / "zo-companion.log"
        until(lambda: "This is a box now." in log.read_text(), "the end of the log", 60)
        left = machine.told("systemctl list-units --all --plain --no-legend 'zo-companion-first-boot*'")
        expect(not machine.told("ls /etc/systemd/system /etc/sudoers.d | grep first-boot"), left)
        yield f"the box runs {time.monotonic() - begun:.0f} s after the first start; its log: {last_line(log)}"
        machine.pull_the_plug()
        machine.boot()
        until(lambda: machine.run(UP).returncode == 0, "the app", 60)
        yield "it runs again after another start"
    except (Failed, TimeoutError) as fault:
        log = tree / BOOT / "zo-companion.log"
        raise Failed(f"{fault}\n{log.read_text()[-2000:] if log.exists() else 'no log'}") from fault
    finally:
        machine.switch_off()


def last_line(file: Path) -> str:
    return file.read_text().strip().splitlines()[-1]


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("tree", type=Path)
    asked.add_argument("bundle", type=Path)
    asked.add_argument(
        "--release", choices=RELEASES, default=RELEASES[0], help="of a tree that is not there yet"
    )
    asked.add_argument("--by", choices=("kernel", "cloud-init"), default="kernel")
    given = asked.parse_args()
    try:
        expect_tools()
        for words in rehearse(given.tree.absolute(), given.release, given.bundle.absolute(), given.by):
            print(words, flush=True)
    except Lacking as lacking:
        sys.exit(f"no rehearsal: {lacking}")
    except Failed as fault:
        sys.exit(f"failed: {fault}")
