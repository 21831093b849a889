"""ZoneS's things as people call them at the screen: tiles, pieces, what is wrong with a half, corrections."""

import re

from companion.game import Breach
from companion.games.zones.events import Ruled
from companion.games.zones.pieces import BASE, Kind
from companion.games.zones.state import Agreed, State
from companion.judge import Difference
from companion.rulebook import NoSuchRule, rule
from ui.words import _, joined, several

SHORT = 12
"""A name of more letters is shortened on small keys."""
_OPTION = re.compile(r"\s*\S+ `.*$")
_SQUARE = re.compile(r"\b[a-z]\d{1,2}\b")


def terrain_words(terrain: str) -> str:
    """A kind of terrain, alone on a button."""
    known = {
        "field": _("Field"),
        "forest": _("Forest"),
        "hills": _("Hills"),
        "water": _("Water"),
        BASE: _("Base"),
    }
    return known.get(terrain, terrain.capitalize())


def side_words(side: str) -> str:
    """A side, by the name of its roster."""
    return {"midgard": _("Midgard"), "trolls": _("Trolls")}.get(side, side.capitalize())


def movement_words(movement: str) -> str:
    """How a piece moves, within a sentence."""
    known = {
        "orthogonal": _("straight"),
        "diagonal": _("diagonally"),
        "any": _("straight or diagonally"),
        "none": _("not at all"),
    }
    return known.get(movement, movement)


def special_words(special: str) -> str:
    """What a piece can do besides, shortly."""
    known = {
        "": _("nothing special"),
        "beside-kin": _("may enter beside another of its kind"),
        "shoot": _("may capture an adjacent enemy without moving"),
        "counts-twice": _("counts as two when it captures"),
        "shelter": _("friends beside it are protected"),
        "into-forest": _("may enter on any open forest"),
        "cross-one": _("may pass over one enemy"),
        "bring-back": _("capturing infantry brings an own infantry back"),
        "leap": _("may move directly to any hills"),
    }
    return known.get(special, special)


def piece_words(name: str) -> str:
    """A piece's name where there is little room: of a long one the last word."""
    return name if len(name) <= SHORT else name.split()[-1]


def kind_lines(kind: Kind) -> tuple[str, ...]:
    """A piece's roster in two lines: how it moves and what it can do, and what the terrain means to it."""
    moves = _("Moves {how}; {special}.").format(
        how=movement_words(kind.movement), special=special_words(kind.special)
    )
    parts = (
        (_("protected on {terrain}"), kind.preferred),
        (_("stops on {terrain}"), kind.difficult),
        (_("never on {terrain}"), kind.restricted),
    )
    said = ", ".join(words.format(terrain=_some(terrains)) for words, terrains in parts if terrains)
    ground = (said[:1].upper() + said[1:] + ".",) if said else ()
    return (moves, *ground)


def _some(terrains: frozenset[str]) -> str:
    return joined([terrain_words(each).lower() for each in sorted(terrains)])


def squares_in(about: str, given: Agreed) -> tuple[str, ...]:
    """The squares that a fault names."""
    return tuple(name for name in _SQUARE.findall(about) if name in given.board.numbers)


def fault_words(breach: Breach, given: Agreed, piece: str = "") -> str:
    """What is wrong with a half, in whole sentences for its owner; `piece`: the name of what stands there."""
    about, known = breach.about, _faults()
    squares = ", ".join(squares_in(about, given))
    if breach.rule == "zn-06-bag":
        return _bag_words(about)
    if breach.rule == "s4-three-pieces":
        return _pieces_words(*(int(part) for part in about.split(" of ")))
    if breach.rule == "s4-all-filled":
        bare = len(squares_in(about, given))
        return several("{n} square has no tile yet.", "{n} squares have no tile yet.", bare)
    if breach.rule in known:
        return known[breach.rule].format(squares=squares or about, about=about)
    where = _("{piece} may not stand on {square}.").format(piece=piece or _("The piece"), square=squares)
    return f"{where} {_reasons().get(breach.rule, rule_words(breach.rule))}"


def _faults() -> dict[str, str]:
    return {
        "s4-base-first": _("Your base does not lie yet."),
        "ours-squares": _("There is no square {about}."),
        "s4-base-own-half": _("Your base lies on {squares}, which is not in your half."),
        "zn-05-own-half": _("A tile of yours lies on {squares}, which is not in your half."),
        "s4-one-tile-a-square": _("More than one tile lies on {squares}."),
        "ours-from-reserve": _("More pieces stand than you have: {about}."),
        "s4-one-piece-a-tile": _("More than one piece stands on {squares}."),
        "zn-08-in-own-half": _("A piece of yours stands on {squares}, which is not in your half."),
        "zn-29-base-in-the-way": _("A piece stands on your base on {squares}."),
    }


