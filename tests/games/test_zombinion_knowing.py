"""Unseen cards of a seat: counted, never lost nor made, and only what they can still be."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

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
            player = player.shown_in_hand(card)
        elif step == "taken":
            left = player.without("hand", card)
            assert (left is None) == (card not in player.hand_faces(KNOWN))
            if left is not None:
                player, gone = left, gone + Counter([card])
        else:
            player, slots = player.unseen_from_hand(KNOWN, min(count, len(player.hand)))
            gone = gone + Counter(slots)
        assert faces(player, gone) == Counter(OWNED)


def test_a_card_that_all_others_rule_out_is_not_there() -> None:
    hand = unknown()
    left = hand.without("hand", "tattica")
    assert left is not None
    assert "tattica" not in left.hand_faces(KNOWN)
    assert left.without("hand", "tattica") is None


def test_known_cards_go_back_among_the_unseen_when_one_leaves_unseen() -> None:
    player = unknown().shown_in_hand("barricata")
    assert player.hand.count("barricata") == 1
    after, slots = player.unseen_from_hand(KNOWN, 2)
    assert (after.hand, slots) == ((None,) * 3, (None,) * 2)
    assert after.unseen.count("barricata") == 1


def test_what_a_seat_said_that_it_has_not_its_hand_does_not_hold() -> None:
    lack = Lack("action", "twice")
    said = Player(hand=(None,) * 5, deck=(None,) * 2, unseen=tuple(sorted(OWNED)), lacks=(lack,))
    assert said.hand_faces(KNOWN) == ("pallottola", "proiettili", "zombi")
    assert said.lacking(KNOWN, "barricata") == lack
    assert said.strained(KNOWN) is None
    one_more = Player(hand=(None,) * 6, deck=(None,), unseen=said.unseen, lacks=(lack,))
    assert one_more.strained(KNOWN) == lack
    assert not one_more.could_lack(KNOWN, "action")
