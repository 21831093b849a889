"""`companion decks` and `enrol`: decks that games bring along or people enrol, and faces that look alike."""

import math
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from companion.games import all_games
from ui.box.eyes import choose_looks, disc_decks, own_decks
from ui.box.opening import SIMULATED, sources
from ui.cli import pages
from ui.cli.common import Files, Words, answer, say, table_of, tracked
from ui.places import bin_folder, decks_folder
from ui.records.beginning import USUAL, UsageFault, game_and_setup, one_of, typed_path, usual_game
from ui.words import several

if TYPE_CHECKING:
    from ui.pages.enrol_page import Enrolling, EnrolPage, Pair
    from vision.decks.deck import Deck
    from vision.enrolling.folder import Outcome


def decks(folder: Files = None, *, printed: Words = None, boxed: Words = None, json: bool = False) -> None:
    """Lists decks: their faces, backs and size, and in which look they are read, or what is wrong with them; exit code
    1 if anything is. Somebody at the terminal may change the looks then.

    `decks check` tells how far apart their faces are to a camera; exit code 1 where any two are too near.
    """
    own = list(dict.fromkeys(path for game in all_games().values() for path in own_decks(game)))
    if folder and str(folder[0]) == "check" and not folder[0].exists():
        _check(folder[1:] or own, json=json)
        return
    from ui.printing.parts import deck_looks
    from vision.decks.deck import DeckFault, load_deck

    for option, names in (("--printed", printed), ("--boxed", boxed)):
        for name in names or ():
            one_of(option, tuple(look.deck for look in deck_looks()), name)
        if names:
            choose_looks(names, printed=option == "--printed")
    # Read after the choice above, so that the list shows the looks as they are now.
    looks = {look.deck: look for look in deck_looks()}
    for name in () if json else (*(printed or ()), *(boxed or ())):
        say(f"{looks[name].title}: {looks[name].words}")
    enrolled = sorted(path for path in decks_folder().glob("*") if path.is_dir())
    rows: list[dict[str, Any]] = []
    for path in folder or [*own, *enrolled]:
        try:
            deck = load_deck(path)
        except DeckFault as fault:
            rows.append({"name": path.name, "path": str(path), "wrong": str(fault)})
            continue
        # None for a deck with a single look.
        look = looks.get(path.name)
        read = look and ("enrolled" if look.enrolled else "boxed" if look.printed is False else "printed")
        row: dict[str, Any] = {"name": deck.name, "faces": len(deck.faces), "backs": len(deck.backs)}
        row |= {"width_mm": deck.width_mm, "height_mm": deck.height_mm, "labels": list(deck.labels)}
        rows.append(row | {"look": read, "path": str(path), "wrong": None})
    heads = ("name", "faces", "backs", "width_mm", "height_mm", "look", "wrong", "path")
    answer(rows, table_of(heads, rows), json=json)
    if not (json or folder or printed or boxed) and pages.person_is_there():
        from ui.pages.print_page import LooksPage

        pages.walk(LooksPage())
    if any(row["wrong"] for row in rows):
        raise typer.Exit(1)


def _check(folders: list[Path], *, json: bool) -> None:
    """Reports for each look of a deck the least distance of two faces, and of one face in other light."""
    from ui.checks.apart import faces_apart
    from vision.decks.deck import Deck, DeckFault, load_deck

    looks: list[tuple[Deck, str]] = []
    for path in folders:
        try:
            deck = load_deck(path, looks=True)
        except DeckFault as fault:
            raise UsageFault(f"decks check: {fault}") from None
        looks += [(deck, ""), *((look, look.path.name) for look in deck.printed_looks)]
    rows: list[dict[str, Any]] = []
    for deck, look in tracked(looks, "looks", len(looks)):
        rows.append({"name": deck.name, "look": look, "faces": len(deck.faces)} | faces_apart(deck))
    heads = ("name", "look", "faces", "nearest", "pair", "itself", "worst", "apart")
    answer(rows, table_of(heads, rows), json=json, no=not all(row["apart"] for row in rows))


