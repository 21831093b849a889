"""Tournaments in the database: rounds, outcomes told by boxes or entered by hand, and what is put right later."""

import msgspec
import pytest

from tests.ui.web.told import result
from ui.club import tournaments
from ui.club.database import ClubDatabase
from ui.club.tournaments import About, Scoring, Tournament, TournamentFault

FOUR = ("Ann", "Bea", "Cai", "Dan")


def now(database: ClubDatabase, id: int) -> Tournament:
    found = tournaments.one(database, id, database.results())
    assert found is not None
    return found


def outcomes(found: Tournament) -> list[tuple[tuple[int, ...] | None, str]]:
    return [(one.winners, one.by) for one in found.pairings]


def test_what_boxes_tell_is_found_by_the_names(database: ClubDatabase) -> None:
    database.take([("box-0001", result(1, ("Ann", "Cai"), (0,)))])
    id = tournaments.begin(database, " Autumn  cup ", About("swiss", FOUR, "zones"))
    first = now(database, id)
    assert first.name == "Autumn cup"
    assert [one.players for one in first.pairings] == [("Ann", "Cai"), ("Bea", "Dan")]
    assert outcomes(first) == [(None, ""), (None, "")], "what was played before it began does not count"
    database.take([("box-0002", result(2, ("cai", "ANN "), (0,)))])
    database.take([("box-0002", result(3, ("Dan", "Bea"), (1,), game="zong"))])
    assert outcomes(now(database, id)) == [((1,), "box"), (None, "")], "another game does not count"
    database.take([("box-0002", result(5, ("Dan", "Bea"), (0,), by_box=(1,)))])
    assert outcomes(now(database, id)) == [((1,), "box"), (None, "")], "nor does one against the box"
    database.take([("box-0002", result(4, ("Dan", "Bea"), ()))])
    assert outcomes(now(database, id)) == [((1,), "box"), ((), "box")]
    ranking = tournaments.table(now(database, id), Scoring())
    assert [(one.name, one.points) for one, _ in ranking] == [("Cai", 3), ("Bea", 1), ("Dan", 1), ("Ann", 0)]


def test_what_is_withdrawn_or_put_right_at_the_box_is_so_here(database: ClubDatabase) -> None:
    id = tournaments.begin(database, "Cup", About("swiss", ("Ann", "Bea")))
    told = result(1, ("Ann", "Bea"), (0,))
    database.take([("box-0001", told)])
    assert outcomes(now(database, id)) == [((0,), "box")]
    database.take([("box-0001", msgspec.structs.replace(told, revision=2, winners=(1,), digest="cd" * 32))])
    assert outcomes(now(database, id)) == [((1,), "box")]
    database.take([("box-0001", msgspec.structs.replace(told, revision=3, withdrawn=True))])
    assert outcomes(now(database, id)) == [(None, "")]
    tournaments.enter(database, id, 1, 1, ())
    database.take([("box-0001", msgspec.structs.replace(told, revision=4))])
    assert outcomes(now(database, id)) == [((), "hand")], "what people enter holds"
    tournaments.enter(database, id, 1, 1, None)
    assert outcomes(now(database, id)) == [((0,), "box")]


def test_rounds_go_on_to_the_end(database: ClubDatabase) -> None:
    players = tuple(f"p{n}" for n in range(7))
    id = tournaments.begin(database, "Cup", About("swiss", players))
    for number in range(1, 4):
        found = now(database, id)
        assert found.rounds == number and found.open == 3
        with pytest.raises(TournamentFault) as fault:
            tournaments.next_round(database, found, Scoring())
        assert "is not over" in str(fault.value)
        for pairing in found.pairings:
            if pairing.round == number and pairing.by != "bye":
                tournaments.enter(database, id, number, pairing.board, (0,))
        played = now(database, id)
        tournaments.next_round(database, played, Scoring())
        with pytest.raises(TournamentFault) as fault:
            tournaments.next_round(database, played, Scoring())
        assert "Somebody else" in str(fault.value), "two people who pair the same round at once make one"
    ranking = tournaments.table(now(database, id), Scoring())
    assert all(times == 1 for one, _ in ranking for times in one.met.values())
    assert [one.points for one, _ in ranking] == sorted((one.points for one, _ in ranking), reverse=True)


def test_the_same_game_counts_for_one_pairing_only(database: ClubDatabase) -> None:
    id = tournaments.begin(database, "Cup", About("swiss", ("Ann", "Bea")))
    database.take([("box-0001", result(1, ("Ann", "Bea"), (0,)))])
    tournaments.next_round(database, now(database, id), Scoring())
    assert outcomes(now(database, id)) == [((0,), "box"), (None, "")]
    database.take([("box-0001", result(2, ("Bea", "Ann"), (0,)))])
    found = now(database, id)
    second = next(one for one in found.pairings if one.round == 2)
    assert second.winners is not None and second.players[second.winners[0]] == "Bea"


def test_a_round_robin_is_paired_at_once(database: ClubDatabase) -> None:
    id = tournaments.begin(database, "All", About("robin", FOUR))
    assert now(database, id).rounds == 3 and len(now(database, id).pairings) == 6
    tournaments.delete(database, id)
    assert tournaments.listed(database) == [] and tournaments.one(database, id, []) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann\nBea", ("Ann", "Bea")),
        (" Ann ,Bea\r\n\nANN, Cai  Two", ("Ann", "Bea", "Cai Two")),
        ("Ann\n" + "x" * 41 + "\nBea\x07\nCai", ("Ann", "Cai")),
    ],
)
def test_names_as_people_type_them(text: str, names: tuple[str, ...]) -> None:
    assert tournaments.entered(text) == names


def test_what_cannot_be_begun(in_a_file: ClubDatabase) -> None:
    def why(name: str, about: About) -> str:
        with pytest.raises(TournamentFault) as fault:
            tournaments.begin(in_a_file, name, about)
        return str(fault.value)

    assert why("  ", About("swiss", FOUR)) == "Give the tournament a name."
    assert (
        why("Cup", About("robin", FOUR, per_table=4))
        == "A round robin is for two at a table and up to 40 players."
    )
    assert (
        why("Cup", About("robin", tuple(map(str, range(41)))))
        == "A round robin is for two at a table and up to 40 players."
    )
    for text in ("", "Ann", "Ann\nann", "\n".join(map(str, range(257)))):
        with pytest.raises(TournamentFault):
            tournaments.entered(text)
