"""Two worlds that differ in what is hidden from some eyes: these eyes are told the same of both."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over, legal
from companion.games import all_games
from companion.journal import read_record
from companion.lawful import drawn
from companion.referee import Referee
from tests.games import test_zombinion_secrets as secrets
from tests.games.zombinion import GAME as ZOMBINION
from tests.games.zombinion import setup, ten
from tests.ui.program import Program
from ui.line.stdio import Conversation, entries_for, legal_for, looks_for, shapes_for
from ui.secrecy import is_over

PLAYS = Path(__file__).parents[2] / "plays" / "zoondo"

OPENING = ("TurnedUp", "Touched")
"""What tells two worlds apart for everybody: a card that is turned up, and who wins a fight."""
TOLD = ("legal", "journal", "look", "view", "turn")


class Worlds:
    """The same game twice, and what the eyes are told of both."""

    def __init__(self, eyes: int | None, **new: Any) -> None:
        self.eyes = eyes
        self.both = (Program(), Program())
        for program in self.both:
            program.ask("new", **new)

    def tell(self, *events: Any) -> None:
        """One event in both worlds, or one in each; what the eyes are answered is the same."""
        first, second = events * (2 // len(events))
        answers = [
            json.loads(
                program.desk.answer(json.dumps({"do": "tell", "event": event, "eyes": self.eyes}).encode())
            )
            for program, event in zip(self.both, (first, second), strict=True)
        ]
        assert answers[0] == answers[1]

    def compare(self) -> None:
        for verb in TOLD:
            fields = {} if verb == "turn" else {"eyes": self.eyes}
            one, other = (program.ask(verb, **fields) for program in self.both)
            assert one == other, (verb, self.eyes)

    def lawful(self) -> list[list[Any]]:
        """By world, everything that is lawful."""
        return [[one["event"] for one in program.ask("legal")["legal"]] for program in self.both]


def deployed(program: Program, seat: int, rng: Random) -> dict[str, Any]:
    army = next(one["event"] for one in program.ask("legal")["legal"] if one["event"].get("seat") == seat)
    cells, cards = list(army["cards"]), list(army["cards"].values())
    rng.shuffle(cards)
    return army | {"cards": dict(zip(cells, cards, strict=True))}


@pytest.mark.parametrize("eyes", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_shown_armies_of_zoondo(eyes: int | None, seed: int) -> None:
    rng = Random(seed)
    worlds = Worlds(eyes, game="zoondo", seats=2, options={"knowing": "shown"})
    mine, theirs, others = (deployed(worlds.both[0], seat, rng) for seat in (0, 1, 1))
    worlds.tell(mine)
    worlds.compare()
    assert theirs != others
    worlds.tell(theirs, others)
    worlds.compare()
    worlds.tell({"kind": "Starts", "seat": seed % 2})
    for _ in range(25):
        worlds.compare()
        one, other = worlds.lawful()
        common = [event for event in one if event in other and event["kind"] not in OPENING]
        if not common:
            break
        # What one may try with the own cards and is not allowed is refused alike in both.
        for event in rng.sample(one, min(6, len(one))):
            if event.get("seat") == 0 and event.get("from"):
                worlds.tell(event | {"to": rng.choice(["a1", "c3", "f6"]), "path": []})
                one, other = worlds.lawful()
                common = [event for event in one if event in other and event["kind"] not in OPENING]
        if common:
            worlds.tell(rng.choice(common))
    worlds.compare()
    whole = [program.ask("journal") for program in worlds.both]
    assert whole[0] != whole[1], "the referee's own journal does tell them apart"


@pytest.mark.parametrize("eyes", [None, 0])
def test_both_halves_of_zones_behind_the_screen(eyes: int | None) -> None:
    rng = Random(3)
    worlds = Worlds(eyes, game="zones", seats=2)
    for _ in range(16):
        worlds.compare()
        one, other = worlds.lawful()
        seat = rng.choice([event["seat"] for event in one if event["kind"] in ("Based", "Drew")])
        hers = [[event for event in events if event["seat"] == seat] for events in (one, other)]
        if seat == 1 or eyes is None:
            worlds.tell(rng.choice(hers[0]), rng.choice(hers[1]))
        else:
            worlds.tell(rng.choice(hers[0]))
    worlds.compare()
    states = [program.ask("state") for program in worlds.both]
    assert states[0] != states[1]


@pytest.mark.parametrize("seed", range(3))
def test_hands_and_decks_of_zombinion(seed: int) -> None:
    rng = Random(seed)
    agreed = setup(3, kinds=ten(rng), knowing="known", start="0")
    referee = Referee(ZOMBINION, agreed, lambda line: None)
    differing = 0
    for _ in range(80):
        event = drawn(ZOMBINION, referee.state, rng.randrange)
        assert event is not None
        if isinstance(referee.tell(event, "touch").turn, Over):
            break
        state = referee.state
        for eyes in (None, 1):
            other = secrets._otherwise(rng, state, eyes)
            differing += legal(ZOMBINION, other) != legal(ZOMBINION, state)
            assert legal_for(ZOMBINION, other, eyes) == legal_for(ZOMBINION, state, eyes)
            assert looks_for(ZOMBINION, other, None) == looks_for(ZOMBINION, state, None)
            assert shapes_for(ZOMBINION, other, eyes) == shapes_for(ZOMBINION, state, eyes)
    assert differing > 10, "what is lawful does depend on hidden cards"
    for eyes in (None, 0, 1, 2):
        told = list(entries_for(ZOMBINION, agreed, referee.entries, eyes))
        assert all(getattr(entry.event, "order", None) is None for entry in told)


@pytest.mark.parametrize("game", ["zoon_alternate", "zong"])
def test_where_nothing_is_hidden_all_eyes_are_told_all(game: str) -> None:
    desk = Conversation()
    rng = Random(5)

    def ask(**request: Any) -> Any:
        return json.loads(desk.answer(json.dumps(request).encode()))

    ask(do="new", game=game, seats=all_games()[game].seats[0])
    for _ in range(20):
        lawful = ask(do="legal")
        for eyes in (None, 0):
            asked = ask(do="legal", eyes=eyes)
            assert sorted(map(json.dumps, asked.pop("legal"))) == sorted(map(json.dumps, lawful["legal"]))
            assert asked == {name: value for name, value in lawful.items() if name != "legal"}
            for verb in ("journal", "look"):
                assert ask(do=verb, eyes=eyes) == ask(do=verb)
        if not lawful["legal"]:
            break
        ask(do="tell", event=rng.choice(lawful["legal"])["event"])


def test_once_a_game_is_over_nothing_of_it_is_hidden_from_anybody() -> None:
    hid = False
    for play in sorted(PLAYS.glob("*.jsonl")):
        record = read_record(play.read_text(encoding="utf-8").splitlines(), all_games())
        game, setup, entries = record.game, record.setup, record.entries
        if is_over(game, setup, entries):
            assert list(entries_for(game, setup, entries, None)) == list(entries), play.name
            # One is enough, and going through a game once more takes as long as the rest.
            hid = hid or list(entries_for(game, setup, entries[:-1], None)) != list(entries[:-1])
    assert hid, "of some of them, not all was open before the end"
