"""Printers of the system are listed and given a file by its commands: here by programs that note what they are told."""

from pathlib import Path

import pytest

from hardware import machine
from hardware.machine import CommandFault, printers, send


def program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    program(tmp_path, "lpstat", "printf 'Kitchen\\nCellar_2\\n'")
    program(tmp_path, "lp", f'printf "%s\\n" "$@" > {tmp_path}/given')
    return tmp_path


def test_printers_are_listed(system: Path) -> None:
    assert printers() == ("Kitchen", "Cellar_2")


def test_a_silent_system_and_one_without_printers_have_none(
    system: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(system, "lpstat", "echo 'lpstat: No destinations added.' >&2")
    assert printers() == ()
    program(system, "lpstat", "echo 'lpstat: Bad file descriptor' >&2; exit 1")
    assert printers() == ()
    monkeypatch.setenv("PATH", str(system / "nowhere"))
    assert printers() == ()


def test_a_file_is_given_at_its_true_size_on_both_sides(system: Path) -> None:
    send(Path("/tmp/a game.pdf"), "Kitchen", "a3")
    given = (system / "given").read_text().splitlines()
    assert given[:2] == ["-d", "Kitchen"] and given[-2:] == ["--", "/tmp/a game.pdf"]
    assert {"media=A3", "print-scaling=none", "sides=two-sided-long-edge"} <= set(given)


def test_what_the_system_says_is_the_fault(system: Path) -> None:
    program(system, "lp", "echo 'lp: Error - The printer or class does not exist.' >&2; exit 1")
    with pytest.raises(CommandFault, match="does not exist"):
        send(Path("/tmp/game.pdf"), "Attic", "a4")


def test_a_system_that_hangs_is_said_in_few_words(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(system, "lp", "exec sleep 60")
    monkeypatch.setattr(machine, "PATIENCE_S", 0.2)
    with pytest.raises(CommandFault) as fault:
        send(Path("/tmp/game.pdf"), "Attic", "a4")
    assert str(fault.value) == "the printing system does not answer: lp: 0.2 s"
