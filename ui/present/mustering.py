"""The page on which a seat shows its army to the referee alone, and what all may see of it meanwhile."""

from dataclasses import replace

from companion.sight import Thing
from ui.present.board import around, board
from ui.present.desk_touches import Goto
from ui.present.models import Banner, Button, Sign, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.muster import Muster, choices
from ui.present.picking import card_key
from ui.present.table_touches import (
    Close,
    LayUp,
    MusterAgain,
    MusterDone,
    MusterSay,
    MusterSquare,
    MusterTurn,
    MusterUnsay,
    ShowMuster,
    TurnDown,
)
from ui.present.tabletop import Mark, Piece
from ui.words import _, joined, several

MOST_SQUARES = 5


def waiting(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """What all may see: whose army is due, and who looks away."""
    seat = moment.offers.showing[0]
    name = moment.names[seat]
    others = joined([other for n, other in enumerate(moment.names) if n != seat])
    key = Button(_("I am {name}: open").format(name=name), ShowMuster(seat), "main", "eye", seat=seat)
    leave = Button(_("Home (the game is kept)"), Goto("home"), "quiet", "home")
    return replace(
        model,
        headline=_("{name}: lay out your army").format(name=name),
        banner=Banner("ask", _("{others}: please look away.").format(others=others)),
        body=(
            _("Lay it face up in your two rows. Only you see on the screen what the camera reads."),
            _("Then you turn it face down, and nobody else has seen it."),
        ),
        sign=Sign(seat, name, _("alone")),
        answers=(key, leave),
        board=replace(model.board, pieces=_laid_already(moment), marks=(), arrows=()),
        chips=tuple(replace(chip, active=chip.seat == seat) for chip in model.chips),
    )


def _laid_already(moment: GameSnapshot) -> tuple[Piece, ...]:
    """What the shared screen shows on the board: armies that lie face down already."""
    return board(moment.table, moment.reply.view.board).pieces


def mustering(moment: GameSnapshot, focus: TableFocus, model: TableModel) -> TableModel:
    """The owner's own page: laying, putting right, turning down."""
    muster = moment.muster
    if muster is None:
        return model
    marks = [Mark(cell, "wrong") for cell in (*muster.unread, *muster.double)]
    if muster.stage == "turning":
        marks = [Mark(cell, "chore") for cell in muster.open_cells] if muster.looked else []
    elif muster.missing > 0:
        marks += [Mark(cell, "missing") for cell in muster.cells if cell not in muster.lying]
    if focus.square is not None:
        marks.append(Mark(focus.square, "chosen"))
    # The army as far as it is known: faces, a back for a card that is not.
    deck, turns = _deck(moment, muster), muster.stage == "turning"
    lying = {
        cell: (Thing("card", label, "up" if label else "down", deck, muster.seat),)
        for cell, label in muster.lying.items()
    }
    own = (
        replace(each, peeped=turns and each.label is not None) for each in board(moment.table, lying).pieces
    )
    shown, window = board(moment.table, {}, tuple(marks)), around(moment.table, muster.cells, rim=0)
    model = replace(model, board=replace(shown, pieces=(*_laid_already(moment), *own), window=window))
    if focus.square in muster.cells and muster.stage == "laying":
        return _square(moment, focus.square or "", muster, model)
    if muster.stage == "turning":
        return _turning(moment, muster, model)
    return _laying(moment, muster, model)


def _laying(moment: GameSnapshot, muster: Muster, model: TableModel) -> TableModel:
    ready = Button(_("All right: I turn them down"), MusterTurn(), "main", "done", enabled=muster.is_complete)
    hide = Button(_("Hide"), Close(), "quiet", "back")
    help = Button(_("Lay out for me"), LayUp(muster), "plain", "cards")
    known = _("All {n} cards are known.").format(n=muster.count)
    return replace(
        model,
        headline=_("{name}: face up, in your rows").format(name=moment.names[muster.seat]),
        body=(*_lacking(moment, muster), _("Touch a square to say what lies there.")),
        banner=Banner("good", known) if muster.is_complete else None,
        helps=(help,) if moment.simulated and muster.missing else (),
        answers=(ready, hide),
    )


def _lacking(moment: GameSnapshot, muster: Muster) -> tuple[str, ...]:
    lines = []
    if muster.missing > 0:
        lines.append(several("{n} card more to lay", "{n} cards more to lay", muster.missing))
    if muster.missing < 0:
        lines.append(several("{n} card too many", "{n} cards too many", -muster.missing))
    if muster.unread:
        lines.append(_("Not read: {squares}").format(squares=_squares(muster.unread)))
    for label in dict.fromkeys(muster.lying[cell] or "" for cell in muster.double):
        where = tuple(cell for cell in muster.double if muster.lying[cell] == label)
        words = _("{card} too often: {squares}")
        if label not in muster.army:
            words = _("{card} is not in your army: {squares}")
        lines.append(words.format(card=moment.called(label), squares=_squares(where)))
    return tuple(lines)


def _squares(cells: tuple[str, ...]) -> str:
    more = " …" if len(cells) > MOST_SQUARES else ""
    return ", ".join(cells[:MOST_SQUARES]) + more


def _square(moment: GameSnapshot, cell: str, muster: Muster, model: TableModel) -> TableModel:
    """What lies on one square: the likeliest cards first."""
    deck, seat = _deck(moment, muster), muster.seat
    cards = (card_key(moment, label, deck, seat, MusterSay(cell, label)) for label in choices(muster, cell))
    read = muster.seen.get(cell)
    more = []
    if cell in muster.said:
        more.append(Button(_("As the camera reads it"), MusterUnsay(cell), "plain", "camera"))
    if cell in muster.lying:
        more.append(Button(_("Nothing lies here"), MusterSay(cell, None), "plain", "wrong"))
    back = Button(_("It is right as it is"), MusterSquare(None), "main", "done")
    return replace(
        model,
        headline=_("Square {name}").format(name=cell),
        body=(_("Read: {card}").format(card=moment.called(read)),) if read else (),
        answers=(*cards, *more, back),
    )


def _turning(moment: GameSnapshot, muster: Muster, model: TableModel) -> TableModel:
    """The cards are to be turned down; the camera says whether they are."""
    name, up = moment.names[muster.seat], muster.open_cells if muster.looked else ()
    words = _("{name}: they lie face down").format(name=name)
    help = Button(_("Turn them down for me"), TurnDown(muster), "plain", "cards")
    told = _("They all lie face down.") if muster.looked else _("No camera sees it: look for yourself.")
    return replace(
        model,
        headline=_("{name}: turn them all face down").format(name=name),
        body=(_("Not seen face down: {squares}").format(squares=_squares(up)),) if up else (),
        banner=None if up else Banner("good", told),
        helps=(help,) if moment.simulated and up else (),
        answers=(
            Button(words, MusterDone(), "danger" if up else "main", "done"),
            Button(_("Something is wrong"), MusterAgain(), "plain", "back"),
            Button(_("Hide"), Close(), "quiet", "back"),
        ),
    )


def _deck(moment: GameSnapshot, muster: Muster) -> str | None:
    """The deck whose back the layout wants for this seat."""
    wanted = moment.reply.layout.regions if moment.reply.layout is not None else {}
    return next((lying[0].deck for lying in wanted.values() if lying and lying[0].seat == muster.seat), None)
