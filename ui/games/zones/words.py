"""ZoneS's things in the words of the screen: tiles, pieces, faults of a half, corrections."""

import re
from functools import partial

from companion.game import Violation
from companion.games.zones.events import Ruled
from companion.games.zones.pieces import Kind, Limit, terrain_name
from companion.games.zones.state import Agreed, State
from companion.weigh import Difference
from ui.games.sheets import word_in
from ui.present.names import written
from ui.words import _, joined, several

SHORT = 12
"""Maximum letters of a name on small keys; longer ones are shortened."""
_SQUARE = re.compile(r"\b[a-z]\d{1,2}\b")


RELATIONS = ("preferred", "difficult", "restricted")
"""The relations of a terrain to a piece."""
named = partial(word_in, "ui.games.zones")
"""An entry of one of ZoneS's tables in words.toml."""


def piece_words(name: str) -> str:
    """A piece's name for little room: of a long one the last word."""
    return name if len(name) <= SHORT else name.split()[-1]


def kind_lines(kind: Kind) -> tuple[str, ...]:
    """A piece's roster in two lines: how it moves and what it can do, and what terrain means to it."""
    moves = f"{named('movement', kind.movement)} {named('special', kind.special)}"
    ground = " ".join(
        named("ground", relation).format(terrain=joined([terrain_name(each) for each in sorted(terrains)]))
        for relation in RELATIONS
        if (terrains := getattr(kind, relation))
    )
    return (moves, ground) if ground else (moves,)


def terrain_lines(given: Agreed, terrain: str) -> tuple[str, ...]:
    """What a terrain means to the pieces in play, a line for each meaning."""
    playing = [given.kinds[name] for name in dict.fromkeys((*given.armies[0], *given.armies[1]))]
    return tuple(
        named("here", relation).format(pieces=joined(names))
        for relation in RELATIONS
        if (names := [kind.name for kind in playing if terrain in getattr(kind, relation)])
    )


def squares_in(about: str, given: Agreed) -> tuple[str, ...]:
    return tuple(name for name in _SQUARE.findall(about) if name in given.board.numbers)


def fault_words(violation: Violation, given: Agreed, piece: str = "") -> str:
    """A fault of a half in whole sentences for its owner; `piece`: the name of the piece concerned."""
    about, fault = violation.about, named("fault", violation.rule, "")
    squares = ", ".join(squares_in(about, given))
    if violation.rule == "zn-06-bag" and isinstance(violation, Limit):
        words = _("{n} tiles of {terrain} lie there; the bag holds fewer.")
        return words.format(n=violation.found, terrain=terrain_name(violation.what))
    if isinstance(violation, Limit) and violation.rule == "s4-three-pieces":
        more = violation.found - violation.wanted
        if more > 0:
            return several("Take {n} piece off.", "Take {n} pieces off.", more)
        return several("{n} piece is still to be placed.", "{n} pieces are still to be placed.", -more)
    if violation.rule == "s4-all-filled":
        bare = len(squares_in(about, given))
        return several("{n} square has no tile yet.", "{n} squares have no tile yet.", bare)
    if fault:
        return fault.format(squares=squares or about, about=about)
    rule = written("zones", violation.rule)
    where = _("{piece} may not stand on {square}.").format(piece=piece or _("The piece"), square=squares)
    return f"{where} {named('reason', violation.rule, rule.words if rule else '')}"


def difference_words(given: Agreed, difference: Difference) -> str:
    book = [_thing_words(given, thing.kind, thing.label) for thing in difference.wanted if not thing.hidden]
    seen = [_thing_words(given, one.kind, one.label) for one in difference.seen]
    return _("{square}. In the book: {book}. On the table: {seen}.").format(
        square=difference.region, book=joined(book) or _("nothing"), seen=joined(seen) or _("nothing")
    )


def _thing_words(given: Agreed, kind: str, label: str | None) -> str:
    if label is None:
        return _("an unread tile") if kind == "card" else _("an unread token")
    if kind == "card":
        return terrain_name(label.partition("-")[0])
    return given.kinds[label].name if label in given.kinds else label


def limit_words(violation: Violation) -> str:
    if violation.rule == "s4-armies-by-cost":
        return _("Too dear: {about}.").format(about=violation.about)
    if isinstance(violation, Limit):
        return several(
            "Too few: {n} piece, at least {least}.",
            "Too few: {n} pieces, at least {least}.",
            violation.found,
            least=violation.wanted,
        )
    return _("Not of this side: {about}.").format(about=violation.about)


def override_words(state: State, event: Ruled, names: tuple[str, ...]) -> tuple[str, str]:
    """A correction of a square in words, and what it does to a piece."""
    kinds, piece = state.agreed.kinds, state.at(event.at)
    if event.terrain:
        words = _("The tile is {terrain}").format(terrain=terrain_name(event.terrain))
        return words, ""
    if not event.piece:
        name = piece.kind.name if piece is not None else ""
        return _("Nothing stands here"), named("goes", event.place, "").format(piece=name)
    seat = state.agreed.seat_of(event.piece)
    whose = names[seat] if seat is not None else ""
    words = _("{piece} of {name}").format(piece=kinds[event.piece].name, name=whose)
    elsewhere = _("It comes from {square}.").format(square=event.place)
    return words, named("comes", event.place, elsewhere)
