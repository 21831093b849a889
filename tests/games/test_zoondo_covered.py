"""Where the referee was shown the armies, what everybody may know is drawn from the covered state alone."""

from typing import Any

from companion.game import Event
from companion.games.zoon.family.moves import March, Stopped
from companion.games.zoon.zoondo.events import Fight, Moved, PlayedTrump, State
from tests.games.zoondo import BOARIX_WARUS, GAME, board, played

SHOWN = {"knowing": "shown"}


def told(words: str, *events: Event, **more: Any) -> State:
    """The state after these events in a game whose armies the referee was shown."""
    return played(board(words, options=SHOWN, **more), *events)


def test_an_attacker_is_covered_until_it_is_revealed() -> None:
    state = told(f"{BOARIX_WARUS} c3=0.cloboulon c4=1.harold-de-jarl", Moved(0, "c3", "c4"))
    public = state.public()
    assert isinstance(state.duel, Fight) and isinstance(public.duel, Fight)
    assert (state.duel.piece.card, public.duel.piece.card) == ("cloboulon", None)
    assert "cloboulon" not in state.stock.unseen[0] and "cloboulon" in public.stock.unseen[0]


def test_reinforcements_shown_to_the_referee_are_covered() -> None:
    state = told(f"{BOARIX_WARUS} c3=0.cloboulon", reinforcements=[["kassin-a"], []])
    public = state.public()
    assert (state.stock.reinforcements[0], public.stock.reinforcements[0]) == (("kassin-a",), (None,))
    assert public.stock.unseen[0].count("kassin-a") == state.stock.unseen[0].count("kassin-a") + 1


def test_nobody_is_told_that_a_cage_holds_the_emblem() -> None:
    rest = "d4=1.cloboulon f6=1.sacrechene"
    one, other = (
        told(f"a1=0.{caged}.cage-de-racines c3=0.{free} {rest}", turn=1, tribes="warus,boarix")
        for caged, free in (("draknar", "korse-a"), ("korse-a", "draknar"))
    )
    assert GAME.view(one, None) == GAME.view(other, None)
    assert GAME.view(one, None).notes == ()


def test_an_owner_looks_at_its_cards_in_its_own_turn_and_not_while_a_fight_is_open() -> None:
    words = f"{BOARIX_WARUS} c3=0.cloboulon c4=1.harold-de-jarl"
    before, during = told(words), told(words, Moved(0, "c3", "c4"))
    assert GAME.view(before, 0).about["a1"].startswith("Face down: Sacrechêne")
    assert GAME.view(before, 1).about["f6"] == "A face-down card of Team Warus"
    assert [GAME.view(during, eyes).about["a1"] for eyes in (0, 1)] == ["A face-down card of Team Boarix"] * 2


def test_a_march_that_only_the_referee_knows_to_be_at_its_end_waits_to_be_said() -> None:
    """The other Soldat is shut in; for all that everybody knows it may be the Zoon on b2, and go by Tortue too."""
    words = "a1=0.queen-mary c2=0.bouga-a b2=0.coco-bang-a f1=0.bouga-b f6=1.draknar d5=1.jorund"
    march = PlayedTrump(0, "tortue"), Moved(0, "c2", "c3")
    state = told(words, *march, tribes="monkus,warus", obstacles=["e1", "e2", "f2"])
    assert state.step == March(0, "tortue", 1, 1)
    assert played(state, Stopped(0)).turn == 1
