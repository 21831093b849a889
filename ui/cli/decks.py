"""`companion decks`: the decks that games bring along and those that were enrolled."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from companion.games import all_games
from ui.box.eyes import choose_looks, own_decks
from ui.cli import pages
from ui.cli.options import Files, Json, Words
from ui.cli.out import say, say_rows, tracked
from ui.places import decks_folder
from ui.records.arguments import UsageFault, one_of


def decks(
    folder: Annotated[Files, Argument(help="Deck folders in place of the known ones.")] = None,
    *,
    printed: Annotated[Words, Option(help="This deck is now read as printed here.")] = None,
    boxed: Annotated[Words, Option(help="This deck is now read as in the old box.")] = None,
    json: Json = False,
) -> None:
    """Lists decks: their faces, backs and size, and in which look they are read, or what is wrong with them; exit code
    1 if anything is. Somebody at the terminal may change the looks then.

    `decks check` tells how far apart their faces are to a camera; exit code 1 where any two are too near.
    """
    if folder and str(folder[0]) == "check" and not folder[0].exists():
        _check(folder[1:], json=json)
        return
    from ui.printing.deck_looks import deck_looks
    from vision.decks.deck import DeckFault, load_deck

    for option, names, is_printed in (("--printed", printed or (), True), ("--boxed", boxed or (), False)):
        for name in names:
            one_of(option, tuple(look.deck for look in deck_looks()), name)
        if names:
            choose_looks(names, printed=is_printed)
    looks = {look.deck: look for look in deck_looks()}
    for name in () if json else (*(printed or ()), *(boxed or ())):
        say(f"{looks[name].title}: {looks[name].words}")
    own = list(dict.fromkeys(path for game in all_games().values() for path in own_decks(game)))
    enrolled = sorted(path for path in decks_folder().glob("*") if path.is_dir())
    rows: list[dict[str, Any]] = []
    for path in folder or [*own, *enrolled]:
        try:
            deck = load_deck(path)
        except DeckFault as fault:
            rows.append({"name": path.name, "path": str(path), "wrong": str(fault)})
            continue
        # None where a deck has one look alone.
        look = looks.get(path.name)
        read = look and ("enrolled" if look.enrolled else "boxed" if look.printed is False else "printed")
        rows.append(
            {
                "name": deck.name,
                "faces": len(deck.faces),
                "backs": len(deck.backs),
                "width_mm": deck.width_mm,
                "height_mm": deck.height_mm,
                "labels": list(deck.labels),
                "look": read,
                "path": str(path),
                "wrong": None,
            }
        )
    heads = ("name", "faces", "backs", "width_mm", "height_mm", "look", "wrong", "path")
    say_rows(heads, rows, json=json)
    if not (json or folder or printed or boxed) and pages.person_is_there():
        from ui.pages.looks_page import LooksPage

        pages.walk(LooksPage())
    if any(row["wrong"] for row in rows):
        raise typer.Exit(1)


def _check(folders: list[Path], *, json: bool) -> None:
    """The least distance between two faces of each look of a deck, against that of a face to itself in other light."""
    from ui.checks.apart import faces_apart
    from vision.decks.deck import Deck, DeckFault, load_deck

    looks: list[tuple[Deck, str]] = []
    for path in folders or dict.fromkeys(path for game in all_games().values() for path in own_decks(game)):
        try:
            deck = load_deck(path, looks=True)
        except DeckFault as fault:
            raise UsageFault(f"decks check: {fault}") from None
        looks += [(deck, ""), *((look, look.path.name) for look in deck.printed_looks)]
    rows = []
    for deck, look in tracked(looks, "looks", len(looks)):
        found = faces_apart(deck)
        pair, itself = next(iter(found.pairs), None), next(iter(found.itself), None)
        rows.append(
            {
                "name": deck.name,
                "look": look,
                "faces": len(deck.faces),
                "nearest": pair and pair.distance,
                "pair": pair and f"{pair.a} – {pair.b}",
                "itself": itself and itself[1],
                "worst": itself and itself[0],
                "apart": found.are_apart,
            }
        )
    say_rows(("name", "look", "faces", "nearest", "pair", "itself", "worst", "apart"), rows, json=json)
    if not all(row["apart"] for row in rows):
        raise typer.Exit(1)
