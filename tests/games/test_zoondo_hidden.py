"""Who knows what: the public view tells nothing hidden, secret events are covered, late checks name what was let by."""

import json
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Event, Over, Setup, View, Violation, checked, legal
from companion.games.zoon.family.events import Reinforced, Starts
from companion.games.zoon.family.moves import Stopped
from companion.games.zoon.family.state import NUMBERS
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, Ruled, Touched, TurnedUp
from companion.referee import Referee
from companion.weigh import Refuse
from tests.games.zoondo import (
    ARMY_0,
    BOARIX_WARUS,
    GAME,
    TRIBES,
    ZONE_0,
    board,
    fight,
    piece,
    played,
    rule,
    setup,
    shown,
    there,
    trusted,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"zoons": "+titus;+virzil,+bigoth", "limits": False, "tribes": "monkus,rhinogoths"},
    {"zoons": "-kassin-a;-kassin-b,", "tribes": "boarix,monkus"},
]


def legal_names(view: View) -> str:
    """Everything that a view shows or says."""
    things = [thing.label or "" for lying in view.board.values() for thing in lying if thing.face == "down"]
    return " ".join((view.headline, view.awaited, *view.notes, *view.about.values(), *things))


def random_game(agreed: Setup, seed: int, length: int = 48) -> list[Event]:
    """The events of a lawful game."""
    rng, state, events = random.Random(seed), GAME.start(agreed), list[Event]()
    for _ in range(length):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        events.append(event)
        state = GAME.after(state, event)
    return events


def others(agreed: Setup, events: list[Event], seed: int) -> list[Event]:
    """The same game with the cards that nobody has seen in it dealt out otherwise."""
    rng, state = random.Random(seed), GAME.start(agreed)
    for event in events:
        state = GAME.after(state, event)
    hidden = {seat: set(_unseen_squares(agreed, events, seat)) for seat in (0, 1)}
    changed = list[Event]()
    for event in events:
        if isinstance(event, Deployed) and event.cards is not None:
            squares = sorted(hidden[event.seat] & event.cards.keys())
            cards = [event.cards[square] for square in squares]
            rng.shuffle(cards)
            event = msgspec.structs.replace(
                event, cards={**event.cards, **dict(zip(squares, cards, strict=True))}
            )
        changed.append(event)
    return changed


def _unseen_squares(agreed: Setup, events: list[Event], seat: int) -> list[str]:
    """Where the cards of a seat were laid that nobody sees in the whole game."""
    state = GAME.start(agreed)
    laid = next(event.cards for event in events if isinstance(event, Deployed) and event.seat == seat) or {}
    where = {square: square for square in laid}
    seen: set[str] = set()
    for event in events:
        before = state
        state = GAME.after(state, event)
        if isinstance(event, Moved) and (lying := before.at(event.start)) is not None and lying.seat == seat:
            origin = where.pop(event.start, None)
            if origin is not None and before.at(event.to) is None:
                where[event.to] = origin
            elif origin is not None:
                seen.add(origin)
        if state.fought is not None and state.fought is not before.fought and state.fought.at in where:
            seen.add(where[state.fought.at])
        for square in list(where):
            now = state.at(square)
            if now is None or now.seat != seat or now.seen:
                seen.add(where.pop(square))
    return [square for square in laid if square not in seen]


def public_run(agreed: Setup, events: list[Event]) -> list[Any] | None:
    """The public history and what everybody sees on the way; None where the history is not lawful."""
    state, found = GAME.start(agreed), list[Any]()
    for event in events:
        if GAME.violation(state, event) is not None:
            return None
        told = (GAME.public(state, event), GAME.words(state, event))
        state = GAME.after(state, event)
        found.append((told, GAME.turn(state), GAME.view(state, None), state))
    return found


@given(st.integers(0, 100_000), st.integers(0, 2), st.sampled_from(TRIBES), st.sampled_from(TRIBES))
@settings(max_examples=24)
def test_the_public_view_is_the_same_for_any_two_hidden_armies(
    seed: int, option: int, one: str, two: str
) -> None:
    """Of two games with the same public history the shared screen, covered states and public records are the same."""
    agreed = setup(**{"tribes": f"{one},{two}", "knowing": "shown"} | OPTIONS[option])
    events = random_game(agreed, seed)
    first = public_run(agreed, events)
    assert first is not None
    for other_seed in range(3):
        second = public_run(agreed, others(agreed, events, other_seed))
        if second is None:
            continue
        for (told, turn, view, state), (told_2, turn_2, view_2, state_2) in zip(first, second, strict=False):
            if told != told_2 or isinstance(turn, Over) or isinstance(turn_2, Over):
                break
            assert turn == turn_2
            assert view == view_2
            assert state.public() == state_2.public()
            assert [chore.words for chore in GAME.chores(state)] == [c.words for c in GAME.chores(state_2)]


