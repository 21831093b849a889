"""Situations of a game at the table, told by nobody: what a perfect eye sees, and what is touched."""

from collections.abc import Callable
from dataclasses import replace

from companion.game import Over, legal
from companion.sight import Face, Look
from companion.weigh import Ask
from hardware.dice import RUN_SECONDS
from tests.situations.maker import Maker
from tests.situations.moments import awaits, moves, plays
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import Goto, TouchSquare, at
from ui.watching import perfect_eye


def play_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    return {
        "laying": lambda: laying(maker),
        "dice-lot": lambda: maker.until(lambda r: awaits(r, "lot")),
        "play": lambda: maker.until(moves, 12),
        "chores": lambda: maker.until(lambda r: len(r.now().chores) > 1 and plays(r), 7, tidy=False),
        "dice": lambda: maker.until(lambda r: awaits(r, "dice")),
        "dice-one": lambda: dice_one(maker),
        "ask": lambda: ask(maker),
        "refuse": lambda: refuse(maker),
        "refuse-why": lambda: maker.then(refuse(maker, face="up"), at(Asking.whole_rule)),
        "lost": lambda: lost(maker),
        "square": lambda: square(maker),
        "dispute": lambda: maker.then(maker.until(plays, 12), at(PlayedTable.press_button, "dispute")),
        "agree": lambda: agree(maker),
        "menu": lambda: maker.then(maker.until(plays, 12), at(PlayedTable.open_menu)),
        "telling": lambda: maker.then(maker.until(plays, 12), at(PlayedTable.open_telling)),
        "over": lambda: maker.until(lambda r: isinstance(r.now().turn, Over), 40),
        "history": lambda: maker.then(maker.until(plays, 90), Goto("history")),
    }


def laying(maker: Maker) -> Desk:
    """One army laid out but for a card, the other begun, one card the wrong way up."""
    desk = maker.started()
    layout = desk.session.reply.layout
    assert layout is not None
    regions = dict(layout.regions)
    own = [name for name, lying in regions.items() if lying and lying[0].seat == 0]
    far = [name for name, lying in regions.items() if lying and lying[0].seat == 1]
    for name in (own[3], *far[4:]):
        del regions[name]
    shown = perfect_eye.scene(Look(regions))
    wrong = tuple(replace(s, face="up", label=None) if s.region == far[1] else s for s in shown.sightings)
    maker.show(desk, replace(shown, sightings=wrong))
    return desk


def dice_one(maker: Maker) -> Desk:
    desk = maker.until(lambda r: awaits(r, "dice"))
    maker.then(desk, at(PlayedTable.press_button, "seat0"))
    maker.ahead += RUN_SECONDS
    return desk


def ask(maker: Maker) -> Desk:
    """A card that could not be read has been moved: which of two lawful events was it?"""
    desk = maker.until(plays, 12)
    session = desk.session
    events = [event for event in legal(maker.game, session.referee.state) if not event.told][:3]
    session.reply = replace(session.reply, verdict=Ask(tuple((event,) for event in events)))
    session.look_afresh()
    return desk


def refuse(maker: Maker, face: Face = "down") -> Desk:
    """An unlawful move, seen, of a card that lies so."""
    desk = maker.until(moves, 12)
    session, game = desk.session, maker.game
    state = session.referee.state
    before = session.reply.look
    squares = [region.name for region in game.table(session.referee.setup).regions]
    free = [name for name in squares if not before.of(name)]
    movers = {e.start for e in legal(game, state) if e.start is not None}
    for start in sorted(name for name in movers if before.of(name)[0].face == face):
        for to in free:
            lying = dict(before.regions)
            lying[to] = lying.pop(start)
            maker.show(desk, replace(perfect_eye.scene(Look(lying)), still_for=1.0))
            if type(session.reply.verdict).__name__ == "Refuse":
                return desk
    return desk


def lost(maker: Maker) -> Desk:
    """Two cards too many moved at once."""
    desk = maker.until(plays, 12)
    look = desk.session.reply.look
    table = desk.session.referee.game.table(desk.session.referee.setup)
    cards = [name for name, lying in look.regions.items() if len(lying) == 2]
    free = [region.name for region in table.regions if not look.of(region.name)]
    lying = dict(look.regions)
    lying[free[0]], lying[free[-1]] = lying.pop(cards[0]), lying.pop(cards[-1])
    maker.show(desk, replace(perfect_eye.scene(Look(lying)), still_for=9.0), done=True)
    return desk


def square(maker: Maker) -> Desk:
    desk = maker.until(plays, 12)
    cards = [name for name, lying in desk.session.reply.look.regions.items() if len(lying) > 1]
    return maker.then(desk, TouchSquare(cards[0]))


def agree(maker: Maker) -> Desk:
    desk = maker.until(lambda r: r.entries != () and hasattr(r.entries[-1].event, "dice"))
    return maker.then(desk, at(PlayedTable.press_button, "back"), at(Asking.agree_back, 1))
