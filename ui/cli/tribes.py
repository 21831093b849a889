"""`companion tribes`: tribes that owners build, checked against the limits of construction, listed and shown."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import asdict
from typer import Argument

from companion.games.zoon.family.deck import Army, Facts
from companion.games.zoon.family.grids import moves_of
from companion.games.zoon.family.tribes import Mend, Mending, limits, more_than_printed, totals
from ui.cli import pages
from ui.cli.common import Json, say, say_json, say_table
from ui.owned import tribes as owners
from ui.owned.tribe_words import format_words, limit_words, mend_words, sentence, totals_words
from ui.places import cards_folder, tribes_folder
from ui.records.beginning import one_of
from ui.words import several

app = typer.Typer(
    help="Builds, checks, lists and shows tribes and cards for Zoon and Zoondo.", invoke_without_command=True
)


@app.callback()
def tribes(context: typer.Context) -> None:
    """Opens the pages on which tribes are built, for somebody at the terminal."""
    if context.invoked_subcommand is not None:
        return
    if not pages.person_is_there():
        context.fail("Missing command.")
    from ui.pages.tribe_page import TribePages

    pages.walk(TribePages())


@app.command("check")
def check(
    file: Annotated[Path, Argument(help="A tribe: name, format, [zoons] and [trumps] with counts.")],
    *,
    json: Json = False,
) -> None:
    """Checks a tribe: exit code 0, or 1 with every broken limit and what would mend it."""
    have = owners.owned()
    known, unread = have.facts, next(iter(have.faults.values()), None)
    try:
        army = owners.army_file(file, known)
    except owners.OwnersFault as fault:
        raise fault if unread is None else owners.OwnersFault(f"{fault}; besides, {unread}") from None
    mending, sums, broken = Mending(army, known), totals(army, known), limits(army, known)
    listed = [
        asdict(limit)
        | {"ledger": limit.ledger, "excess": limit.excess, "words": limit_words(limit, sums, known)}
        | {"mends": [_mend(mend, known) for mend in mending.of(limit)]}
        for limit in broken
    ]
    every = mending.all() if broken else None
    whole = None if every is None else _mend(every, known)
    notes = [
        f"{needed} of {known.name(card)} ({card}) are needed, a tribe as sold holds {held}"
        for card, (needed, held) in more_than_printed(army, known).items()
    ]
    if json:
        found: dict[str, Any] = {
            "file": str(file),
            "name": army.name,
            "format": army.format,
            "fits": not broken,
        }
        found |= {"totals": asdict(sums) | {"spent": sums.spent}, "limits": listed, "mend": whole}
        say_json(found | {"notes": notes})
    else:
        name = army.name or file.stem
        say(f"{name} ({format_words(army.format)}): {totals_words(sums)}")
        for limit in listed:
            mends = " or ".join(mend["words"] for mend in limit["mends"])
            say(f"- {limit['words']} ({limit['ledger']}).{' ' + sentence(mends) if mends else ''}")
        if len(broken) > 1 and whole:
            say(f"Everything fits: {whole['words']}.")
        for note in notes:
            say(f"Note: {note}")
    if broken:
        raise typer.Exit(1)


@app.command("cards")
def cards(
    file: Annotated[Path, Argument(help="A sheet like companion/games/zoon/family/zoons.toml.")],
    *,
    json: Json = False,
) -> None:
    """Checks a sheet of cards of one's own: what it holds, or exit code 2 with the line of the first fault."""
    sheet = owners.sheet_file(file)
    faces = sum(len(species.cards) for species in sheet.zoons.values())
    if json:
        zoons = {name: list(species.cards) for name, species in sheet.zoons.items()}
        say_json(
            {"file": str(file), "tribes": list(sheet.tribes), "zoons": zoons, "trumps": list(sheet.trumps)}
        )
        return
    say(
        f"{file.stem}: tribes {', '.join(sheet.tribes) or 'none'};"
        f" {several('{n} Zoon', '{n} Zoons', len(sheet.zoons))} with {several('{n} face', '{n} faces', faces)},"
        f" {several('{n} trump', '{n} trumps', len(sheet.trumps))}"
    )


