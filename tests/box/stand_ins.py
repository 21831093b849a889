"""A small archive of what only Raspberry Pi's own archive has: picamera2 and what it needs that Debian lacks.

The packages are made of the releases on PyPI, so that what they were built against is real: on bookworm simplejpeg is
one of NumPy 1. What PyPI has no wheel of is an empty stand-in, and so is lgpio, as no rehearsal has pins.
"""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

EMPTY = "def __getattr__(name):\n    raise AttributeError(name)\n"
OLD_PICAMERA2 = """import simplejpeg


class Picamera2:
    @staticmethod
    def global_camera_info():
        return []
"""
NO_PINS = "class error(Exception):\n    pass\n\n\ndef gpiochip_open(_chip):\n    raise error('can not open gpiochip')\n"


@dataclass(frozen=True, slots=True)
class StandIn:
    """One package: made of a release on PyPI, or of one module written here."""

    name: str
    release: str = ""
    module: str = ""
    code: str = EMPTY
    needs: Sequence[str] = ("python3",)


_PICAMERA2 = (
    "python3-libcamera python3-numpy python3-pil python3-prctl python3-av python3-jsonschema python3-tqdm"
    " python3-simplejpeg python3-videodev2 python3-piexif python3-pidng python3-libarchive-c python3-kms++"
)
_ALIKE = (
    StandIn("python3-lgpio", module="lgpio", code=NO_PINS),
    StandIn("python3-videodev2", "videodev2==0.0.4"),
    StandIn("python3-piexif", "piexif==1.1.3"),
    StandIn("python3-pidng", module="pidng", needs=("python3-numpy",)),
    StandIn("python3-kms++", module="pykms"),
)
_SIMPLEJPEG = {"trixie": "simplejpeg==1.9.0", "bookworm": "simplejpeg==1.7.2"}
_PYTHON = {"trixie": "3.13", "bookworm": "3.11"}


def stand_ins(release: str) -> tuple[StandIn, ...]:
    """The packages that a release of Debian lacks."""
    simplejpeg = StandIn("python3-simplejpeg", _SIMPLEJPEG[release], needs=("python3-numpy",))
    if release == "bookworm":
        # Its libcamera is too old for today's picamera2; what matters here is what is imported with it.
        camera = StandIn(
            "python3-picamera2", module="picamera2", code=OLD_PICAMERA2, needs=("python3-simplejpeg",)
        )
    else:
        camera = StandIn("python3-picamera2", "picamera2==0.3.38", needs=_PICAMERA2.split())
    return (*_ALIKE, simplejpeg, camera)


def make_archive(folder: Path, release: str) -> None:
    """Makes the archive for apt in `folder`. Raises subprocess.CalledProcessError where PyPI does not answer."""
    folder.mkdir(parents=True)
    entries = [_packed(one, folder, _PYTHON[release]) for one in stand_ins(release)]
    (folder / "Packages").write_text("\n".join(entries), encoding="utf-8")


def _packed(one: StandIn, archive: Path, python: str) -> str:
    """Packs one package: its entry in the archive's list."""
    tree = archive / "tree"
    modules = tree / "usr" / "lib" / "python3" / "dist-packages"
    modules.mkdir(parents=True)
    if one.release:
        _fetch(one.release, python, archive / "wheels")
        (wheel,) = (archive / "wheels").iterdir()
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(modules)
        shutil.rmtree(archive / "wheels")
    else:
        (modules / f"{one.module}.py").write_text(one.code, encoding="utf-8")
    architecture = _said("dpkg", "--print-architecture")
    control = (
        f"Package: {one.name}\nVersion: {one.release.partition('==')[2] or '1'}-1\nArchitecture: {architecture}\n"
        f"Maintainer: rehearsal <rehearsal@example.org>\nDepends: {', '.join(one.needs)}\nDescription: a stand-in\n"
    )
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    file = archive / f"{one.name}.deb"
    _said("dpkg-deb", "-Zgzip", "--root-owner-group", "-b", str(tree), str(file))
    shutil.rmtree(tree)
    content = file.read_bytes()
    return f"{control}Filename: ./{file.name}\nSize: {len(content)}\nSHA256: {hashlib.sha256(content).hexdigest()}\n"


def _fetch(release: str, python: str, folder: Path) -> None:
    platforms = [
        f"--platform={name}_x86_64" for name in ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
    ]
    chosen = ["--no-deps", "--only-binary=:all:", f"--python-version={python}", *platforms]
    _said(sys.executable, "-m", "pip", "download", "-q", *chosen, "-d", str(folder), release)


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
