"""Behind the screen of ZoneS: whatever both halves hold, everything that all may see, read or hear is the same."""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.game import Event, Setup, checked, legal
from companion.games import all_games
from companion.games.zones.events import Drew, Laid, Lifted
from companion.journal import Record
from companion.referee import Referee
from companion.sight import Look, Scene, Sighting
from companion.weigh import Difference
from tests.ui.at_box import Lamps
from ui.box.eyes import game_decks
from ui.box.opening import simulated_table
from ui.box.session import Session
from ui.box.throws import Chances
from ui.bundle.gathering import blackened, public
from ui.line.shapes import reply_json, view_json
from ui.records.recount import public_lines, recount
from ui.secrecy import (
    covered_legal,
    is_screened,
    is_secret,
    not_to_be_seen,
    offers,
    public_differences,
    public_reply,
    public_sightings,
)
from ui.watching.perfect_eye import scene
from ui.watching.watched import ToldEvent, Watch
from vision.mat.plane import NoPlane, find_plane
from vision.painted.laying import tabletop_from_look

GAME = all_games()["zones"]
SETUP = checked(GAME, Setup(2, players=("Ann", "Ben")))
TURNS = (0, 1) * 19
"""Whose event each is: both bases, seventeen tiles each in turn, both say that they are ready."""
MOMENTS = (0, 1, 2, 3, 9, 36, 37, 38)


def laid_by_lot(seed: int, wrong: bool = False) -> tuple[Event, ...]:
    """Both halves laid event by event. `wrong`: the last half told is not lawful."""
    chance, state, events = Random(seed), GAME.start(SETUP), list[Event]()
    for seat in TURNS:
        drawn = Counter(event.terrain for event in events if isinstance(event, Drew))
        event = chance.choice(
            [
                event
                for event in legal(GAME, state)
                if event.seat == seat and (not isinstance(event, Drew) or drawn[event.terrain] < 9)
            ]
        )
        if wrong and isinstance(event, Laid) and seat == 1:
            event = Laid(1, event.pieces[: seed % 3])
        events.append(event)
        state = GAME.after(state, event)
    return tuple(events)


def on_table(state: Any) -> Scene:
    """What a camera above the screen sees of both halves."""
    halves = [GAME.half_look(state, seat).regions for seat in (0, 1)]
    return replace(scene(Look({**halves[0], **halves[1]})), still_for=9.0)


def reading(seen: Scene) -> Any:
    mat = SimpleNamespace(found=True, why=None, moved_mm=0.0, error_px=0.1)
    return SimpleNamespace(
        scene=seen, mat=mat, light=SimpleNamespace(ok=True, why=None, lost=()), ms={}, other_look=False
    )


def all_told(events: tuple[Event, ...]) -> Iterator[str]:
    """All that a game under way tells everybody, from every place that tells anything."""
    watch, panel = Watch(Referee(GAME, SETUP, lambda line: None)), Lamps()
    referee = watch.referee
    session: Session[Any] = Session(referee, panel=panel, chances=Chances(draw=lambda seats: 0))  # type: ignore[arg-type]
    for n, event in enumerate(events):
        watch.told = {str(n): [ToldEvent(event, "touch")]}
        watched = watch.take(str(n), reading(on_table(referee.state)), 1.0)
        session.tick()
        times = {"ms": {}}
        yield json.dumps([{**watched.line, **times}, watched.words, sorted(panel.on)])
    state = referee.state
    reply = referee.see(on_table(state), done=True)
    shown = public_reply(GAME, SETUP, referee.entries, state, reply)
    yield json.dumps(reply_json(GAME, state, shown))
    yield json.dumps(view_json(GAME.view(state, None)))
    yield repr([event for event in covered_legal(GAME, state) if not is_secret(GAME, state, event)])
    yield repr(offers(GAME, 2, state))
    yield repr([referee.readings(region.name) for region in GAME.table(SETUP).regions])
    record = Record(GAME, SETUP, referee.entries)
    yield repr((recount(record), public_lines(record)))
    yield repr(public(GAME, SETUP, state))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
