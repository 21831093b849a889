"""./setup.sh box and unbox, with stand-ins for what they would change; the unit as systemd itself judges it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.setup_box import Ran, SetupBox

UNIT = "etc/systemd/system/zo-companion.service"
RULES = "etc/polkit-1/rules.d/50-zo-companion.rules"
SYSTEMCTL = r"""
asked systemctl "$@"
case "$*" in
get-default) cat "$state/target" ;;
*set-default*) echo "${@: -1}" >"$state/target" ;;
*is-active*display-manager*) [ -e "$state/desktop" ] ;;
*restart*zo-companion*) [ ! -e "$state/fails" ] ;;
esac
"""
MOST_EXPOSED = 3.0
"""Of 10, as `systemd-analyze security` counts."""


@pytest.fixture
def machine(tmp_path: Path) -> SetupBox:
    """A machine with systemd, a desktop's default target, and all that a box needs but its packages."""
    box = SetupBox(tmp_path)
    (tmp_path / "root" / "run" / "systemd" / "system").mkdir(parents=True)
    (box.state / "target").write_text("graphical.target\n")
    box.stand_in("systemctl", SYSTEMCTL)
    box.stand_in("id", 'case "$*" in *zo*) cat "$state/zo" ;; *) echo 1000 ;; esac')
    (box.state / "zo").write_text("990\n")
    box.stand_in("getent", 'case "$*" in "passwd zo" | "group gpio") exit 2 ;; esac')
    for name in ("useradd", "usermod"):
        box.stand_in(name, f'asked {name} "$@"')
    box.stand_in("journalctl", 'echo "cage: no seat"')
    return box


def run(box: SetupBox, command: str) -> Ran:
    return box.run(command, DESTDIR=str(box.root.parent / "root"))


def file(box: SetupBox, path: str) -> Path:
    return box.root.parent / "root" / path


def test_a_box_is_made_and_can_be_made_again(machine: SetupBox) -> None:
    for again in range(2):
        ran = run(machine, "box")
        assert ran.code == 0 and "The box runs" in ran.said
        assert machine.installed >= {"cage", "xwayland", "seatd", "polkitd"}
        unit = file(machine, UNIT).read_text()
        assert re.search("@[A-Z]+@", unit) is None
        assert f"ExecStart=/usr/bin/cage -d -- {machine.root}/hardware/box/start.sh\n" in unit
        assert "\nEnvironment=OPENBLAS_NUM_THREADS=1\n" in unit
        assert "\nMemoryMax=80%\n" in unit and "\nTasksMax=512\n" in unit, "the machine outlives the app"
        assert "# Default target before: graphical.target\n" in unit, again
        assert file(machine, RULES).exists()
        assert "systemctl -q enable seatd zo-companion" in ran.asked
    assert (machine.state / "target").read_text() == "multi-user.target\n"


def test_its_user_is_in_the_groups_that_there_are(machine: SetupBox) -> None:
    ran = run(machine, "box")
    assert ran.asked_for("useradd --system")
    given = [line.split()[3] for line in ran.asked if line.startswith("usermod")]
    assert given == ["video", "render", "input", "audio"]


def test_an_ordinary_machine_again(machine: SetupBox) -> None:
    run(machine, "box")
    ran = run(machine, "unbox")
    assert ran.code == 0 and "The games stay in /var/lib/zo-companion" in ran.said
    assert "systemctl -q disable --now zo-companion zo-companion-update.path" in ran.asked
    assert not file(machine, UNIT).exists() and not file(machine, RULES).exists()
    assert (machine.state / "target").read_text() == "graphical.target\n"
    ran = run(machine, "unbox")
    assert ran.code == 1 and "expected a box, found none" in ran.said


def test_who_sits_at_the_desktop_is_not_thrown_out(machine: SetupBox) -> None:
    machine.is_so("desktop")
    ran = run(machine, "box")
    assert ran.code == 0 and "sudo reboot" in ran.said
    assert not ran.asked_for("restart zo-companion")


def test_an_app_that_does_not_start_is_shown_with_what_it_said(machine: SetupBox) -> None:
    machine.is_so("fails")
    ran = run(machine, "box")
    assert ran.code == 1 and "cage: no seat" in ran.said and "the app does not start" in ran.said


def test_what_stands_in_the_way_is_said(machine: SetupBox) -> None:
    (machine.state / "zo").write_text("1001\n")
    ran = run(machine, "box")
    assert ran.code == 1 and "expected no person of the name zo" in ran.said
    assert not file(machine, UNIT).exists()
    shutil.rmtree(file(machine, "run"))
    ran = run(machine, "box")
    assert ran.code == 1 and "expected a machine that systemd has started" in ran.said


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_is_one_and_shut_as_far_as_it_can_be(machine: SetupBox, tmp_path: Path) -> None:
    run(machine, "box")
    unit = tmp_path / "zo-companion.service"
    shutil.copy(file(machine, UNIT), unit)
    threshold = str(round(10 * MOST_EXPOSED))
    security = ["systemd-analyze", "security", "--offline=true", f"--threshold={threshold}", str(unit)]
    judged = subprocess.run(security, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    verified = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    faults = [line for line in verified.stderr.splitlines() if unit.name in line]
    assert [line for line in faults if "not executable" not in line and "man " not in line] == []
