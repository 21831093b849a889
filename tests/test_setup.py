"""What setup.sh does, with stand-ins for everything that it would install or change."""

from pathlib import Path

import pytest

from tests.setup_box import SetupBox


@pytest.fixture
def box(tmp_path: Path) -> SetupBox:
    return SetupBox(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "checked", "chosen"),
    [
        ((), True, "-m pytest -n 2"),
        (("fast",), True, "-m pytest -n 2 -m not slow"),
        (("fast", "tests/hardware"), True, "-m pytest -n 2 -m not slow tests/hardware"),
        (("tests/hardware", "-x"), False, "-m pytest -n 2 tests/hardware -x"),
    ],
)
def test_tests_are_all_or_the_fast_ones_or_those_named(
    box: SetupBox, arguments: tuple[str, ...], checked: bool, chosen: str
) -> None:
    ran = box.run("test", *arguments)
    assert (ran.code, ran.said.splitlines()[-1]) == (0, "All passed.")
    assert ran.asked[-1] == f"python {chosen}"
    for tool in ("ruff check .", "ruff format --check .", "mypy", "lint-imports"):
        assert (tool in ran.asked) == checked
