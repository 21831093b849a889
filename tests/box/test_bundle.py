"""A bundle is taken whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.box.bundle import BundleFault, make, manifest_of, unpack

SETUP = "#!/bin/sh\necho installed by $0 with $*\n"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    program, extra = tmp_path / "program", tmp_path / "extra"
    (program / "ui").mkdir(parents=True)
    (program / "setup.sh").write_text(SETUP)
    (program / "setup.sh").chmod(0o755)
    (program / "ui" / "words.py").write_text("_ = str\n")
    (program / "notes.txt").write_text("not for the bundle")
    (extra / "wheels").mkdir(parents=True)
    (extra / "wheels" / "kivy.whl").write_bytes(os.urandom(99))
    file = tmp_path / "made.zo-bundle"
    make(file, program, ["setup.sh", "ui/words.py"], "0.2.0", extra)
    return file


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_what_was_packed_is_unpacked(bundle: Path, tmp_path: Path) -> None:
    target = tmp_path / "card" / "0.2.0"
    target.parent.mkdir()
    assert manifest_of(bundle)["version"] == "0.2.0"
    unpack(bundle, target)
    assert files_in(target) == ["bundle/wheels/kivy.whl", "setup.sh", "ui/words.py"]
    assert (target / "setup.sh").read_text() == SETUP
    assert os.access(target / "setup.sh", os.X_OK) and not os.access(target / "ui" / "words.py", os.X_OK)


def test_cut_off_at_any_byte_it_is_refused(bundle: Path, tmp_path: Path) -> None:
    content = bundle.read_bytes()
    cut = tmp_path / "cut.zo-bundle"
    for length in range(len(content)):
        cut.write_bytes(content[:length])
        with pytest.raises(BundleFault, match="cut off or changed"):
            manifest_of(cut)


def test_with_any_byte_changed_it_is_refused(bundle: Path, tmp_path: Path) -> None:
    content = bytearray(bundle.read_bytes())
    changed = tmp_path / "changed.zo-bundle"
    for at in range(0, len(content), 7):
        content[at] ^= 0x10
        changed.write_bytes(content)
        content[at] ^= 0x10
        with pytest.raises(BundleFault):
            manifest_of(changed)


def test_nothing_is_left_of_one_that_is_refused(bundle: Path, tmp_path: Path) -> None:
    target = tmp_path / "card" / "0.2.0"
    target.parent.mkdir()
    bundle.write_bytes(bundle.read_bytes()[:-1])
    with pytest.raises(BundleFault):
        unpack(bundle, target)
    assert list(target.parent.iterdir()) == []


def test_another_zip_and_no_file_are_no_bundles(tmp_path: Path) -> None:
    for name in ("empty", "none"):
        file = tmp_path / name
        if name == "empty":
            file.write_bytes(b"")
        with pytest.raises(BundleFault, match=f"{name}: expected a"):
            manifest_of(file)


def test_a_bundle_that_python_runs_installs_itself(bundle: Path, tmp_path: Path) -> None:
    target = tmp_path / "zo-companion"
    for _time in ("first", "again"):
        ran = subprocess.run([sys.executable, bundle, target], capture_output=True, text=True, check=True)
        assert ran.stdout == f"installed by {target}/setup.sh with run --version\n"
