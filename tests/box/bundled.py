"""The part of the rehearsal that has no network at all: a bundle, made on one machine, installs and updates others."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.box.tree import Ran, Tree

FOLDER = "zo-companion"
BUNDLE = "home/pi/zo.zo-bundle"
NEWER = "home/pi/newer.zo-bundle"
CUT = "home/pi/cut.zo-bundle"
RULES = f"{FOLDER}/setup.sh run rules zoon_alternate za-23-underdog"

Step = tuple[str, Ran, bool]


def make_bundles(maker: Tree, keep: Path) -> Iterator[Step]:
    """On a machine with everything installed: a bundle of this version, and one of a version to come."""
    kind = "$(uname -m)-$(python3 -c \"import sys; print('%d.%d' % sys.version_info[:2])\")"
    ran = maker.run(f"{FOLDER}/setup.sh bundle -o /{BUNDLE} {kind}")
    yield "a bundle is made", ran, ran.code == 0
    raised = "sed -i '0,/^version = .*/s//version = \"99.0.0\"/' pyproject.toml"
    ran = maker.run(
        f"cp -r {FOLDER} newer; rm -rf newer/.venv; cd newer; {raised}; ./setup.sh bundle -o /{NEWER} {kind}"
    )
    yield "a bundle of a version to come", ran, ran.code == 0
    for name in (BUNDLE, NEWER):
        shutil.copy(maker.layer / "changed" / name, keep / Path(name).name)


def by_itself(tree: Tree, kept: Path) -> Iterator[Step]:
    """A stock card that was given a bundle: its first start, up to the service, for which a tree has no systemd."""
    boot = tree.layer / "changed" / "boot" / "firmware"
    boot.mkdir(parents=True)
    for name in ("cmdline.txt", "config.txt"):
        (boot / name).write_text("console=tty1 rootwait\n" if name == "cmdline.txt" else "")
    setup = Path(__file__).parents[2] / "setup.sh"
    bundle = kept / Path(BUNDLE).name
    made = subprocess.run([setup, "card", boot, bundle], capture_output=True, text=True)
    ran = Ran(made.returncode, made.stderr, 0.0)
    yield (
        "a bundle is put on a card",
        ran,
        ran.code == 0 and "first-boot.sh" in (boot / "cmdline.txt").read_text(),
    )
    ran = tree.run(
        "/boot/firmware/first-boot.sh && cat /boot/firmware/cmdline.txt", user="root", offline=True
    )
    yield "  its first start", ran, ran.code == 0 and ran.last == "console=tty1 rootwait"
    ran = tree.run("/usr/local/sbin/zo-companion-first-boot install", user="root", offline=True)
    told = (boot / "zo-companion.log").read_text()
    yield (
        "  its second start, without a network",
        ran,
        "companion 0." in told and "systemd has started" in ran.last,
    )


def without_any_network(tree: Tree, kept: Path, works: Callable[[Ran], bool]) -> Iterator[Step]:
    """A bare machine that never sees a network: installed, updated, and taken back."""
    home = tree.layer / "changed" / "home" / "pi"
    home.mkdir(parents=True, exist_ok=True)
    for name in (BUNDLE, NEWER):
        shutil.copy(kept / Path(name).name, home)
    content = (home / Path(NEWER).name).read_bytes()
    (home / Path(CUT).name).write_bytes(content[: len(content) // 2])
    tree.run("chown -R pi: /home/pi", user="root")

    def offline(command: str) -> Ran:
        return tree.run(command, offline=True)

    ran = offline(f"python3 /{BUNDLE} && {RULES}")
    yield "installed from a bundle, without a network", ran, works(ran)
    ran = offline(f"{FOLDER}/setup.sh update /{CUT}")
    yield "a bundle that is cut off", ran, ran.code == 1 and "cut off or changed" in ran.last
    ran = offline(f"{FOLDER}/setup.sh update /{NEWER}")
    yield "updated from a bundle, without a network", ran, ran.code == 0 and "99.0.0 is used" in ran.last
    ran = offline(f"{RULES}; {FOLDER}/setup.sh run --version")
    yield "  the new version", ran, ran.code == 0 and ran.last == "companion 99.0.0"
    ran = offline(f"{FOLDER}/setup.sh back && {FOLDER}/setup.sh run --version && {RULES}")
    yield "  back to the one before", ran, works(ran) and "companion 99" not in ran.said
