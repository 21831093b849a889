"""What is waited for is said on the squares of the board, not over what people lay from or read."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.ui.sizes import SIZES
from ui.present.touches import Goto, Start
from ui.touch.main import make_desk


@pytest.mark.parametrize("size", SIZES)
def test_what_is_waited_for_lies_over_no_tray_and_no_letters(
    size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.widgets.panel import Pill
    from ui.widgets.simulated_table import SimulatedStage, Tray

    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    desk = make_desk(source="simulated")
    with closing(desk):
        driver = drive(desk, size)
        driver.app.send(Goto("seats"))
        driver.app.send(Start())
        driver.run(0.5)
        shown = list(driver.app.root.walk())
        (said,) = [one for one in shown if isinstance(one, Pill)]
        (stage,) = [one for one in shown if isinstance(one, SimulatedStage)]
        trays = [one for one in shown if isinstance(one, Tray)]
        assert len(trays) == 2 and not any(
            said.collide_widget(tray) or tray.collide_widget(said) for tray in trays
        )
        left, near, wide, _high = stage.field.model.window
        (x, y), (right, _y) = stage.field.to_px(left, near), stage.field.to_px(left + wide, near)
        assert x <= said.x and said.right <= right and y <= said.y and said.width > 100
