"""The tribe screens under a finger: what is touched is done, lists stay where they were, the grid is drawn."""

import gettext
from collections.abc import Callable
from typing import Any

import pytest

from companion.language import ENGLISH, Language, speak
from tests.own_touches import meant, own
from tests.situations.tribes import TOUCHES
from tests.ui.audit import FINGER, complaints
from tests.ui.sizes import SIZES, dealt, named
from tests.ui.touch.test_app import ESCAPE, key, keys_of, middle
from ui.owned.tribes import owned
from ui.pages.agreement import agree, with_choice
from ui.present.models import Counted
from ui.present.touches import Do, Goto, LeaveSteps, Touch
from ui.widgets.theme import u

Drive, Fresh = Callable[..., Any], Callable[[str], Any]


def touch(driver: Any, action: Touch) -> None:
    """Puts a finger on what does an action, scrolling to it as a finger would."""
    action = meant(driver.app.desk.step, action)
    widget = next(each for each in keys_of(driver) if each.action == action)
    for parent in widget.walk_reverse():
        if type(parent).__name__ == "Scroll" and parent.children[0].height > parent.height:
            parent.scroll_to(widget, padding=2, animate=False)
            driver.run(0.1)
            break
        if parent is driver.app.root:
            break
    driver.run(0.05)
    driver.touch(*middle(widget))


def model(driver: Any) -> Any:
    return driver.app.desk.model()


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_tribe_is_built_from_the_first_screen_with_a_finger(drive: Drive, fresh: Fresh, size: Any) -> None:
    driver = drive(fresh("home"), size)
    for action in (
        Goto("eye"), Goto("tribes"), own("new_tribe"), own("choose_format", "tribal"),
        own("begin_from", "boarix"), own("show_tab", "soldat"), own("less_card", "kassin-a"),
        own("add_card", "kassin-b"), own("save"), own("leave"),
    ):  # fmt: skip
        touch(driver, action)
    (army,) = owned().armies.values()
    assert army.zoons.count("kassin-a") == 1 and army.zoons.count("kassin-b") == 3
    touch(driver, LeaveSteps())
    assert driver.app.desk.page == "eye"


def test_a_tribe_is_built_while_a_game_is_agreed_on_and_chosen(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("seats"))
    for action in (
        Goto("tribes"), own("new_tribe"), own("choose_format", "tribal"), own("begin_from", "monkus"),
        own("save"), own("leave"), LeaveSteps(),
    ):  # fmt: skip
        touch(driver, action)
    assert driver.app.desk.page == "seats"
    touch(driver, agree(with_choice, "tribes", 0, "my-monkus"))
    setup = driver.app.desk.agreement.setup()
    assert setup is not None and setup.option("tribes", "") == "my-monkus,warus"


def test_a_mend_is_carried_out_by_a_touch(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("tribe-broken"))
    whole = model(driver).aside[1]
    touch(driver, whole.action)
    assert [row.tone for row in model(driver).aside] == ["good"]


def scroll(driver: Any) -> Any:
    """The list of cards: the first that scrolls."""
    return next(widget for widget in driver.app.root.walk() if type(widget).__name__ == "Scroll")


def cards_drawn(driver: Any) -> dict[str, Any]:
    """By label, what is drawn of each card in the list."""
    drawn = driver.app._page._rows.values()
    return {row.picture.name: widgets[0] for row, widgets in drawn if isinstance(row, Counted)}


def test_a_list_stays_where_it_was_when_a_card_is_added(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("tribe-type"))
    last = model(driver).rows[-1]
    before = cards_drawn(driver)
    touch(driver, last.more)
    driver.run(0.2)
    assert scroll(driver).scroll_y < 0.2
    now = cards_drawn(driver)
    assert [label for label in now if now[label] is not before[label]] == [last.picture.name]
    assert model(driver).rows[-1].count == last.count + 1
    touch(driver, own("show_tab", "chef"))
    assert scroll(driver).scroll_y == 1.0


def squares(driver: Any) -> dict[str, Any]:
    """By name, what may be touched on the card of the form."""
    return {square.name: square for square in driver.app._page._board.view.squares()}


