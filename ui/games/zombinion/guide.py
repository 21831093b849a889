"""The hints of a first game of Zombinion: the supply, shots, the clean-up, what cards ask, and what wins."""

from collections.abc import Mapping
from typing import Any

from ui.present.hints import Hint, bare, happened
from ui.present.moment import GameSnapshot
from ui.words import marked


def _lot(moment: GameSnapshot) -> bool:
    return bool(moment.state.phase == "lot")


def _free(moment: GameSnapshot, *phases: str) -> bool:
    """Whether the seat to act does what it likes in one of these phases."""
    state: Any = moment.state
    return state.phase in phases and state.step is None and state.over is None


def _asks(moment: GameSnapshot) -> bool:
    step = moment.state.step
    return step is not None and step.do not in ("shuffle", "draw") and not _lot(moment)


def _in_reach(moment: GameSnapshot) -> tuple[str, ...]:
    """The piles that the shots reach."""
    state: Any = moment.state
    pairs = zip(state.agreed.priced, state.supply, strict=True)
    return tuple(card.id for card, count in pairs if count and 0 < card.cost <= state.shots)


def _kinds(moment: GameSnapshot) -> Mapping[str, object]:
    return {"n": len(moment.state.agreed.piles)}


HINTS: tuple[Hint, ...] = (
    Hint(
        "supply",
        marked(
            "Lay the {n} piles of the supply face up in the middle, as I show them. Put all other cards aside."
        ),
        "zb-supply-in-reach",
        lambda moment: _lot(moment) and bare(moment),
        parts=_kinds,
    ),
    Hint(
        "deck",
        marked(
            "Each player takes seven Pallottola and three Zombi and shuffles them. Lay them face down and draw five."
        ),
        "zb-starting-deck",
        _lot,
    ),
    Hint(
        "whole",
        marked("A card is carried out from top to bottom before anything else. Tell me here what you chose."),
        "zb-whole-card",
        _asks,
    ),
    Hint(
        "done",
        marked("Put all that you played, and your hand, onto your discards. Then draw five new cards."),
        "zb-clean-up",
        lambda moment: _free(moment, "hunt") and not moment.state.targets,
    ),
    Hint(
        "take",
        marked(
            "Take a card that costs no more than your shots. It goes onto your discards, and to your hand later."
        ),
        "zb-hunt",
        lambda moment: _free(moment, "hunt") and moment.state.shots > 0 and moment.state.targets > 0,
        _in_reach,
    ),
    Hint(
        "shoot",
        marked("Lay Pallottola cards from your hand before you: each is one shot. Shots buy new cards."),
        "zb-only-mirare",
        lambda moment: _free(moment, "action", "hunt") and moment.state.shots == 0,
    ),
    Hint(
        "turns",
        marked("Now it is the next player’s turn. If something was told wrongly, touch Take back."),
        "zb-your-turn",
        lambda moment: _free(moment, "action") and happened(moment, "Ended") >= 1,
        key="back",
    ),
    Hint(
        "action",
        marked(
            "Before you shoot you may play one card with Azione at its foot. Do what it says, line by line."
        ),
        "zb-one-action",
        lambda moment: _free(moment, "action") and happened(moment, "Ended") >= 2 * moment.setup.seats,
    ),
    Hint(
        "points",
        marked(
            "At the end the points on all your cards are added up. Zombi cards have them, but do little before that."
        ),
        "zb-points",
        lambda moment: _free(moment, "action") and happened(moment, "Ended") >= 3 * moment.setup.seats,
    ),
    Hint(
        "empty",
        marked(
            "A pile is empty. With three empty piles, or without Molti + Zombi, the game ends after that turn."
        ),
        "zb-end-three-piles",
        lambda moment: _free(moment, "action", "hunt") and 0 in moment.state.supply,
    ),
)
