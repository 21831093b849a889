"""Unseen cards of a seat: counted, never lost nor made, and only what they can still be."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.zombinion import state as knowing
from companion.games.zombinion.cards import cards
from companion.games.zombinion.state import Lack, Player

KNOWN = cards(())
OWNED = ("pallottola", "pallottola", "proiettili", "zombi", "zombi", "barricata", "tattica")
CARDS = st.sampled_from(sorted(set(OWNED)))
STEPS = st.lists(
    st.tuples(st.sampled_from(["shown", "taken", "unseen"]), CARDS, st.integers(1, 3)), max_size=12
)


def unknown() -> Player:
    """Five cards in the hand and the others in the deck, none of them known."""
    return Player(hand=(None,) * 5, deck=(None,) * 2, unseen=tuple(sorted(OWNED)))


def faces(player: Player, gone: Counter[str | None]) -> Counter[str | None]:
    """Every card of the seat and those that left its hand, with what the unknown ones can be."""
    slots = Counter((*player.hand, *player.deck)) + gone
    assert slots[None] == len(player.unseen)
    del slots[None]
    return slots + Counter(player.unseen)


@given(STEPS)
@settings(max_examples=300)
def test_no_card_is_lost_or_made(steps: list[tuple[str, str, int]]) -> None:
    player = unknown()
    gone: Counter[str | None] = Counter()
    for step, card, count in steps:
        if step == "shown":
            player = knowing.shown_in_hand(player, card)
        elif step == "taken":
            left = knowing.from_hand(player, card)
            assert (left is None) == (card not in knowing.hand_faces(KNOWN, player))
            if left is not None:
                player, gone = left, gone + Counter([card])
        else:
            player, slots = knowing.unseen_from_hand(KNOWN, player, min(count, len(player.hand)))
            gone = gone + Counter(slots)
        assert faces(player, gone) == Counter(OWNED)


def test_a_card_that_all_others_rule_out_is_not_there() -> None:
    hand = unknown()
    left = knowing.from_hand(hand, "tattica")
    assert left is not None
    assert "tattica" not in knowing.hand_faces(KNOWN, left)
    assert knowing.from_hand(left, "tattica") is None


def test_known_cards_go_back_among_the_unseen_when_one_leaves_unseen() -> None:
    player = knowing.shown_in_hand(unknown(), "barricata")
    assert player.hand.count("barricata") == 1
    after, slots = knowing.unseen_from_hand(KNOWN, player, 2)
    assert (after.hand, slots) == ((None,) * 3, (None,) * 2)
    assert after.unseen.count("barricata") == 1


def test_what_a_seat_said_that_it_has_not_its_hand_does_not_hold() -> None:
    lack = Lack("action", "twice")
    said = Player(hand=(None,) * 5, deck=(None,) * 2, unseen=tuple(sorted(OWNED)), lacks=(lack,))
    assert knowing.hand_faces(KNOWN, said) == ("pallottola", "proiettili", "zombi")
    assert knowing.lacking(KNOWN, said, "barricata") == lack
    assert knowing.strained(KNOWN, said) is None
    one_more = Player(hand=(None,) * 6, deck=(None,), unseen=said.unseen, lacks=(lack,))
    assert knowing.strained(KNOWN, one_more) == lack
    assert not knowing.could_lack(KNOWN, one_more, "action")
