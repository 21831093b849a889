"""`companion enrol DECK SOURCE`: learns card faces from pictures or a camera; says which cards look alike."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.cli.out import say, say_json, say_table

if TYPE_CHECKING:
    from vision.deck_writing import CardSize
    from vision.enrol import Enrolment, Outcome, Shot

_WAIT_SECONDS = 0.02


def add_to(app: typer.Typer) -> None:
    app.command("enrol")(enrol)


def enrol(
    deck: Annotated[str, typer.Argument(help="The deck's name, or the path of the folder to make.")],
    source: Annotated[str, typer.Argument(help="A folder of pictures named by card, or a camera or video.")],
    label: Annotated[
        list[str] | None,
        typer.Option(
            "--label", help="With a camera: the cards in the order they are laid down; back… for a back."
        ),
    ] = None,
    width_mm: Annotated[float | None, typer.Option("--width-mm", min=5, help="A card's width.")] = None,
    height_mm: Annotated[float | None, typer.Option("--height-mm", min=5, help="A card's height.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a deck of this name.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Makes a deck folder; exit code 1 if a card was not taken or faces look alike."""
    from ui.given import GivenFault
    from ui.places import decks_folder
    from vision import enrol as enrolling
    from vision.deck_writing import CardSize

    if (width_mm is None) != (height_mm is None):
        raise GivenFault("--width-mm and --height-mm: expected both or neither, found one")
    size = None if width_mm is None or height_mm is None else CardSize(width_mm, height_mm)
    folder = Path(deck).expanduser() if "/" in deck else decks_folder() / deck
    if folder.exists() and not replace:
        raise GivenFault(f"{folder}: expected a new folder (or --replace), found one already there")
    if Path(source).expanduser().is_dir():
        shots, unread = enrolling.shots_in(Path(source).expanduser())
    else:
        shots, unread = _from_camera(source, label or [], size), ()
    found = enrolling.enrol(folder, shots, size, name=folder.name, replace=replace)
    _tell(found, unread, json)
    if found.look_alikes or unread or not all(outcome.taken for outcome in found.outcomes):
        raise typer.Exit(1)


def _from_camera(source: str, labels: list[str], size: "CardSize | None") -> "tuple[Shot, ...]":
    """Cards laid under a camera one after another, until the names or the pictures end."""
    import sys
    import time

    from ui.given import GivenFault
    from vision.enrol import Shot
    from vision.enrol_live import CardWatch
    from vision.open_source import open_source

    if not labels and not sys.stdin.isatty():
        raise GivenFault("--label: expected the names of the cards in order, found none, and nobody to ask")
    opened, watch, hint = open_source(source), CardWatch(size), ""
    shots: list[Shot] = []
    try:
        while not opened.ended and (not labels or len(shots) < len(labels)):
            frame = opened.newest()
            if frame is None:
                time.sleep(_WAIT_SECONDS)
                continue
            pictures = watch.see(frame.image)
            if watch.hint != hint:
                hint = watch.hint
                typer.echo(hint, err=True)
            if pictures is None:
                continue
            name = (
                labels[len(shots)]
                if labels
                else typer.prompt("Its name (back for a back, nothing to end)", "")
            )
            if not name:
                break
            shots.append(Shot(name, pictures))
    finally:
        opened.close()
    return tuple(shots)


def _tell(found: "Enrolment", unread: "tuple[Outcome, ...]", json: bool) -> None:
    outcomes = (*found.outcomes, *unread)
    alike = [(pair.a, pair.b, round(pair.distance, 3)) for pair in found.look_alikes]
    if json:
        cards = [
            {"label": one.label, "taken": one.taken, "why": one.why or None, "warnings": list(one.warnings)}
            for one in outcomes
        ]
        say_json({"deck": str(found.deck.path), "cards": cards, "look_alike": [list(pair) for pair in alike]})
        return
    rows = [
        (one.label, "taken" if one.taken else "not taken", one.why or "; ".join(one.warnings))
        for one in outcomes
    ]
    say_table(("card", "", ""), rows)
    for one, other, distance in alike:
        say(f"{one} and {other} look alike (distance {distance})")
    say(f"{found.deck.path}: {len(found.deck.faces)} faces, {len(found.deck.backs)} backs")
