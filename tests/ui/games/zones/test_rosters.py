"""Rosters and armies of ZoneS on the screen: cards entered, nonsense, limits named."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.zones import GAME
from companion.games.zones.pieces import shipped
from companion.kits.toml_text import TextFault
from tests.own_touches import own, send
from tests.ui.zones_room import Room, state_of
from ui.games.zones.face import army_changed, kept_roster, read_roster, roster_text
from ui.owned.tribes import write_file
from ui.pages.agreement import Draft, agree, with_choice
from ui.pages.desk import Desk
from ui.places import roster_file
from ui.present.models import Button, StepModel
from ui.present.touches import Goto, Start, Touch, Typed
from ui.records.beginning import GameFault, agreed

PIECES = tuple(name for name in shipped() if name != "roster")


def cards(folder: Path) -> Desk:
    """From the seats, by the key that says whose reading is played."""
    desk = Room(folder).made.seats()
    model = desk.model()
    assert isinstance(model.rows[1], Button)
    desk.send(model.rows[1].action)
    return desk


def sent(desk: Desk, *actions: Touch) -> Any:
    send(desk, *actions)
    return desk.model()


def type_in(desk: Desk, key: str, text: str | None) -> Any:
    return sent(desk, own("enter", key), Typed(text))


def enter_all(desk: Desk) -> None:
    for piece in PIECES:
        sent(desk, own("open", piece), own("so_it_is"))


def test_cards_are_entered_once_and_played_ever_after(tmp_path: Path) -> None:
    desk = cards(tmp_path)
    sent(desk, own("open", "archer"), own("tell", "movement", "any"))
    sent(desk, own("tell_terrain", "water", "preferred"), own("so_it_is"))
    enter_all(desk)
    model = sent(desk)
    assert isinstance(model, StepModel) and model.banner is not None
    assert model.banner.words == "Every card is entered."
    rows = sent(desk, own("save")).rows
    assert not any(isinstance(row, Button) for row in rows), (
        "who entered all cards is not asked for them any more"
    )
    desk.send(Start())
    archer = state_of(desk).agreed.kinds["archer"]
    assert archer.movement == "any" and "water" in archer.preferred and "water" not in archer.restricted
    assert state_of(desk).agreed.roster.confirmed
    desk.send(Goto("seats"))
    desk.send(Start())
    assert desk.page == "table" and state_of(desk).agreed.kinds["archer"] == archer
    assert dict(agreed(GAME, 2).facts)["archer.movement"] == "any"


def test_cards_entered_in_part_are_kept_and_our_reading_is_played(tmp_path: Path) -> None:
    desk = cards(tmp_path)
    sent(
        desk,
        own("open", "vala"),
        own("tell", "movement", "orthogonal"),
        own("save"),
        Start(),
    )
    assert desk.page == "table" and not state_of(desk).agreed.roster.confirmed
    assert state_of(desk).agreed.kinds["vala"].movement == shipped()["vala"]["movement"]
    assert ("vala.movement", "orthogonal") in kept_roster().facts
    desk.send(Goto("seats"))
    model = sent(desk, Goto("roster"), own("open", "vala"))
    chosen = [key.words for row in model.rows[:1] for key in row.choices if key.weight == "chosen"]
    assert chosen == ["Straight"]


def test_nothing_is_lost_or_kept_by_leaving(tmp_path: Path) -> None:
    desk = cards(tmp_path)
    sent(desk, own("open", "vala"), own("tell", "movement", "any"), own("show_list"))
    model = sent(desk, own("leave"))
    assert model.headline == "Not saved yet"
    sent(desk, own("show_list"), own("undo"), own("leave"))
    assert desk.page == "seats" and not roster_file().exists()


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        ("cost", "many", "Expected a number from 0 to 99, found many."),
        ("cost", "-3", "found -3"),
        ("count", "100", "found 100"),
        ("cost", "", "found –"),
        ("name", "   ", "Expected 1 to 24 letters, found 0."),
        ("side", "x" * 30, "found 30"),
    ],
)
def test_nonsense_is_refused_with_what_was_expected(key: str, text: str, fault: str, tmp_path: Path) -> None:
    desk = cards(tmp_path)
    before = sent(desk, own("open", "archer"))
    model = type_in(desk, key, text)
    assert isinstance(model, StepModel) and model.banner is not None and fault in model.banner.words
    assert model.rows == before.rows


def test_another_piece_is_added_and_can_be_bought(tmp_path: Path) -> None:
    desk = cards(tmp_path)
    sent(desk, own("add"), Typed("Archer"))
    assert "not there yet, found Archer" in desk.model().banner.words
    sent(desk, own("add"), Typed("Sea Troll"))
    type_in(desk, "side", "trolls")
    type_in(desk, "cost", "7")
    sent(desk, own("so_it_is"))
    enter_all(desk)
    sent(desk, own("save"), agree(Draft.on_page, "army:1"))
    model = desk.model()
    assert "Sea Troll" in [tile.words for tile in model.rows[0].tiles]


def test_every_limit_that_an_army_breaks_is_named_on_its_page(tmp_path: Path) -> None:
    desk = Room(tmp_path).made.seats()
    model = sent(desk, agree(Draft.on_page, "army:0"), agree(army_changed, 0, "vala", 1))
    assert model.title == "58 of 50 points" and model.banner is not None
    assert model.banner.words == "Too dear: 58 points, at most 50."
    assert not next(key for key in model.tools if key.words == "Done").enabled
    seats = sent(desk, agree(Draft.on_page, "seats"))
    assert seats.banner.words == "Ann: Too dear: 58 points, at most 50." and not seats.tools[-1].enabled
    sent(desk, agree(with_choice, "sides", 0, "trolls"))
    assert desk.model().banner.words == "Ben: Too dear: 58 points, at most 50.", (
        "who changes sides takes the army along"
    )
    sent(desk, agree(with_choice, "sides", 0, "midgard"), agree(Draft.on_page, "army:0"))
    for piece, times in (("spearman", 3), ("archer", 3), ("swordsman", 2), ("vala", 2)):
        sent(desk, *(agree(army_changed, 0, piece, -1) for _n in range(times)))
    model = desk.model()
    assert model.banner is not None and model.banner.words == "Too few: 1 piece, at least 3."
    sent(desk, agree(army_changed, 0, "archer", 1), agree(army_changed, 0, "archer", 1))
    assert desk.model().banner is None
    sent(desk, agree(Draft.on_page, "seats"), Start())
    assert state_of(desk).pool.reserve[0] == ("archer", "archer", "swordsman")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("archer", "line 1: expected TOML"),
        ("archer = 3", "line 1: archer: expected a table such as [archer], found 3"),
        (
            '[roster]\nname="x"\n\n[archer]\nmovement = "sideways"',
            "line 5: archer.movement: expected one of orthogonal",
        ),
        ('[archer]\npreferred = "sea"', "line 2: archer.preferred: expected some of field"),
        ("[archer]\nhue = 3", "line 2: archer: expected one of name"),
        ('[dragon]\nname = "Dragon"', "line 1: dragon.side: expected text, found nothing"),
        ("[archer]\ncost = 3.5", "line 2: archer.cost: expected a text, a number or true, found 3.5"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line(text: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(TextFault) as found:
        read_roster(text)
    assert fault in str(found.value)
    roster_file().parent.mkdir(parents=True, exist_ok=True)
    roster_file().write_text(text, encoding="utf-8")
    with pytest.raises(GameFault, match=r"zones\.toml: line"):
        agreed(GAME, 2)
    desk = Room(tmp_path).made.seats()
    model = desk.model()
    assert model.banner is not None and str(roster_file()) in model.banner.words
    rows = sent(desk, agree(Draft.on_page, "options")).rows
    row = next(row for row in rows if row.words.startswith("How the pieces move"))
    sent(desk, row.choices[0].action, Start())
    assert desk.page == "table" and not state_of(desk).agreed.roster.confirmed


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    facts = (
        ("roster.name", 'Ann’s "cards"'),
        ("roster.confirmed", True),
        ("archer.cost", 4),
        ("archer.restricted", ""),
    )
    assert read_roster(roster_text(facts)) == facts
    write_file(roster_file(), roster_text(facts))
    assert kept_roster().facts == facts and kept_roster().is_own
