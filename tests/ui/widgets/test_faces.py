"""Pictures of cards are read once, and anew where their file has been written anew."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np


def write(file: Path, wide: int, at_ns: int) -> None:
    cv2.imwrite(str(file), np.full((40, wide, 3), 90, np.uint8))
    os.utime(file, ns=(at_ns, at_ns))


def test_a_picture_comes_back_unread_until_its_file_is_another(window: Any, tmp_path: Path) -> None:
    from ui.widgets.pictures import Faces

    file = tmp_path / "fox.png"
    write(file, 30, 1_000)
    texture = Faces({"ours": tmp_path}).face("ours", "fox")
    assert texture is not None and texture.size == (30, 40)
    assert Faces({"ours": tmp_path}).face("ours", "fox") is texture
    write(file, 20, 2_000)
    taken_anew = Faces({"ours": tmp_path}).face("ours", "fox")
    assert taken_anew is not None and taken_anew.size == (20, 40)


def test_a_file_that_is_no_picture_has_no_face(window: Any, tmp_path: Path) -> None:
    from ui.widgets.pictures import Faces

    (tmp_path / "fox.png").write_text("fox")
    assert Faces({"ours": tmp_path}).face("ours", "fox") is None
    assert Faces({"ours": tmp_path}).face("ours", "hen") is None
