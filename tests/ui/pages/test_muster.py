"""An army shown to the referee alone: read, put right, turned down, told; and nothing of it anywhere else."""

from dataclasses import replace

from companion.games import all_games
from companion.sight import Look, Thing
from tests.ui.at_desk import model_of
from tests.ui.box.test_secrecy import named
from tests.ui.pages.test_private_view import Make, hidden_names, press, setup_shown, show, wait
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import HIDE_SECONDS, LAYING_SECONDS, PrivateView
from ui.present.moment import Muster
from ui.present.touches import Goto, TouchSquare, at
from ui.watching.perfect_eye import scene

ZOONDO = all_games()["zoondo"]


def test_the_army_is_read_put_right_turned_down_and_told(fresh: Make) -> None:
    desk = fresh("muster-laying")
    shown = model_of(desk)
    assert shown.kind == "muster" and not shown.answers[0].enabled
    said = " ".join(shown.body)
    assert "1 card more to lay" in said and "Not read: b1" in said and "too often" in said
    put_right(desk)
    press(desk, "All right")
    cards = desk.side.alone.muster.kept  # type: ignore[union-attr]
    assert model_of(desk).answers[0].weight == "danger"
    deck = desk.session.reply.layout.regions["a1"][0].deck  # type: ignore[union-attr]
    show(desk, Look({cell: (Thing("card", None, "down", deck, 0),) for cell in cards}))
    assert model_of(desk).answers[0].weight == "main"
    press(desk, "Ann: they lie face down")
    event = desk.session.referee.entries[-1].event
    assert event.cards == cards  # type: ignore[attr-defined]
    waiting = model_of(desk)
    assert waiting.kind == "mustering" and "Ben" in waiting.headline
    assert named(repr(waiting), hidden_names(desk)) == [] and hidden_names(desk)


def put_right(desk: Desk) -> None:
    """By touches alone: every square that is wrong or empty gets a card that lies nowhere."""
    for _n in range(12):
        army = desk.side.alone.muster  # type: ignore[union-attr]
        assert army is not None
        if army.is_complete:
            return
        twice = [cell for cell in army.double if cell not in army.said]
        empty = [cell for cell in army.cells if cell not in army.lying]
        cell = next(iter((*army.unread, *twice, *empty)))
        desk.send(TouchSquare(cell))
        card = next(
            a for a in model_of(desk).answers if a.action == at(PrivateView.muster_say, cell, army.left[0])
        )
        desk.send(card.action)


def test_with_no_camera_the_whole_army_is_told_by_touches(fresh: Make) -> None:
    desk = fresh("muster")
    press(desk, "I am Ann")
    put_right(desk)
    press(desk, "All right")
    press(desk, "Ann: they lie face down")
    assert type(desk.session.referee.entries[-1].event).__name__ == "Deployed"
    assert desk.session.reply.chores == ()


def test_meanwhile_nothing_is_judged_kept_or_shown_of_what_the_camera_sees(fresh: Make) -> None:
    desk = fresh("muster-ready")
    session = desk.session
    assert session.veiled and session.referee.entries == ()
    session.press("done")
    assert session.referee.entries == () and list(desk.packing._lately) == []
    names = set(desk.side.alone.muster.army)  # type: ignore[union-attr]
    desk.send(at(PlayedTable.close))
    assert model_of(desk).kind == "mustering" and named(repr(model_of(desk)), names) == []
    assert desk.side.moment().scene is None  # type: ignore[union-attr]
    desk.send(Goto("check"))
    assert desk.page == "table"
    desk.send(at(PlayedTable.switch_picture))
    assert not desk.side.shows_camera and not desk.side.shows_simulated  # type: ignore[union-attr]


def test_the_laying_page_stays_open_longer_and_closes_too(fresh: Make) -> None:
    desk = fresh("muster-ready")
    wait(desk, HIDE_SECONDS + 5)
    assert model_of(desk).kind == "muster"
    wait(desk, LAYING_SECONDS + 1)
    assert model_of(desk).kind == "mustering"
    press(desk, "I am Ann")
    assert model_of(desk).kind == "muster" and desk.side.alone.muster.is_complete  # type: ignore[union-attr]


def army() -> Muster:
    state = ZOONDO.start(setup_shown())
    found = Muster.begun(ZOONDO, state, 0)
    assert found is not None
    return found


def test_an_army_knows_its_squares_and_cards() -> None:
    mine = army()
    assert len(mine.cells) == len(mine.army) == mine.count == 12
    assert {cell[1] for cell in mine.cells} == {"1", "2"}


def test_the_last_card_that_was_not_read_is_the_one_left_over() -> None:
    mine = army()
    lying: dict[str, str | None] = dict(zip(mine.cells, mine.army, strict=True))
    lying["a1"] = None
    known = replace(mine, seen=lying)
    assert known.is_complete and known.lying["a1"] == mine.army[0]
    lying["b1"] = None
    assert replace(mine, seen=lying).unread == ("a1", "a2") or replace(mine, seen=lying).unread == (
        "a1",
        "b1",
    )


def test_a_small_army_may_leave_any_squares_empty() -> None:
    from companion.game import Setup, checked

    options = (("knowing", "shown"), ("zoons", "-kassin-a -kassin-b,"))
    state = ZOONDO.start(checked(ZOONDO, Setup(2, options)))
    mine = Muster.begun(ZOONDO, state, 0)
    assert mine is not None and mine.count == len(mine.army) == 10 and len(mine.cells) == 12


def test_a_hand_over_the_table_changes_nothing_that_was_read() -> None:
    mine = army()
    pairs = zip(mine.cells, mine.army, strict=True)
    look = Look({cell: (Thing("card", label, "up", "boarix", 0),) for cell, label in pairs})
    read = mine.looked_at(scene(look))
    assert read.is_complete
    assert read.looked_at(replace(scene(Look()), hand=True)) == read
