"""The pages of tribes: what touches do, what is shown, what is kept; no window needed."""

from typing import Any

import pytest

from companion.games.zoon.family.deck import facts
from tests.own_touches import meant, own
from ui.owned.tribes import owned
from ui.pages.card_page import CardDrawn
from ui.pages.tribe_page import TribePages
from ui.places import tribes_folder
from ui.present.models import Banner, Button, Counted, Gauge, StepModel
from ui.present.touches import Touch, Typed

KNOWN = facts()


def touched(side: TribePages, *touches: Touch) -> Any:
    for touch in touches:
        assert side.take(meant(side, touch)), touch
    return side.model()


def begun(base: str = "warus", format: str = "tribal") -> TribePages:
    side = TribePages()
    touched(side, own("new_tribe"), own("choose_format", format), own("begin_from", base))
    return side


def words(model: StepModel) -> list[str]:
    return [key.words for key in model.keys]


def gauges(model: StepModel) -> list[Gauge]:
    return [each for row in model.rows if isinstance(row, tuple) for each in row if isinstance(each, Gauge)]


def cards(model: StepModel) -> list[Counted]:
    return [row for row in model.rows if isinstance(row, Counted)]


def broken(model: StepModel) -> list[str]:
    """What is said of limits that are broken; a tribe is told to be well where none is."""
    said = [row for row in model.aside if isinstance(row, Banner)]
    found = [row.words for row in said if row.tone == "refuse"]
    assert bool(found) is not any(row.tone == "good" for row in said)
    return found


def is_builder(model: StepModel) -> bool:
    return bool(gauges(model))


def tool(model: Any, words: str) -> Button:
    return next(button for button in model.tools if button.words == words)


# the list


def test_the_list_tells_of_each_tribe_and_whether_it_fits() -> None:
    from tests.situations.tribes import _keep_two

    _keep_two()
    shown = TribePages().model()
    assert isinstance(shown, StepModel)
    assert words(shown) == ["Ice and Oak", "Too much of a good thing", "New tribe", "Cards and their numbers"]
    assert shown.keys[0].detail == "Continental · 12 Zoons · 150 points"
    assert "5 limits broken" in shown.keys[1].detail


def test_a_file_with_a_fault_is_said_in_the_list() -> None:
    tribes_folder().mkdir(parents=True)
    (tribes_folder() / "mine.toml").write_text("[zoons]\nkorse = 1\n")
    banner = TribePages().model().banner
    assert banner is not None and "line 2: zoons.korse" in banner.words


# building


def test_a_new_tribe_begins_with_a_format_and_what_it_is_based_on() -> None:
    side = TribePages()
    assert words(touched(side, own("new_tribe"))) == ["Tribal", "Continental", "Mondial"]
    assert words(touched(side, own("choose_format", "tribal")))[:2] == ["Nothing", "Boarix"]
    built = touched(side, own("begin_from", "warus"))
    assert built.title == "My Warus · Tribal"
    assert broken(built) == []
    assert [(gauge.found, gauge.most) for gauge in gauges(built)] == [(150, 150), (6, 6), (3, 9)]


def test_one_touch_adds_and_one_touch_takes_away() -> None:
    side = begun()
    shown = touched(side, own("show_tab", "elite"))
    (one, other) = cards(shown)
    assert (one.words, one.count, other.count) == ("Berserkorse", 1, 2)
    more = touched(side, one.more)
    assert cards(more)[0].count == 2 and gauges(more)[0].found == 160 > gauges(more)[0].most
    less = touched(side, one.less)
    assert cards(less)[0].count == 1 and broken(less) == []
    assert cards(touched(side, own("undo")))[0].count == 2


def test_less_than_none_cannot_be() -> None:
    side = begun()
    rows = {row.picture.name: row for row in cards(touched(side, own("show_tab", "trumps")))}
    assert rows["hache-virevoltante"].count == 1
    after = touched(side, own("less_card", "hache-virevoltante"), own("less_card", "hache-virevoltante"))
    assert {row.picture.name: row for row in cards(after)}["hache-virevoltante"].count == 0


def test_a_broken_limit_is_said_with_its_numbers_and_mended_by_a_touch() -> None:
    side = begun()
    shown = touched(side, own("add_card", "berserkorse-a"))
    assert broken(shown) == [
        "2 limits broken",
        "160 of 150 points: 10 too many",
        "7 of 6 points of force: 1 too many (6 for trumps, 1 for stars beyond three)",
    ]
    whole = shown.aside[1]
    assert isinstance(whole, Button) and whole.words == "Leave out Berserkorse (10)"
    mended = touched(side, whole.action)
    assert broken(mended) == [] and gauges(mended)[0].found == 150


