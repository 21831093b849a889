"""The owner's tribes, cards and corrections on the disk, and what of them a game takes along."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.game import Choice, Setup, checked
from companion.games import all_games
from companion.games.zoon.family.deck import Army, facts
from companion.games.zoon.family.tribes import limits
from companion.referee import Referee
from tests.companion.golems import TEXT
from ui.box.eyes import card_faces, own_decks
from ui.box.opening import OpeningFault, open_table
from ui.faces.face import with_owners
from ui.owned.tribes import (
    OwnersFault,
    forget_army,
    free_name,
    keep_army,
    keep_corrections,
    keep_sheet,
    labels_of,
    owned,
    random_army,
    with_random_tribes,
)
from ui.pages.agreement import Agreement, Draft, agree
from ui.pages.enrol_page import EnrolPage
from ui.places import cards_folder, corrections_file, decks_folder, tribes_folder
from ui.present.touches import Typed
from ui.records.beginning import GameFault, agreed

GAME = all_games()["zoon_alternate"]
KNOWN = facts()
MINE = Army(tuple(c for c in KNOWN.own_twelve("warus") if c != "korse-a"), ("furie",), "Mine", "continental")


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_nothing_kept_is_nothing_taken_along() -> None:
    setup = checked(GAME, Setup())
    assert with_owners(GAME, setup) == setup
    assert owned().facts.zoons.keys() == KNOWN.zoons.keys()


def test_a_kept_tribe_is_there_again_and_can_be_played() -> None:
    keep_army("mine", MINE)
    assert owned().armies == {"mine": MINE}
    setup = agreed(GAME, 2, (("tribes", "mine,boarix"),))
    assert [name for name, _ in setup.facts] == ["tribe.mine"]
    forget_army("mine")
    assert owned().armies == {}
    # The set-up holds all that it needs: the file is gone, and the record still replays.
    lines: list[str] = []
    Referee(GAME, setup, lines.extend)
    again = Referee(GAME, setup, lambda _line: None, lines)
    assert again.state.agreed.armies[0] == MINE.zoons and again.state.agreed.tribes == ("mine", "boarix")


def test_only_what_a_game_needs_is_taken_along() -> None:
    keep_army("mine", MINE)
    keep_army("other", MINE)
    write(cards_folder() / "golems.toml", TEXT)
    keep_corrections((("gold-hure.corners.tl", 5), ("cairn.value", 17)))
    names = [name for name, _ in agreed(GAME, 2, (("tribes", "mine,boarix"),)).facts]
    assert names == ["gold-hure.corners.tl", "tribe.mine"]
    trumps = ",-clay-man;-gravel-path;-iron-boots;-lodestone;-rockfall;-whetstone"
    setup = agreed(GAME, 2, (("tribes", "boarix,golems"), ("trumps", trumps)))
    assert [name for name, _ in setup.facts] == ["cards.golems", "cairn.value", "gold-hure.corners.tl"]
    state = GAME.start(setup)
    assert state.agreed.zoon("cairn").value == 17 and state.agreed.zoon("gold-hure").corners.tl == 5


def test_one_added_card_brings_its_sheet_along() -> None:
    write(cards_folder() / "golems.toml", TEXT)
    setup = agreed(GAME, 2, (("tribes", "boarix,warus"), ("zoons", "+gravel-a;-kassin-a;-grognard-b,")))
    assert [name for name, _ in setup.facts] == ["cards.golems"]


def test_sheets_may_lean_on_one_another_in_any_order() -> None:
    early = '[zoons.aa]\nname="A"\ntribe="zz"\ntype="chef"\nvalue=1\nmoves=""\nstar="send"\npartners=["zb"]\n'
    write(cards_folder() / "a.toml", early + "corners={tl=1,tr=1,br='star',bl=1}\n")
    late = '[tribes.zz]\nname="Z"\n[zoons.zb]\nname="B"\ntribe="zz"\ntype="embleme"\nvalue=1\nmoves=""\n'
    write(cards_folder() / "b.toml", late + "corners={tl=1,tr=1,br=0,bl=1}\n")
    have = owned()
    assert not have.faults and {"aa", "zb"} < have.facts.zoons.keys()
    setup = agreed(GAME, 2, (("tribes", "zz,boarix"),))
    assert GAME.start(setup).agreed.armies[0] == ("aa", "zb")


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("tribes/mine.toml", "[zoons]\nkorse = 1\n", "mine.toml: line 2: zoons.korse: expected a Zoon"),
        ("cards/golems.toml", TEXT.replace("value = 20", "value = 'x'"), "golems.toml: line 12: zoons.keystone.value"),
        ("corrections.toml", "kassin.value = 'x'\n", "corrections.toml: line 1: kassin.value: expected a whole number"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_named_and_no_game_passes_it_over(
    file: str, text: str, said: str
) -> None:
    path = write(_place(file), text)
    have = owned()
    assert list(have.faults) == [path] and said in have.faults[path]
    with pytest.raises(GameFault, match="line"):
        agreed(GAME, 2, (("tribes", "mine,boarix"),))


def _place(file: str) -> Path:
    folder, _, name = file.rpartition("/")
    return (
        {"tribes": tribes_folder(), "cards": cards_folder()}[folder] / name if folder else corrections_file()
    )


def test_a_faulty_tribe_that_nobody_plays_is_in_nobodys_way() -> None:
    write(tribes_folder() / "mine.toml", "[zoons]\nkorse = 1\n")
    assert agreed(GAME, 2, (("tribes", "warus,boarix"),)).facts == ()


def test_a_tribe_may_not_take_the_name_of_a_sold_one() -> None:
    write(tribes_folder() / "boarix.toml", "[zoons]\nkorse-a = 1\n")
    (fault,) = owned().faults.values()
    assert "that is no tribe's, found 'boarix'" in fault


def test_what_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "file"))
    with pytest.raises(OwnersFault, match="expected a file that can be written"):
        keep_army("mine", MINE)
    with pytest.raises(OwnersFault, match="expected a file that can be written"):
        keep_sheet("mine", {})


def test_names_for_files_are_plain_and_free() -> None:
    assert free_name("Les Élégants d'Été!", ()) == "les-elegants-d-ete"
    assert free_name("Mine", ("mine", "mine-2")) == "mine-3"
    assert free_name("狼", ()) == "tribe"


# the new-game screen, and the decks


def seats_model(draft: Draft) -> Any:
    """The seats as somebody has agreed on them so far."""
    agreement = Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),))
    agreement.take(agree(lambda _before: draft))
    return agreement.model()


def test_the_new_game_screen_offers_built_tribes_and_added_ones() -> None:
    keep_army("mine", MINE)
    write(cards_folder() / "golems.toml", TEXT)
    (row,) = seats_model(Draft(GAME, 2)).rows[0][0].rows
    assert [button.words for button in row.choices][4:] == ["Golems", "Mine", "Build a tribe"]
    draft = Draft(GAME, 2).for_seat(GAME.options[0], 1, "mine")
    assert draft.setup().option("tribes", "") == "boarix,mine"
    assert seats_model(draft).banner is None


def test_the_new_game_screen_says_which_limit_a_tribe_breaks() -> None:
    keep_army("mine", Army((*MINE.zoons, "cloboulon"), (), "Mine"))
    fault = seats_model(Draft(GAME, 2).for_seat(GAME.options[0], 1, "mine")).banner
    assert fault is not None and "at most 150 points. Chosen: 154" in fault.words


def test_a_mixed_army_is_read_with_the_decks_of_all_its_tribes() -> None:
    keep_army("mine", MINE)
    setup = agreed(GAME, 2, (("tribes", "mine,boarix"),))
    assert [path.name for path in own_decks(GAME, setup)] == ["warus", "boarix", "rhinogoths"]
    plain = agreed(GAME, 2, (("tribes", "warus,boarix"),))
    assert [path.name for path in own_decks(GAME, plain)] == ["warus", "boarix"]
    assert len(own_decks(GAME, Setup())) == 4


def test_a_tribe_of_ones_own_is_read_by_the_deck_that_was_enrolled_for_it() -> None:
    write(cards_folder() / "golems.toml", TEXT)
    (decks_folder() / "golems").mkdir(parents=True)
    without = ",-clay-man;-gravel-path;-iron-boots;-lodestone;-rockfall;-whetstone"
    setup = agreed(GAME, 2, (("tribes", "boarix,golems"), ("trumps", without)))
    assert [path.name for path in own_decks(GAME, setup)] == ["boarix", "golems"]
    assert card_faces()["golems"] == decks_folder() / "golems"


# at random


def test_random_tribes_are_lawful_and_of_all_sizes() -> None:
    chance = Random(3)
    built = [random_army(chance, KNOWN) for _ in range(200)]
    assert not any(limits(army, KNOWN) for army in built)
    assert {army.format for army in built} == {"tribal", "continental", "mondial"}
    assert {len(army.zoons) for army in built} >= {2, 4, 8, 12, 13}


def test_a_game_takes_random_tribes() -> None:
    setup = with_random_tribes(GAME, checked(GAME, Setup()), Random(4))
    assert GAME.start(setup).agreed.tribes == ("random-1", "random-2")
    assert with_random_tribes(GAME, checked(GAME, Setup()), Random(4)) == setup


def test_a_tribe_without_pictures_cannot_be_painted_and_that_is_said() -> None:
    write(cards_folder() / "golems.toml", TEXT)
    without = ",-clay-man;-gravel-path;-iron-boots;-lodestone;-rockfall;-whetstone"
    setup = agreed(GAME, 2, (("tribes", "boarix,golems"), ("trumps", without)))
    with pytest.raises(OpeningFault, match="golems: expected an enrolled deck of that name"):
        open_table(Referee(GAME, setup, lambda _line: None), None, "simulated")


class NoFrames:
    """A camera that shows nothing yet."""

    trouble = None

    def newest(self) -> None:
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def test_a_tribes_deck_is_enrolled_card_by_card_under_its_own_names() -> None:
    write(cards_folder() / "golems.toml", TEXT)
    side = EnrolPage(None, lambda _taking: NoFrames())  # type: ignore[arg-type, return-value]
    side.take(Typed("Golems"))
    taking = side.taking
    assert taking is not None
    try:
        assert taking.labels[0] == "keystone" and taking.labels[-1] == "back" and len(taking.labels) == 16
        assert "Next: Keystone" in side.model().body
        picture = np.random.default_rng(1).integers(0, 255, (240, 240, 3), np.uint8)
        assert taking.add((picture,)).label == "keystone"
        taking.skip_card()
        assert taking.labels[0] == "boulder-b"
        taking.undo_card()
        assert taking.labels[0] == "keystone"
        taking.back_next()
        taking.add((picture,))
        assert taking.has_back and taking.labels[0] == "keystone" and "back" not in taking.labels
    finally:
        side.left()


def test_a_deck_that_is_no_tribes_has_no_names_in_advance() -> None:
    assert labels_of("my-deck") == ()
    assert labels_of("warus")[-1] == "back" and "jorund" in labels_of("warus")
