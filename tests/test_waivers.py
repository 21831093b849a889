"""What people may allow against the rules: just the rule that they are shown, and nothing that loses a card."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import Event, Game, Setup, checked
from companion.games import all_games
from companion.games.zoon.alternate import events as alternate
from companion.games.zoon.family.moves import Stopped
from companion.games.zoon.zoondo import events as zoondo
from companion.journal import Entry, JournalFault, Reading, header, read_entry
from companion.referee import Referee
from companion.weigh import Accept, Refuse
from tests import waivers
from tests.toys import strip
from tests.toys.strip.rules import Slid, Tossed, TurnedUp
from tests.walks import option_sets

GAMES = all_games()
PLACED = {
    "a1": {"seat": 0, "card": "sacrechene"},
    "b1": {"seat": 0, "card": "kassin-a"},
    "c3": {"seat": 0, "card": "grognard-a"},
    "c4": {"seat": 1, "card": "korse-a"},
    "e5": {"seat": 1, "card": "jorund"},
    "f6": {"seat": 1, "card": "draknar"},
}
MORE = {
    "a2": {"seat": 0, "card": "gold-hure"},
    "f1": {"seat": 0, "card": "kassin-b"},
    "f2": {"seat": 0, "card": "cloboulon"},
    "d1": {"seat": 0},
}
NO_ZOONS = ("mur-darbres", "queen-mary", "korse-b")
"""A trump, a Zoon of neither army, and one that another seat or square has."""
RAIN = "pluie-de-menhirs"
FIGHT = (alternate.Moved(0, "c3", "c4"), zoondo.Moved(0, "c3", "c4"))


class At:
    """A referee of a game that stands in a position."""

    def __init__(self, name: str, cards: dict[str, Any] | None = None, **more: Any) -> None:
        game = GAMES[name]
        setup = checked(game, Setup(2, (("tribes", "boarix,warus"),)))
        state = game.load_position(setup, {"turn": 0, "cards": PLACED if cards is None else cards} | more)
        self.lines: list[str] = []
        self.referee = Referee(game, setup, self.lines.append)
        self.referee.book = replace(self.referee.book, states=(state,))

    def told(self, event: Event, *waive: str) -> str:
        """The rule that an event is refused for; empty where it is booked."""
        before = self.referee.state
        verdict = self.referee.tell(event, "test", waive=waive).verdict
        if isinstance(verdict, Refuse):
            assert self.referee.state is before
            return verdict.violation.rule
        assert isinstance(verdict, Accept)
        return ""


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
def test_each_rule_is_allowed_by_itself(name: str) -> None:
    at, moved = At(name), {"zoon_alternate": alternate, "zoondo": zoondo}[name].Moved
    across = moved(1, "e5", "a1")
    assert at.told(across) == "s2-in-turn"
    assert at.told(across, "s2-in-turn") == "zo-07-not-on-its-grid"
    onto_own = moved(0, "c3", "b1")
    assert at.told(onto_own, "zo-07-not-on-its-grid") == "zo-08-not-onto-a-friend"
    assert at.told(across, "s2-in-turn", "zo-07-not-on-its-grid") == ""
    assert at.referee.entries[-1].waived == ("s2-in-turn", "zo-07-not-on-its-grid")


@pytest.mark.parametrize(
    ("name", "before", "event", "waive"),
    [
        # A Zoon leaves a fight, joins one, or the fight is called off.
        ("zoon_alternate", FIGHT[:1], alternate.Moved(1, "c4", "b4"), ("za-32-dice-first", "s2-in-turn")),
        ("zoon_alternate", FIGHT[:1], alternate.Moved(1, "e5", "c4"), ("za-32-dice-first",)),
        ("zoon_alternate", FIGHT[:1], Stopped(0), ("za-32-dice-first", "ours-nothing-to-stop")),
        ("zoondo", FIGHT[1:], Stopped(0), ("zo-12-touch-first", "ours-nothing-to-stop")),
        # A Zoon fights itself, or its own side.
        ("zoon_alternate", (), alternate.Moved(0, "c3", "c3"), ()),
        ("zoondo", (), zoondo.Moved(0, "c3", "c3"), ()),
        ("zoon_alternate", (), alternate.Moved(0, "c3", "b1"), ()),
        # Two things on one square, and a card that nobody has.
        ("zoon_alternate", (), alternate.PlayedTrump(0, "mur-darbres", "a1"), ("card-mur-darbres",)),
        ("zoondo", (), zoondo.PlayedTrump(0, "mur-darbres", "a1"), ("card-mur-darbres",)),
        ("zoon_alternate", (), alternate.PlayedTrump(0, "hache-virevoltante", "c4"), ("s2-trumps-in-hand",)),
        # A Zoon that no army holds, or another one than lies there.
        *(("zoon_alternate", (), alternate.Ruled("a1", 0, name, "heads"), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.Ruled("a1", 0, name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.Ruled("d1", 0, name, "heads"), ()) for name in NO_ZOONS),
        *(("zoondo", (), zoondo.Ruled(at, 0, name), ()) for at in ("a1", "d1") for name in NO_ZOONS),
        *(
            ("zoon_alternate", (), alternate.Swapped(0, "c3", to, name), ())
            for to in ("a1", "d1")
            for name in NO_ZOONS
        ),
        *(("zoon_alternate", (), alternate.Moved(0, "c3", "c4", met=name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.Moved(0, "c3", "b4", met=name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.Moved(0, "c3", "b4", name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.Moved(0, "d1", "d2", name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.TurnedUp(0, "d1", name), ()) for name in NO_ZOONS),
        *(("zoon_alternate", (), alternate.PlayedTrump(0, RAIN, "c4", met=name), ()) for name in NO_ZOONS),
        ("zoon_alternate", (), alternate.PlayedTrump(0, "mur-darbres", "c2", met="korse-a"), ()),
        *(("zoondo", FIGHT[1:], zoondo.TurnedUp(0, "c4", name), ()) for name in NO_ZOONS),
    ],
)
def test_bookkeeping_cannot_be_allowed(
    name: str, before: tuple[Event, ...], event: Event, waive: tuple[str, ...]
) -> None:
    at = At(name, PLACED | MORE)
    for earlier in before:
        assert at.told(earlier) == ""
    entries = at.referee.entries
    every = (*waive, *(violation.rule for violation in at.referee.game.violations(at.referee.state, event)))
    assert at.told(event, *every) == "bookkeeping"
    assert at.referee.entries == entries


@pytest.mark.parametrize("name", NO_ZOONS)
def test_no_army_is_laid_out_with_a_card_that_it_has_not(name: str) -> None:
    ranks = ((1, 0), (2, 0), (5, 1), (6, 1))
    zone = {f"{column}{row}": {"seat": seat} for column in "abcdef" for row, seat in ranks}
    at = At("zoon_alternate", zone, turn="fronts")
    shown = alternate.FrontsUp(0, ("kassin-a", "kassin-b", "gold-hure", "grognard-a", "sacrechene", name))
    assert at.told(shown) == "ours-cards-of-the-army"
    assert at.told(shown, "ours-cards-of-the-army") == "bookkeeping"
    game = GAMES["zoondo"]
    setup = checked(game, Setup(2, (("tribes", "boarix,warus"), ("knowing", "shown"))))
    army = game.candidates(game.start(setup), None)
    laid = next(event for event in army if isinstance(event, zoondo.Deployed) and event.cards)
    wrong = zoondo.Deployed(0, (), {**(laid.cards or {}), "a1": name})
    referee = Referee(game, setup, lambda _: None)
    rules = [violation.rule for violation in game.violations(referee.state, wrong)]
    verdict = referee.tell(wrong, "test", waive=rules).verdict
    assert isinstance(verdict, Refuse) and verdict.violation.rule == "bookkeeping"


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
def test_a_caged_zoon_does_not_fight(name: str) -> None:
    """It is an Obstacle: what lies on it would be lost with it."""
    caged = {"seat": 1, "card": "korse-a", "up": False, "on": ["cage-de-racines"]}
    moved = {"zoon_alternate": alternate, "zoondo": zoondo}[name].Moved
    at = At(name, PLACED | {"c4": caged}, turn=1)
    event = moved(1, "c4", "c3")
    every = [violation.rule for violation in at.referee.game.violations(at.referee.state, event)]
    assert "zo-28-caged" in every
    assert at.told(event, *every) == "bookkeeping"


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
def test_a_wall_is_not_laid_out_of_the_tomb_twice(name: str) -> None:
    at = At(name, tomb=[["mur-darbres"], []])
    played = {"zoon_alternate": alternate, "zoondo": zoondo}[name].PlayedTrump(0, "mur-darbres", "d2")
    assert at.told(played) == "s2-trumps-in-hand"
    at.told(played, "s2-trumps-in-hand")
    held = [*at.referee.state.stock.tomb[0], *(wall.trump for wall in at.referee.state.walls)]
    assert held.count("mur-darbres") == 1


def test_a_state_that_cannot_be_shown_is_not_booked(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At("zoondo")
    before = at.referee.state

    def shown(_state: Any, _eyes: int | None) -> None:
        raise AssertionError("nobody can show this")

    monkeypatch.setattr(at.referee.game, "view", shown)
    with pytest.raises(AssertionError, match="show this"):
        at.referee.tell(zoondo.Moved(0, "c3", "c4"), "test")
    assert at.referee.state is before and at.referee.entries == ()


def test_an_entry_names_one_rule_as_a_word_and_several_as_a_list() -> None:
    game = GAMES["zoondo"]
    for waived, written in ((("one",), '"waived":"one"'), (("one", "two"), '"waived":["one","two"]')):
        entry = Entry(3, "touch", zoondo.Moved(0, "c3", "c4"), waived)
        assert written in entry.line()
        assert read_entry(entry.line(), game) == entry
    assert "waived" not in Entry(3, "touch", zoondo.Moved(0, "c3", "c4")).line()
    with pytest.raises(JournalFault, match="waived: expected a rule or a list of rules"):
        read_entry(entry.line().replace('["one","two"]', "7"), game)


def test_an_older_record_in_which_one_rule_let_all_others_pass_is_still_read() -> None:
    game = GAMES["zoondo"]
    setup = checked(game, Setup(2))
    events: list[Event] = [zoondo.Deployed(0), zoondo.Deployed(1), zoondo.Starts(0)]
    entries = [Entry(number, "touch", event) for number, event in enumerate(events)]
    odd = zoondo.Moved(1, "a5", "a2")
    rules = [violation.rule for violation in game.violations(_after(game, setup, events), odd)]
    assert len(rules) > 1
    entries.append(Entry(3, "touch", odd, (rules[0],)))
    lines = (header(game, setup), *(entry.line() for entry in entries))
    referee = Referee(game, setup, lambda _: None, lines)
    assert referee.entries == tuple(entries)


def _after(game: Game[Any], setup: Setup, events: list[Event]) -> Any:
    state = game.start(setup)
    for event in events:
        state = game.after(state, event)
    return state


def test_what_is_put_right_earlier_lets_no_second_rule_pass() -> None:
    """An entry allowed against one rule breaks another one, once an earlier entry is read otherwise."""
    referee = Referee(strip.GAME, Setup(), lambda _: None)
    referee.tell(Tossed("heads"), "touch")
    referee.tell(Slid(0, "s2", "s3"), "touch")
    referee.tell(Slid(1, "s4", "s2"), "touch", waive="one-step")
    verdict = referee.correct(Reading(1, TurnedUp(0, "s1", "fox"), ""), "touch").verdict
    assert isinstance(verdict, Refuse) and verdict.violation.rule == "empty-only"
    assert referee.standing[1].event == Slid(0, "s2", "s3")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_and_nothing_jams_whatever_people_allow(game: Game[Any], seed: int) -> None:
    setups = option_sets(game)
    counts = waivers.play(game, setups[seed * 7 % len(setups)], seed)
    assert counts["lawful"] > 0
