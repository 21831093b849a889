"""The comparison of two readings of all recorded pictures names what is lost and gained."""

from tests.readings import HERE, ReadSet, compared, folders, read_set

BEFORE: dict[str, ReadSet] = {
    "lit/tiles": {"card": {"000 water at 5, 5": "right", "000 hills at 9, 9": "unread"}}
}
AFTER: dict[str, ReadSet] = {
    "lit/tiles": {"card": {"000 water at 5, 5": "missed", "000 hills at 9, 9": "right"}}
}


def test_what_is_lost_and_what_is_gained_is_named() -> None:
    lines, worse = compared(BEFORE, AFTER)
    assert "| lit/tiles | card | 1 | 1 → 0 | 0 → 1 | 0 | 0 | 0 |" in lines
    assert "lost: lit/tiles card 000 water at 5, 5: right → missed" in lines
    assert "gained: lit/tiles card 000 hills at 9, 9: unread → right" in lines
    assert worse == 1


def test_what_is_invented_anew_is_a_loss_and_what_is_no_more_a_gain() -> None:
    none: dict[str, ReadSet] = {"a/b": {"die": {}}}
    some: dict[str, ReadSet] = {"a/b": {"die": {"000 none at 1, 1 (20 px)": "invented"}}}
    assert compared(none, some)[1] == 1
    assert compared(some, none)[1] == 0


def test_the_same_twice_is_no_difference() -> None:
    lines, worse = compared(AFTER, AFTER)
    assert worse == 0 and lines[2:] == ["| all | card | 1 | 0 | 1 | 0 | 0 | 0 |"]


def test_the_pictures_that_come_along_are_read() -> None:
    assert {HERE / name for name in ("dark-attack", "dark-backs", "rows", "zoon")} <= set(folders())
    found = read_set(HERE / "dark-attack")
    assert set(found) == {"card"} and all(one.startswith("read as ") for one in found["card"].values())
