"""What the journal tells of people, counted on games made by hand: wins, runs, tribes, luck; names however written."""

from companion.game import DICE, DIE, Throw
from tests.situations.looked_back import PLAYS, record_of
from ui.pages.kept import people
from ui.present.models import WonOf
from ui.present.walk import GameFigures, game_figures


def game(
    day: int, players: tuple[str, ...], winners: tuple[int, ...] | None, kind: str = "strip", **more: object
) -> GameFigures:
    stamp = f"2026-03-{day:02}T19:00:00+00:00"
    return GameFigures(game=kind, started=stamp, players=players, winners=winners, **more)  # type: ignore[arg-type]


def test_games_and_wins_are_counted_and_by_kind() -> None:
    ann, ben = people(
        (
            game(1, ("Ann", "Ben"), (0,)),
            game(2, ("Ben", "Ann"), (1,), "veil"),
            game(3, ("Ann", "Ben"), (1,)),
            game(4, ("Ann", "Ben"), ()),
        )
    )
    assert (ann.name, ann.games, ann.won) == ("Ann", 4, 2) and (ben.games, ben.won) == (4, 1)
    assert ann.by_game == (WonOf("strip", 3, 1), WonOf("veil", 1, 1))


def test_a_name_is_the_same_in_capitals_and_with_spaces_and_stands_as_written_last() -> None:
    (ann,) = people((game(1, ("ann ",), (0,)), game(3, ("  ANN",), (0,)), game(2, ("Ann",), ())))
    assert (ann.name, ann.games, ann.won) == ("ANN", 3, 2)


def test_nobody_is_counted_for_a_seat_without_a_name() -> None:
    found = people((game(1, ("", "Player 2", "Ann"), (0,)),), ("Player 1", "Player 2"))
    assert [one.name for one in found] == ["Ann"]


def test_a_game_that_goes_on_counts_nowhere() -> None:
    assert people((game(1, ("Ann", "Ben"), None),)) == ()


def test_runs_are_won_games_one_after_the_other_by_day() -> None:
    days = {1: True, 2: True, 3: True, 4: False, 5: True, 6: True}
    games = [game(day, ("Ann", "Ben"), (0,) if won else (1,)) for day, won in days.items()]
    ann, ben = people(reversed(games))
    assert (ann.run, ann.longest, ben.run, ben.longest) == (2, 3, 0, 1)


def test_the_favourite_tribe_is_the_one_played_most_of_several_the_last() -> None:
    games = [
        game(1, ("Ann",), (0,), tribes=("boarix",)),
        game(2, ("Ann",), (0,), tribes=("warus",)),
        game(3, ("Ann",), (0,)),
    ]
    assert people(games)[0].tribe == "warus"
    assert people((*games, game(4, ("Ann",), (0,), tribes=("boarix",))))[0].tribe == "boarix"


def test_luck_is_that_of_the_own_throws_on_whatever_seat() -> None:
    games = (
        game(1, ("Ann", "Ben"), (0,), fallen=((Throw(0, DICE, "6", DIE), 3), (Throw(1, DICE, "1", DIE), 2))),
        game(2, ("Ben", "Ann"), (0,), fallen=((Throw(1, DICE, "5", DIE), 1),)),
    )
    ann, ben = people(games)
    assert {one.name: one.luck[0].throws for one in (ann, ben)} == {"Ann": 4, "Ben": 2}
    by_name = {one.name: one.luck[0].mean for one in (ann, ben)}
    assert by_name == {"Ann": 23 / 4, "Ben": 1.0}


def test_the_figures_of_a_record_are_those_of_its_end() -> None:
    for name in PLAYS:
        record = record_of(name)
        found = game_figures(record, "2026-03-01")
        assert found.winners is not None and found.game == name
        assert bool(found.tribes) is any(option.name == "tribes" for option in record.game.options)
    dice = game_figures(record_of("zoon_alternate"), "").fallen
    thrown = sum(hasattr(entry.event, "dice") for entry in record_of("zoon_alternate").entries)
    assert sum(count for _throw, count in dice) == 2 * thrown
