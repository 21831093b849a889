"""The machine is switched off by systemd, in a box alone; what it refuses is said."""

from pathlib import Path

import pytest

from hardware.machine import CommandFault, Power, box_power


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the only program on the PATH, a systemctl, was asked; it refuses once there is a file `refuses`."""
    program = tmp_path / "systemctl"
    program.write_text(
        f'#!/bin/sh\necho "$@" >>{tmp_path}/asked\n'
        f"[ ! -e {tmp_path}/refuses ] || {{ echo 'Call to PowerOff failed: Access denied' >&2; exit 1; }}\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "asked"


def test_it_is_switched_off_and_started_anew_without_a_question_for_a_password(asked: Path) -> None:
    Power().off()
    Power().restart()
    assert asked.read_text().splitlines() == ["--no-ask-password poweroff", "--no-ask-password reboot"]


def test_why_it_does_not_switch_off(asked: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (asked.parent / "refuses").touch()
    with pytest.raises(CommandFault, match="the machine refuses: Call to PowerOff failed: Access denied"):
        Power().off()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(CommandFault, match="the machine does not answer"):
        Power().restart()


def test_only_a_box_has_the_machine_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZO_BOX", raising=False)
    assert box_power() is None
    monkeypatch.setenv("ZO_BOX", "1")
    assert isinstance(box_power(), Power)
