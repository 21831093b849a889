"""What a deck of Zombinion is taken to bring, and which of its events are tried at all."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.zombinion.events import Ended, Played, Shot, Took
from companion.games.zombinion.worlds import Deck, deck_of, prospects, worth
from companion.search import options
from tests.games import zombinion
from tests.games.zombinion import ten

WITH_ATTACK = ten(Random(2))
AGREED = zombinion.GAME.start(zombinion.setup(2, kinds=WITH_ATTACK, knowing="known", start="0")).agreed
START = {"pallottola": 7, "zombi": 3}


def deck(**more: int) -> Deck:
    cards = dict(START)
    for name, count in more.items():
        card = name.replace("_", "-")
        cards[card] = cards.get(card, 0) + count
    return deck_of(AGREED, frozenset(cards.items()))


def ahead(mine: Deck, theirs: Deck, left: tuple[int, int, int] = (8, 8, 10)) -> float:
    """By how many points the first seat is ahead in the end, where the other one is to play."""
    points, _ = prospects((mine, theirs), 0, mine, left, 1, None, may_buy=True)
    return points[0] - points[1]


def test_better_cards_bring_more_and_poor_ones_less() -> None:
    nothing = ahead(deck(), deck())
    assert ahead(deck(caricatore=1), deck()) > ahead(deck(proiettili=1), deck()) > nothing
    assert ahead(deck(infezione=1), deck()) < nothing
    assert ahead(deck(zombi=1), deck()) < nothing, "early, a point costs more than it counts"
    one, two, three = (ahead(deck(furbizia=count), deck()) for count in (1, 2, 3))
    assert three - two < two - one < one - nothing, "one Azione, one Action"


def test_who_gives_infections_is_ahead_while_there_are_any() -> None:
    swarm = deck(sciame_di_zombi=1)
    assert ahead(swarm, deck()) > ahead(swarm, deck(), (8, 8, 0)) + 3


def test_points_count_more_the_later_it_is() -> None:
    rich = deck(caricatore=4, proiettili=4, molti_piu_zombi=2)
    richer = deck(caricatore=5, proiettili=4, molti_piu_zombi=2)
    with_points = deck(caricatore=4, proiettili=4, molti_piu_zombi=2, molti_zombi=1)
    early = ahead(with_points, rich) - ahead(richer, rich)
    late = ahead(with_points, rich, (1, 8, 10)) - ahead(richer, rich, (1, 8, 10))
    assert late > 1 > early


def test_games_are_about_as_long_as_people_s() -> None:
    """pyminion's bot of the same rule takes 18.6 turns against itself, counted in 40 games."""
    _, turns = prospects((deck(furbizia=1), deck(furbizia=1)), 0, Deck(), (8, 8, 10), 0, None, may_buy=True)
    assert turns == pytest.approx(18.6, abs=3)


def test_a_hand_counts_in_its_own_turn_and_is_chance_before_it() -> None:
    agreed: Any = zombinion.setup(2, kinds=WITH_ATTACK, knowing="known", start="0")
    hands = ("pallottola*5 / zombi*3 pallottola*2", "zombi*3 pallottola*2 / pallottola*5")
    full, thin = (
        zombinion.at(
            mine, "pallottola*7 zombi*3 / ", agreed=agreed, phase="action", actions=1, targets=1, shots=0
        )
        for mine in hands
    )
    assert worth(full, 0) > worth(thin, 0)
    assert worth(full, 1) == worth(thin, 1)


def test_only_what_may_be_best_is_tried() -> None:
    agreed: Any = zombinion.setup(2, kinds=WITH_ATTACK, knowing="known", start="0")
    hunt: dict[str, Any] = {"phase": "hunt", "shots": 0, "targets": 1, "actions": 0}
    mine = "pallottola*3 zombi*2 / zombi pallottola*4"
    state = zombinion.at(mine, "zombi*3 pallottola*7 / ", agreed=agreed, **hunt)
    assert list(options(zombinion.GAME, state, 0)) == [Shot(0, ("pallottola",) * 3)]
    state = zombinion.GAME.after(state, Shot(0, ("pallottola",) * 3))
    found = list(options(zombinion.GAME, state, 0))
    assert Took(0, "proiettili") in found
    assert Ended(0) in found
    assert Took(0, "infezione") not in found


def test_what_gives_its_azione_back_is_played_first() -> None:
    others = [kind for kind in WITH_ATTACK.split(",") if kind not in ("maverick", "furbizia")]
    kinds = ",".join(["maverick", "furbizia", *others][:10])
    agreed: Any = zombinion.setup(2, kinds=kinds, knowing="known", start="0")
    begun: dict[str, Any] = {"phase": "action", "shots": 0, "targets": 1, "actions": 1}
    state = zombinion.at(
        "maverick furbizia zombi*3 / pallottola*7", "zombi*3 / pallottola*7", agreed=agreed, **begun
    )
    assert list(options(zombinion.GAME, state, 0)) == [Played(0, "maverick")]


class Ordered(frozenset[tuple[str, int]]):
    """The same set, gone through in the order of the names, or backwards."""

    backwards = False

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(sorted(super().__iter__(), reverse=self.backwards))


class Backwards(Ordered):
    backwards = True


def test_a_deck_is_the_same_in_whatever_order_its_cards_are_held() -> None:
    """Sums of fractions are not: then the same seed would choose otherwise in another process."""
    kinds = ("fuga-rapida", "ispezione", "munizioni", "proiettili-esplosivi", "ricarica", "rifornimento")
    for count in range(1, 6):
        owned = {*START.items(), *((kind, count + n) for n, kind in enumerate(kinds))}
        one, other = (deck_of.__wrapped__(AGREED, held(owned)) for held in (Ordered, Backwards))
        assert one == other
