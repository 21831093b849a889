"""The face of ZoneS: agreeing on rosters and armies, tokens, and halves laid behind a screen.

The owner's printed rosters are kept in the owner's file; the program's own values fill its gaps, and are never called
official. Rule kept: an unusable file is named with line and field, and no part of it is played. On its page nothing
is written before “Save”, and no change is dropped without asking.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import msgspec

from companion.bounded import MOST_TOML_BYTES, file_text
from companion.game import Event, Option, Setup, SetupFault, Value
from companion.games.zones import pieces
from companion.games.zones.pieces import ROSTER, SET, Facts, Kind, facts, side_title, violations, written
from companion.games.zones.state import ARMIES, POINTS, SIDES, State
from companion.kits.exact import NOTHING
from companion.kits.toml_text import TextFault, line_of, read_toml, toml_text
from ui.faces.face import DiscDeck
from ui.games.zones.words import RELATIONS, kind_lines, limit_words, named, piece_words
from ui.owned.tribes import OwnersFault, write_file
from ui.pages.agreement import Draft, PageFace, agree
from ui.pages.played_table import GameSide, PlayedTable
from ui.places import roster_file
from ui.present import models
from ui.present.board import traces
from ui.present.models import (
    Banner,
    Button,
    OptionRow,
    StepModel,
    StepPage,
    Tile,
    choice,
    notice,
)
from ui.present.touches import Goto, LeaveSteps, Touch, Typed, do, taken_by
from ui.present.walk import Walk
from ui.words import _, several

Pairs = tuple[tuple[str, Value], ...]
NAME, CONFIRMED = f"{ROSTER}.name", f"{ROSTER}.confirmed"
OURS: Pairs = ((NAME, str(pieces.shipped()[ROSTER]["name"])), (CONFIRMED, False))
"""The facts that mean: our own reading, which is not official."""
ENTERED = ("movement", "preferred", "difficult", "restricted")
"""The values that the source has lost: only the printed cards have them."""
_KEYS = tuple(
    dict.fromkeys(name.partition(".")[2] for name in pieces.fact_names() if not name.startswith(ROSTER))
)
_ROSTER_KEYS = (NAME.partition(".")[2], CONFIRMED.partition(".")[2])
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = "# What the printed rosters of ZoneS say. A piece's entries are those of the program's own facts.\n\n"


@dataclass(frozen=True, slots=True)
class KeptRosters:
    """The contents of the owner's file. `fault`: why it cannot be used."""

    facts: Pairs = ()
    fault: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it holds the owner's own values, all confirmed."""
        return dict(self.facts).get(CONFIRMED) is True


def kept_roster() -> KeptRosters:
    file = roster_file()
    try:
        if not file.is_file():
            return KeptRosters()
        return KeptRosters(read_roster(file_text(file, MOST_TOML_BYTES)))
    except (OSError, UnicodeDecodeError, TextFault) as fault:
        return KeptRosters(fault=f"{file}: {fault}")


def read_roster(text: str) -> Pairs:
    """The facts in a file's text. Raises TextFault naming line, field, what was expected and found."""
    raw = read_toml(text)
    pairs: list[tuple[str, Value]] = []
    for piece, entry in raw.items():
        if not isinstance(entry, dict):
            raise TextFault(line_of(text, (piece,)), piece, "a table such as [archer]", entry)
        for key, value in entry.items():
            if not isinstance(value, str | int | bool):
                raise TextFault(
                    line_of(text, (piece, key)), f"{piece}.{key}", "a text, a number or true", value
                )
            known = _ROSTER_KEYS if piece == ROSTER else _KEYS
            if key not in known:
                expected = f"one of {', '.join(known)}"
                raise TextFault(line_of(text, (piece, key)), piece, expected, key)
            pairs.append((f"{piece}.{key}", value))
    try:
        facts(tuple(pairs))
    except SetupFault as fault:
        field = fault.field.removeprefix("facts: ")
        line = line_of(text, tuple(field.split(".")))
        raise TextFault(line, field, fault.expected, dict(pairs).get(field, NOTHING)) from None
    return tuple(pairs)


