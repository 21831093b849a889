"""A bundle is taken whole or not at all."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from hardware.box.bundle import MOST_FILE, BundleFault, _main, make, manifest_of, unpack

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


def packed(file: Path, manifest: object, files: dict[str, bytes]) -> Path:
    """A file whose seal is right, whatever is in it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"program/{name}")
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o6755 << 16
            bundle.writestr(entry, content)
        text = manifest if isinstance(manifest, bytes) else json.dumps(manifest)
        bundle.writestr("manifest.json", text)
        bundle.comment = b"sha256:" + b"0" * 64
    return sealed(file, file.read_bytes()[:-71])


def sealed(file: Path, content: bytes) -> Path:
    file.write_bytes(content + b"sha256:" + hashlib.sha256(content).hexdigest().encode())
    return file


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        pytest.param(b"[" * 200_000, "found another kind of file", id="nested without end"),
        ([], "format 1, found 'list'"),
        ("x", "format 1, found 'str'"),
        ({"format": 1}, "version: expected figures and dots, found None"),
        ({"format": 1, "version": "../../etc"}, "version: expected figures and dots"),
        ({"format": 1, "version": "9" * 41}, "version: expected figures and dots"),
        ({"format": 1, "version": "1.0"}, "files: expected the hash of each file, found NoneType"),
        (
            {"format": 1, "version": "1.0", "files": ["a"]},
            "files: expected the hash of each file, found list",
        ),
        ({"format": 1, "version": "1.0", "files": {"a": 7}}, "files: expected the hash of each file"),
        (
            {"format": 1, "version": "1.0", "files": {"none": "0" * 64}},
            "expected all files that its manifest names",
        ),
        ({"format": 1, "version": "1.0", "files": {"../a": "0" * 64}}, "expected files of the program"),
        ({"format": 1, "version": "1.0", "files": {"a\0b": "0" * 64}}, "expected files of the program"),
        ({"format": 1, "version": "1.0", "files": {"a": "0" * 64}}, "expected a as it was packed"),
    ],
)
def test_whatever_its_manifest_says_it_is_one_line(tmp_path: Path, manifest: object, words: str) -> None:
    file = packed(tmp_path / "odd.zo-bundle", manifest, {"a": b"a"})
    is_refused_in_one_line(file, words)


def is_refused_in_one_line(file: Path, words: str) -> None:
    target, said = file.with_name("new"), StringIO()
    given = ["bundle.py", "unpack", str(file), str(target)]
    with patch.object(sys, "argv", given), redirect_stderr(said):
        assert _main() == 1
    assert words in said.getvalue() and said.getvalue().count("\n") == 1, said.getvalue()
    assert not target.exists()


DAMAGE = {
    "encrypted": (8, b"\x01\x00"),
    "compressed as nobody can": (10, b"\x61\x00"),
    "compressed as no bundle is": (10, b"\x0c\x00"),
    "of another length": (24, b"\x03\x00\x00\x00"),
    "behind the end": (42, b"\x00\x00\xf5\x05"),
}
"""What the directory of a zip may say of a file: where in the file's entry, and with which bytes."""


@pytest.mark.parametrize("damage", ["broken", *DAMAGE])
@pytest.mark.parametrize("name", ["manifest.json", "program/a"])
def test_whatever_a_zip_says_of_its_files_it_is_one_line(tmp_path: Path, name: str, damage: str) -> None:
    content = b"some words " * 99
    sums = {"a": hashlib.sha256(content).hexdigest()}
    file = packed(tmp_path / "odd.zo-bundle", {"format": 1, "version": "1", "files": sums}, {"a": content})
    odd = bytearray(file.read_bytes())
    if damage == "broken":
        with zipfile.ZipFile(file) as bundle:
            at, value = bundle.getinfo(name).header_offset + 30 + len(name), b"\xff" * 12
    else:
        at, value = DAMAGE[damage]
        at += odd.rindex(name.encode()) - 46  # the name follows 46 bytes of its entry
    odd[at : at + len(value)] = value
    is_refused_in_one_line(sealed(file, bytes(odd[:-71])), f"{file}: expected ")


def test_a_small_file_that_holds_a_huge_one_costs_no_memory(tmp_path: Path) -> None:
    """Of nothing but zeros: a thousandth of it is the bundle."""
    zeros = bytes(MOST_FILE + 1)
    manifest = {
        "format": 1,
        "version": "1.0",
        "files": {"huge": "0" * 64},
    }  # nobody comes to look at the hash
    file = packed(tmp_path / "bomb.zo-bundle", manifest, {"huge": zeros})
    del zeros
    assert file.stat().st_size < 2_000_000
    bundle = Path(__file__).parents[2] / "hardware" / "box" / "bundle.py"
    code = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20));"
        f"sys.argv = {['bundle.py', 'unpack', str(file), str(tmp_path / 'new')]!r};"
        f"runpy.run_path({str(bundle)!r}, run_name='__main__')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and "expected files of at most" in ran.stderr, ran.stderr
    assert not (tmp_path / "new").exists()


def test_what_may_change_who_one_is_is_never_set(tmp_path: Path) -> None:
    sums = {"a": hashlib.sha256(b"a").hexdigest()}
    manifest = {"format": 1, "version": "1", "files": sums}
    unpack(packed(tmp_path / "set.zo-bundle", manifest, {"a": b"a"}), tmp_path / "new")
    assert (tmp_path / "new" / "a").stat().st_mode & 0o7777 == 0o755
