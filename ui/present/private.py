"""For one pair of eyes: the curtain before it, a seat's own cards, its hand, and what it chooses in secret.

Rule kept: nothing of this is drawn before the curtain is open, and every way out of it leads to the shared screen.
"""

from dataclasses import replace

from companion.game import Chance, Event, Over, Seat, legal
from companion.sight import Thing
from ui.present.board import board
from ui.present.models import Banner, Button, Sign, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.narrowing import has, narrowed
from ui.present.picking import card_keys, choice_keys, stepped, trump_keys
from ui.present.signs import close_up, peeped
from ui.present.table_touches import Close, DrawCurtain, OpenCurtain, Tell, TouchCorner
from ui.present.tabletop import Mark, Pad
from ui.present.ways import lit_by
from ui.secrecy import secret_choices
from ui.words import _, joined

NEAR_LEFT = {True: ("tl", "tr", "br", "bl"), False: ("tr", "tl", "bl", "br")}
"""The enemy's corners as its card lies before whoever touches it, at near left, near right, far right, far left.

By whether the back is touched: a card is turned over like a page, so its top stays where it is, and its owner sits
opposite.
"""


def alone_keys(moment: GameSnapshot, *, seldom: bool = True) -> tuple[Button, ...]:
    """For every seat that has something to choose by itself, or to look at (`seldom`): the way to the curtain.

    In the order of the seats, so that no key ever changes its place.
    """
    found = []
    for seat, name in enumerate(moment.names):
        if seat in moment.offers.choosing:
            words = _("{name} chooses in secret").format(name=name)
            found.append(Button(words, DrawCurtain(seat), "main", "eye", seat=seat))
        elif seldom and seat in moment.offers.looking:
            words = _("For {name} alone").format(name=name)
            found.append(Button(words, DrawCurtain(seat), "plain", "eye", seat=seat))
    return tuple(found)


def curtain(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """Nothing is shown yet: the others look away, and the key at the seat's own edge shows it while it is held."""
    seat = focus.alone or 0
    others = joined([name for other, name in enumerate(moment.names) if other != seat])
    name = moment.names[seat]
    # A page that is touched, and not only looked at, stays open after a short touch.
    stays = seat in moment.offers.choosing or seat in moment.offers.showing or moment.offers.screened
    if not stays and not isinstance(moment.reply.turn, Chance | Over):
        stays = bool(own_acts(moment, seat))
    words = (
        _("{name}: touch to open").format(name=name) if stays else _("{name}: hold to look").format(name=name)
    )
    answers = (
        Button(words, OpenCurtain(), "main", "eye", seat=seat, edge=True, let_go=Close(), stays=stays),
        Button(_("Not now"), Close(), "plain", "back"),
    )
    how = _("It is open only while the key is held.")
    if stays:
        how = _("Hold the key to look. A short touch opens for longer, so that you can choose.")
    return replace(
        model,
        headline=_("{name} alone may look now").format(name=name),
        body=(_("{others}: please look away.").format(others=others), how),
        board=replace(model.board, pieces=(), marks=(), arrows=()),
        sign=Sign(seat, name, _("alone")),
        answers=answers,
    )


def private(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """A seat's own page: its choice if one is due, else its cards and its hand."""
    seat = focus.alone or 0
    choices = tuple(event for event in secret_choices(moment.game, moment.state) if event.seat == seat)
    if choices and all(choice.told and has(choice, "corner") for choice in choices):
        return pad(moment, focus, model, choices)
    if focus.picking:
        return stepped(moment, focus, model, narrowed(own_acts(moment, seat), focus.picks))
    return own_cards(moment, focus, model)


def own_cards(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """The board with the seat's own cards open to it, its hand, and what it may do with either."""
    seat = focus.alone or 0
    view = moment.view_for(seat)
    about = view.about.get(focus.square or "", "")
    acts = own_acts(moment, seat)
    here = tuple(event for event in acts if event.start == focus.square) if focus.square else ()
    lit = lit_by(moment, focus.square, here) if focus.square else ()
    large = close_up(moment, focus.square, lit, seat) if focus.square else None
    marks = (*lit, Mark(focus.square, "chosen")) if focus.square else ()
    shown = board(moment.table, view.board, marks)
    pieces = tuple(peeped(piece, seat) for piece in shown.pieces)
    aside = view.aside[seat] if seat < len(view.aside) else ()
    has_cards = any(piece.kind == "card" for piece in pieces)
    hint = (_("Touch a card to read about it."),) if has_cards else ()
    body = () if large else (about,) if about else (*hint, *aside)
    if here:
        body = (*body, _("Touch the square where it goes, or move it on the table."))
    keys = (
        ()
        if focus.square
        else (*trump_keys(moment, acts), *card_keys(moment, acts), *choice_keys(moment, acts))
    )
    hide = Button(_("Hide"), Close(), "plain", "back", seat=seat, edge=True)
    return replace(
        model,
        headline=_("For {name} alone").format(name=moment.names[seat]),
        body=body,
        board=replace(shown, pieces=pieces, asked=tuple(mark.region for mark in lit)),
        close_up=large,
        answers=(*keys, hide),
    )


def own_acts(moment: GameSnapshot, seat: Seat) -> tuple[Event, ...]:
    return tuple(event for event in legal(moment.game, moment.state) if event.seat == seat)


def pad(moment: GameSnapshot, focus: TableFocus, model: TableModel, choices: tuple[Event, ...]) -> TableModel:
    """The enemy's card with its four corners, as it lies before whoever touches it."""
    seat = focus.alone or 0
    card = moment.game.touched(moment.state, seat)
    back = card is None or card.face == "down"
    corners = NEAR_LEFT[back]
    chosen = dict(focus.picks).get("corner")
    actions = tuple(TouchCorner(corner) for corner in corners)
    # The choice that touches this corner, on the back where that is what shows.
    touching = [event for event in choices if chosen in corners and event.corner == chosen]
    touching = [event for event in touching if event.back in (None, back)] or touching
    sure = tuple(
        Button(_("Touch this corner"), Tell(event), "main", "done", seat=seat) for event in touching[:1]
    )
    view = moment.game.view(moment.state, None)
    return replace(
        model,
        headline=_("{name}: touch a corner").format(name=moment.names[seat]),
        body=tuple(text for text in (view.awaited, _("The card lies as you see it from your side.")) if text),
        banner=Banner("ask", _("Nobody else may see this.")) if not sure else None,
        answers=(*sure, Button(_("Hide"), Close(), "plain", "back", seat=seat, edge=True)),
        pad=Pad(
            card or Thing("card", None, "down", None, 1 - seat),
            (actions[0], actions[1], actions[2], actions[3]),
            corners.index(chosen) if chosen in corners else None,
        ),
    )