def roster_text(pairs: Iterable[tuple[str, Value]]) -> str:
    """The facts as a file's text, which reads back as the same facts."""
    raw: dict[str, dict[str, Any]] = {}
    for name, value in pairs:
        piece, _, key = name.partition(".")
        raw.setdefault(piece, {})[key] = value
    keys = {
        piece: piece if _BARE.fullmatch(piece) else json.dumps(piece, ensure_ascii=False) for piece in raw
    }
    return _HEAD + "\n".join(f"[{keys[piece]}]\n{toml_text(entry)}" for piece, entry in raw.items())


def with_roster(given: Pairs) -> Pairs:
    """The facts of a set-up: those given, else those of the owner's file. Raises OwnersFault."""
    if given:
        return given
    kept = kept_roster()
    if kept.fault:
        raise OwnersFault(kept.fault)
    return kept.facts if kept.is_own else ()


# The page: a list of pieces, and a form for each.

Phase = Literal["list", "form", "name", "leaving"]
MOST_LETTERS, MOST_NUMBER = 24, 99
MOVEMENTS, SPECIALS, CLASSES = get_args(pieces.Movement), get_args(pieces.Special), get_args(pieces.Category)
NUMBERS, TEXTS = ("cost", "count"), ("name", "side")
_SIGNS = re.compile(r"[^a-z0-9]+")