def test_what_is_told_to_all_does_not_depend_on_what_lies_behind_the_screen(
    moment: int, wrong: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = (laid_by_lot(seed, wrong)[:moment] for seed in (1, 2))
    told = list(all_told(one))
    assert one != other or moment == 0
    assert told == list(all_told(other))
    assert caplog.text == ""


def test_each_seat_sees_its_own_half_and_nothing_of_the_other() -> None:
    """Two games in which only the half of seat 1 differs: all that seat 0 may see, and may tell, is the same."""
    one, other = laid_by_lot(1), laid_by_lot(4)
    for count in (2, 21, 35, 37):
        mixed = [(mine if mine.seat == 0 else theirs) for mine, theirs in zip(one, other, strict=True)]  # type: ignore[attr-defined]
        states = []
        for events in (one, mixed):
            state = GAME.start(SETUP)
            for event in events[:count]:
                state = GAME.after(state, event)
            states.append(state)
        seen = [view_json(GAME.view(state, 0)) for state in states]
        assert seen[0] == seen[1] and seen[0]["board"]
        assert view_json(GAME.view(states[0], 1)) != view_json(GAME.view(states[1], 1))
        own = [[e for e in legal(GAME, state) if e.seat == 0] for state in states]
        assert own[0] == own[1]


def test_no_picture_of_a_screened_table_is_shown_and_none_leaves_the_box() -> None:
    events = laid_by_lot(3)
    state = GAME.start(SETUP)
    for event in events:
        state = GAME.after(state, event)
    seen = on_table(state)
    decks = tuple(game_decks(GAME, SETUP))
    clock = iter(range(100))
    painted = simulated_table(GAME.table(SETUP), decks, lambda: float(next(clock)))
    halves = [GAME.half_look(state, seat).regions for seat in (0, 1)]
    tiles = Look({at: lying[:1] for half in halves for at, lying in half.items()})
    painted.put(tabletop_from_look(tiles, painted.table, np.random.default_rng(1), decks))
    picture = painted.newest().image  # type: ignore[union-attr]
    corners = painted._painter.plane.to_px([(1, 1), (299, 1), (299, 299), (1, 299)])
    area = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [corners.round().astype(np.int32)], (1,)) > 0
    known = public(GAME, SETUP, state)
    dark = blackened(picture, known, seen)
    assert picture[area].std() > 10
    assert dark is not None and not dark[area].any()
    assert not isinstance(find_plane(dark, known.table), NoPlane)
    assert [known.told(sighting) for sighting in seen.sightings] == [None] * len(seen.sightings)
    referee = Referee(GAME, SETUP, lambda line: None)
    for event in events:
        referee.tell(event, "touch")
    assert not_to_be_seen(referee.now(), reading(seen), veiled=False) is None
    assert public_sightings(referee.now(), seen.sightings) == ()


def test_no_difference_of_a_screened_table_is_named_even_if_one_was_found() -> None:
    referee = Referee(GAME, SETUP, lambda line: None)
    found = Difference(
        "a1", (), (Sighting("disc", "archer", "a1"), Sighting("card", "water", "a1", face="up"))
    )
    reply = replace(referee.now(), differences=(found,))
    assert public_differences(reply) == ()


def test_once_the_screen_is_lifted_everything_is_shown() -> None:
    referee = Referee(GAME, SETUP, lambda line: None)
    for event in (*laid_by_lot(3), Lifted()):
        assert referee.tell(event, "touch").booked
    reply = referee.now()
    seen = replace(scene(reply.look), still_for=9.0)
    assert not is_screened(reply.look, reply.view)
    assert not_to_be_seen(reply, reading(seen), veiled=False) == frozenset()
    assert public_sightings(reply, seen.sightings) == seen.sightings
    assert len({thing.label for lying in reply.view.board.values() for thing in lying}) > 8


def test_a_watch_reads_both_halves_when_their_seats_are_ready_and_the_coin_when_it_lies_there() -> None:
    """Nothing is told but that each is ready and that the screen is lifted; the lines name nothing before."""
    watch = Watch(Referee(GAME, SETUP, lambda line: None))
    state = GAME.start(SETUP)
    for event in laid_by_lot(3):
        state = GAME.after(state, event)
    watch.told = {
        name: [ToldEvent(event, "panel")] for name, event in (("0", Laid(0)), ("1", Laid(1)), ("2", Lifted()))
    }
    both = on_table(state)
    said = [watch.take(str(n), reading(both), 1.0) for n in range(3)]
    assert not any(piece in json.dumps(line.line) for line in said for piece in state.pool.forces[0])
    assert GAME.dump_position(watch.referee.state)["turn"] == "coin"
    open_now = watch.referee.now().look
    lying = scene(open_now)
    watch.take(
        "3", reading(replace(lying, sightings=(*lying.sightings, Sighting("penny", "tails", "a4")))), 1.0
    )
    assert GAME.dump_position(watch.referee.state)["turn"] == 1
    assert watch.referee.state == GAME.after(
        GAME.after(state, Lifted()), GAME.chance_event(state, ("tails",))
    )
