"""Printers that the system knows (CUPS), by its own commands `lpstat` and `lp`; a machine without them has none."""

import shutil
from pathlib import Path
from typing import Final

from hardware.said import Said
from hardware.system_command import PATIENCE_S, CommandFault, ask

MEDIA: Final = {"a4": "A4", "letter": "Letter", "a3": "A3"}


class PrinterFault(Exception):
    """The printer did not take a file; `said` says why."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


def printers() -> tuple[str, ...]:
    """The names of all printers, in the system's order; none where there is no printing system or it is silent."""
    if shutil.which("lpstat") is None or shutil.which("lp") is None:
        return ()
    try:
        told = _run("lpstat", "-e")
    except PrinterFault:
        return ()
    return tuple(told.split())


def send(file: Path, printer: str, paper: str) -> None:
    """Gives a PDF to a printer, at its true size, on both sides where that printer can. Raises PrinterFault.

    `paper`: one of MEDIA. The file may be deleted afterwards: the printing system keeps its own.
    """
    _run(
        "lp", "-d", printer, "-t", file.stem, "-o", f"media={MEDIA[paper]}", "-o", "print-scaling=none",
        "-o", "sides=two-sided-long-edge", "--", str(file),
    )  # fmt: skip


def _run(*command: str) -> str:
    try:
        return ask(*command, patience_s=PATIENCE_S)
    except CommandFault as fault:
        if fault.answered:
            raise PrinterFault(Said("the printer refuses: {why}", why=str(fault))) from None
        raise PrinterFault(Said("the printing system does not answer: {why}", why=str(fault))) from None
