"""For one pair of eyes: the curtain before it, a seat's own cards, its hand, and what it chooses in secret.

Rule kept: nothing of this is drawn before the curtain is open, and every way out of it leads to the shared screen.
"""

from dataclasses import replace
from typing import Any

from companion.game import Event, Seat
from companion.sight import Thing
from ui.present.board import board
from ui.present.models import Action, Banner, Button, Focus, Mark, Pad, Piece, TableModel
from ui.present.moment import Moment
from ui.present.names import joined, label_words
from ui.present.narrowing import has, narrowed, values
from ui.present.picking import deck_of, stepped
from ui.secrecy import is_secret, may_look, secret_choices
from ui.words import _

NEAR_LEFT = {True: ("tl", "tr", "br", "bl"), False: ("tr", "tl", "bl", "br")}
"""The enemy's corners as its card lies before whoever touches it, at near left, near right, far right, far left.

By whether the back is touched: a card is turned over like a page, so its top stays where it is, and its owner sits
opposite.
"""
MOST_WORDS = 12


def alone_keys(moment: Moment) -> tuple[Button, ...]:
    """For every seat that has something to look at or to choose by itself: the way to the curtain."""
    if moment.reply.layout is not None and not secretly_due(moment):
        return ()
    found = []
    for seat, name in enumerate(moment.names):
        due = seat in secretly_due(moment)
        if due or may_look(moment.game, moment.state, seat):
            words = _("{name} chooses in secret") if due else _("For {name} alone")
            weight = "main" if due else "plain"
            found.append(
                Button(
                    words.format(name=name),
                    Action("curtain", seat),
                    weight,  # type: ignore[arg-type]
                    "eye",
                    seat=seat,
                )
            )
    return tuple(found)


def secretly_due(moment: Moment) -> tuple[Seat, ...]:
    """The seats that can do nothing now but choose something in secret."""
    return tuple(
        seat
        for seat in range(moment.setup.seats)
        if (choices := secret_choices(moment.game, moment.state, seat))
        and all(choice.told for choice in choices)
    )


def curtain(moment: Moment, focus: Focus, model: TableModel) -> TableModel:
    """Nothing is shown yet: the others look away, and one touch opens."""
    seat = focus.alone or 0
    others = joined([name for other, name in enumerate(moment.names) if other != seat])
    name = moment.names[seat]
    answers = (
        Button(_("I am {name}: open").format(name=name), Action("open_curtain"), "main", "eye", seat=seat),
        Button(_("Not now"), Action("close"), "quiet", "back"),
    )
    return replace(
        model,
        headline=_("{name} alone may look now").format(name=name),
        body=(_("{others}: please look away.").format(others=others),),
        board=replace(model.board, pieces=(), marks=(), arrows=()),
        answers=answers,
        past=(),
        tools=(),
        chips=_without_aside(model),
    )


def private(moment: Moment, focus: Focus, model: TableModel) -> TableModel:
    """A seat's own page: its choice if one is due, else its cards and its hand."""
    seat = focus.alone or 0
    model = replace(model, past=(), tools=(), chips=_without_aside(model), trouble=None)
    choices = secret_choices(moment.game, moment.state, seat)
    if choices and all(choice.told and has(choice, "corner") for choice in choices):
        return pad(moment, focus, model, choices)
    if focus.picking:
        return stepped(moment, focus, model, narrowed(own_acts(moment, seat), focus.picks))
    return own_cards(moment, focus, model)