class RosterSide(StepPage):
    def __init__(self) -> None:
        kept = kept_roster()
        self._told = {name: value for name, value in kept.facts if name not in (NAME, CONFIRMED)}
        self._kept = self._told
        self._before: list[dict[str, Value]] = []
        self._phase: Phase = "list"
        self._piece = ""
        self._editing = ""
        self._fault = kept.fault

    def take(self, touch: Touch) -> bool:
        self._fault = ""
        if isinstance(touch, Typed):
            self._typed(touch.text)
            return True
        return taken_by(self, touch)

    @property
    def known(self) -> Facts:
        return facts(tuple(self._told.items()))

    @property
    def _missing(self) -> tuple[str, ...]:
        """The pieces with a value missing that only the cards have."""
        told = self._told.keys()
        return tuple(name for name in self.known.kinds if not {f"{name}.{key}" for key in ENTERED} <= told)

    def model(self) -> StepModel:
        title, trouble = _("Roster cards"), notice("trouble", self._fault)
        # While a form, a name or the question at leaving is open, it covers the list.
        if self._phase == "form":
            return self._form_model(self.known.kinds[self._piece], trouble)
        if self._phase == "name":
            return StepModel(title, banner=trouble, editing=(_("Name of the piece"), ""))
        if self._phase == "leaving":
            ways = (
                Button(_("Save"), do(self.save), "main", "done"),
                Button(_("Leave without saving"), LeaveSteps(), "danger", "wrong"),
                Button(_("Go on entering"), do(self.show_list), "plain", "back"),
            )
            return StepModel(title, _("Not saved yet"), banner=trouble, keys=ways, tools=())
        # The list: a key for each piece, which says whether it is still to be entered.
        known, missing = self.known, self._missing
        keys = [
            Button(
                f"{kind.name} · {side_title(kind.side)}",
                do(self.open, name),
                "plain",
                "done" if name not in missing else "pen",
                " ".join(kind_lines(kind)) if name not in missing else _("Not entered yet."),
            )
            for name, kind in known.kinds.items()
        ]
        add = Button(_("Another piece"), do(self.add), "quiet", "plus", _("For sets that came later."))
        left = len(missing)
        words = (
            several(
                "{n} card is still to be entered; until then our reading is played.",
                "{n} cards are still to be entered; until then our reading is played.",
                left,
            )
            if left
            else _("Every card is entered.")
        )
        banner = trouble or Banner("ask" if left else "good", words)
        tools = (
            Button(_("Back"), do(self.leave), "quiet", "back"),
            Button(_("Undo"), do(self.undo), "plain", "turn", enabled=bool(self._before)),
            Button(_("Our reading"), do(self.play_ours), "plain", "book"),
            Button(_("Save"), do(self.save), "main", "done", enabled=bool(self._told)),
        )
        return StepModel(title, banner=banner, keys=(*keys, add), tools=tools)

    def _form_model(self, kind: Kind, banner: Banner | None) -> StepModel:
        def row(title: str, table: str, chosen: str, touches: dict[str, Touch]) -> OptionRow:
            keys = (choice(named(table, each), touch, each == chosen) for each, touch in touches.items())
            return OptionRow(title, tuple(keys))

        def told(key: str, values: tuple[str, ...]) -> dict[str, Touch]:
            return {value: do(self.tell, key, value) for value in values}

        def liked(terrain: str) -> OptionRow:
            chosen = next((name for name in RELATIONS if terrain in getattr(kind, name)), "")
            touches: dict[str, Touch] = {
                each: do(self.tell_terrain, terrain, each) for each in ("", *RELATIONS)
            }
            return row(pieces.terrain_title(terrain), "relation", chosen, touches)

        # Typed values: the prompt, the present value, and the words on its key.
        typed = {
            "name": (_("Name of the piece"), kind.printed, kind.printed),
            "side": (_("Side of the piece"), kind.side, side_title(kind.side)),
            "cost": (_("Cost, a number"), str(kind.cost), str(kind.cost)),
            "count": (_("How many the set holds"), str(kind.count), f"×{kind.count}"),
        }
        entered = (Button(each[-1], do(self.enter, key), "plain", "pen") for key, each in typed.items())
        # A row for each value with a few choices, and one for typed values.
        rows = (
            row(_("Movement"), "movement-title", kind.movement, told("movement", MOVEMENTS)),
            *map(liked, pieces.TERRAINS),
            row(_("Special"), "special", kind.special, told("special", SPECIALS)),
            row(_("Class"), "class", kind.category, told("class", CLASSES)),
            OptionRow(_("Name, side, cost, and how many the set holds"), tuple(entered)),
        )
        editing = typed[self._editing][:2] if self._editing else None
        if banner is None and self._piece in self._missing:
            banner = Banner("ask", _("Our reading is shown. Touch what is different on your card."))
        tools = (
            Button(_("Back"), do(self.show_list), "quiet", "back"),
            Button(_("Undo"), do(self.undo), "plain", "turn", enabled=bool(self._before)),
            Button(_("My card says this"), do(self.so_it_is), "main", "done"),
        )
        return StepModel(kind.name, banner=banner, tools=tools, editing=editing, rows=rows)

    # what touches do

    def open(self, piece: str) -> None:
        self._piece, self._phase = piece, "form"

    def tell_terrain(self, terrain: str, relation: str) -> None:
        kind, found = self.known.kinds[self._piece], dict[str, Value]()
        for name in RELATIONS:
            before: frozenset[str] = getattr(kind, name)
            after = before | {terrain} if name == relation else before - {terrain}
            if after != before:
                found[name] = ",".join(each for each in pieces.TERRAINS if each in after)
        self._change(found)

    def so_it_is(self) -> None:
        # The values as shown all count as entered.
        kind = self.known.kinds[self._piece]
        liked = {key: ",".join(sorted(getattr(kind, key))) for key in RELATIONS}
        self._change({"movement": kind.movement, **liked})
        if not self._fault:
            self._phase = "list"

    def enter(self, key: str) -> None:
        self._editing = key

    def add(self) -> None:
        self._phase = "name"

    def show_list(self) -> None:
        self._phase = "list"

    def play_ours(self) -> None:
        if self._kept_as(OURS):
            self.given_up = True

    def undo(self) -> None:
        if self._before:
            self._told = self._before.pop()
        if self._piece not in self.known.kinds:
            self._phase = "list"

    def save(self) -> None:
        """Saves everything entered; it is played once all cards are entered, our reading until then."""
        own: Pairs = ((NAME, _("the owner’s cards")), (CONFIRMED, True))
        if self._kept_as(OURS if self._missing else own):
            self._kept, self._before = self._told, []
            self.given_up = True

    def leave(self) -> None:
        """Leaves the page; asks first if something is not saved."""
        if self._told != self._kept:
            self._phase = "leaving"
        else:
            self.given_up = True

    def tell(self, key: str, value: Value) -> None:
        self._change({key: value})

    def _typed(self, text: str | None) -> None:
        """A name or a number was typed; None changes nothing."""
        if self._phase == "name":
            # A new piece has been named; the rest is told in its form.
            self._phase = "list"
            said = (text or "").strip()[:MOST_LETTERS]
            id = _SIGNS.sub("-", said.lower()).strip("-")
            if text is not None and (not id or id in self.known.kinds or id == ROSTER):
                self._fault = _("Expected the name of a piece that is not there yet, found {text}.").format(
                    text=said or "–"
                )
            elif text is not None:
                first: dict[str, Value] = {"name": said, "side": next(iter(self.known.sides))}
                self._piece, self._phase = id, "form"
                self._change(first | {"class": "infantry", "cost": 5, "movement": "orthogonal"})
            return
        key, self._editing = self._editing, ""
        if text is None or not key:
            return
        said = text.strip()
        if key in NUMBERS:
            if not said.isdecimal() or int(said) > MOST_NUMBER:
                self._fault = _("Expected a number from 0 to {most}, found {text}.").format(
                    most=MOST_NUMBER, text=said or "–"
                )
                return
            self.tell(key, int(said))
        elif key in TEXTS:
            if not said or len(said) > MOST_LETTERS:
                self._fault = _("Expected 1 to {most} letters, found {n}.").format(
                    most=MOST_LETTERS, n=len(said)
                )
                return
            self.tell(key, said if key == "name" else said.lower())

    def _change(self, told: Mapping[str, Value]) -> None:
        """Changes facts of the piece, if they are possible."""
        changed = self._told | {f"{self._piece}.{key}": value for key, value in told.items()}
        try:
            facts(tuple(changed.items()))
        except SetupFault as fault:
            self._fault = str(fault)
            return
        if changed != self._told:
            self._before.append(self._told)
            self._told = changed

    def _kept_as(self, ours: Pairs) -> bool:
        try:
            write_file(roster_file(), roster_text((*ours, *self._told.items())))
        except OwnersFault as fault:
            self._fault = str(fault)
            return False
        return True

    def asks_before_home(self) -> bool:
        if self._told == self._kept or self._phase == "leaving":
            return False
        self._phase = "leaving"
        return True

    def way_back(self) -> Touch:
        return do(self.leave if self._phase == "list" else self.show_list)