def tap(driver: Any, name: str) -> None:
    """Puts a finger on a square of the card."""
    x, y, wide, high = squares(driver)[name].box
    driver.touch(*driver.app._page._board.view.to_window(x + wide / 2, y + high / 2))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_grid_is_drawn_and_tapped_square_by_square(drive: Drive, fresh: Fresh, size: Any) -> None:
    driver = drive(fresh("card-correct"), size)
    driver.run(0.1)
    tap(driver, "(0, -1)")
    assert (0, -1) in {stride.offsets[-1] for stride in model(driver).board.strides}
    known = squares(driver)
    assert "(0, 0)" not in known and len([name for name in known if name.startswith("(")]) == 24
    assert all(min(square.box[2:]) >= u(FINGER) - 1 for square in known.values())


def test_a_number_is_set_by_the_pad_of_which_every_key_is_there(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("card-correct"))
    on_the_screen = {each.action for each in keys_of(driver)}
    page = driver.app.desk.step
    assert {meant(page, own("digit", sign)) for sign in (*range(10), "star")} <= on_the_screen
    driver.run(0.1)
    picked = meant(page, own("pick_field", "tr"))
    assert isinstance(picked, Do)
    driver.app.send(picked)
    touch(driver, own("digit", 7))
    assert model(driver).board.corners[1].words == "7"


def test_escape_leads_back_and_loses_nothing(drive: Drive, fresh: Fresh) -> None:
    driver = drive(fresh("tribe-build"))
    touch(driver, own("less_card", "jorund"))
    key(driver, ESCAPE)
    assert model(driver).headline == "Not saved yet"
    key(driver, ESCAPE)
    assert model(driver).title.startswith("Ice and Oak")


class Longest(gettext.NullTranslations):
    """Every word on a button as long as the longest of four languages has it, all other text a third longer."""

    def gettext(self, message: str) -> str:
        if message in BUTTONS:
            return max((message, *BUTTONS[message]), key=len)
        words = message.split()
        return " ".join((*words, *words[: max(1, len(words) // 3)])) if len(words) > 2 else message

    def ngettext(self, one: str, more: str, n: int) -> str:
        return self.gettext(more)


BUTTONS = {
    "Chosen": ("Gewählt", "Choisis", "Scelte"),
    "Chef": ("Häuptling", "Chef", "Capo"),
    "Heroes": ("Helden", "Héros", "Eroi"),
    "Priests": ("Priester", "Prêtres", "Sacerdoti"),
    "Monsters": ("Monster", "Monstres", "Mostri"),
    "Elites": ("Eliten", "Élites", "Élite"),
    "Soldiers": ("Soldaten", "Soldats", "Soldati"),
    "Emblem": ("Emblem", "Emblème", "Emblema"),
    "Trumps": ("Trümpfe", "Atouts", "Atout"),
    "Points": ("Punkte", "Points", "Punti"),
    "Force": ("Stärke", "Force", "Forza"),
    "Stars": ("Sterne", "Étoiles", "Stelle"),
    "Back": ("Zurück", "Retour", "Indietro"),
    "Undo": ("Rückgängig", "Annuler", "Annulla"),
    "More": ("Mehr", "Plus", "Altro"),
    "Save": ("Speichern", "Enregistrer", "Salva"),
    "Throw away": ("Verwerfen", "Abandonner", "Scarta"),
    "Done": ("Fertig", "Terminé", "Fatto"),
    "Path": ("Weg", "Trajectoire", "Percorso"),
    "Green square": ("Grünes Feld", "Case verte", "Casella verde"),
    "In the tribe": ("Im Stamm", "Dans la tribu", "Nella tribù"),
    "Zoons moved": ("Zoons bewegt", "Zoons déplacés", "Zoon mossi"),
    "Tribal": ("Stammesformat", "Tribal", "Tribale"),
    "Continental": ("Kontinental", "Continental", "Continentale"),
    "Mondial": ("Weltweit", "Mondial", "Mondiale"),
    "Build a tribe": ("Einen Stamm bauen", "Construire une tribu", "Costruire una tribù"),
    "My {tribe}": ("Meine {tribe}", "Mes {tribe}", "I miei {tribe}"),
}


@pytest.mark.parametrize(("name", "size"), dealt(sorted(TOUCHES), (SIZES[0], SIZES[2])), ids=named)
def test_longer_words_are_not_clipped_either(drive: Drive, made: Fresh, name: str, size: Any) -> None:
    speak(Language("xx", Longest()))
    try:
        driver = drive(made(name), size)
        driver.run(0.2)
        assert complaints(driver.app.root) == []
    finally:
        speak(ENGLISH)
