"""Events in a sentence, told on the state before them; nothing behind the screen is named."""

from typing import Any

from companion.games.zones.events import Based, Drew, Laid, Lifted, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.pieces import terrain_name
from companion.games.zones.state import State, seat_name
from companion.kits.events import Starts, common_words
from companion.language import _


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    name = "" if event.seat is None else seat_name(state, event.seat)
    match event:
        case Based():
            return _("{name}: base laid").format(name=name)
        case Drew():
            number = state.screen.drawn[event.seat] + 1 if event.seat in (0, 1) else 0
            said = _("{name}: tile {n} of {all} drawn and laid")
            return said.format(name=name, n=number, all=state.agreed.tiles)
        case Laid():
            said = _("{name} says: ready") if event.whole else _("{name} says: not ready yet")
            return said.format(name=name)
        case Lifted():
            return _("The screen is lifted")
        case Starts():
            return _("{name} begins").format(name=name)
        case Moved():
            said = _("{name}: {piece} {start} → {to}")
            if state.at(event.to) is not None:
                said = _("{name}: {piece} {start} → {to}, captures {target}")
            piece, target = on(state, event.start), on(state, event.to)
            return said.format(name=name, piece=piece, start=event.start, to=event.to, target=target)
        case Summoned():
            said = _("{name}: {piece} summoned on {square}")
            return said.format(name=name, piece=called(state, event.piece), square=event.at)
        case Shot():
            said = _("{name}: {piece} on {start} shoots {target} on {square}")
            piece, target = on(state, event.start), on(state, event.at)
            return said.format(name=name, piece=piece, start=event.start, target=target, square=event.at)
        case Returned():
            said = _("{name}: {piece} returns to reserve")
            return said.format(name=name, piece=called(state, event.piece))
        case Ruled():
            at, place = event.at, event.place
            if event.terrain:
                words = _("By agreement the tile on {square} is {terrain}")
                return words.format(square=at, terrain=terrain_name(event.terrain))
            if event.piece:
                known = {
                    "": _("By agreement {piece} stands on {square}"),
                    "reserve": _("By agreement {piece} stands on {square}, from the reserve"),
                    "captured": _("By agreement {piece} stands on {square}, from the captures"),
                }
                words = known.get(place, _("By agreement {piece} stands on {square}, from {place}"))
                return words.format(piece=called(state, event.piece), square=at, place=place)
            known = {
                "": _("By agreement nothing stands on {square}"),
                "reserve": _("By agreement nothing stands on {square}; {piece} belongs to the reserve"),
                "captured": _("By agreement nothing stands on {square}; {piece} belongs to the captures"),
            }
            words = known.get(place, _("By agreement nothing stands on {square}; {piece} belongs to {place}"))
            return words.format(piece=on(state, at), square=at, place=place)
    return common_words(event, name)


def called(state: State, piece: str) -> str:
    """A piece's printed name."""
    kind = state.agreed.kinds.get(piece)
    return piece if kind is None else kind.name


def on(state: State, square: str) -> str:
    piece = state.at(square)
    return _("nothing") if piece is None else piece.kind.name
