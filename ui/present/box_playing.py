"""What the box says where it plays a seat: what it does, that it thinks, what it makes of the game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.game import Chance, Event, Over, Seat
from companion.sight import Lying
from ui.present.board import traces
from ui.present.field import pointed, shown_going
from ui.present.models import Banner, Button, TableModel
from ui.present.moment import GameSnapshot
from ui.present.personas import Persona
from ui.present.piles import card_tile
from ui.present.pointing import pointing_to
from ui.present.table_touches import HoldForBox, HurryBox, LetBoxGoOn, NothingToDo, SayForBox
from ui.words import _, several

AHEAD, BEHIND = 0.75, 0.25
"""Beyond these the box says how it stands."""
SHOWN_ON = frozenset({"play", "dice", "over"})


@dataclass(frozen=True, slots=True)
class Draws:
    """The hand that people draw for the box: how many cards are `wanted` yet, which are `held`, which may be drawn."""

    wanted: int
    held: tuple[str, ...]
    may_be: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BoxSays:
    """What the box has to say now.

    `words`: what it does, `event` as far as it decides it and `ways` whatever may come of that; `temper`: what it says
    besides, in its own way.
    `instead`: what it had meant where something else was laid. `thinks`, and `slow`: for long. `waits`: people took
    something back. `troubled`: it cannot think. `won`: once the game is over. `draws`: it needs to know its hand
    first. `lays`: what it had behind a screen is to be laid. `seats`: which it plays.
    """

    persona: Persona
    seats: frozenset[Seat] = frozenset()
    name: str = ""
    thinks: bool = False
    words: str = ""
    event: Event | None = None
    ways: tuple[Event, ...] = ()
    temper: str = ""
    instead: str = ""
    waits: bool = False
    troubled: bool = False
    slow: bool = False
    won: bool = False
    draws: Draws | None = None
    lays: bool = False


def box_model(says: BoxSays, moment: GameSnapshot, model: TableModel) -> TableModel:
    """The model with what the box says, where nothing else has to be said first."""
    if model.kind not in SHOWN_ON:
        return model
    model = _drawn_by_people(says, moment, model)
    if isinstance(moment.reply.turn, Over):
        said = says.persona.won if says.won else says.persona.lost
        return replace(
            model, body=(*model.body, _("{name}: “{words}”").format(name=says.name, words=_(said)))
        )
    if says.troubled:
        words = _("{name} cannot think just now. Play on for it, or ask it again.").format(name=says.name)
        again = Button(_("Ask it again"), LetBoxGoOn(), "main", "turn")
        return replace(_in_its_place(model), banner=Banner("trouble", words), helps=(again, *model.helps))
    if says.waits:
        words = _("Something was taken back. {name} waits.").format(name=says.name)
        go_on = Button(_("{name} may go on").format(name=says.name), LetBoxGoOn(), "main", "play")
        banner = model.banner or Banner("calm", words)
        return replace(_in_its_place(model), banner=banner, helps=(go_on, *model.helps))
    if says.lays and not says.words and (moment.reply.differences or moment.scene is None):
        return _lifted(says, moment, model)
    if says.draws is not None and model.kind == "play":
        return _drawing(says, says.draws, moment, model)
    if says.thinks and model.banner is None:
        words = _("{name} is thinking …").format(name=says.name)
        hurry = (Button(_("Play now"), HurryBox(), "quiet", "play"),) if says.slow else ()
        # What people could say for it stands there, but does not stand out.
        helps, tools = _quiet(model.helps), _quiet(model.tools)
        return replace(model, banner=Banner("wait", words), helps=(*helps, *hurry), tools=tools)
    if says.event is not None and model.kind == "play" and not moment.reply.chores:
        return _wishing(says, says.event, moment, model)
    if says.instead and model.banner is None:
        words = _("{name} had meant: {words}").format(name=says.name, words=says.instead)
        return replace(
            model, banner=Banner("calm", words, _("What lies there counts; it can be taken back."))
        )
    return model


def _drawn_by_people(says: BoxSays, moment: GameSnapshot, model: TableModel) -> TableModel:
    """The model with lots for people alone to draw, where one of them may: one lot is drawn for all."""
    turn = moment.reply.turn
    theirs = tuple(roll for roll in model.rolls if roll.seat not in says.seats)
    return (
        replace(model, rolls=theirs) if isinstance(turn, Chance) and turn.what == "lot" and theirs else model
    )


def _quiet(keys: tuple[Button, ...]) -> tuple[Button, ...]:
    return tuple(replace(key, weight="plain") if key.weight == "main" else key for key in keys)


def _in_its_place(model: TableModel) -> TableModel:
    """The model without what is awaited of whose turn it is, as the banner says what people are to do."""
    return replace(model, body=model.body[1:]) if model.kind == "play" else model


def _wishing(says: BoxSays, event: Event, moment: GameSnapshot, model: TableModel) -> TableModel:
    """What the box plays, on the board and in words, with the key that says that it lies so."""
    marks, arrows = traces((event,), moment.table, "go")
    key = (
        Button(_("Lay it for me"), SayForBox(), "main", "cards")
        if moment.simulated
        else Button(_("It is laid"), SayForBox(), "main", "done")
    )
    ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
    board = replace(model.board, marks=marks, arrows=arrows)
    shown = replace(_in_its_place(model), board=board, own=shown_going(model.own, ways))
    banner = model.banner if model.banner is not None and model.banner.tone == "wait" else None
    return replace(
        pointing_to(shown, {mark.region for mark in marks}),
        banner=banner or Banner("ask", says.words, _("Please lay it like this.")),
        remark=_("“{words}”").format(words=_(says.temper)) if says.temper else "",
        helps=(key, *model.helps) if says.ways else model.helps,
        close_up=None,
    )


def _lifted(says: BoxSays, moment: GameSnapshot, model: TableModel) -> TableModel:
    """What it had behind the screen is marked on the board."""
    words = _("Now lay what {name} has, as the board shows it.").format(name=says.name)
    where = frozenset(difference.region for difference in moment.reply.differences)
    return replace(_in_its_place(model), banner=Banner("ask", words), own=pointed(model.own, where))


def _drawing(says: BoxSays, draws: Draws, moment: GameSnapshot, model: TableModel) -> TableModel:
    """The cards that its hand may hold, to be touched as they are drawn."""
    held = Counter(draws.held)
    tiles = tuple(
        replace(
            card_tile(moment, card, HoldForBox(card) if count and draws.wanted else NothingToDo()),
            after=f"×{held[card]}" if held[card] else "",
            lit=bool(held[card]),
            faded=not count and not held[card],
            less=HoldForBox(card, -1) if held[card] else None,
        )
        for card, count in sorted({**dict.fromkeys(held, 0), **draws.may_be}.items())
    )
    words = several(
        "Draw a card for {name} and touch it here.",
        "Draw for {name} and touch here what it holds: {n} more cards.",
        draws.wanted,
        name=says.name,
    )
    more = _("Its hand lies open beside the table.")
    return replace(model, banner=Banner("ask", words, more), tiles=tiles, helps=(), tally=None, body=())


def temper_of(persona: Persona, event: Event, worth: float, lying: Mapping[str, Lying]) -> str:
    """What somebody says of a move and how it stands with it; empty where it stands even. `lying`: what all may see."""
    if worth < BEHIND:
        return persona.behind
    if worth <= AHEAD:
        return ""
    hidden = any(
        thing.kind == "card" and thing.face == "down" and thing.seat not in (None, event.seat)
        for region in (event.to, event.at)
        for thing in lying.get(region or "", ())
    )
    return persona.guesses if hidden and persona.guesses else persona.ahead