# Agreements before a game, and the face itself.

ARMY = "army:"
"""Prefix of the page for a seat's army; the seat's number follows."""


class ZonesFace(PageFace):
    def with_owners(self, setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, facts=with_roster(setup.facts))

    by_touch = True

    def fact_rows(self, chosen: Pairs) -> tuple[models.OptionRow, ...]:
        """The choice of rosters, our unofficial reading or the owner's, and the way to enter them."""
        kept = kept_roster()
        ours = bool(chosen) or not (kept.is_own or kept.fault)
        told = agree(Draft.with_facts, OURS if kept.is_own or kept.fault else ())
        found = [choice(_("Our reading, not official"), told, ours)]
        if kept.is_own:
            found.append(choice(_("As on our cards"), agree(Draft.with_facts, ()), not ours))
        found.append(Button(_("Enter cards"), Goto("roster"), "quiet", "pen"))
        fault = f" · {kept.fault}" if kept.fault else ""
        return (models.OptionRow(_("How the pieces move and what terrain they like") + fault, tuple(found)),)

    def facts_key(self, chosen: Pairs) -> Button | None:
        """A key saying that our reading is played, which leads to where owners enter their cards."""
        if not chosen and kept_roster().is_own:
            return None
        words = _("Pieces move by our reading, not official. Enter cards")
        return Button(words, Goto("roster"), "quiet", "pen")

    def seat_key(self, draft: Draft, option: Option, seat: int) -> Button | None:
        """A seat's army, as a key to its own page."""
        if option.name != ARMIES.name:
            return None
        words, text = _("The ten of the set"), _part(draft.value(ARMIES), seat)
        if text != SET:
            known, side, _most, _text = _army(draft, seat)
            count = _counted(known, side, text)
            held = several("{n} piece", "{n} pieces", count.total())
            points = several("{n} point", "{n} points", _cost(known, count))
            words = f"{held}, {points}"
        opens = agree(Draft.on_page, f"{ARMY}{seat}")
        return Button(words, opens, "plain" if text == SET else "main", "cards")

    def agreement_page(self, draft: Draft) -> StepModel | None:
        number = draft.page.removeprefix(ARMY)
        if number == draft.page:
            return None
        seat = int(number)
        known, side, most, text = _army(draft, seat)
        count = _counted(known, side, text)
        tiles = tuple(
            Tile(
                piece_words(known.kinds[name].name) + (f" ×{count[name]}" if count[name] else ""),
                agree(army_changed, seat, name, 1),
                detail=named("class", known.kinds[name].category),
                before=str(known.kinds[name].cost),
                lit=count[name] > 0,
                less=agree(army_changed, seat, name, -1) if count[name] else None,
            )
            for name in known.of_side(side)
        )
        broken = () if text == SET else tuple(violations(known, side, most, count))
        fault = Banner("trouble", " ".join(limit_words(each) for each in broken)) if broken else None
        title = _("{cost} of {most} points").format(cost=_cost(known, count), most=most)
        as_set = Button(_("As the set"), agree(army_changed, seat, "", 0), "quiet", "back")
        done = Button(_("Done"), agree(Draft.on_page, "seats"), "main", "done", enabled=not broken)
        return StepModel(title, banner=fault, tools=(as_set, done), rows=(models.Tiles(tiles),))

    def setup_fault(self, draft: Draft, fault: SetupFault) -> str:
        """Every limit that an army breaks, by seat."""
        found = []
        for seat in range(draft.seats) if fault.field == ARMIES.name else ():
            known, side, most, text = _army(draft, seat)
            broken = () if text == SET else violations(known, side, most, _counted(known, side, text))
            found += [f"{draft.name_of(seat)}: {limit_words(each)}" for each in broken]
        return " ".join(found)

    def chosen(self, before: Draft, after: Draft) -> Draft:
        """A seat that takes the other side takes its army."""
        if before.value(SIDES) == after.value(SIDES):
            return after
        armies = after.value(ARMIES)
        return after.with_value(ARMIES.name, f"{_part(armies, 1)},{_part(armies, 0)}")

    @property
    def steps(self) -> Mapping[str, Callable[..., models.StepPage]]:
        return {"roster": lambda _agreement, _clock: RosterSide()}

    def table_side(self, side: PlayedTable) -> GameSide:
        from ui.games.zones.side import FieldSide

        return FieldSide(side)

    def still(self, walk: Walk, place: int) -> object:
        from ui.games.zones.field import bare, halves_laid, open_board

        state: State = walk.states[place]
        if state.phase == "set-up":
            return bare(state.agreed) if walk.over is None else halves_laid(state)
        event = walk.event(place)
        marks, arrows = traces(() if event is None else (event,), self.game.table(walk.setup))
        ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
        return replace(open_board(state, {mark.region: mark.kind for mark in marks}), ways=ways)

    def event_pictures(self, state: Any, event: Event, /) -> tuple[models.EventPicture, ...]:
        from ui.games.zones.field import event_pictures

        return event_pictures(state, event)

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((kind.id, kind.name) for kind in facts(setup.facts).kinds.values())
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, self.game.table(setup))


