"""Which rows of a journal are taken for rows of games: those of the right kinds of values under the right seal."""

from collections.abc import Callable, Sequence

import pytest

from ui.journal.schema import Kept, Line, is_first_game_row, is_game_row, key, place, seal, sealed_game

GAME = Kept(3, "zong", ("Ann", "Ben"), "2026", None, None, 2, (Line("2026", 0, "{}"),))
NOW: tuple[object, ...] = (3, "zong", '["Ann", "Ben"]', "2026", None, None, 1, "last", 2)
FIRST: tuple[object, ...] = (3, "zong", '["Ann"]', "2026", None, None)


def test_a_game_is_sealed_with_all_its_columns() -> None:
    assert sealed_game(GAME, 1, "last") == (*NOW, seal(*NOW))


@pytest.mark.parametrize(
    ("is_row", "content", "whole", "text", "free"),
    [(is_game_row, NOW, (0, 6, 8), (1, 2, 3, 7), (4, 5)), (is_first_game_row, FIRST, (), (1, 2, 3), (4, 5))],
)
def test_each_column_is_of_its_kind(
    is_row: Callable[[Sequence[object]], bool],
    content: tuple[object, ...],
    whole: tuple[int, ...],
    text: tuple[int, ...],
    free: tuple[int, ...],
) -> None:
    def taken(at: int, value: object) -> bool:
        changed = (*content[:at], value, *content[at + 1 :])
        return is_row((*changed, seal(*changed)))

    assert is_row((*content, seal(*content)))
    assert not is_row((*content, seal(*content[:-1])))
    assert not is_row((*content[:-1], seal(*content[:-1]))) and not is_row((*content, 0, seal(*content, 0)))
    assert [at for at in range(len(content)) if taken(at, 7)] == sorted(
        set(range(len(content))) - {*text, *free}
    )
    assert {at for at in range(len(content)) if taken(at, '["Ann"]')} == set(range(len(content))) - {*whole}
    assert all(not taken(at, None) for at in (*whole, *text)) and all(taken(at, None) for at in free)
    assert not any(taken(at, True) for at in whole)
    for names, good in (("[]", True), ('"Ann"', False), ("[1]", False), ("{}", False), ("[", False)):
        assert taken(2, names) is good


@pytest.mark.parametrize(("game", "line"), [(0, 0), (1, 0), (1, 7), (40, 999), (2, 2**20 - 1)])
def test_a_line_has_a_place_of_its_own(game: int, line: int) -> None:
    assert place(key(game, line)) == (game, line)
    assert key(game, line) < key(game, line + 1) or line == 2**20 - 1