@pytest.mark.parametrize(
    ("format", "tribes"),
    [("tribal", {"warus"}), ("continental", {"boarix", "monkus", "rhinogoths", "warus"})],
)
def test_only_cards_that_the_format_lets_in_are_offered(format: str, tribes: set[str]) -> None:
    rows = cards(touched(begun(format=format), own("show_tab", "soldat")))
    assert {KNOWN.zoons[row.picture.name].tribe for row in rows} == tribes


def test_a_tribe_is_kept_renamed_doubled_and_deleted() -> None:
    side = begun()
    shown = touched(side, own("save"))
    assert not tool(shown, "Save").enabled
    assert owned().armies["my-warus"].name == "My Warus"
    shown = touched(side, own("show_more"), own("rename"))
    assert shown.editing == ("Name of the tribe", "My Warus")
    touched(side, Typed("  Walrus Club "), own("save"))
    assert {id: army.name for id, army in owned().armies.items()} == {"my-warus": "Walrus Club"}
    touched(side, own("show_more"), own("duplicate"), own("less_card", "jorund"), own("save"))
    assert {army.name: len(army.zoons) for army in owned().armies.values()} == {
        "Walrus Club": 12,
        "Walrus Club 2": 11,
    }
    touched(side, own("show_more"), own("delete_tribe"), own("really_delete_tribe"))
    assert [army.name for army in owned().armies.values()] == ["Walrus Club"]


def test_what_is_not_saved_is_asked_about() -> None:
    side = begun()
    touched(side, own("save"))
    assert touched(side, own("leave")).title == "Tribes"
    touched(side, own("open_tribe", "my-warus"), own("add_card", "mourse-a"))
    asked = touched(side, own("leave"))
    assert words(asked) == ["Save", "Leave without saving", "Go on building"]
    assert is_builder(touched(side, own("build")))
    touched(side, own("leave"), own("show_list"))
    assert len(owned().armies["my-warus"].zoons) == 12
    touched(
        side, own("open_tribe", "my-warus"), own("add_card", "mourse-a"), own("leave"), own("save_and_leave")
    )
    assert len(owned().armies["my-warus"].zoons) == 13


@pytest.mark.parametrize(
    "touches", [(), (own("show_more"), own("show_formats")), (own("edit_card", "jorund"),)]
)
def test_the_way_home_asks_about_what_is_not_saved(touches: tuple[tuple[str, Any], ...]) -> None:
    side = begun()
    touched(side, *touches)
    assert side.asks_before_home()
    assert words(side.model()) == ["Save", "Leave without saving", "Go on building"]
    touched(side, own("save_and_leave"))
    assert side.given_up and len(owned().armies["my-warus"].zoons) == 12


def test_a_card_and_its_tribe_that_are_not_saved_are_asked_about_at_once() -> None:
    def asked() -> TribePages:
        side = begun()
        touched(side, own("edit_card", "jorund"), own("digit", 9))
        assert side.asks_before_home()
        model = side.model()
        assert "Neither the tribe nor the card" in model.headline
        assert words(model) == ["Save", "Leave without saving", "Go on building"]
        return side

    back = asked()
    assert isinstance(touched(back, own("build")).board, CardDrawn), "the card is as it was left"
    thrown = asked()
    touched(thrown, own("show_list"))
    assert thrown.given_up and not owned().armies and not owned().corrections
    saved = asked()
    touched(saved, own("save_and_leave"))
    assert saved.given_up and "my-warus" in owned().armies and owned().corrections


@pytest.mark.parametrize(
    "touches", [(), (own("new_tribe"),), (own("new_tribe"), own("choose_format", "tribal"))]
)
def test_the_way_home_asks_nothing_where_nothing_was_built(touches: tuple[tuple[str, Any], ...]) -> None:
    side = TribePages()
    touched(side, *touches)
    assert not side.asks_before_home()


def test_nothing_of_a_tribe_is_written_before_save() -> None:
    side = begun()
    touched(side, own("add_card", "mourse-a"), own("show_more"), own("rename"), Typed("Club"), own("leave"))
    assert not list(tribes_folder().glob("*"))


def test_a_format_may_be_changed_later() -> None:
    side = begun()
    shown = touched(side, own("show_more"), own("show_formats"), own("choose_format", "mondial"))
    assert shown.title == "My Warus · Mondial"


def test_two_new_tribes_have_two_names() -> None:
    touched(begun(), own("save"))
    side = begun()
    assert side.model().title == "My Warus 2 · Tribal"
    touched(side, own("save"))
    assert sorted(owned().armies) == ["my-warus", "my-warus-2"]


def test_what_cannot_be_kept_is_said_and_not_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    side = begun()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "file"))
    shown = touched(side, own("save"))
    assert shown.banner is not None and "can be written" in shown.banner.words and tool(shown, "Save").enabled
