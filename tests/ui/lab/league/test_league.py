"""Leagues: who meets whom, that the same seeds give the same table however many play it, and what a table says."""

import csv
import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from companion.games import all_games
from companion.games.zoon.family.deck import Army, facts
from companion.games.zoon.family.written import army_text
from ui.cli import run_command
from ui.lab.league.play import (
    Competition,
    Contestant,
    Fixture,
    FixtureResult,
    Variant,
    batches,
    combined,
    fixtures,
    in_processes,
    meetings,
    play,
    play_batch,
    program,
    read_facts,
    results,
)
from ui.lab.league.table import differences, luck, mean_of, ratings, share_row, table_of
from ui.records.beginning import GameFault, UsageFault

TWO = (Contestant("random"), Contestant("greedy"))


def drawn(league: Competition) -> tuple[Fixture, ...]:
    return fixtures(all_games()[league.game], league)


def test_everybody_meets_everybody_else_as_often_from_every_seat() -> None:
    three = tuple(Contestant("random", (("tribes", name),)) for name in ("boarix", "monkus", "warus"))
    league = Competition("zoon_alternate", 2, three, 4, 1)
    seated = Counter(fixture.contestants for fixture in drawn(league))
    assert seated == {(a, b): 2 for a in range(3) for b in range(3) if a != b}
    assert {dict(f.setup.options)["tribes"] for f in drawn(league)} >= {"boarix,warus", "warus,boarix"}
    assert meetings(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert meetings(1, 3) == [(0, 0, 0)]


def test_kingdoms_are_drawn_anew_once_everybody_has_had_every_seat() -> None:
    league = Competition("zombinion", 2, TWO, 4, 1, by_lot=True)
    kinds = [dict(fixture.setup.options)["kinds"] for fixture in drawn(league)]
    assert kinds[0] == kinds[1] != kinds[2] == kinds[3]
    assert {dict(fixture.setup.options)["knowing"] for fixture in drawn(league)} == {"known"}


def test_each_value_of_each_option_is_combined_with_each_of_the_others() -> None:
    assert combined([("a", 1), ("b", True), ("a", 2)]) == ((("a", 1), ("b", True)), (("a", 2), ("b", True)))
    assert combined([]) == ((),)


@pytest.mark.parametrize("game", list(all_games()))
def test_a_game_is_the_same_whenever_it_is_played(game: str) -> None:
    league = Competition(game, all_games()[game].seats[0], TWO, 1, 7)
    once = [play(fixture) for fixture in drawn(league)]
    assert once == [play(fixture) for fixture in drawn(league)]
    assert all(result.events for result in once)
    other = Competition(game, league.seats, TWO, 1, 8)
    assert once != [play(fixture) for fixture in drawn(other)]


def killing(coming: Iterator[FixtureResult]) -> Iterator[FixtureResult]:
    """Kills one of the workers after the first result."""
    yield next(coming)
    multiprocessing.active_children()[0].kill()
    yield from coming


def test_the_table_is_the_same_with_more_workers_and_with_one_that_dies() -> None:
    league = Competition("zong", 3, TWO, 20, 5)
    games = drawn(league)
    alone = list(results(games, 1))
    found = list(killing(in_processes(games, 2)))
    assert len(found) == len(alone) == len({result.number for result in found})
    assert table_of(league, games, found) == table_of(league, games, alone)


@pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra league")
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("workers", [2, 40])
def test_the_table_is_the_same_on_a_cluster(workers: int) -> None:
    from distributed import LocalCluster

    league = Competition("zong", 3, TWO, 20, 5)
    games = drawn(league)
    alone = table_of(league, games, results(games, 1))
    with LocalCluster(workers, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        assert table_of(league, games, results(games, 1, cluster.scheduler_address)) == alone


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.lab.league.play.find_spec", lambda _name: None)
    with pytest.raises(UsageFault, match="the extra league"):
        list(results(drawn(Competition("zong", 3, TWO, 1, 5)), 1, "tcp://127.0.0.1:1"))


def test_an_interval_is_wilsons() -> None:
    assert tuple(share_row([1.0] * 8 + [0.0] * 2).values()) == pytest.approx(
        (10, 0.8, 0.49016, 0.94332), abs=1e-4
    )
    assert tuple(share_row([0.0] * 10).values()) == pytest.approx((10, 0.0, 0.0, 0.27753), abs=1e-4)
    assert tuple(share_row([]).values())[2:] == (0.0, 1.0)


def test_a_mean_is_told_with_its_interval() -> None:
    assert mean_of([10, 12, 14, 16]) == pytest.approx((13, 1.959964 * 2.58199 / 2), abs=1e-4)
    assert mean_of([7]) == (7, 0.0)


def test_ratings_differ_by_as_much_as_the_odds() -> None:
    strong, weak = ratings(np.array([[0.0, 7500.0], [2500.0, 0.0]]))
    assert strong - weak == pytest.approx(190.85, abs=1)  # 400 times the logarithm of 3 : 1
    assert (strong + weak) / 2 == pytest.approx(1500, abs=1)
    always, never = ratings(np.array([[0.0, 10.0], [0.0, 0.0]]))
    assert 2500 > always > 1600 > 1400 > never > 500


def test_who_looks_one_event_ahead_beats_who_plays_at_random() -> None:
    league = Competition("zombinion", 2, TWO, 16, 2)
    table = table_of(league, drawn(league), results(drawn(league), 1))
    assert [row["name"] for row in table["contestants"]] == ["greedy", "random"]
    assert table["meetings"][0]["high"] < 0.5  # what random has of greedy
    assert sum(row["share"] for row in table["chairs"]) == pytest.approx(1, abs=1e-3)


def result(number: int, winners: tuple[int, ...], *cards: tuple[str, ...]) -> FixtureResult:
    return FixtureResult(number, winners, "an-end" if winners else "", 10 + number, 1, cards)


def test_a_table_counts_wins_draws_seats_and_cards() -> None:
    league = Competition("zombinion", 2, TWO, 40, 2)
    games = drawn(league)
    # Seat 1 wins with a card three times of four; the last game is given up.
    found = [result(n, (1,), (), ("esca",)) if n % 4 else result(n, (0,), ("esca",), ()) for n in range(39)]
    found.append(result(39, (), (), ()))
    table = table_of(league, games, found)
    assert table["chairs"][1]["share"] == pytest.approx((29 + 0.5) / 40)
    assert table["first_turn"]["share"] == table["chairs"][1]["share"]
    assert table["endings"] == {"an-end": 39, "given up": 1}
    assert table["variants"][0]["given_up"] == 1 and table["variants"][0]["drawn"] == 0
    assert table["lengths"] == {"shortest": 10, "median": 29.5, "mean": 29.5, "longest": 49}
    (card,) = table["cards"]
    assert (card["card"], card["with"]["share"], card["without"]["games"]) == ("esca", 1.0, 41)
    assert table == table_of(league, games, reversed(found))


def test_the_command_writes_what_it_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "league"
    words = f"league zong --games 6 --bot random --bot greedy --workers 1 --vary cleanup --out {out}"
    assert run_command([*words.split(), "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert json.loads((out / "table.json").read_text()) == table
    assert [row["options"] for row in table["variants"]] == [{"cleanup": "each"}, {"cleanup": "all"}]
    rows = list(csv.DictReader((out / "games.csv").read_text().splitlines()))
    assert len(rows) == table["games"] == 24
    assert Counter(row["ended_by"] for row in rows) == table["endings"]
    for name in ("contestants", "meetings", "seats", "lengths", "choices"):
        assert (out / f"{name}.svg").read_text().startswith("<svg")
    assert run_command(words.split()) == 0
    told = capsys.readouterr().out
    assert "24 games of ZONG" in told and "greedy" in told and "cleanup=all" in told


def test_where_no_terminal_is_a_line_now_and_then_tells_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "league zong --games 3 --workers 1 --json"
    assert run_command(words.split()) == 0
    table, soon = capsys.readouterr()
    assert soon == "", "it was over before anybody wondered"
    monkeypatch.setattr("ui.cli.common.TOLD_S", 0.0)
    assert run_command(words.split()) == 0
    assert capsys.readouterr() == (table, "".join(f"games: {n} of 3\n" for n in (1, 2, 3)))


def test_a_tribe_from_a_file_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = facts()
    file = tmp_path / "mine.toml"
    file.write_text(army_text(Army(known.own_twelve("boarix"), known.own_trumps("boarix"), "", "tribal")))
    words = f"league zoon_alternate --games 2 --each tribes=warus --tribe {file} --workers 1 --json"
    assert run_command(words.split()) == 0
    names = {row["name"] for row in json.loads(capsys.readouterr().out)["contestants"]}
    assert names == {"random warus", "random mine"}


def test_rosters_and_armies_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "quick.toml"
    file.write_text('[spearman]\nmovement = "any"\n')
    own = ["sides=midgard armies=set", "sides=midgard armies=spearman*6+vala", "sides=trolls armies=set"]
    words = f"league zones --games 4 --workers 1 --facts {file} --facts kept --vary stuck --json"
    given = [word for text in own for word in ("--own", text)]
    assert run_command([*words.split(), *given]) == 0
    table = json.loads(capsys.readouterr().out)
    met = {(row["one"], row["other"]) for row in table["meetings"]}  # nobody meets another of its own side
    trolls = "random trolls set"
    assert met == {("random midgard set", trolls), ("random midgard spearman*6+vala", trolls)}
    assert [row["options"] for row in table["variants"]] == [
        {"stuck": way, "facts": facts} for way in ("draw", "cost") for facts in ("quick", "kept")
    ]
    told = {(row["option"], row["value"]): row for row in table["choices"]}
    assert set(told) == {("stuck", "draw"), ("stuck", "cost"), ("facts", "quick"), ("facts", "kept")}
    assert {row["games"] for row in told.values()} == {table["games"] / 2}
    for name in ("stuck", "facts"):
        wins = [row["contestants"][trolls] for (option, _v), row in told.items() if option == name]
        (whole,) = (row for row in table["contestants"] if row["name"] == trolls)
        assert sum(row["share"] * row["games"] for row in wins) == pytest.approx(
            whole["share"] * whole["games"], abs=0.01
        )


def test_facts_of_a_file_are_those_that_are_played_by(tmp_path: Path) -> None:
    file = tmp_path / "quick.toml"
    file.write_text('[spearman]\nmovement = "any"\n')
    variants = (Variant(), Variant((), "quick", read_facts(file)))
    league = Competition("zones", 2, (Contestant("random"),), 1, 1, variants=variants)
    usual, quick = (all_games()["zones"].start(fixture.setup).agreed.kinds for fixture in drawn(league))
    assert (usual["spearman"].movement, quick["spearman"].movement) == ("orthogonal", "any")
    assert usual["archer"] == quick["archer"]


def test_what_differs_by_more_than_luck_is_told_and_only_that() -> None:
    ways = tuple(Variant((("cleanup", value),)) for value in ("each", "all"))
    league = Competition("zong", 3, (Contestant("random"),), 200, 1, variants=ways)
    games = drawn(league)

    def played(longer: int, wins: int) -> list[FixtureResult]:
        """Every second way's games are so much longer, and won so often of ten by who begins."""
        return [
            FixtureResult(f.number, (0 if f.number % 10 < (wins if f.variant else 3) else 1,), "an-end",
                          20 + f.number % 7 + longer * f.variant, 0, ((), (), ()))
            for f in games
        ]  # fmt: skip

    def told(longer: int, wins: int) -> set[str]:
        found = differences(league, [(f, r) for f, r in zip(games, played(longer, wins), strict=True)])
        assert {row["what"] for row in found} == {"events", "first turn"}
        assert [row["p"] for row in found] == sorted(row["p"] for row in found)
        return {row["what"] for row in found if row["sure"]}

    assert told(0, 3) == set()
    assert told(1, 3) == {"events"}
    assert told(0, 5) == {"first turn"}
    assert (
        told(0, 4) == set()
    )  # 30 % and 40 % of 200 games: z = 2.1, p = 0.036, twice that for two comparisons
    assert luck([0.0] * 140 + [1.0] * 60, [0.0] * 120 + [1.0] * 80) == pytest.approx(0.0351, abs=1e-3)
    assert luck([1.0], [2.0, 3.0]) == 1.0
    assert luck([1.0, 1.0], [2.0, 2.0]) == 0.0


def test_who_may_not_sit_together_does_not_meet() -> None:
    sides = tuple(Contestant("random", (("sides", side),)) for side in ("midgard", "trolls"))
    seated = Counter(fixture.contestants for fixture in drawn(Competition("zones", 2, sides, 4, 1)))
    assert seated == {(0, 1): 2, (1, 0): 2}
    with pytest.raises(GameFault, match="may sit at one table"):
        drawn(Competition("zones", 2, sides[:1], 4, 1))


def test_batches_hold_every_game_once_and_are_many() -> None:
    games = drawn(Competition("zong", 3, TWO, 100, 5))
    for workers in (0, 1, 2, 40):
        cut = batches(games, workers)
        assert [fixture for batch in cut for fixture in batch] == list(games)
        assert len(cut) >= min(len(games), 32 * workers)


def test_a_worker_with_another_program_plays_nothing() -> None:
    games = drawn(Competition("zong", 3, TWO, 1, 5))
    assert play_batch(games, program()) == [play(fixture) for fixture in games]
    with pytest.raises(UsageFault, match="expected program none"):
        play_batch(games, "none")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("zong --bot clever", "--bot: expected one of random"),
        ("zong --each cleanup", "an option of each seat"),
        ("zong --vary colours", "an option of the whole game"),
        ("zoon_alternate --each tribes=nobody", "nobody"),
        ("zong --seats 9", "seats"),
        ("zones --own sides=elves", "elves"),
        ("zones --own sides=trolls --own armies=set", "the same options in every --own"),
        ("zones --own board=9x4", "an option of each seat"),
        ("zones --each sides=trolls", "may sit at one table"),
        ("zones --facts nowhere.toml", "a TOML file of facts"),
    ],
)
def test_what_cannot_be_played_is_said(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["league", *words.split(), "--games", "1", "--workers", "1"]) == 2
    assert said in capsys.readouterr().err


def test_a_set_up_that_no_game_takes_is_refused_before_the_first_game() -> None:
    league = Competition("zoon_alternate", 2, (Contestant("random", (("tribes", "nobody"),)),), 1, 1)
    with pytest.raises(GameFault):
        drawn(league)
