"""Which face of the table screen is due: each reason comes before those after it. And what the faces share."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Chance, Event, Over, Seats, Violation
from companion.journal import TookBack
from companion.weigh import Ask, Lost, Refuse, Same, Wait
from ui.pages.played_table import Asking, PlayedTable
from ui.pages.tableside import _idle_words, _puts_back, _roll, chips, face_due, one_main, tools
from ui.present.models import Button, Settling, TableFocus
from ui.present.moment import Piles
from ui.present.touches import at

TURN = Seats(frozenset({0}))
LOT = Chance("lot", (0, 1), "Who begins?")
OVER = Over((0,), "all is won", "rule")
REFUSED = Refuse(Event(), Violation("rule", ""))
ASKED, LOST = Ask(((),)), Lost(())
DIFFERENCES = ("a3",)
COUNTING: Any = SimpleNamespace(deck_check=True)


def moment(**told: Any) -> Any:
    """A moment in which nothing but play is due; what is told of it goes to the reply where that has it."""
    reply = {"verdict": Same(), "turn": TURN, "differences": (), "layout": None}
    rest = {"muster": None, "offers": SimpleNamespace(showing=False), "piles": Piles(),
            "disputed": False, "checking": False, "scene": None, "simulated": False}  # fmt: skip
    own = {name: told[name] for name in told if name in rest}
    return SimpleNamespace(
        reply=SimpleNamespace(**reply | {k: v for k, v in told.items() if k in reply}), **rest | own
    )


def due(moment: Any, focus: TableFocus) -> str:
    """The face that is due while people look at this."""
    moment.focus = focus
    return face_due(moment)[0]


def puts_back(moment: Any, settling: Settling) -> bool:
    moment.focus = TableFocus(settling=settling)
    return _puts_back(moment)


FACES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("curtain", {"muster": True}, {"alone": 0}),
    ("muster", {"muster": True}, {"alone": 0, "drawn": True}),
    ("private", {}, {"alone": 0, "drawn": True}),
    ("mustering", {"offers": SimpleNamespace(showing=True)}, {}),
    ("deck", {"piles": COUNTING}, {}),
    ("pick", {}, {"picking": True}),
    ("telling", {}, {"menu": "telling"}),
    ("menu", {}, {"menu": "menu"}),
    ("confirm", {}, {"reading": True}),
    ("square", {}, {"square": "a3"}),
    ("dispute", {"disputed": True}, {}),
    ("refuse", {}, {"settling": Settling(refused=REFUSED)}),
    ("ask", {"verdict": ASKED}, {}),
    ("lost", {"checking": True, "differences": DIFFERENCES}, {}),
    ("over", {"turn": OVER}, {}),
    ("layout", {"layout": True}, {}),
    ("dice", {"turn": LOT}, {}),
    ("play", {}, {}),
]


@pytest.mark.parametrize("n", range(len(FACES)))
def test_each_face_is_due_where_no_earlier_one_is(n: int) -> None:
    kind, of_moment, of_focus = FACES[n]
    assert due(moment(**of_moment), TableFocus(**of_focus)) == kind


@pytest.mark.parametrize("n", range(2, len(FACES) - 1))
def test_what_comes_first_hides_what_comes_after(n: int) -> None:
    kind, of_moment, of_focus = FACES[n]
    for after, later, look in FACES[n + 1 :]:
        if after == "dice" and kind in ("over", "layout"):
            continue  # there is one turn only, and a lot waits for what is laid out
        assert due(moment(**later | of_moment), TableFocus(**look | of_focus)) == kind, after


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [(REFUSED, "refuse"), (ASKED, "ask"), (LOST, "lost"), (Same(), "play"), (Wait("so"), "play")],
)
def test_the_verdict_decides_unless_it_is_being_put_right(verdict: Any, kind: str) -> None:
    assert due(moment(verdict=verdict), TableFocus()) == kind
    assert due(moment(verdict=verdict), TableFocus(settling=Settling(put_back=verdict))) == "play"
    assert due(moment(verdict=verdict, turn=OVER), TableFocus(settling=Settling(put_back=verdict))) == "over"


def test_a_question_that_no_answer_fits_is_lost() -> None:
    assert due(moment(verdict=ASKED), TableFocus(settling=Settling(none_of=ASKED))) == "lost"
    assert due(moment(verdict=ASKED), TableFocus(settling=Settling(none_of=LOST))) == "ask"


def test_a_resumed_table_that_differs_is_lost_until_people_put_it_right() -> None:
    assert due(moment(checking=True, differences=DIFFERENCES), TableFocus()) == "lost"
    assert (
        due(moment(checking=True, differences=DIFFERENCES), TableFocus(settling=Settling(book_right=True)))
        == "play"
    )
    assert due(moment(checking=True), TableFocus()) == "play"
    assert due(moment(differences=DIFFERENCES), TableFocus()) == "play"


def test_a_take_back_that_needs_others_is_agreed_on() -> None:
    agreed = Refuse(TookBack(), Violation("undo-agreed", ""))
    assert due(moment(), TableFocus(settling=Settling(refused=agreed))) == "agree"
    assert (
        due(moment(), TableFocus(settling=Settling(refused=Refuse(TookBack(), Violation("other", "")))))
        == "refuse"
    )
    assert (
        due(moment(), TableFocus(settling=Settling(refused=Refuse(Event(), Violation("undo-agreed", "")))))
        == "refuse"
    )


def test_the_lot_is_drawn_once_all_is_laid_out() -> None:
    """Where a camera looks it says so; where none does people know, but on the simulated table nothing is laid."""
    drawn = {"layout": True, "turn": LOT}
    assert due(moment(**drawn, scene=True), TableFocus()) == "dice"
    assert due(moment(**drawn, scene=True, differences=DIFFERENCES), TableFocus()) == "layout"
    assert due(moment(**drawn), TableFocus()) == "dice"
    assert due(moment(**drawn, simulated=True), TableFocus()) == "layout"
    assert due(moment(layout=True, scene=True), TableFocus()) == "layout"


def test_a_table_is_put_back_only_while_it_differs() -> None:
    differs = moment(differences=DIFFERENCES, verdict=LOST)
    assert puts_back(differs, Settling(put_back=LOST))
    assert not puts_back(differs, Settling())
    assert not puts_back(moment(verdict=LOST), Settling(put_back=LOST))
    resumed = moment(differences=DIFFERENCES, checking=True)
    assert puts_back(resumed, Settling(book_right=True))
    assert not puts_back(resumed, Settling())
    assert not puts_back(moment(differences=DIFFERENCES), Settling(book_right=True))


def test_nothing_new_is_said_of_a_table_that_is_looked_at() -> None:
    assert _idle_words(moment(scene=True)) == "Nothing new on the table."
    assert _idle_words(moment()) == "Nothing to do just now."


def seated(turn: Any, thrown: dict[int, Any] | None = None, aside: tuple[tuple[str, ...], ...] = ()) -> Any:
    reply = SimpleNamespace(turn=turn, view=SimpleNamespace(aside=aside))
    return SimpleNamespace(
        offers=SimpleNamespace(screened=False),
        reply=reply,
        thrown=thrown or {},
        names=("Ann", "Ben", "Cleo"),
        running=frozenset({1}),
        simulated=False,
    )


def test_the_seats_that_are_to_act_are_marked() -> None:
    def active(turn: Any, thrown: dict[int, Any] | None = None) -> list[bool]:
        return [chip.active for chip in chips(seated(turn, thrown), "play")]

    assert active(Seats(frozenset({0, 2}))) == [True, False, True]
    assert active(Chance("dice", (0, 1), "Throw")) == [True, True, False]
    assert active(Chance("dice", (0, 1), "Throw"), {0: 4}) == [False, True, False]
    assert active(Over((2,), "so", "rule")) == [False, False, True]
    shown = chips(seated(TURN, aside=(("one trump",), ("two trumps",))), "play")
    assert [(chip.seat, chip.name, chip.aside) for chip in shown] == [
        (0, "Ann", ("one trump",)),
        (1, "Ben", ("two trumps",)),
        (2, "Cleo", ()),
    ]


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [("dice", None, ""), ("dice", 4, "4"), ("lot", 1, "Ben begins"), ("penny", "heads", "heads"),
     ("penny", "tails", "tails"), ("lot", None, "")],
)  # fmt: skip
def test_a_throw_in_words(what: str, value: Any, words: str) -> None:
    chance = Chance(what, (0, 1), "Throw")
    thrown = {} if value is None else {0: value}
    roll = _roll(seated(chance, thrown), chance, 0)
    assert (roll.seat, roll.name, roll.what, roll.value, roll.words, roll.running) == (
        0,
        "Ann",
        what,
        value,
        words,
        False,
    )
    assert roll.action == at(PlayedTable.press_button, "seat0")
    assert _roll(seated(chance), chance, 1).running


def test_the_buttons_that_are_always_there() -> None:
    reply = SimpleNamespace(chores=(), layout=None)
    some = SimpleNamespace(standing=(1,), done="says", reply=reply)
    none = SimpleNamespace(standing=(), done="", reply=reply)
    moment: Any
    for moment, enabled, weight in ((some, True, "main"), (none, False, "plain")):
        done, back, wrong, more = tools(moment)
        assert (done.icon, done.weight, done.enabled) == ("done", weight, True)
        assert (back.enabled, wrong.enabled, more.enabled) == (enabled, enabled, True)


def test_done_is_left_out_where_a_large_key_says_the_same() -> None:
    from ui.present.board import BoardModel
    from ui.present.models import TableModel

    done, other = (
        Button("Done", at(PlayedTable.press_button, "done"), icon="done"),
        Button("More", at(PlayedTable.open_menu), icon="menu"),
    )
    large, small = Button("Yes", at(Asking.answer, ()), "main"), Button("No", at(Asking.answer, ()), "plain")
    board: BoardModel = SimpleNamespace()  # type: ignore[assignment]

    def left(done_does: str, **keys: tuple[Button, ...]) -> list[str]:
        model = TableModel("ask", "", (), board, tools=(done, other), **keys)
        moment: Any = SimpleNamespace(done=done_does)
        return [tool.icon for tool in one_main(moment, model).tools]

    assert left("says", answers=(large,)) == ["menu"]
    assert left("says", helps=(small, large)) == ["menu"]
    assert left("says", answers=(small,)) == ["done", "menu"]
    assert left("judges", answers=(large,)) == ["done", "menu"]
    assert left("judges", helps=(large,)) == ["menu"]
