"""Words that screens and the self-test say, in full: things, places, lists, scores, causes and what mends them."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.game import Setup, View
from companion.games.zones.pieces import Limit, side_title, terrain_title
from companion.games.zones.state import agreed
from companion.games.zong.events import Disc, Rest
from companion.games.zong.state import called, piece_title
from companion.sight import Region, Sighting, Table, Thing
from ui.games.zones.words import fault_words, named, piece_words
from ui.games.zong.words import disc_words, rest_words, square_name
from ui.present.moment import changed, deck_of_faces, is_piled, one_card, shared_piles
from ui.present.names import counted, joined, label_words, lying_words, mended, thing_words
from ui.selftest.course import (
    Asked,
    Conditions,
    Finding,
    Judged,
    _as_asked,
    _cost,
    _verdict,
    advice,
    carriers,
    cause,
    judge_look,
    part_of,
    place_words,
    place_words_of,
    request_words,
    saw_words,
    score_words,
    scores,
    seen_words_of,
    table_to_lay_on,
    what_words,
)
from ui.words import upper_first

FOX = Thing("card", "king-fox", "up")
BACK = Thing("card", None, "down")
HEADS = Thing("penny", "heads")


@pytest.mark.parametrize(
    ("kind", "label", "face", "words"),
    [
        ("card", "king-fox", "up", "King Fox, face up"), ("card", "king-fox", None, "King Fox, face up"),
        ("card", "king-fox", "down", "a card face down"), ("card", None, "down", "a card face down"),
        ("card", None, "up", "a card face up"), ("card", None, None, "a card"),
        ("penny", "heads", None, "a penny on heads"), ("penny", "tails", None, "a penny on tails"),
        ("penny", None, None, "a penny"), ("die", "4", None, "a die showing 4"), ("die", None, None, "something"),
        ("pawn", "red", None, "Red"), ("disc", None, None, "something"),
    ],
)  # fmt: skip
def test_a_thing_in_a_few_words(kind: str, label: str | None, face: str | None, words: str) -> None:
    assert thing_words(kind, label, face, label_words) == words


def test_lists_of_things() -> None:
    assert label_words("king--louis-") == "King Louis"
    assert [joined(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert joined(["a", "b", "c"], either=True) == "a, b or c"
    assert lying_words((BACK, FOX, BACK), label_words) == "2 × a card face down and King Fox, face up"
    assert lying_words((FOX, BACK, BACK), label_words) == "King Fox, face up and 2 × a card face down"
    assert lying_words((), label_words) == "nothing"
    assert lying_words((Sighting("penny", "tails"),), label_words) == "a penny on tails"
    assert counted([FOX]) == "1 card" and counted([]) == ""
    assert (
        counted([FOX, BACK, HEADS, HEADS, Thing("die"), Thing("pawn")])
        == "2 cards, 2 pennies and 2 more things"
    )
    assert counted([HEADS, Thing("die")]) == "1 penny and 1 more thing"


def test_how_a_region_is_mended() -> None:
    def card(face: Any) -> Sighting:
        return Sighting("card", None, face=face)

    assert mended((), (card("up"),), label_words) == "take it off"
    assert mended((FOX,), (), label_words) == "lay King Fox, face up"
    assert mended((FOX,), (card("down"),), label_words) == "turn the card up"
    assert mended((BACK,), (card("up"),), label_words) == "turn the card over"
    for seen in ((card("up"),), (card(None),), (card("down"), card("down")), (Sighting("penny", None),)):
        assert mended((FOX,), seen, label_words) == "should be King Fox, face up"
    assert mended((FOX, BACK), (card("down"),), label_words).startswith("should be ")


def test_a_game_of_piles_is_told_by_the_piles_that_all_share() -> None:
    def counts(*names: str) -> View:
        return View(headline="", counts=dict.fromkeys(names, 3))

    assert shared_piles(counts("esca", "deck.0", "trash")) == ("esca", "trash")
    assert is_piled(counts("a", "b", "c", "d", "deck.1")) and not is_piled(counts("a", "b", "c", "deck.1"))
    before = View(headline="", board={"a": (FOX,), "b": (BACK,)}, counts={"x": 1, "y": 2})
    after = View(headline="", board={"a": (FOX,), "b": (FOX,), "c": (HEADS,)}, counts={"x": 2, "y": 2})
    assert changed(before, after) == ("b", "c", "x")
    assert changed(before, before) == ()
    assert deck_of_faces({"a": (FOX,)}) is None
    assert deck_of_faces({"a": (FOX, replace(BACK, deck="warus"))}) == "warus"


def test_the_card_that_an_event_is_about() -> None:
    from companion.games.zombinion.events import Chose, Ended, Played

    assert one_card(Chose(0, "gain", ("esca",))) == one_card(Chose(0, "gain", card="esca")) == "esca"
    assert one_card(Chose(0, "gain", ("esca", "zombi"))) is None and one_card(Ended(0)) is None
    assert one_card(Chose(0, "discard", (None,))) is None
    assert one_card(Played(0, "esca")) == "esca"


# the self-test

ASKED = Asked("card", "fox", "c3", "square c3", 165.0, 165.0, 0.0, "up", "warus")
CLEAR = Conditions(0.0, 200.0, 2.5, 2.0)


def test_what_to_lay_and_where() -> None:
    down = replace(ASKED, label=None, face="down")
    assert what_words(ASKED) == "Fox of Warus"
    assert what_words(down) == "any card of Warus, face down"
    assert what_words(replace(ASKED, trick="stranger", label=None)) == "a card that is in none of the decks"
    assert what_words(replace(ASKED, deck=None)) == "Fox, face up"
    assert what_words(replace(ASKED, kind="disc", label=None)) == "any disc"
    assert what_words(replace(ASKED, kind="pawn", label=None)) == "any pawn"
    assert what_words(replace(ASKED, kind="pawn", label="red")) == "Red"
    assert place_words_of(ASKED) == "on square c3"
    assert place_words_of(replace(ASKED, place="far left")) == "on the table, far left"
    assert place_words_of(replace(ASKED, on=2)) == "on the card on square c3"
    assert place_words_of(replace(ASKED, on=0, trick="over")).startswith(
        "over the near half of the card on square c3"
    )
    assert request_words(ASKED) == "Lay Fox of Warus on square c3, upright for you."
    assert request_words(replace(ASKED, angle=90.0)).endswith(", its top to the left.")
    assert request_words(down) == "Lay any card of Warus, face down on square c3."
    assert request_words(replace(ASKED, trick="over", on=0)).endswith("still shows.")


def test_what_was_seen_and_what_it_is_worth() -> None:
    assert seen_words_of(None) == "nothing"
    assert seen_words_of(Sighting("card", "fox", face="down")) == "a card face down"
    assert seen_words_of(Sighting("card", None)) == "a card that I cannot read"
    assert seen_words_of(Sighting("penny", None)) == "a penny whose side I cannot tell"
    assert seen_words_of(Sighting("pawn", None)) == "a pawn"
    fox = Sighting("card", "fox", sure=0.987, face="up")
    assert seen_words_of(fox) == "Fox, face up (99% sure)"
    assert saw_words(Judged("right", fox)) == "I see Fox, face up (99% sure): right."
    assert saw_words(Judged("missed", None)) == "I see nothing: not found."
    assert saw_words(Judged("right", None)) == "I see no card of the decks there: right."
    assert saw_words(Judged("hidden", None)) == "I see nothing: covered, not counted."


def sighting(label: str | None = "fox", **more: Any) -> Sighting:
    return Sighting(
        "card", label, **{"region": "c3", "face": "up", "x": 165.0, "y": 165.0, "sure": 0.9} | more
    )


def test_how_unlikely_a_sighting_is_what_was_asked_for() -> None:
    assert _cost(ASKED, sighting()) == 0.0
    assert _cost(ASKED, sighting(x=168.0, y=161.0)) == pytest.approx(5.0)
    assert _cost(ASKED, sighting("owl", x=168.0, y=161.0)) == pytest.approx(35.0)
    assert _cost(ASKED, sighting(x=210.0, region="d3")) == 45.0
    assert _cost(ASKED, sighting(x=210.5, region="d3")) is None
    assert _cost(ASKED, sighting(x=210.5)) == 45.5, "still the same square"
    for gone in ({"x": None}, {"y": None}):
        assert _cost(ASKED, sighting(**gone)) == 0.0
        assert _cost(ASKED, sighting(**gone, region="d3")) is None
    assert _cost(replace(ASKED, kind="penny"), sighting()) is None


def test_whether_a_sighting_reads_as_asked() -> None:
    down = replace(ASKED, face="down", label=None)
    assert _as_asked(down, sighting(None, face="down")) and not _as_asked(down, sighting(None))
    assert _as_asked(down, sighting(None, face="down", deck="warus"))
    assert not _as_asked(down, sighting(None, face="down", deck="boarix"))
    assert _as_asked(replace(down, deck=None), sighting(None, face="down", deck="boarix"))
    stranger = replace(ASKED, trick="stranger", label=None)
    assert _as_asked(stranger, sighting(None)) and not _as_asked(stranger, sighting())
    assert not _as_asked(stranger, sighting(None, face="down"))
    assert _as_asked(ASKED, sighting()) and not _as_asked(ASKED, sighting("owl"))
    assert not _as_asked(ASKED, sighting(face="down"))
    assert _as_asked(replace(ASKED, label=None), sighting("owl"))


@pytest.mark.parametrize(
    ("asked", "seen", "shows", "verdict"),
    [
        (ASKED, None, 1.0, "missed"), (ASKED, None, 0.6, "missed"), (ASKED, None, 0.5, "hidden"),
        (replace(ASKED, trick="stranger", label=None), None, 1.0, "right"),
        (ASKED, sighting(), 0.1, "right"), (ASKED, sighting(None), 1.0, "unread"),
        (ASKED, sighting(None), 0.6, "unread"), (ASKED, sighting(None), 0.5, "hidden"),
        (replace(ASKED, face="down", label=None), sighting(None), 1.0, "wrong"),
        (ASKED, sighting("owl"), 1.0, "sure"), (ASKED, sighting("owl", sure=0.89), 1.0, "wrong"),
        (ASKED, sighting(None, face="down"), 1.0, "sure"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_thing(asked: Asked, seen: Sighting | None, shows: float, verdict: str) -> None:
    assert _verdict(asked, seen, shows) == verdict


def test_what_lies_where_nothing_was_asked_for_is_invented() -> None:
    table = Table(400.0, 300.0, None, (Region("c3", 100.0, 100.0, 100.0, 100.0),))
    other = sighting("owl", x=190.0, y=190.0)
    look = judge_look([ASKED], [other, sighting(), sighting("elk", region=None)], table, (9, 9))
    assert [judged.verdict for judged in look[0]] == ["right"]
    assert [one.label for one in look[1]] == ["owl"]


def test_a_score_in_words() -> None:
    assert (
        score_words("card", Counter(looks=26, right=24, unread=1, missed=1))
        == "cards: 24 of 26 right (92%), 1 not read, 1 not found"
    )
    dice = Counter(looks=4, right=1, wrong=3, sure=2)
    assert score_words("die", dice) == "dice: 1 of 4 right (25%), 3 wrong (2 of them sure)"
    assert score_words("penny", Counter(looks=2, right=1, wrong=1)) == "pennies: 1 of 2 right (50%), 1 wrong"
    assert score_words("pawn", Counter()) == "pawns: 0 of 0 right (0%)"


def found(
    verdict: Any = "unread", conditions: Conditions | None = CLEAR, kind: Any = "card", **more: Any
) -> Finding:
    return Finding(kind, "Fox", "far left", verdict, conditions, **more)


@pytest.mark.parametrize(
    ("conditions", "why"),
    [
        (replace(CLEAR, glare=0.06, bright=0.0), "glare"), (replace(CLEAR, glare=0.05), "unknown"),
        (replace(CLEAR, bright=69.0, px_per_mm=0.1), "dark"), (replace(CLEAR, bright=70.0), "unknown"),
        (replace(CLEAR, px_per_mm=1.1, sharp=0.1), "small"), (replace(CLEAR, px_per_mm=1.2), "unknown"),
        (replace(CLEAR, px_per_mm=None), "unknown"), (None, "unknown"),
        (replace(CLEAR, sharp=1.1), "blurred"), (replace(CLEAR, sharp=1.2), "unknown"),
    ],
)  # fmt: skip
def test_the_gravest_cause_is_named(conditions: Conditions | None, why: str) -> None:
    assert cause(found(conditions=conditions), 2.5) == why


def test_causes_that_nothing_measured_explains() -> None:
    assert cause(found(conditions=replace(CLEAR, sharp=0.5)), 0.8) == "unknown", "all are as blurred"
    assert cause(found(conditions=replace(CLEAR, sharp=0.47)), 0.8) == "blurred"
    assert cause(found(kind="die", conditions=replace(CLEAR, sharp=0.1)), 2.5) == "unknown"
    assert cause(found(stranger=True, tricky=True), 2.5) == "stranger"
    assert cause(found(tricky=True), 2.5) == "tricky"


def test_advice_counts_what_went_wrong_where() -> None:
    assert advice([]) == () and advice([found("right")]) == advice([found("hidden")])
    assert advice([found("missed")])[0].startswith("Cards in the far left were not found (Fox): ")
    assert advice([found("unread"), found("missed")])[0].startswith(
        "Cards in the far left were not read (Fox): "
    )
    assert advice([found("sure"), found("missed")])[0].startswith(
        "Cards in the far left were read wrong (Fox): "
    )
    (invented,) = advice([], ["Owl, c3", "Owl, c3"])
    assert invented.startswith("2 things were seen where nothing was asked for (Owl, c3): ")
    dark = [found(kind="die", conditions=replace(CLEAR, bright=10.0))] * 2
    assert ["dark there" in line for line in advice([found(), *dark])] == [True, False]
    parts = [Finding("card", "Fox", f"part {n}", "unread", CLEAR) for n in range(7)]
    assert len(advice(parts)) == 5
    told = scores([found("sure"), found("wrong"), found("hidden"), found("right")])
    assert told["card"] == Counter(looks=3, right=1, wrong=2, sure=1)


def test_the_parts_of_a_table() -> None:
    table = Table(300.0, 300.0)
    assert [part_of(table, x, y) for x, y in ((0, 0), (150, 150), (299, 299), (99, 150), (100, 0))] == [
        "near left", "middle", "far right", "middle left", "near middle"
    ]  # fmt: skip
    assert part_of(table, -50.0, 900.0) == "far left"
    assert [place_words(name) for name in ("c3", "far left", "middle")] == ["square c3", "far left", "middle"]
    three = tuple(Region(f"r{n}", 90.0 * n, 0.0, 90.0, 90.0) for n in range(3))
    assert len(table_to_lay_on(replace(table, regions=three)).regions) == 9
    four = (*three, Region("r3", 0.0, 100.0, 90.0, 90.0), Region("slim", 0.0, 200.0, 300.0, 5.0))
    assert [region.name for region in table_to_lay_on(replace(table, regions=four)).regions] == [
        "r0",
        "r1",
        "r2",
        "r3",
    ]


def test_a_card_face_up_with_nothing_on_it_can_carry() -> None:
    before = [ASKED, replace(ASKED, face="down"), replace(ASKED, trick="stranger"), replace(ASKED, kind="penny"),
              replace(ASKED, trick="over", on=0), ASKED]  # fmt: skip
    assert carriers(before) == [4, 5]


# ZONG and ZoneS


def test_zongs_things() -> None:
    assert [piece_title(colour) for colour in ("red", "black")] == ["Red", "Black"]
    assert [called(name) for name in ("start", "goal", "12")] == ["the start", "the goal", "12"]
    assert [square_name(name) for name in ("start", "goal", "12")] == ["Start", "Goal", "12"]
    discs = (Disc("blue", 6), Disc("risk", 7), Disc("lightning", "lightning"), Disc("lightning", "spiral"))
    assert [disc_words(disc) for disc in discs] == ["Blue 6", "Violet 7", "Lightning", "Spiral"]
    rests = (Rest(goal=True), Rest(off_board=True), Rest(between=("4", "5")), Rest(off_track="8"), Rest(square="start"),
             Rest(1.0, 2.0))  # fmt: skip
    assert [rest_words(rest) for rest in rests] == [
        "wholly on the goal", "off the board", "between 4 and 5", "off the track", "on the start", ""
    ]  # fmt: skip


def test_zones_things() -> None:
    assert [terrain_title(name) for name in ("forest", "base", "swamp")] == ["Forest", "Base", "Swamp"]
    assert [side_title(name) for name in ("trolls", "elves")] == ["Trolls", "Elves"]
    assert [named("movement", name) for name in ("orthogonal", "none", "odd")] == [
        "Moves straight.",
        "Does not move.",
        "odd",
    ]
    assert named("special", "") == "Nothing special." and named("special", "odd") == "odd"
    assert [piece_words(name) for name in ("Twelve Chars", "Thirteen char", "Axe")] == [
        "Twelve Chars",
        "char",
        "Axe",
    ]
    given = agreed(Setup(2))
    pieces = [fault_words(Limit("s4-three-pieces", found=n, wanted=3), given) for n in (4, 5, 2, 0)]
    assert pieces[:2] == ["Take 1 piece off.", "Take 2 pieces off."]
    assert pieces[2:] == ["1 piece is still to be placed.", "3 pieces are still to be placed."]
    assert (
        fault_words(Limit("zn-06-bag", found=9, wanted=8, what="forest"), given)
        == "9 tiles of forest lie there; the bag holds fewer."
    )


@pytest.mark.parametrize(
    ("said", "alone"),
    [
        ("the camera does not answer", "The camera does not answer"),
        ("élan", "Élan"),
        ("journal.db: the disk is full", "journal.db: the disk is full"),
        ("/dev/video0: no such device", "/dev/video0: no such device"),
        ("", ""),
    ],
)
def test_a_trouble_begins_with_a_capital_unless_it_names_a_file_first(said: str, alone: str) -> None:
    assert upper_first(said) == alone
