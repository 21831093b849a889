"""What is printed of Zoon: nothing covers a word or a sign, letters are high and dark enough, in every language."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.games.zoon.family.deck import facts
from companion.language import ENGLISH, speak
from tests.ui.games.zoon_kept import KEPT, TRIBES, drawn
from tests.ui.printing.contrast import faint_words, low_words
from tests.vision.printed.overlaps import overlaps
from ui.games.zoon import printed
from ui.games.zoon.printed import printed_card, printed_tribe
from ui.languages import OWN_NAMES, language
from ui.present.board import Piece, thing_parts
from vision.decks.deck import PRINTED
from vision.printed.letters import width_mm
from vision.printed.marks import Art, Block, Drawing, Label, Placed
from vision.printed.pdf import picture_of
from vision.sources.pictures import read_picture

KNOWN = facts()
SAID = msgspec.toml.decode(Path(printed.__file__).with_name("words.toml").read_bytes())


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    speak(ENGLISH)


@pytest.mark.parametrize("code", OWN_NAMES)
def test_nothing_is_covered_and_all_can_be_read(code: str) -> None:
    speak(language(code))
    for tribe in TRIBES:
        printed = printed_tribe(KNOWN, tribe)
        for drawing in (*printed.faces.values(), printed.back, printed.blank, printed.sheet):
            assert overlaps(drawing) == ()
            assert not any("\N{SOFT HYPHEN}" in words for words in said(drawing))
        assert low_words(printed.sheet, own_scale_only=True) == ()
        assert all(low_words(face) == () for face in printed.faces.values())
        seen = [face for label, face in printed.faces.items() if label in KNOWN.trumps]
        seen += [*printed.faces.values()][:8:2] if code == ENGLISH.code else []
        assert all(faint_words(face) == () for face in seen)


@pytest.mark.parametrize("code", OWN_NAMES)
def test_no_word_of_a_card_is_covered_in_its_close_up(code: str, window: object) -> None:
    from ui.widgets.panel import PICTURE

    speak(language(code))
    for label in KNOWN.zoons:
        corners = ("2", "0", "0", "★")
        piece = Piece(
            "card", label, 0, 0, width_mm=PICTURE, height_mm=PICTURE, seat=1, deck="warus", corners=corners
        )
        (body,), (signs,) = (part.marks for part in thing_parts(piece, (PICTURE / 2, PICTURE / 2), 1.0))
        assert isinstance(body, Placed) and isinstance(signs, Placed)
        art = body.drawing.marks[-1]
        assert isinstance(art, Art)
        scale = art.w / 60
        plates = [mark for mark in signs.drawing.marks if isinstance(mark, Block)]
        assert len(plates) == len(corners) + 1
        for word in printed_card(KNOWN, label).marks:
            if not isinstance(word, Label):
                continue
            half = width_mm(word.words, word.font, word.size_mm) * scale / 2
            x, low = art.x + word.x * scale, art.y + word.y * scale
            over = [
                plate
                for plate in plates
                if plate.x < x + half and x - half < plate.x + plate.w
                if plate.y < low and low - word.size_mm * scale < plate.y + plate.h
            ]
            assert over == [], word.words


def test_a_tribe_is_printed_with_the_copies_of_its_box() -> None:
    monkus = printed_tribe(KNOWN, "monkus")
    assert monkus.copies["coco-bang-a"] == 2 and monkus.copies["titus"] == 1
    assert sum(monkus.copies.values()) == 12 + 3 + len({"titus", "virzil"})
    assert set(monkus.faces) == set(monkus.copies)
    assert all(face.name == label for label, face in monkus.faces.items())
    assert all((face.width_mm, face.height_mm) == (60, 60) for face in monkus.faces.values())


def test_a_card_shows_its_facts() -> None:
    words = said(printed_card(KNOWN, "grognard-b"))
    assert {"Grognard", "Elite", "16", "B", "4", "3", "1", "2"} <= set(words)
    trump = " ".join(said(printed_card(KNOWN, "coco-boum")))
    assert "Shooter: Elite" in trump and "diagonally" in trump and "until its X is touched" in trump


def test_every_trump_and_star_has_words_under_the_id_of_its_rule() -> None:
    effects, stars = SAID["effect"], SAID["star"]
    assert set(effects) == {f"card-{label}" for label in KNOWN.trumps}
    assert set(stars) == {f"star-{zoon.species}" for zoon in KNOWN.zoons.values() if zoon.star}
    rules = (KEPT.parents[1] / "zoondo" / "rules.md").read_text(encoding="utf-8")
    assert all(f"`{rule}`" in rules for rule in (*effects, *stars))


def test_what_is_kept_for_the_eye_is_what_is_drawn() -> None:
    for tribe in TRIBES:
        drawings = drawn(tribe)
        folder = KEPT / tribe / PRINTED
        assert {path.stem for path in folder.glob("*.png")} == set(drawings)
        for label in sorted(drawings)[::5]:
            kept = read_picture(folder / f"{label}.png").astype(np.float32)
            now = picture_of(drawings[label], kept.shape[1] / 60).astype(np.float32)
            assert float(np.abs(kept - now).mean()) < 6, f"{label}: run python -m tests.ui.games.zoon_kept"


@pytest.mark.parametrize("code", [code for code in OWN_NAMES if code != ENGLISH.code])
def test_what_bears_sentences_is_kept_in_every_language(code: str) -> None:
    speak(language(code))
    for tribe in TRIBES:
        folder = KEPT / tribe / f"{PRINTED}-{code}"
        assert {path.stem for path in folder.glob("*.png")} == set(KNOWN.own_trumps(tribe))
        label = KNOWN.own_trumps(tribe)[0]
        kept = read_picture(folder / f"{label}.png").astype(np.float32)
        now = picture_of(printed_card(KNOWN, label), kept.shape[1] / 60).astype(np.float32)
        assert float(np.abs(kept - now).mean()) < 6, f"{label}: run python -m tests.ui.games.zoon_kept"


def test_the_same_facts_make_the_same_card() -> None:
    first, again = (picture_of(printed_card(KNOWN, "king-louis"), 4) for _ in range(2))
    assert np.array_equal(first, again)


def test_a_tribe_of_the_owners_own_and_unknown_creatures_are_drawn_too() -> None:
    from vision.faces.zoon.cards import trump_face, zoon_face

    for kind in ("chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme"):
        face = zoon_face(
            label="new", name="Nouveau", tribe="mine", species=f"new {kind}", type=kind, type_words=kind, points=9,
            corners=(1, "star", "x", 4), steps=(),
        )  # fmt: skip
        assert overlaps(face) == ()
    trump_face(label="t", name="Mine", tribe="mine", kind="?", force=1, words="Does what it does.")
    with pytest.raises(ValueError, match="fewer words"):
        trump_face(label="t", name="Mine", tribe="mine", kind="?", force=1, words="word " * 99)


def test_every_card_of_the_four_tribes_has_a_picture_of_its_own() -> None:
    from vision.faces.zoon.illustrations import names

    twins = Counter(zoon.species for zoon in KNOWN.zoons.values())
    pictures = {f"{z.species}{z.id[-2:] if twins[z.species] > 1 else ''}" for z in KNOWN.zoons.values()}
    pictures |= {*KNOWN.trumps, *(f"back-{tribe}" for tribe in TRIBES), "points", "force"}
    kept = {name for name in names() if not name.startswith("stock_")}
    assert kept == pictures


def test_invented_creatures_differ_and_look_the_same_each_time() -> None:
    from vision.faces.zoon.illustrations import HOURS, back, names, portrait

    one, again, other, second = (
        picture_of(portrait("mine", species, "soldat", twin), 2)
        for species, twin in (("ada", ""), ("ada", ""), ("bo", ""), ("ada", "b"))
    )
    assert np.array_equal(one, again)
    assert np.abs(one.astype(int) - other).mean() > 8
    half = one[:, ::-1][40:80].astype(int) - second[40:80]
    assert np.abs(half).mean() < np.abs(one.astype(int) - second).mean(), "mirrored, in another hour"
    assert portrait("mine", "titus", "heros").name == portrait("monkus", "titus", "heros").name
    assert np.abs(picture_of(back("mine"), 2).astype(int) - picture_of(back("ours"), 2)).mean() > 2
    for land, hours in HOURS.items():
        kept = [name for name in names() if name.startswith(f"stock_{land}_")]
        assert len(kept) == hours + 1, "each hour, and one for trumps"


def said(drawing: Drawing) -> Iterator[str]:
    """All words of a drawing and of what is placed on it."""
    for mark in drawing.marks:
        if isinstance(mark, Label):
            yield mark.words
        elif isinstance(mark, Placed):
            yield from said(mark.drawing)