def enrol(
    deck: str | None = None,
    source: str = "",
    *,
    label: Words = None,
    ask: bool = False,
    mat: str = "",
    rename: Words = None,
    width_mm: float | None = None,
    height_mm: float | None = None,
    discs: bool = False,
    replace: bool = False,
    anew: bool = False,
    json: bool = False,
) -> None:
    """Makes a deck folder; exit code 1 if a card was not taken or faces look alike.

    Somebody at the terminal is led through it as on the touchscreen, where a camera looks.
    """
    from ui.owned.cameras import open_camera
    from ui.pages.enrol_page import Enrolling, EnrolPage, Pair, begin_enrolling, pairs_of, simulated_frames
    from vision.decks.deck import CardSize, check_place, label_fault
    from vision.enrolling import folder as enrolling
    from vision.enrolling.live import CARDS, DISCS
    from vision.sources.open_source import VIDEO_SUFFIXES
    from vision.sources.pictures import SUFFIXES

    if deck is None:
        if not pages.person_is_there():
            raise UsageFault("enrol: Missing argument 'DECK'; see companion enrol --help")
        game, setup = game_and_setup(mat or USUAL, None, [])
        _finish(begin_enrolling(game, setup, str(sources()[0].value), time.monotonic), json=json)
        return
    size = None if width_mm is None or height_mm is None else CardSize(width_mm, height_mm)
    if (width_mm is None) != (height_mm is None):
        raise UsageFault("--width-mm and --height-mm: expected both or neither, found one")
    for option, given in (("--width-mm", width_mm), ("--height-mm", height_mm)):
        if given is not None and math.isnan(given):
            raise UsageFault(f"{option}: expected a number of millimetres, found {given}")
    folder = typed_path(deck) if "/" in deck else decks_folder() / deck
    wrong = label_fault(folder.name if "/" in deck else deck)
    if wrong is not None:
        raise UsageFault(f"DECK: expected a deck's name, or the path of the folder to make: {wrong}")
    if rename:
        _rename(folder, rename)
        return
    if not source:
        raise UsageFault("enrol: expected a folder of pictures, a camera or simulated, found nothing")
    known = next((one for one in disc_decks() if discs and one.name == folder.name), None)
    if discs and source == SIMULATED and known is None:
        names = " or ".join(one.name for one in disc_decks())
        raise UsageFault(f"enrol --discs simulated: expected {names}, found {folder.name!r}")
    if folder.exists() and not replace:
        raise UsageFault(f"{folder}: expected a new folder (or --replace), found one already there")
    check_place(folder, replace=replace)
    if folder.exists():
        typer.echo(f"Once it is finished, the deck that is there now is moved to {bin_folder()}.", err=True)
    subject = DISCS if discs else CARDS
    pictures = typed_path(source)
    if pictures.is_dir():
        shots, unread = enrolling.shots_in(pictures)
        bin = bin_folder() if replace else None
        found = enrolling.enrol(folder, shots, size, name=folder.name, bin=bin, subject=subject)
        # Cards refused as duplicates, each beside the one that it looks like.
        likes = ((one.label, one.like) for one in found.outcomes if one.like is not None)
        doubles = [Pair.of(like[0], like[1], label, like[2], 0.0, folder.name) for label, like in likes]
        pairs = (*doubles, *pairs_of(found.deck, found.look_alikes))
        is_whole = not found.look_alikes and all(one.taken for one in (*found.outcomes, *unread))
        _tell(found.deck, (*found.outcomes, *unread), pairs, is_whole=is_whole, json=json)
        return
    # A deck is laid under a camera card by card until names or pictures end, or somebody says so.
    table = None if known is None else known.table
    if mat or (known is None and source == SIMULATED):
        game, setup = game_and_setup(mat or USUAL, None, [])
        table = game.table(setup)
    is_film = Path(source).suffix.lower() in SUFFIXES | VIDEO_SUFFIXES
    taking = Enrolling(folder.name, size, table, first_empty=not is_film, folder=folder, subject=subject)
    if anew:
        taking.draft.discard()
    taken = [card.label for card in taking.draft.cards]
    if taken:
        words = several("{n} card was taken before", "{n} cards were taken before", len(taken))
        typer.echo(f"{words}: {', '.join(taken)}", err=True)
    labels = label or (list(known.labels) if known is not None else [])
    taking.labels = [one for one in labels if one not in taken]
    opened = simulated_frames(usual_game(), taking) if source == SIMULATED else open_camera(source)
    if not is_film and source != SIMULATED and sys.stdin.isatty():
        page = EnrolPage(table, lambda _taking: opened, disc_decks())
        page.asks_names, page.replaces = ask, replace
        page.begin(taking, dict(known.faces) if known is not None else {})
        _finish(page, json=json)
        return
    hint = ""
    with closing(opened):
        while not opened.ended and not (labels and not taking.labels):
            frame = opened.newest()
            if frame is None:
                time.sleep(0.02)
                continue
            added = taking.see(frame.image)
            if taking.watch.hint != hint:
                hint = taking.watch.hint
                typer.echo(hint, err=True)
            if added is not None:
                typer.echo(f"  {taking.said}", err=True)
                if taking.pair is not None:
                    typer.echo(f"  both side by side: {taking.pair.file}", err=True)
    _say_made(taking, *taking.finish(replace=replace), json=json)


