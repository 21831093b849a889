"""All that a game needs from a printer: every part on its sheets, told on the first page, in every language."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from companion.games import all_games
from companion.language import ENGLISH, speak
from tests.ui.printing.contrast import faint_words
from tests.vision.printed.overlaps import overlaps
from ui.faces.face import face_of
from ui.languages import OWN_NAMES, language
from ui.printing.parts import parts_of
from ui.printing.sheets import PAPERS, Wish, game_set, pages, write_pdf
from ui.records.beginning import UsageFault
from ui.words import _
from vision.printed.marks import WHITE, Drawing, Label, Placed, Shape
from vision.printed.pdf import picture_of, saving_ink

GAMES = sorted(all_games())


@pytest.mark.parametrize(
    ("id", "paper"), [*((id, "a4") for id in GAMES), *(("zong", paper) for paper in PAPERS if paper != "a4")]
)
def test_the_first_page_tells_every_part_and_where_it_is(id: str, paper: str) -> None:
    face = face_of(all_games()[id])
    setup = face.usual_setup()
    first, *rest = game_set(face, setup, Wish(paper))
    words = [mark.words for mark in first.marks if isinstance(mark, Label)]
    for part in parts_of(face, setup):
        assert part.title in words
    total = sum(len(pages(drawing, paper)) for drawing in (first, *rest))
    assert len(pages(first, paper)) == 1
    assert f"on {total} sheets" in " ".join(words)
    assert any(words_end(line, total) for line in words), "the last part ends on the last sheet"
    assert overlaps(first) == ()


def words_end(line: str, sheet: int) -> bool:
    return line == str(sheet) or line.endswith(f"–{sheet}")


@pytest.mark.parametrize("code", OWN_NAMES)
def test_it_is_told_in_every_language(code: str) -> None:
    speak(language(code))
    try:
        # The cards of the others are looked at in every language by tests of their own.
        for id in ("zong", "zones"):
            face = face_of(all_games()[id])
            first = game_set(face, face.usual_setup(), Wish())[0]
            words = [mark.words for mark in first.marks if isinstance(mark, Label)]
            assert _("How it is made") in words and overlaps(first) == ()
    finally:
        speak(ENGLISH)


def test_one_card_one_tribe_and_more_copies() -> None:
    face = face_of(all_games()["zoon_alternate"])
    setup = face.usual_setup()

    def faces(*only: str, copies: int | None = None) -> list[str]:
        sheets = game_set(face, setup, Wish(parts=("cards",), only=only, copies=copies))
        return [
            mark.drawing.name for sheet in sheets[::2] for mark in sheet.marks if isinstance(mark, Placed)
        ]

    assert set(faces("gold-hure", copies=3)) == {"gold-hure"} and len(faces("gold-hure", copies=3)) == 3
    tribe = set(faces("warus"))
    assert "draknar" in tribe and "gold-hure" not in tribe
    assert tribe < set(faces())
    with pytest.raises(UsageFault, match="gold-hure"):
        game_set(face, setup, Wish(only=("gold-hure-c",)))


def test_saving_ink_keeps_words_and_signs_and_pales_what_is_filled() -> None:
    sign = Drawing(
        "sign",
        4,
        4,
        (Shape((("move", (0, 0)), ("line", (4, 0)), ("line", (4, 4))), fill=(0, 0, 0)),),
        sign=True,
    )
    ground = Shape((("move", (0, 0)), ("line", (9, 0)), ("line", (9, 9))), fill=(100, 0, 200))
    pale = saving_ink(Drawing("card", 9, 9, (ground, Placed(sign, 0, 0), Label(1, 5, "words", 2, WHITE))))
    filled, placed, words = pale.marks
    assert isinstance(filled, Shape) and filled.fill == (193, 153, 233)
    assert isinstance(placed, Placed) and placed.drawing is sign
    assert words == Label(1, 5, "words", 2)


@pytest.mark.parametrize("id", [id for id in GAMES if id != "zoondo"])
def test_words_stand_out_where_ink_is_saved(id: str) -> None:
    face = face_of(all_games()[id])
    setup = face.usual_setup()
    for part in parts_of(face, setup):
        cards = {card.face.name: card.face for card in part.cards(setup)} if part.cards else {}
        drawn = part.draw(setup, (190, 260))[:1] if part.draw and part.pales else ()
        for drawing in (*list(cards.values())[::8], *drawn):
            assert faint_words(saving_ink(drawing)) == ()


@pytest.mark.parametrize(
    ("id", "part", "pales"),
    [
        ("zoon_alternate", "tribes", True),
        ("zones", "screen", True),
        ("zones", "mat", False),
        ("zong", "track", False),
    ],
)
def test_sheets_of_tribes_and_the_screen_save_ink_but_no_mat_does(id: str, part: str, pales: bool) -> None:
    face = face_of(all_games()[id])
    full, saved = (
        game_set(face, face.usual_setup(), Wish(parts=(part,), saves_ink=saves))[0] for saves in (False, True)
    )
    ink = [255 - float(picture_of(sheet, 1).mean()) for sheet in (full, saved)]
    assert ink[1] < 0.8 * ink[0] if pales else ink[1] == ink[0], ink


@pytest.mark.parametrize("id", ["zones", "zong"])  # README and docs print the others, which open too
def test_a_whole_game_is_a_small_file_that_opens(id: str, tmp_path: Path) -> None:
    face = face_of(all_games()[id])
    path = tmp_path / "game.pdf"
    told: list[tuple[int, int]] = []
    drawings = game_set(face, face.usual_setup(), Wish())
    count = write_pdf(drawings, "a4", path, lambda sheet, total: told.append((sheet, total)))
    assert told == [(n, count) for n in range(1, count + 1)]
    assert path.stat().st_size <= 20_000_000
    document = pypdfium2.PdfDocument(BytesIO(path.read_bytes()))
    assert len(document) == count
    document.close()


def test_who_does_not_want_it_any_more_finds_nothing_half_written(tmp_path: Path) -> None:
    face = face_of(all_games()["zong"])

    def stop(sheet: int, _total: int) -> None:
        if sheet == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_pdf(game_set(face, face.usual_setup(), Wish()), "a4", tmp_path / "zong.pdf", stop)
    assert list(tmp_path.iterdir()) == []