def test_games_with_other_hidden_armies_are_common_enough_to_tell() -> None:
    same = 0
    for seed in range(12):
        agreed = setup(knowing="shown")
        events = random_game(agreed, seed, 24)
        for other_seed in range(6):
            changed = others(agreed, events, other_seed)
            same += changed != events and public_run(agreed, changed) is not None
    assert same >= 10


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_is_named_on_the_shared_screen(seed: int) -> None:
    agreed = setup(tribes="monkus,boarix", knowing="shown")
    rng, state = random.Random(seed), GAME.start(agreed)
    names = {zoon.name for zoon in state.agreed.facts.zoons.values()}
    for _ in range(120):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        if isinstance(event, Deployed | Moved | PlayedTrump | Reinforced):
            assert not any(name in GAME.words(state, event) for name in names), event
        state = GAME.after(state, event)
        if not isinstance(GAME.turn(state), Over) and state.duel is None and not state.todo:
            said = legal_names(GAME.view(state, None))
            assert not any(name in said for name in names), said


# secret events


@pytest.mark.parametrize(
    ("event", "public"),
    [
        (Deployed(0, (), {"a1": "sacrechene"}), Deployed(0, ("a1",))),
        (Deployed(0, (), dict(zip(ZONE_0, ARMY_0, strict=True))), Deployed(0)),
        (Touched(1, "tl", back=True), Touched(1)),
        (Reinforced(0, "c1", "titus"), Reinforced(0, "c1")),
        (Ruled("c2", 0, "gold-hure", "off"), Ruled("c2", 0, None, "off")),
        (Moved(0, "a2", "a3"), Moved(0, "a2", "a3")),
        (TurnedUp(0, "c4", "kassin-a"), TurnedUp(0, "c4", "kassin-a")),
    ],
)
def test_events_as_everybody_may_know_them(event: Event, public: Event) -> None:
    assert GAME.public(shown(), event) == public


def test_what_is_agreed_in_a_trusting_game_was_said_aloud() -> None:
    assert GAME.public(trusted(), Ruled("c2", 0, "gold-hure")) == Ruled("c2", 0, "gold-hure")


def test_each_seat_touches_the_others_back_or_the_trump() -> None:
    state = played(
        board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund"), PlayedTrump(0, "pluie-de-menhirs", "c3")
    )
    first, none = GAME.touched(state, 0), GAME.touched(state, 1)
    assert first is not None and (first.face, first.deck, first.label) == ("down", "warus", None)
    assert none is None
    second = GAME.touched(played(state, Touched(0, "tl")), 1)
    assert second is not None and (second.face, second.label) == ("up", "pluie-de-menhirs")
    assert GAME.touched(trusted(), 0) is None
    assert GAME.army(state, 0) == tuple(sorted(ARMY_0))


def test_a_shown_army_is_known_to_the_referee_and_covered_for_the_others() -> None:
    state = shown()
    assert state.possible(NUMBERS["c2"]) == ("gold-hure",)
    public = state.public()
    assert there(public, "c2") is None
    assert Counter(public.stock.unseen[0]) == Counter(ARMY_0)
    assert trusted().public() == trusted()


def test_a_card_seen_in_a_fight_stays_known_to_all() -> None:
    army_1 = ["draknar", "harold-de-jarl", "korse-a", "korse-a", "korse-b", "korse-b"]
    army_1 += ["mourse-a", "mourse-b", "jorund", "berserkorse-a", "berserkorse-b", "berserkorse-b"]
    state = played(shown(None, army_1), Moved(0, "c2", "c4"), Moved(1, "a5", "a4"))
    state = played(state, *fight(0, "c4", "c5", "bl", "tl"))
    assert (there(state, "c5"), piece(state, "c5").seen) == ("gold-hure", True)
    assert there(state.public(), "c5") == "gold-hure"
    assert GAME.load_position(state.agreed.setup, GAME.dump_position(state)) == state


# what falls off by itself


