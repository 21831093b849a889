"""Counting counts what it should: found, right, unread, wrong and sure, invented, of no deck, too small."""

from dataclasses import replace

import numpy as np

from companion.sight import Kind, Sighting
from ui.lab.bench.figures import SourceFigures, TrueObject, count_picture, together
from ui.lab.bench.vision import DEMANDS, Demand, held_against, lines

KINDS: tuple[Kind, ...] = ("card", "penny", "die")


def at(x: float, side: float = 100.0) -> tuple[tuple[float, float], ...]:
    return ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side))


FOX = TrueObject(kind="card", outline=np.array(at(0)), labels=("fox",), face="up")
SEEN = Sighting("card", "fox", sure=0.97, face="up", corners_px=at(0))


def counted(true: TrueObject, *seen: Sighting) -> SourceFigures:
    figures = SourceFigures()
    count_picture(figures, "a.jpg", [true], seen, KINDS)
    return figures


def test_a_card_read_right_unread_wrong_and_missed() -> None:
    right = counted(FOX, SEEN).kinds["card"]
    assert (right["objects"], right["found"], right["asked"], right["right"], right["invented"]) == (
        1,
        1,
        1,
        1,
        0,
    )
    unread = counted(FOX, replace(SEEN, label=None)).kinds["card"].told()
    assert (unread["found"], unread["right"], unread["unread"], unread["wrong"]) == (1.0, 0.0, 1, 0)
    unsure = counted(FOX, replace(SEEN, label="owl", sure=0.6)).kinds["card"]
    assert (unsure["wrong"], unsure["wrong_and_sure"]) == (1, 0)
    sure = counted(FOX, replace(SEEN, label="owl")).kinds["card"]
    assert (sure["wrong"], sure["wrong_and_sure"]) == (1, 1)
    assert sure.notes == ["a.jpg: fox at 50, 50, read as card owl (0.97) at 50, 50"]
    missed = counted(FOX).kinds["card"].told()
    assert (missed["found"], missed["missed"], missed["right"], missed["unread"]) == (0.0, 1, 0.0, 1)


def test_what_is_not_there_is_invented() -> None:
    tally = counted(FOX, SEEN, replace(SEEN, corners_px=at(300))).kinds["card"]
    assert (tally["invented"], tally.told()["invented_share"]) == (1, 1.0)


def test_a_hidden_thing_need_not_be_found_but_is_not_invented() -> None:
    hidden = replace(FOX, counts=False, asked=False)
    assert counted(hidden).kinds["card"]["objects"] == 0
    tally = counted(hidden, SEEN).kinds["card"]
    assert (tally["objects"], tally["invented"], tally["asked"]) == (0, 0, 0)


def test_a_back_is_right_face_down_and_never_named() -> None:
    back = replace(FOX, labels=("fox",), face="down")
    down = counted(back, replace(SEEN, label=None, face="down")).kinds["card"]
    assert (down["backs"], down["backs_right"], down["backs_named"], down["asked"]) == (1, 1, 0, 0)
    named = counted(back, SEEN).kinds["card"]
    assert (named["backs_right"], named["backs_named"]) == (0, 1)


def test_a_card_of_no_deck_is_best_left_unread() -> None:
    stranger = replace(FOX, known=False)
    unread = counted(stranger, replace(SEEN, label=None)).kinds["card"]
    assert (unread["strangers"], unread["strangers_named"]) == (1, 0)
    named = counted(stranger, replace(SEEN, label="owl")).kinds["card"]
    assert (named["strangers_named"], named["strangers_named_and_sure"], named["asked"]) == (1, 1, 0)


def test_small_things_are_counted_apart() -> None:
    small = replace(FOX, outline=np.array(at(0, 60)))
    figures = counted(small, replace(SEEN, corners_px=at(0, 60)))
    assert figures.kinds.keys() == {"small card"}
    assert figures.kinds["small card"]["right"] == 1
    assert "small card" in figures.summary()


def test_colours_count_where_they_are_known() -> None:
    disc = TrueObject(kind="disc", outline=np.array(at(0)), colour="red", asked=False)
    figures = SourceFigures()
    for colour in ("red", "blue", None):
        count_picture(
            figures, "a.jpg", [disc], [Sighting("disc", None, colour=colour, corners_px=at(0))], ["disc"]
        )
    tally = figures.kinds["disc"]
    assert (tally["coloured"], tally["colours_right"], tally["colours_wrong"]) == (3, 1, 1)


def test_sources_are_added_up() -> None:
    whole = together([counted(FOX, SEEN), counted(FOX)])
    assert (whole.pictures, whole.kinds["card"]["objects"], whole.kinds["card"]["right"]) == (2, 2, 1)


def test_demands_are_told_by_source_and_what_was_not_measured_is_said() -> None:
    summary = counted(FOX, SEEN).summary()
    told = lines(DEMANDS["frames"], "a", summary)
    assert {"what": "cards found, rendered", "source": "a", "figure": 1.0, "least": 0.99, "met": True} in told
    missing = held_against({"a": summary}, {}, {})["not_measured"]
    assert "dice right, rendered" in missing
    assert "cards found, rendered" not in missing
    (late,) = lines([Demand("time", "times", "ms", most=5.0)], "b", {"times": {"ms": 7.0}})
    assert (late["met"], late["most"]) == (False, 5.0)
