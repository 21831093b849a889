"""Steps of the rehearsal of a box: another version from a stick, and back, asked for on the screen."""

import shutil
import time
from pathlib import Path

from tests.box.machine import HOME, STATE, Machine, drop_in, until
from tests.box.steps import APP, UP, Step, another_app, expect
from tests.box.stick import plug_in, plugged_in

HANDS = Path("opt/hands")
HANDY = f"[Service]\nEnvironment=PYTHONPATH=/{HANDS}\n"
NEWER = Path("home/pi/newer.zo-bundle")
MAKES_NEWER = f"""cp -r ~/zo-companion ~/newer && cd ~/newer && rm -rf .venv versions
sed -i '0,/^version = .*/s//version = "99.0.0"/' pyproject.toml
kind=$(uname -m)-$(python3 -c "import sys; print('%d.%d' % sys.version_info[:2])")
./setup.sh bundle -o /{NEWER} $kind; code=$?; rm -rf ~/newer; exit $code"""
LONGEST_S = 600.0


def has_a_newer_bundle(tree: Path, machine: Machine) -> str:
    """Made in the machine itself; from here on the app has hands."""
    begun = time.monotonic()
    made = machine.run(MAKES_NEWER, user="pi")
    expect(made.returncode == 0, made.stderr[-600:])
    (tree / HANDS).mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).with_name("hands.py"), tree / HANDS / "sitecustomize.py")
    drop_in(tree, "hands", HANDY)
    machine.run("systemctl daemon-reload; systemctl restart zo-companion")
    until(lambda: "home" in shown(tree), "the first page", 30)
    return f"{(tree / NEWER).stat().st_size / 1e6:.0f} MB, after {time.monotonic() - begun:.0f} s"


def is_updated_from_a_stick(tree: Path, machine: Machine) -> str:
    with plugged_in(machine, tree / NEWER):
        return updated(tree, machine)


def updated(tree: Path, machine: Machine) -> str:
    """The stick is in: the update is asked for and comes about."""
    before, begun = machine.told(APP), time.monotonic()
    press(tree, "update")
    another_app(machine, before, LONGEST_S)
    expect("/versions/99.0.0-" in runs(machine), runs(machine))
    expect(
        not machine.told("grep -o '/run/zo-companion-update/stick[^ ]*' /proc/mounts"), "a stick left mounted"
    )
    return f"in {time.monotonic() - begun:.0f} s; shown: {' | '.join(shown(tree).splitlines())}"


def is_taken_back(tree: Path, machine: Machine) -> str:
    before = machine.told(APP)
    press(tree, "back")
    took = another_app(machine, before, 60)
    expect("/versions/" not in runs(machine), runs(machine))
    return f"in {took:.0f} s; shown: {' | '.join(shown(tree).splitlines())}"


def refuses_a_bundle_that_is_cut_off(tree: Path, machine: Machine) -> str:
    """Twice, as nothing else is said the second time."""
    content = (tree / NEWER).read_bytes()
    cut = tree / NEWER.with_name("cut.zo-bundle")
    cut.write_bytes(content[: len(content) // 2])
    before = machine.told(APP)
    with plugged_in(machine, cut):
        for _time in ("once", "again"):
            press(tree, "update")
            until(lambda: "is damaged" in shown(tree), f"why it was not done, {_time}", 60)
    expect(machine.told(f"{UP} && {APP}") == before, "another app")
    return shown(tree).splitlines()[-1]


def outlives_a_plug_pulled_in_an_update(tree: Path, machine: Machine) -> str:
    with plugged_in(machine, tree / NEWER) as loop:
        press(tree, "update")
        until(lambda: "Installing" in shown(tree), "an installation", 120)
        time.sleep(5)
        machine.pull_the_plug()
        machine.boot()
        plug_in(machine, loop)
        until(lambda: machine.run(UP).returncode == 0, "the app", 60)
        time.sleep(5)
        expect("/versions/" not in runs(machine), runs(machine))
        expect(
            machine.run("systemctl is-active zo-companion-update").returncode != 0,
            "an update that nobody asked for",
        )
        return f"the old one runs; then {updated(tree, machine)}"


def leaves_a_version_alone_that_ends(tree: Path, machine: Machine) -> str:
    main = next((tree / HOME / "versions").glob("99*/ui/cli/__init__.py"))
    whole = main.read_text()
    main.write_text(f"raise SystemExit(3)\n{whole}")
    begun = time.monotonic()
    machine.run("systemctl restart --no-block zo-companion")
    until(lambda: machine.run(UP).returncode == 0 and "/versions/" not in runs(machine), "the one before", 60)
    main.write_text(whole)
    said = machine.told("journalctl -q --no-pager -o cat -u zo-companion | grep -m 1 'does not stay up'")
    return f"after {time.monotonic() - begun:.0f} s: {said}"


UPDATES: tuple[Step, ...] = (
    has_a_newer_bundle, is_updated_from_a_stick, is_taken_back, refuses_a_bundle_that_is_cut_off,
    outlives_a_plug_pulled_in_an_update, leaves_a_version_alone_that_ends,
)  # fmt: skip


def press(tree: Path, what: str) -> None:
    """Has the hands of the app ask for a change; what was shown until then is forgotten."""
    (tree / STATE / "shown").unlink(missing_ok=True)
    (tree / STATE / "press").write_text(what)


def shown(tree: Path) -> str:
    """What the app has shown since the last press, a line for each change."""
    try:
        return (tree / STATE / "shown").read_text(encoding="utf-8")
    except OSError:
        return ""


def runs(machine: Machine) -> str:
    """The Python that runs the app: that of its version."""
    return machine.told(f"tr '\\0' '\\n' </proc/$({APP})/cmdline | head -n 1")
