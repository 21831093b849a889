"""People who played here before sit down by one touch, with the tribe and colour that they had."""

from pathlib import Path

from companion.game import Setup
from companion.games import all_games
from companion.language import speak
from tests.situations.maker import Maker
from tests.situations.screens import situations
from ui.box.opening import SIMULATED, sources
from ui.languages import language
from ui.owned.settings import Person
from ui.pages.agreement import Agreement, Draft, agree, people_of, seated, typing_name
from ui.present.touches import Goto, PageBack, Start, Typed

ZOON, ZONG = all_games()["zoon_alternate"], all_games()["zong"]


def test_somebody_sits_down_with_the_tribe_had_last_unless_another_has_it() -> None:
    draft = seated(Draft(ZOON, 2), 0, Person(name="Ann", tribe="warus"))
    assert people_of(draft)[0].tribe == "boarix", "the other seat has Warus by default"
    draft = seated(draft, 0, Person(name="Ann", tribe="monkus"))
    assert (draft.names, people_of(draft)[0].tribe) == (("Ann", ""), "monkus")


def test_who_sits_at_another_seat_changes_places() -> None:
    draft = Draft(ZONG, 3, ("Ann", "Ben", "Cleo"))
    assert seated(draft, 0, Person(name="ben")).names == ("ben", "Ann", "Cleo")


def test_names_are_those_of_who_played_last_if_so_many_are_known() -> None:
    for known, names in ((("Ann", "Ben", "Cleo"), ("Ann", "Ben")), (("Ann",), ("", ""))):
        agreement = Agreement((ZOON,), sources, SIMULATED)
        people = tuple(Person(name=name) for name in known)
        agreement.people = lambda people=people: people  # type: ignore[misc]
        assert agreement.draft.names == names


def test_who_plays_is_remembered_and_sits_down_by_two_touches(tmp_path: Path) -> None:
    desk = situations(tmp_path)["seats"]()
    desk.send(Start())
    assert [(one.name, one.tribe) for one in desk.settings.now.people] == [
        ("Ann", "boarix"),
        ("Ben", "warus"),
    ]
    desk.send(Goto("home"))
    desk.send(Goto("seats"))
    name = desk.model().rows[0][1].name
    desk.send(name.action)
    tiles = desk.model().rows[0].tiles
    assert [(tile.words, tile.lit, tile.faded) for tile in tiles] == [
        ("Ann", False, True),
        ("Ben", True, False),
    ]
    assert tiles[0].action == agree(seated, 1, desk.settings.now.people[0])
    desk.send(tiles[0].action)
    assert [column.name.words for column in desk.model().rows[0]] == ["Ben", "Ann"]


def test_one_key_alone_leads_from_the_rules_agreed_back_to_the_seats(tmp_path: Path) -> None:
    desk = situations(tmp_path)["seats"]()
    desk.send(agree(Draft.on_page, "options"))
    leads = []
    for key in desk.model().tools:
        if key.action != Start():
            desk.send(agree(Draft.on_page, "options"))
            desk.send(key.action)
            leads += [key.action] if desk.page == "seats" and desk.agreement.draft.page == "seats" else []
            desk.send(Goto("seats"))
    assert leads == [PageBack()]


def test_players_without_a_name_are_called_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    desk = Maker(tmp_path, ZONG).desk()
    for seat in (0, 1):
        desk.send(agree(typing_name, seat))
        desk.send(Typed(""))
    speak(language("de"))
    desk.send(Goto("seats"))
    desk.send(Start())
    assert [chip.name for chip in desk.model().chips] == ["Spieler 1", "Spieler 2", "Spieler 3"]
    assert "Spieler 1" in desk.model().headline
    speak(language("fr"))
    desk.send(Goto("home"))
    assert desk.model().keys[0].detail.startswith("Joueur 1 et Joueur 2 et Joueur 3")
    desk.send(desk.model().keys[0].action)
    assert desk.model().chips[2].name == "Joueur 3"


def test_who_gave_no_name_the_last_time_has_none_in_another_language() -> None:
    """Shown is what the language calls a seat: what the record says in English is no name that was typed."""
    agreement = Agreement((ZONG,), sources, SIMULATED)
    agreement.played_before = lambda _game: (Setup(3, players=("Player 1", "Ben", "Player 3")), {})
    speak(language("de"))
    agreement.choose_game(ZONG.id)
    assert agreement.draft.names == ("", "Ben", "")


def test_a_coach_is_agreed_in_every_language() -> None:
    agreed = Draft(ZONG, 2, ("", "Ben")).agreeing(0).agreeing(1)
    assert agreed.coach_agreed
    speak(language("de"))
    assert agreed.coach_agreed
