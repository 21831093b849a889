"""Printers that the system knows (CUPS), by its own commands `lpstat` and `lp`; a machine without them has none."""

import shutil
from pathlib import Path
from typing import Final

from hardware.said import Said
from hardware.system_command import PATIENCE_S, CommandFault, ask

MEDIA: Final = {"a4": "A4", "letter": "Letter", "a3": "A3"}


def printers() -> tuple[str, ...]:
    """The names of all printers, in the system's order; none where there is no printing system or it is silent."""
    if shutil.which("lpstat") is None or shutil.which("lp") is None:
        return ()
    try:
        return tuple(_run("lpstat", "-e").split())
    except CommandFault:
        return ()


def send(file: Path, printer: str, paper: str) -> None:
    """Gives a PDF to a printer, at its true size, on both sides where that printer can. Raises CommandFault.

    `paper`: one of MEDIA. The file may be deleted afterwards: the printing system keeps its own.
    """
    _run(
        "lp", "-d", printer, "-t", file.stem, "-o", f"media={MEDIA[paper]}", "-o", "print-scaling=none",
        "-o", "sides=two-sided-long-edge", "--", str(file),
    )  # fmt: skip


def _run(*command: str) -> str:
    refuses = Said("the printer refuses: {why}")
    silent = Said("the printing system does not answer: {why}")
    return ask(*command, refuses=refuses, silent=silent, patience_s=PATIENCE_S)