def test_a_star_that_only_the_referee_knows_to_be_impossible_waits_to_be_said() -> None:
    words = f"{BOARIX_WARUS} c3=0.cloboulon a2=0.grognard-a b1=0.kassin-a b2=0.kassin-a d4=1.harold-de-jarl"
    state = board(words, options={"knowing": "shown"}, obstacles=["a3", "b3"])
    state = played(state, *fight(0, "c3", "d4", "tl", "br"))
    assert state.todo, "for all that everybody knows, a Grognard may stand on b1"
    other = board(words.replace("a2=0.grognard-a b1=0.kassin-a", "a2=0.kassin-a b1=0.grognard-a"),
                  options={"knowing": "shown"}, obstacles=["a3", "b3"])  # fmt: skip
    other = played(other, *fight(0, "c3", "d4", "tl", "br"))
    assert GAME.view(state, None) == GAME.view(other, None)
    assert rule(other, Stopped(0)) == "zo-19-must-if-possible"
    assert played(state, Stopped(0)).turn == 1


def test_claims_of_shown_cards_are_what_everybody_has_seen_them_do() -> None:
    state = played(shown(), Moved(0, "c2", "c4"))
    assert [claim.to for claim in piece(state, "c4").claims] == ["c4"]
    assert state.public().possible(NUMBERS["c4"]) == ("gold-hure",), "only Gold-Hure goes two squares ahead"
    assert rule(state, Moved(1, "f5", "f3")) == "zo-07-not-on-its-grid"


# late checks


def test_a_refusal_names_the_earlier_entry() -> None:
    lines: list[str] = []
    referee = Referee(GAME, checked(GAME, Setup(2)), lines.extend)
    deeds: list[Event] = [Deployed(0), Deployed(1), Starts(0), Moved(0, "c2", "c4"), Moved(1, "a5", "a4")]
    deeds += [Moved(0, "c4", "c5"), Touched(0, "tl"), Touched(1, "tl")]
    for event in deeds:
        referee.tell(event, "test")
    reply = referee.tell(TurnedUp(0, "c5", "kassin-a"), "test")
    assert isinstance(reply.verdict, Refuse)
    assert reply.verdict.violation.about == "Kassin: c2 → c4, entry 3"
    assert reply.verdict.violation.rule == "zo-06-as-it-went"
    referee.tell(TurnedUp(0, "c5", "gold-hure"), "test")
    assert referee.state.duel is not None


def test_a_face_that_another_card_must_be_is_refused_by_that_cards_deed() -> None:
    tomb = [["cloboulon", "bouclefeuille", "grognard-a", "grognard-a", "grognard-b", "grognard-b"], []]
    tomb[0] += ["kassin-a", "kassin-b", "kassin-b"]
    state = board("a1=0.? c2=0.? e2=0.? d3=1.jorund f6=1.draknar", tomb=tomb)
    state = played(state, Moved(0, "c2", "c4"), Moved(1, "d3", "d2"), Moved(0, "e2", "e3"))
    state = played(state, Moved(1, "d2", "e2"), Moved(0, "c4", "c5"), *fight(1, "e2", "e3", "tl", "tl"))
    violation = GAME.violation(state, TurnedUp(0, "e3", "gold-hure"))
    assert violation == Violation("zo-06-as-it-went", "Gold-Hure: c2 → c4", Moved(0, "c2", "c4"))
    assert rule(state, TurnedUp(0, "e3", "sacrechene")) == "zo-06-as-it-went"
    played(state, TurnedUp(0, "e3", "kassin-a"))


def test_what_people_let_pass_frees_the_others_from_their_claims() -> None:
    tomb = [["cloboulon", "bouclefeuille", "grognard-a", "grognard-a", "grognard-b", "grognard-b"], []]
    tomb[0] += ["kassin-a", "kassin-b", "kassin-b"]
    state = board("a1=0.? c2=0.? e2=0.? d3=1.jorund f6=1.draknar", tomb=tomb)
    state = played(state, Moved(0, "c2", "c4"), Moved(1, "d3", "d2"), Moved(0, "e2", "e3"))
    state = played(state, Moved(1, "d2", "e2"), Moved(0, "c4", "c5"), *fight(1, "e2", "e3", "tl", "tl"))
    state = GAME.after(state, TurnedUp(0, "e3", "gold-hure"))
    assert GAME.faults(state) == ()
    assert piece(state, "c5").claims == ()


def test_moves_refused_in_a_shown_game_name_no_card() -> None:
    for event in (Moved(0, "a2", "b3"), Moved(0, "a1", "a2"), Moved(0, "c2", "c5")):
        about = f"{event.start} → {event.to}"
        assert GAME.violation(shown(), event) == Violation("zo-07-not-on-its-grid", about)


def test_a_journal_of_a_shown_game_says_more_than_everybody_may_know() -> None:
    event = Deployed(0, (), dict(zip(ZONE_0, ARMY_0, strict=True)))
    assert "gold-hure" in json.dumps(msgspec.to_builtins(event))
    assert "gold-hure" not in json.dumps(msgspec.to_builtins(GAME.public(GAME.start(setup()), event)))