def own_cards(moment: Moment, focus: Focus, model: TableModel) -> TableModel:
    """The board with the seat's own cards open to it, its hand, and what it may do with either."""
    seat = focus.alone or 0
    view = moment.game.view(moment.state, seat)
    about = view.about.get(focus.square or "", "")
    marks = (Mark(focus.square, "chosen"),) if focus.square else ()
    shown = board(moment.table, view.board, marks)
    pieces = tuple(_peeped(piece, seat) for piece in shown.pieces)
    aside = view.aside[seat] if seat < len(view.aside) else ()
    acts = own_acts(moment, seat)
    here = _from(moment, acts, focus.square) if focus.square else ()
    moves = tuple(Button(moment.words((event,)), Action("tell", event), "plain", "hand") for event in here)
    body = (about,) if about else (_("Touch a card to read of it."), *aside)
    hide = Button(_("Hide"), Action("close"), "main", "done")
    return replace(
        model,
        headline=_("For {name} alone").format(name=moment.names[seat]),
        body=body,
        board=replace(shown, pieces=pieces),
        answers=(*(moves or _hand_keys(moment, acts)), hide),
    )


def own_acts(moment: Moment, seat: Seat) -> tuple[Event, ...]:
    """Everything that a seat may do now."""
    from companion.game import legal

    return tuple(event for event in legal(moment.game, moment.state) if getattr(event, "seat", None) == seat)


def _from(moment: Moment, acts: tuple[Event, ...], square: str) -> tuple[Event, ...]:
    """What may be done with the card on a square."""
    return tuple(event for event in acts if getattr(event, "start", None) == square)[:MOST_WORDS]


def _hand_keys(moment: Moment, acts: tuple[Event, ...]) -> tuple[Button, ...]:
    """A key for each trump that may be played, and for each other card in hand that may be laid."""
    found: list[Button] = []
    for field, words in (("trump", _("Play {card}")), ("card", _("Lay {card}"))):
        some = [event for event in acts if has(event, field) and not has(event, "corner")]
        if field == "card":
            some = [event for event in some if is_secret(moment.game, moment.state, event)]
        for label in values(some, field):
            if isinstance(label, str):
                seat = getattr(some[0], "seat", None)
                card = Thing("card", label, "up", deck_of(moment, seat), seat)
                action = Action("pick", (field, label))
                found.append(Button(words.format(card=label_words(label)), action, card=card))
    return tuple(found)


def pad(moment: Moment, focus: Focus, model: TableModel, choices: tuple[Event, ...]) -> TableModel:
    """The enemy's card with its four corners, as it lies before whoever touches it."""
    seat = focus.alone or 0
    touched = getattr(moment.game, "touched", None)
    card = touched(moment.state, seat) if touched is not None else None
    back = card is None or card.face == "down"
    corners = NEAR_LEFT[back]
    chosen = dict(focus.picks).get("corner")
    events: list[Any] = [_corner(choices, corner, back) for corner in corners]
    actions = tuple(Action("touch_corner", corner) for corner in corners)
    sure: tuple[Button, ...] = ()
    if chosen in corners and events[corners.index(chosen)] is not None:
        event = events[corners.index(chosen)]
        sure = (Button(_("Touch this corner"), Action("tell", event), "main", "done", seat=seat),)
    view = moment.game.view(moment.state, None)
    return replace(
        model,
        headline=_("{name}: touch a corner").format(name=moment.names[seat]),
        body=tuple(text for text in (view.awaited, _("The card lies as you see it from your side.")) if text),
        banner=Banner("ask", _("Nobody else may see this.")) if not sure else None,
        answers=(*sure, Button(_("Hide"), Action("close"), "quiet", "back")),
        pad=Pad(
            card or Thing("card", None, "down", None, 1 - seat),
            (actions[0], actions[1], actions[2], actions[3]),
            corners.index(chosen) if chosen in corners else None,
        ),
    )


def _corner(choices: tuple[Event, ...], corner: str, back: bool) -> Event | None:
    """The choice that touches this corner, on the back where that is what shows."""
    fitting = [event for event in choices if getattr(event, "corner", None) == corner]
    wanted = [event for event in fitting if getattr(event, "back", back) == back]
    return next(iter(wanted or fitting), None)


def _peeped(piece: Piece, seat: Seat) -> Piece:
    """An own card that lies face down, drawn with its face."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None and piece.seat == seat:
        return replace(piece, peeped=True)
    return piece


def _without_aside(model: TableModel) -> Any:
    return tuple(replace(chip, aside=()) for chip in model.chips)
