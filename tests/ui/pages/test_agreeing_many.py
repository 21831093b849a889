"""What is agreed before a game for more than two: how many play, and options of many choices."""

from collections.abc import Callable, Sequence

import pytest

from companion.game import Choice, Option
from companion.games import all_games
from tests.toys.strip.rules import Strip
from ui.pages.agreement import Agreement, Draft, agree, typing_name
from ui.present.models import Button, OptionRow
from ui.present.touches import Touch, Typed

TREES = ("ash", "elm", "fir", "oak", "yew")
KINDS = Option(
    name="kinds",
    words="Three kinds",
    default="",
    choices=tuple(Choice(name, name.title()) for name in TREES),
    many=3,
)
SIDES = Option(
    name="sides",
    words="Sides",
    default="dark,light",
    choices=(Choice("dark", "Dark"), Choice("light", "Light")),
    each_seat=True,
)


class Wooded(Strip):
    """Strip for two to four, with kinds to choose and a side for each seat."""

    seats = (2, 3, 4)  # type: ignore[assignment]
    options = (KINDS, SIDES)


def agreement(draw: Callable[[Sequence[int]], int] = lambda left: left[0]) -> Agreement:
    return Agreement((Wooded(),), lambda: (Choice("simulated", "Simulated table"),), None, draw)


def test_how_many_play_is_chosen_and_names_stay() -> None:
    agreed = agreement()
    agreed.take(agree(typing_name, 1))
    agreed.take(Typed("Ben"))
    assert [button.words for button in agreed.model().tabs] == ["2 players", "3 players", "4 players"]
    agreed.take(agreed.model().tabs[2].action)
    setup = agreed.draft.setup()
    assert setup.seats == 4 and setup.players == ("Player 1", "Ben", "Player 3", "Player 4")
    assert setup.option("sides", "") == "dark,light,light,light"
    assert len(agreed.model().rows[0]) == 4
    agreed.take(agreed.model().tabs[0].action)
    assert agreed.draft.setup().players == ("Player 1", "Ben")
    assert agreed.draft.setup().option("sides", "") == "dark,light"


def test_a_game_for_two_alone_asks_no_such_thing() -> None:
    assert Agreement((Strip(),), lambda: (Choice("s", "S"),)).model().tabs == ()


def test_kinds_are_toggled_counted_and_shown_in_the_summary() -> None:
    agreed = agreement()
    agreed.take(agree(Draft.on_page, "options"))
    row = next(row for row in agreed.model().rows if row.words == "Three kinds")
    assert row.choices[0].words == "none"
    agreed.take(row.choices[0].action)
    assert agreed.draft.page == "many:kinds" and agreed.model().title == "0 of 3 chosen"
    for name in ("yew", "ash"):
        agreed.take(_tile(agreed, name))
    assert agreed.model().title == "2 of 3 chosen" and not agreed.model().tools[-1].enabled
    agreed.take(_tile(agreed, "oak"))
    assert agreed.model().tools[-1].enabled
    agreed.take(_tile(agreed, "elm"))
    assert [tile.words for tile in agreed.model().rows[0].tiles if tile.lit] == ["Ash", "Oak", "Yew"], (
        "no fourth is taken"
    )
    agreed.take(_tile(agreed, "oak"))
    agreed.take(_tile(agreed, "elm"))
    agreed.take(agreed.model().tools[-1].action)
    row = next(row for row in agreed.model().rows if row.words == "Three kinds")
    assert row.choices[0].words == "Ash, Elm, Yew"
    assert agreed.draft.setup().option("kinds", "") == "ash,elm,yew"


def _tile(agreed: Agreement, name: str) -> Touch:
    return next(tile.action for tile in agreed.model().rows[0].tiles if tile.words == name.title())


def test_too_few_kinds_cannot_be_begun_with() -> None:
    agreed = agreement()
    agreed.take(agree(Draft.toggled, "kinds", "oak"))
    shown = agreed.model()
    assert (
        shown.banner is not None and shown.banner.words.startswith("Needed: ") and not shown.tools[-1].enabled
    )
    assert "expected" not in shown.banner.words and "found" not in shown.banner.words


@pytest.mark.parametrize(("at", "drawn"), [(0, "ash,elm,fir"), (-1, "fir,oak,yew")])
def test_chance_takes_so_many_different_ones(at: int, drawn: str) -> None:
    agreed = agreement(lambda left: left[at])
    agreed.draw_many("kinds")
    assert agreed.draft.setup().option("kinds", "") == drawn
    agreed.take(agree(Draft.with_value, "kinds", ""))
    assert agreed.draft.setup().option("kinds", "") == ""


def test_the_box_draws_all_kinds_alike() -> None:
    agreed = Agreement((Wooded(),), lambda: (Choice("s", "S"),))
    seen = set()
    for _n in range(60):
        agreed.draw_many("kinds")
        seen |= set(str(agreed.draft.setup().option("kinds", "")).split(","))
    assert seen == set(TREES)


def test_who_won_the_last_game_is_read_and_typed_from_player_1_on() -> None:
    agreed = Agreement((all_games()["zombinion"],), lambda: (Choice("simulated", "Simulated table"),))
    agreed.take(agree(Draft.on_page, "options"))

    def key() -> Button:
        row = next(row for row in agreed.model().rows if getattr(row, "words", "").startswith("Who won"))
        assert isinstance(row, OptionRow) and "1 for player 1, 2 for player 2" in row.words
        return row.choices[0]

    for typed, booked in (("1", "0"), ("2 1", "1 0"), ("", "")):
        agreed.take(key().action)
        agreed.take(Typed(typed))
        assert agreed.draft.setup().option("winners-before", "?") == booked
        assert key().words == typed or not typed
        agreed.take(key().action)
        editing = agreed.model().editing
        assert editing is not None and editing[1] == typed
        agreed.take(Typed(None))
    for typed in ("3", "0"):
        agreed.take(key().action)
        agreed.take(Typed(typed))
        banner = agreed.model().banner
        assert banner is not None and banner.words.endswith(f"Chosen: {typed}.")
