"""`companion bench`: measured figures of this machine."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ui.cli.out import say, say_json

_SECTIONS = ("engine", "vision", "app", "reaction")
_LONG = ("wear",)
"""They take ten minutes, and are measured where they are named."""


def add_to(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    sections: Annotated[
        list[str] | None,
        typer.Argument(
            help="engine, vision, app or reaction; all four if left out. wear: what goes to the disk.",
            show_default=False,
        ),
    ] = None,
    frames: Annotated[
        list[Path] | None,
        typer.Option("--frames", help="Folders of pictures with truth: a game's, or single scenes."),
    ] = None,
    deck: Annotated[
        list[Path] | None, typer.Option("--deck", help="Decks whose cards lie in single scenes.")
    ] = None,
    photos: Annotated[
        Path | None, typer.Option("--photos", help="A folder of photographs with a manifest.json.")
    ] = None,
    hours: Annotated[
        float,
        typer.Option("--hours", help="app: only the memory over so many hours of play, its clocks hurried."),
    ] = 0.0,
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Only every sixth picture.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Measures engine, eye, and the app: its start, its memory, how fast it answers, and what it writes."""
    from ui.lab.bench.figures import app_hours, app_reaction, app_start, app_wear, engine, machine
    from ui.lab.bench.vision import USUAL_QUICK, Material, frames_of_the_project, on_terminal, vision
    from ui.records.arguments import UsageFault, one_of
    from ui.records.beginning import USUAL

    wanted = [one_of("sections", (*_SECTIONS, *_LONG), name) for name in sections or _SECTIONS]
    found: dict[str, Any] = {"machine": machine()}
    if "engine" in wanted:
        found["engine"] = engine()
    if "vision" in wanted:
        given = frames or ([] if photos is not None else frames_of_the_project())
        if not given and photos is None:
            raise UsageFault("--frames: expected folders of pictures with truth.json, found none")
        pictures = Material(given, deck or (), photos, USUAL_QUICK if quick else 1)
        shown = sys.stderr.isatty()
        found["vision"] = vision(pictures, on_terminal if shown else None)
        if shown:
            sys.stderr.write("\r\x1b[K")
    if "app" in wanted:
        found["app"] = app_start() if not hours else {USUAL: app_hours(USUAL, hours)}
    if "reaction" in wanted:
        found["reaction"] = app_reaction()
    if "wear" in wanted:
        found["wear"] = app_wear()
    if json:
        say_json(found)
        return
    for name, figures in found.items():
        say(name)
        _say(figures, "  ")


def _say(figures: dict[str, Any], indent: str) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            say(f"{indent}{name}")
            _say(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            say(f"{indent}{name}")
            for line in value:
                say(indent + "  " + ", ".join(f"{key}: {told}" for key, told in line.items()))
        elif name == "notes":
            say(f"{indent}{name}: {len(value)} (--json tells them)")
        else:
            say(f"{indent}{name}: {value}")