@app.command("correct")
def correct(
    fact: Annotated[str | None, Argument(help="A fact, such as gold-hure.corners.tl.")] = None,
    value: Annotated[str | None, Argument(help="What the printed card tells; left out: as shipped.")] = None,
    *,
    json: Json = False,
) -> None:
    """Corrects a number that differs from the printed card, takes a correction back, or lists all of them."""
    if fact is not None:
        owners.keep_corrections(owners.corrected(owners.owned(), fact, value))
    corrections = owners.corrections_of(owners.owned())
    if json:
        say_json(dict(corrections))
        return
    say_table(("fact", "value"), [(name, _plain(value)) for name, value in corrections])


@app.command("list")
def list_tribes(*, json: Json = False) -> None:
    """Lists the tribes as they are sold and those that were built; exit code 1 if a file cannot be read."""
    have = owners.owned()
    known = have.facts
    rows: list[dict[str, Any]] = []
    sold = {name: Army(known.own_twelve(name), known.own_trumps(name), "", "tribal") for name in known.tribes}
    for kind, armies in (("sold", sold), ("built", have.armies)):
        for id, army in armies.items():
            sums = totals(army, known)
            name = army.name or known.tribes.get(id, id)
            row = {"id": id, "name": name, "kind": kind, "format": army.format, "zoons": sums.zoons}
            row |= {"points": sums.points, "force": sums.spent, "stars": sums.stars}
            rows.append(row | {"fits": not limits(army, known)})
    if json:
        say_json({"tribes": rows, "wrong": list(have.faults.values())})
    else:
        heads = ("id", "name", "kind", "format", "zoons", "points", "force", "stars", "fits")
        say_table(heads, [[_plain(row[head]) for head in heads] for row in rows])
        say(f"Built tribes are kept in {tribes_folder()}, added cards in {cards_folder()}.")
        for fault in have.faults.values():
            say(f"wrong: {fault}")
    if have.faults:
        raise typer.Exit(1)


@app.command("show")
def show(
    name: Annotated[str, Argument(help="A tribe as it is sold, or one that was built, by its id.")],
    *,
    json: Json = False,
) -> None:
    """Shows a tribe card by card."""
    have = owners.owned()
    known = have.facts
    for file, fault in have.faults.items():
        if file.stem == name:
            raise owners.OwnersFault(fault)
    one_of("NAME", (*known.tribes, *have.armies), name)
    army = have.armies.get(name) or Army(
        known.own_twelve(name), known.own_trumps(name), known.tribes[name], "tribal"
    )
    zoons = []
    for id, count in Counter(army.zoons).items():
        zoon = known.zoons[id]
        corners = [getattr(zoon.corners, corner) for corner in ("tl", "tr", "br", "bl")]
        row = {"count": count, "card": id, "name": zoon.printed, "tribe": zoon.tribe, "type": zoon.type}
        row |= {"value": zoon.value, "corners": corners, "moves": moves_of(zoon.strides)}
        zoons.append(row | {"star": zoon.star, "confirmed": zoon.confirmed})
    told = ("name", "tribe", "kind", "force", "uses", "does")
    trumps = [
        {"count": count, "trump": card} | {field: getattr(known.trumps[card], field) for field in told}
        for card, count in Counter(army.trumps).items()
    ]
    if json:
        say_json({"id": name, "name": army.name, "format": army.format, "zoons": zoons, "trumps": trumps})
        return
    say(f"{army.name or name}: {totals_words(totals(army, known))}")
    for rows in (zoons, trumps):
        if rows:
            say_table(tuple(rows[0]), [[_plain(cell) for cell in row.values()] for row in rows])


def _mend(mend: Mend, known: Facts) -> dict[str, Any]:
    return asdict(mend) | {"words": mend_words(mend, known)}


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else value
