"""The guide through a first game: each hint once and in an order that makes sense, skipped, resumed, and no secrets."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Chance, Event, Game, Over, Setup
from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from companion.rulebook import rules
from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.face import face_of, hints_of
from ui.owned.settings import SettingsKept
from ui.pages.played_table import PlayedTable
from ui.pages.tableside import Guide, Tableside
from ui.present.models import Button, TableModel
from ui.present.moment import GameSnapshot, Hint
from ui.present.touches import at

GAMES = tuple(sorted(all_games()))
SEEDS = (3, 4, 5)
LONGEST = 140
MOST_HINTS = 10
OPEN = ("zong", "zoon_alternate")
"""Games of which the referee knows no more than everybody."""
EARLY = 6
"""Until so many events have happened somebody reads every hint, and touches that it was read."""
MOVES = {"zombinion": "shoot", "zones": "move", "zong": "throw", "zoon_alternate": "move", "zoondo": "move"}
"""What the first turn is about."""
FIRST = {
    "zombinion": ("supply", "deck", "shoot"),
    "zones": ("bag", "half", "three"),
    "zong": ("pieces", "discs", "throw"),
    "zoon_alternate": ("box", "lay", "fronts"),
    "zoondo": ("box", "lay", "move"),
}
each_game = pytest.mark.parametrize("id", GAMES)


def table_of(game: Game[Any], settings: SettingsKept, setup: Setup | None = None) -> Tableside:
    referee = Referee(game, setup or face_of(game).usual_setup(), lambda _lines: None)
    side = Tableside(Opened(Session(referee), None, None, (), {}), settings=settings)
    side.session.start()
    return side


def settings_in(folder: Path) -> SettingsKept:
    settings = SettingsKept(folder / "settings.json")
    settings.change(language="en")
    return settings


def next_event(side: Tableside, chance: Random) -> Event | None:
    game, state = side.session.referee.game, side.session.referee.state
    turn = game.turn(state)
    if isinstance(turn, Over):
        return None
    if not isinstance(turn, Chance):
        return drawn(game, state, chance.randrange)
    values: dict[str, Any] = {
        "dice": tuple(chance.randint(1, 6) for _seat in turn.seats),
        "penny": (chance.choice(("heads", "tails")),),
    }
    return game.chance_event(state, values.get(turn.what, (turn.seats[0],)))


def guide_of(side: Tableside) -> Guide:
    assert side.guide is not None
    return side.guide


def hinted(side: Tableside) -> str:
    """The hint on the screen now; empty where none is."""
    model = side.model()
    assert side.guide is not None
    return side.guide.now.id if model.guide is not None and side.guide.now is not None else ""


def played(side: Tableside, seed: int, most: int = LONGEST) -> Iterator[str]:
    """A random game, looked at before and after all is tidied; every hint that comes up."""
    chance, before = Random(seed), ""
    for _n in range(most):
        for _look in range(4):
            now = hinted(side)
            if now and now != before:
                yield now
            before = now
            if side.session.reply.chores:
                for chore in side.session.reply.chores:
                    side.session.dismiss_chore(chore.region)
            elif now and side.session.reply.seq < EARLY:
                side.take(at(Guide.hint_read))
            else:
                break
        event = next_event(side, chance)
        if event is None:
            break
        assert side.session.tell(event, asked_at=side.session.reply.seq).booked, event
    hinted(side)


@cache
def shown_in(id: str, folder: Path) -> tuple[tuple[str, ...], ...]:
    """By seed, the hints of the first game of somebody who lets the guide show all that it has."""
    game, found = all_games()[id], []
    for seed in SEEDS:
        side = table_of(game, settings_in(folder / f"{id}-{seed}"))
        side.take(at(Guide.follow_guide))
        found.append(tuple(played(side, seed)))
    return tuple(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("guide")


@each_game
def test_hints_are_worded_by_rules_that_there_are(id: str) -> None:
    hints = hints_of(id)
    assert 8 <= len(hints) <= MOST_HINTS
    assert len({hint.id for hint in hints}) == len(hints) and all(hint.id for hint in hints)
    known = {rule.id for rule in rules(id)}
    assert [hint.rule for hint in hints if hint.rule not in known] == []
    for hint in hints:
        assert len(hint.words) <= 125, hint.id
        assert len(re.findall(r"[.:;!?](?= |$)", hint.words)) <= 3, hint.words


@each_game
def test_each_hint_is_shown_once_and_those_of_the_box_come_first(id: str, folder: Path) -> None:
    order = [hint.id for hint in hints_of(id)]
    for shown in shown_in(id, folder):
        assert len(set(shown)) == len(shown)
        assert shown[:3] == FIRST[id]
        assert shown.index(MOVES[id]) < len(shown) / 2
    assert {hint for shown in shown_in(id, folder) for hint in shown} <= {*order}


@each_game
def test_most_hints_come_up_in_a_few_games(id: str, folder: Path) -> None:
    known = {hint.id for hint in hints_of(id)}
    shown = {hint for game in shown_in(id, folder) for hint in game}
    assert len(shown) >= 0.8 * len(known), known - shown


@each_game
def test_a_hint_is_told_from_what_everybody_may_know(id: str, tmp_path: Path) -> None:
    """Whatever the referee knows besides, no hint looks at it; what a hint names is a number or a place."""
    game = all_games()[id]
    settings = settings_in(tmp_path)
    side = table_of(game, settings, secret_setup(game))
    hidden: list[bool] = []

    def watched(hint: Hint) -> Hint:
        def when(moment: GameSnapshot) -> bool:
            state = side.session.referee.state
            hidden.append(game.public_state(state) != state)
            assert moment.state == game.public_state(state) and moment.muster is None
            assert all(isinstance(part, int) for part in hint.parts(moment).values())
            return hint.when(moment)

        return replace(hint, when=when)

    side.guide = Guide(id, tuple(map(watched, hints_of(game.id))), settings)
    side.take(at(Guide.follow_guide))
    shown = tuple(played(side, SEEDS[0]))
    assert shown and (any(hidden) or id in OPEN)


def secret_setup(game: Game[Any]) -> Setup:
    """The usual set-up, but that the referee is told what lies hidden, where that can be agreed."""
    setup = face_of(game).usual_setup()
    told = {"knowing": {"zombinion": "known", "zoondo": "shown"}.get(game.id, "")}
    options = tuple((name, told.get(name) or value) for name, value in setup.options)
    return msgspec.structs.replace(setup, options=options)


def offered(side: Tableside) -> TableModel:
    model = side.model()
    assert model.guide is not None
    return model


@each_game
def test_the_offer_asks_for_no_touch_and_goes_with_the_first_event(id: str, tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    side = table_of(all_games()[id], settings)
    without = table_of(all_games()[id], settings_of_somebody_who_knows(tmp_path, id))
    assert replace(offered(side), guide=None) == without.model()
    event = next_event(side, Random(1))
    assert event is not None
    side.session.tell(event, asked_at=side.session.reply.seq)
    assert side.model().guide is None and settings.now.learnt == ()


def settings_of_somebody_who_knows(folder: Path, id: str) -> SettingsKept:
    settings = SettingsKept(folder / "other.json")
    settings.change(language="en", learnt=(id,))
    return settings


def test_no_thanks_is_never_asked_again_for_that_game_alone(tmp_path: Path) -> None:
    one, other = (all_games()[id] for id in GAMES[:2])
    side = table_of(one, settings_in(tmp_path))
    card = offered(side).guide
    assert card is not None
    press(side, card.keys, "No thanks")
    assert side.model().guide is None
    again = SettingsKept(tmp_path / "settings.json")
    assert table_of(one, again).model().guide is None
    assert offered(table_of(other, again)).guide is not None


def test_the_menu_begins_the_guide_and_stops_it(tmp_path: Path) -> None:
    game = all_games()[GAMES[0]]
    side = table_of(game, settings_of_somebody_who_knows(tmp_path, game.id))
    side.take(at(PlayedTable.open_menu))
    press(side, side.model().answers, "Guide")
    assert side.model().kind != "menu" and hinted(side) == hints_of(game.id)[0].id
    side.take(at(PlayedTable.open_menu))
    assert side.model().guide is None
    press(side, side.model().answers, "Stop the guide")
    assert hinted(side) == ""


def test_the_guide_goes_on_where_it_was_after_the_power_has_failed(tmp_path: Path) -> None:
    game = all_games()[GAMES[0]]
    side = table_of(game, settings_in(tmp_path))
    side.take(at(Guide.follow_guide))
    seen = [hinted(side)]
    side.take(at(Guide.hint_read))
    seen.append(hinted(side))
    on = table_of(game, SettingsKept(tmp_path / "settings.json"))
    assert [hinted(on)] == seen[1:]
    on.take(at(Guide.hint_read))
    assert hinted(on) not in seen


def test_doing_the_thing_goes_on_by_itself_and_stopping_ends_it(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    game = all_games()[GAMES[0]]
    side = table_of(game, settings)
    side.take(at(Guide.follow_guide))
    before = hinted(side)
    event = next_event(side, Random(1))
    assert event is not None
    side.session.tell(event, asked_at=side.session.reply.seq)
    assert hinted(side) not in ("", before)
    card = side.model().guide
    assert card is not None and card.words and card.keys[0].words == "Got it"
    side.take(at(PlayedTable.open_menu))
    press(side, side.model().answers, "Stop the guide")
    assert side.model().guide is None and settings.now.learnt == (game.id,)


@each_game
@pytest.mark.parametrize("followed", [True, False])
def test_after_the_first_game_the_guide_is_done(followed: bool, id: str, tmp_path: Path) -> None:
    game = all_games()[id]
    settings = settings_in(tmp_path)
    side = table_of(game, settings)
    if followed:
        side.take(at(Guide.follow_guide))
    assert side.guide is not None
    over = replace(side.moment(), reply=replace(side.session.reply, turn=Over((0,), "", "")))
    side.guide.model(over, side.model())
    assert settings.now.learnt == (id,)
    assert table_of(game, settings).model().guide is None


def press(side: Tableside, keys: Iterable[Button], words: str) -> None:
    side.take(next(key.action for key in keys if key.words == words))
