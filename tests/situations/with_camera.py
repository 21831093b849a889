"""Situations in which the simulated table is painted and read: the game, the camera's check, the self-test."""

import time
from collections.abc import Callable

from companion.sight import Look
from tests.own_touches import own
from tests.situations.maker import SEED, Maker
from tests.situations.moments import plays
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import Goto, at, do

WITH_EYES = frozenset(
    {
        *("check", "picture", "simulated", "simulated-laying"),
        *("selftest-seen", "selftest-which", "selftest-report"),
    }
)


def camera_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    return {
        "check": lambda: check(maker),
        "selftest": lambda: selftest(maker, 0),
        "selftest-seen": lambda: selftest(maker, 3),
        "selftest-which": lambda: maker.then(selftest(maker, 3), own("something_else")),
        "selftest-report": lambda: selftest(maker, 99),
        "picture": lambda: maker.then(simulated(maker), at(PlayedTable.switch_picture)),
        "simulated-laying": lambda: simulated_laying(maker),
        "simulated": lambda: simulated(maker),
    }


def selftest(maker: Maker, things: int) -> Desk:
    """A self-test on the simulated table, so many things laid and read; 99 = to the end."""
    from ui.pages.front import begin_selftest

    desk = maker.desk()
    ticks = iter(range(100_000))
    setup = desk.agreement.draft.setup()
    step = begin_selftest(maker.game, setup, "simulated", lambda: next(ticks) * 0.3, SEED)
    step.name = "selftest"
    desk._put(step)
    step.onlooker.look()
    for number in range(min(things, len(step.course.planned))):
        step.take(do(step.laid_there))
        while not step.onlooker.look() or not step.tick():
            continue
        if number + 1 < things:
            step.take(do(step.next_thing))
    return desk


def check(maker: Maker) -> Desk:
    desk = simulated(maker)
    maker.then(desk, Goto("check"))
    camera = desk.session._camera
    assert camera is not None
    until = time.monotonic() + 20.0
    while time.monotonic() < until:
        found = desk.calibration
        if found is not None and all(verdict.ok is not None for verdict in found.verdicts):
            break
        camera.look()
        desk.tick()
        time.sleep(0.05)
    return desk


def simulated_laying(maker: Maker) -> Desk:
    from numpy.random import default_rng

    from vision.painted.laying import tabletop_from_look

    desk = maker.painted()
    opened = desk.opened
    assert opened is not None and opened.simulated is not None
    layout = opened.session.reply.layout
    assert layout is not None
    some = dict(list(layout.regions.items())[:9])
    table, decks = opened.simulated.table, opened.decks
    opened.simulated.put(tabletop_from_look(Look(some), table, default_rng(SEED), decks))
    maker.look_once(desk)
    return desk


def simulated(maker: Maker) -> Desk:
    from numpy.random import default_rng

    from vision.painted.laying import tabletop_from_look

    played = maker.until(plays, 16)
    lines = [entry.event for entry in played.session.referee.entries]
    desk = maker.painted()
    opened = desk.opened
    assert opened is not None and opened.simulated is not None
    for event in lines:
        opened.session.tell(event)
    table, decks = opened.simulated.table, opened.decks
    look = opened.session.reply.look
    opened.simulated.put(tabletop_from_look(look, table, default_rng(SEED), decks))
    maker.look_once(desk)
    return desk