def _army(draft: Draft, seat: int) -> tuple[Facts, str, int, str]:
    """The rosters, a seat's side, the maximum points of an army, and the seat's army as written."""
    options = tuple(pair for pair in draft.options if pair[0] != ARMIES.name)
    setup = Setup(draft.seats, options, (), draft.facts)
    with suppress(SetupFault):  # other parts of the agreement may be wrong
        setup = msgspec.structs.replace(setup, facts=with_roster(setup.facts))
    side = str(setup.option(SIDES.name, SIDES.default)).split(",")[seat]
    most = setup.option(POINTS.name, POINTS.default)
    assert isinstance(most, int)
    return facts(setup.facts), side, most, _part(draft.value(ARMIES), seat)


def _part(armies: Value, seat: int) -> str:
    parts = str(armies).split(",")
    return parts[seat] if seat < len(parts) else SET


def _counted(known: Facts, side: str, text: str) -> Counter[str]:
    """The pieces in an army's text that the rosters hold."""
    if text == SET:
        return Counter({name: known.kinds[name].count for name in known.of_side(side)})
    try:
        return Counter({name: n for name, n in written(text).items() if name in known.kinds and n})
    except SetupFault:
        return Counter()


def _cost(known: Facts, count: Counter[str]) -> int:
    return sum(known.kinds[name].cost * n for name, n in count.items())


def army_changed(draft: Draft, seat: int, piece: str, more: int) -> Draft:
    """The draft with more (or fewer) of a piece in a seat's army; without a piece, with the set again."""
    known, side, _most, text = _army(draft, seat)
    count = _counted(known, side, text)
    count[piece] = max(0, count[piece] + more)
    parts = [_part(draft.value(ARMIES), other) for other in (0, 1)]
    parts[seat] = "+".join(f"{name}*{count[name]}" for name in known.of_side(side) if count[name])
    if not piece or count == _counted(known, side, SET):
        parts[seat] = SET
    return draft.with_value(ARMIES.name, ",".join(part or f"{piece}*0" for part in parts))


face = ZonesFace