def _reasons() -> dict[str, str]:
    """Why one of the first pieces may not stand where it does."""
    return {
        "s4-home-tiles": _("At first it stands beside your base."),
        "zn-22-beside-a-spearman": _("At first it stands beside your base or beside another of its kind."),
        "zn-23-into-forest": _("At first it stands beside your base or on a forest."),
        "zn-09-restricted-entry": _("That terrain is restricted for it."),
        "zn-34-preferred-only": _("It stands on its preferred terrain only."),
        "zn-34-not-by-own-base": _("It may not stand beside your own base."),
    }


def _pieces_words(stand: int, wanted: int) -> str:
    """How many of the first pieces are missing, or too many."""
    if stand > wanted:
        return several("Take {n} piece off.", "Take {n} pieces off.", stand - wanted)
    return several("{n} piece is still to be placed.", "{n} pieces are still to be placed.", wanted - stand)


def _bag_words(about: str) -> str:
    """Too many tiles of a kind: of one's own, or of both together, and then nobody can say whose."""
    count, _space, rest = about.partition(" ")
    terrain = rest.partition(" tiles")[0]
    if count.isdecimal():
        return _("{n} tiles of {terrain} lie there; the bag holds fewer.").format(
            n=count, terrain=terrain_words(terrain).lower()
        )
    return _(
        "Both halves together show more tiles of one kind than the bag holds. Both look again; say ready again where"
        " all is right."
    )


def difference_words(given: Agreed, difference: Difference) -> str:
    """One square: what the book has there and what was seen."""
    book = [_thing_words(given, thing.kind, thing.label) for thing in difference.wanted if not thing.hidden]
    seen = [_thing_words(given, one.kind, one.label) for one in difference.seen]
    return _("{square}. In the book: {book}. On the table: {seen}.").format(
        square=difference.region, book=joined(book) or _("nothing"), seen=joined(seen) or _("nothing")
    )


def _thing_words(given: Agreed, kind: str, label: str | None) -> str:
    """A tile or a token, within a sentence."""
    if label is None:
        return _("an unread tile") if kind == "card" else _("an unread token")
    if kind == "card":
        return terrain_words(label.partition("-")[0]).lower()
    return given.kinds[label].name if label in given.kinds else label


def limit_words(breach: Breach) -> str:
    """A limit that an army breaks, with its numbers."""
    if breach.rule == "s4-armies-by-cost":
        return _("Too dear: {about}.").format(about=breach.about)
    if breach.rule == "s4-three-pieces":
        found, least = re.findall(r"\d+", breach.about)
        pieces = several("{n} piece", "{n} pieces", int(found))
        return _("Too few: {pieces}, at least {least}.").format(pieces=pieces, least=least)
    return _("Not of this side: {about}.").format(about=breach.about)


def rule_words(rule_id: str) -> str:
    """A rule of ZoneS as it is written; nothing for one that is not there."""
    try:
        return without_option(rule("zones", rule_id).words)
    except (NoSuchRule, FileNotFoundError, ModuleNotFoundError):
        return ""


def without_option(words: str) -> str:
    """A rule's words without the sentence on how the option is called that decides it, in any language."""
    return _OPTION.sub("", words)


def ruling_words(state: State, event: Ruled, names: tuple[str, ...]) -> tuple[str, str]:
    """What a correction says of its square, and what becomes of a piece by it."""
    kinds, piece = state.agreed.kinds, state.at(event.at)
    if event.terrain:
        words = _("The tile is {terrain}").format(terrain=terrain_words(event.terrain).lower())
        return words, ""
    if not event.piece:
        name = piece.kind.name if piece is not None else ""
        places = {
            "reserve": _("{piece} goes back to reserve."),
            "captured": _("{piece} has been captured."),
        }
        return _("Nothing stands here"), places.get(event.place, "").format(piece=name)
    seat = state.agreed.seat_of(event.piece)
    whose = names[seat] if seat is not None else ""
    words = _("{piece} of {name}").format(piece=kinds[event.piece].name, name=whose)
    where = {"reserve": _("It comes from the reserve."), "captured": _("It was captured by mistake.")}
    return words, where.get(event.place, _("It comes from {square}.").format(square=event.place))
