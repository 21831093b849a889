"""The face of ZoneS: rosters and armies that are agreed on, tokens, and halves that are laid behind a screen."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Event, Option, Setup, SetupFault, Value
from companion.games.zones.pieces import SET, Facts, breaches, facts, written
from companion.games.zones.state import ARMIES, POINTS, SIDES, State
from ui.faces.face import DiscDeck, with_owners
from ui.games.zones.rosters import OURS, Pairs, RosterSide, kept_roster, with_roster
from ui.games.zones.words import limit_words, named, piece_words
from ui.pages.agreement import Draft, PageFace, agree
from ui.pages.played_table import GameSide, PlayedTable
from ui.present import models
from ui.present.board import traces
from ui.present.models import Banner, Button, StepModel, Tile, choice
from ui.present.touches import Goto
from ui.present.walk import Walk
from ui.words import _, several

ARMY = "army:"
"""The page on which a seat puts its army together begins so; the seat's number follows."""


class ZonesFace(PageFace):
    def with_owners(self, setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, facts=with_roster(setup.facts))

    by_touch = True

    def fact_rows(self, chosen: Pairs) -> tuple[models.OptionRow, ...]:
        """Which rosters: our reading, which is not official, or what the owner entered; and the way to enter them."""
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
        """Says that our reading is played, and leads to where owners of the cards enter them."""
        if not chosen and kept_roster().is_own:
            return None
        words = _("Pieces move by our reading, not official. Enter cards")
        return Button(words, Goto("roster"), "quiet", "pen")

    def seat_key(self, draft: Draft, option: Option, seat: int) -> Button | None:
        """A seat's army, which leads to its own page."""
        if option.name != ARMIES.name:
            return None
        words, text = _("The ten of the set"), _part(draft.value(ARMIES), seat)
        if text != SET:
            known, side, _most, _text = _army(draft, seat)
            count = _counted(known, side, text)
            pieces = several("{n} piece", "{n} pieces", count.total())
            points = several("{n} point", "{n} points", _cost(known, count))
            words = f"{pieces}, {points}"
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
        broken = () if text == SET else tuple(breaches(known, side, most, count))
        fault = Banner("trouble", " ".join(limit_words(each) for each in broken)) if broken else None
        title = _("{cost} of {most} points").format(cost=_cost(known, count), most=most)
        as_set = Button(_("As the set"), agree(army_changed, seat, "", 0), "quiet", "back")
        done = Button(_("Done"), agree(Draft.on_page, "seats"), "main", "done", enabled=not broken)
        return StepModel(title, banner=fault, tools=(as_set, done), rows=(models.Tiles(tiles),))

    def setup_fault(self, draft: Draft, fault: SetupFault) -> str:
        """Every limit that an army breaks, by whose it is."""
        found = []
        for seat in range(draft.seats) if fault.field == ARMIES.name else ():
            known, side, most, text = _army(draft, seat)
            broken = () if text == SET else breaches(known, side, most, _counted(known, side, text))
            found += [f"{draft.name_of(seat)}: {limit_words(each)}" for each in broken]
        return " ".join(found)

    def chosen(self, before: Draft, after: Draft) -> Draft:
        """Who takes the other side takes its army."""
        if before.value(SIDES) == after.value(SIDES):
            return after
        armies = after.value(ARMIES)
        return after.with_value(ARMIES.name, f"{_part(armies, 1)},{_part(armies, 0)}")

    @property
    def steps(self) -> Mapping[str, Callable[..., models.StepPage]]:
        return {"roster": lambda _agreement, _clock: RosterSide()}

    def table_side(self, side: PlayedTable) -> GameSide:
        from ui.games.zones.faces import ShownField

        return ShownField(side)

    def still(self, walk: Walk, place: int) -> object:
        from ui.games.zones.field import bare, halves_laid, open_board

        state: State = walk.states[place]
        if state.phase == "set-up":
            return bare(state.agreed) if walk.over is None else halves_laid(state)
        event = walk.event(place)
        marks, arrows = traces(() if event is None else (event,), self.game.table(walk.setup))
        ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
        return replace(open_board(state, {mark.region: mark.kind for mark in marks}), taps=None, ways=ways)

    def event_pictures(self, state: Any, event: Event, /) -> tuple[models.EventPicture, ...]:
        from ui.games.zones.field import event_pictures

        return event_pictures(state, event)

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((kind.id, kind.name) for kind in facts(setup.facts).kinds.values())
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, self.game.table(setup))


def _army(draft: Draft, seat: int) -> tuple[Facts, str, int, str]:
    """The rosters, a seat's side, the most points of an army, and the seat's army as it is written."""
    options = tuple(pair for pair in draft.options if pair[0] != ARMIES.name)
    setup = Setup(draft.seats, options, (), draft.facts)
    with suppress(SetupFault):  # whatever else is agreed may be wrong
        setup = with_owners(draft.game, setup)
    side = str(setup.option(SIDES.name, SIDES.default)).split(",")[seat]
    most = setup.option(POINTS.name, POINTS.default)
    assert isinstance(most, int)
    return facts(setup.facts), side, most, _part(draft.value(ARMIES), seat)


def _part(armies: Value, seat: int) -> str:
    parts = str(armies).split(",")
    return parts[seat] if seat < len(parts) else SET


def _counted(known: Facts, side: str, text: str) -> Counter[str]:
    """The pieces that an army's text names and the rosters hold."""
    if text == SET:
        return Counter({name: known.kinds[name].count for name in known.of_side(side)})
    try:
        return Counter({name: n for name, n in written(text).items() if name in known.kinds and n})
    except SetupFault:
        return Counter()


def _cost(known: Facts, count: Counter[str]) -> int:
    return sum(known.kinds[name].cost * n for name, n in count.items())


def army_changed(draft: Draft, seat: int, piece: str, more: int) -> Draft:
    """With more (or fewer) of a piece in a seat's army; without a piece that seat has the set again."""
    known, side, _most, text = _army(draft, seat)
    count = _counted(known, side, text)
    count[piece] = max(0, count[piece] + more)
    parts = [_part(draft.value(ARMIES), other) for other in (0, 1)]
    parts[seat] = "+".join(f"{name}*{count[name]}" for name in known.of_side(side) if count[name])
    if not piece or count == _counted(known, side, SET):
        parts[seat] = SET
    return draft.with_value(ARMIES.name, ",".join(part or f"{piece}*0" for part in parts))


face = ZonesFace