def _finish(page: "EnrolPage", *, json: bool) -> None:
    pages.walk(page)
    if page.made is None or page.taking is None:
        typer.echo("Not finished; cards that were taken are kept for the next time.", err=True)
        raise typer.Exit(1)
    _say_made(page.taking, *page.made, json=json)


def _say_made(taking: "Enrolling", deck: "Deck", alike: "tuple[Pair, ...]", *, json: bool) -> None:
    # A refused card that was laid once more is in the deck and no fault.
    is_whole = not alike and all(one.taken or one.label in deck.labels for one in taking.outcomes)
    _tell(deck, taking.outcomes, (*taking.pairs, *alike), is_whole=is_whole, json=json)


def _tell(
    deck: "Deck", outcomes: "Iterable[Outcome]", pairs: "Iterable[Pair]", *, is_whole: bool, json: bool
) -> None:
    """Reports on a new deck; exit code 1 unless all cards were taken and no two look alike."""
    rows, cards = [], []
    for one in outcomes:
        warnings = list(one.warnings)
        cards.append({"label": one.label, "taken": one.taken, "why": one.why or None, "warnings": warnings})
        rows.append((one.label, "taken" if one.taken else "not taken", one.why or "; ".join(warnings)))
    alike = [[pair.one, pair.other, round(pair.distance, 3)] for pair in pairs]
    found = {"deck": str(deck.path), "cards": cards, "look_alike": alike}
    answer(
        found | {"pictures": [str(pair.file) for pair in pairs]},
        (("card", "", ""), rows),
        *(
            f"{each.one} and {each.other} look alike (distance {each.distance:.3f}): {each.file}"
            for each in pairs
        ),
        f"{deck.path}: {several('{n} face', '{n} faces', len(deck.faces))},"
        f" {several('{n} back', '{n} backs', len(deck.backs))}, {deck.width_mm:g} × {deck.height_mm:g} mm",
        json=json,
        no=not is_whole,
    )


def _rename(folder: Path, pairs: list[str]) -> None:
    from ui.pages.enrol_page import drafts_folder
    from vision.decks.deck import label_fault
    from vision.enrolling.folder import Draft
    from vision.sources.pictures import is_picture

    draft = Draft(drafts_folder() / folder.name)
    for pair in pairs:
        old, equals, new = pair.partition("=")
        wrong = label_fault(new)
        if not equals or wrong is not None:
            raise UsageFault(f"--rename: expected OLD=NEW, found {pair!r}" + (f": {wrong}" if wrong else ""))
        files = [file for file in folder.glob("*") if file.stem == old and is_picture(file)]
        card = next((card for card in draft.cards if card.label == old), None)
        if files:
            target = files[0].with_name(f"{new}{files[0].suffix}")
            if any(file.stem == new for file in folder.glob("*")):
                raise UsageFault(f"--rename: {folder} has a card {new} already")
            files[0].rename(target)
        elif card is not None:
            draft.rename(card.number, new)
        else:
            raise UsageFault(f"--rename: expected a card of {folder.name}, found {old!r}")
        say(f"{old} is {new} now")
