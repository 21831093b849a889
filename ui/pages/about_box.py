"""What this box is: versions, licences, and how much room the games, decks and files take."""

import shutil
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from companion.language import number
from ui.journal.moment_pictures import FOLDER
from ui.present.pages import back_button, home_button
from ui.present.steps import StepModel
from ui.words import _

STANDS_ON = (
    "kivy",
    "opencv-python-headless",
    "numpy",
    "gpiozero",
    "msgspec",
    "pillow",
    "reportlab",
    "pypdfium2",
    "typer",
    "rich",
)
MB = 1_000_000


def about_model(home: Path) -> StepModel:
    """The page; `home`: the folder of games and decks."""
    lines = [
        _("Zo Companion {version}, under the MIT licence.").format(version=_version("zo-companion")),
        _("In use: {used} MB in {folder}. Free: {free} MB.").format(
            used=_used(home), folder=home, free=_free(home)
        ),
        *(
            _("{part}: {used} MB").format(part=part, used=_used(home / name))
            for name, part in (
                ("games", _("Games")),
                (FOLDER, _("Pictures of games")),
                ("decks", _("Enrolled decks")),
                ("bundles", _("Support bundles")),
                ("exports", _("Exported games")),
            )
            if (home / name).exists()
        ),
        _("It builds on the work of others:"),
        *(f"{name} {_version(name)} · {_licence(name)}" for name in STANDS_ON if _version(name)),
    ]
    return StepModel(
        _("About this box"), "", tuple(lines), None, (), (back_button(), home_button()), live=False
    )


def _version(name: str) -> str:
    try:
        return metadata(name)["Version"]
    except PackageNotFoundError:
        return ""


def _licence(name: str) -> str:
    """The licence in a few words; packages say it in one of two places."""
    told: Any = metadata(name)
    short = next((told[key] for key in ("License-Expression", "License") if told.get(key)), "")
    return short.splitlines()[0][:60] if short.strip() else _("licence: see its page")


def _used(path: Path) -> str:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return number(sum(file.stat().st_size for file in files) / MB, 1)


def _free(path: Path) -> int:
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    return shutil.disk_usage(there).free // MB
