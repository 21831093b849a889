"""One file with everything that an installation without a network needs: the program, wheels, Debian packages.

It is a zip that Python runs, so on a bare card `python3 FILE` is enough; this module is its `__main__` and needs only
Python itself. The comment at the zip's end is the SHA-256 of everything before it: a truncated or changed file is no
bundle. The hash guards against accidents; against malice a bundle is signed (`hardware/box/update.sh`).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

FORMAT = 1
_MANIFEST = "manifest.json"
_PROGRAM = "program/"
_MARK = b"sha256:"
_COMMENT = len(_MARK) + 64
_DATE = (1980, 1, 1, 0, 0, 0)
_COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PACKED = (".whl", ".deb")
_BIT = 1 << 20
MOST_MANIFEST = 8 << 20
MOST_FILE = 256 << 20  # maximum bytes of one file: four times the largest wheel
MOST_FILES = 2 << 30  # maximum bytes of all files together


class BundleFault(Exception):
    """Why a file is no bundle, in one sentence."""


def make(file: Path, program: Path, names: Iterable[str], version: str, extra: Path) -> None:
    """Writes a bundle: files of `program` by name, and all files of `extra` beside them. Raises OSError."""
    files = {name: program / name for name in names}
    files |= {f"bundle/{path.relative_to(extra)}": path for path in extra.rglob("*") if path.is_file()}
    beside = file.with_name(f".{file.name}.part")
    with zipfile.ZipFile(beside, "w") as packed:
        packed.writestr(zipfile.ZipInfo("__main__.py", _DATE), Path(__file__).read_bytes())
        sums = {}
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(_PROGRAM + name, _DATE)
            entry.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_STORED if path.suffix in _PACKED else zipfile.ZIP_DEFLATED
            content = path.read_bytes()
            packed.writestr(entry, content)
            sums[name] = hashlib.sha256(content).hexdigest()
        manifest = {"format": FORMAT, "version": version, "files": sums}
        packed.writestr(zipfile.ZipInfo(_MANIFEST, _DATE), json.dumps(manifest, indent=1))
        packed.comment = _MARK + b"0" * 64  # room for the hash, which is written last
    with beside.open("r+b") as written:
        digest = _hash_before_comment(written)
        written.write(_MARK + digest.encode())
        written.flush()
        os.fsync(written.fileno())
    beside.replace(file)


def manifest_of(file: Path) -> dict[str, Any]:
    """The manifest of a bundle, after all its bytes were checked against the hash. Raises BundleFault."""
    try:
        with file.open("rb") as opened:
            digest = _hash_before_comment(opened)
            if opened.read() != _MARK + digest.encode():
                raise BundleFault(
                    f"{file}: expected a whole bundle, found one that was cut off or changed; copy it anew"
                )
        with zipfile.ZipFile(file) as packed:
            if any(entry.compress_type not in _COMPRESSED for entry in packed.infolist()):
                raise BundleFault(f"{file}: expected a bundle, found another kind of zip")
            if packed.getinfo(_MANIFEST).file_size > MOST_MANIFEST:
                raise BundleFault(f"{file}: expected a manifest of at most {MOST_MANIFEST} bytes, found more")
            manifest = json.loads(packed.read(_MANIFEST))
    except BundleFault:
        raise
    except Exception as fault:  # a zip that is broken anywhere may raise anything
        found = getattr(fault, "strerror", None) or "another kind of file"
        raise BundleFault(f"{file}: expected a bundle that can be read, found {found}") from fault
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else type(manifest).__name__
        raise BundleFault(f"{file}: expected a bundle of format {FORMAT}, found {found!r}")
    version, files = manifest.get("version"), manifest.get("files")
    if not (isinstance(version, str) and re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+]{0,39}", version)):
        raise BundleFault(f"{file}: version: expected figures and dots, found {version!r:.60}")
    if not isinstance(files, dict) or not all(isinstance(each, str) for each in files.values()):
        raise BundleFault(f"{file}: files: expected the hash of each file, found {type(files).__name__}")
    return manifest


def unpack(file: Path, folder: Path) -> None:
    """Unpacks a bundle's program into a new folder: all of it, or nothing. Raises BundleFault."""
    sums: dict[str, str] = manifest_of(file)["files"]
    if folder.exists():
        raise BundleFault(f"{folder}: expected no such folder yet, found one; name another")
    # Files are written beside the folder, which gets its name only once all are on disk.
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        with zipfile.ZipFile(file) as packed:
            left = MOST_FILES
            for name, expected in sums.items():
                # A name must not lead out of the folder, and sizes have limits, whatever the manifest says.
                path = PurePosixPath(name)
                if path.is_absolute() or ".." in path.parts or "\0" in name:
                    raise BundleFault(f"{file}: expected files of the program, found one for {name!r:.80}")
                entry = packed.getinfo(_PROGRAM + name)
                left -= entry.file_size
                if entry.file_size > MOST_FILE or left < 0:
                    raise BundleFault(
                        f"{file}: expected files of at most {MOST_FILE} bytes, found more in {name!r:.80}"
                    )
                (part / path).parent.mkdir(parents=True, exist_ok=True)
                if _copied(packed, entry, part / path) != expected:
                    raise BundleFault(f"{file}: expected {name} as it was packed, found another")
                (part / path).chmod(entry.external_attr >> 16 & 0o755)
        os.sync()
        part.rename(folder)
    except BundleFault:
        raise
    except OSError as fault:
        raise BundleFault(
            f"{folder}: expected a folder that can be written, found: {fault.strerror or fault}"
        ) from fault
    except Exception as fault:
        raise BundleFault(f"{file}: expected all files that its manifest names: {fault}") from fault
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _copied(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path) -> str:
    """Writes a file out piece by piece, however large it is, and returns its hash."""
    with packed.open(entry) as inside, target.open("w+b") as outside:
        shutil.copyfileobj(inside, outside)
        outside.seek(0)
        return hashlib.file_digest(outside, "sha256").hexdigest()


def _hash_before_comment(opened: BinaryIO) -> str:
    """The hash of everything before the comment, at which the file is left."""
    left = opened.seek(0, os.SEEK_END) - _COMMENT
    opened.seek(0)
    found = hashlib.sha256()
    while left > 0 and (read := opened.read(min(left, _BIT))):
        found.update(read)
        left -= len(read)
    return found.hexdigest()


def _main() -> int:
    """A bundle, or a command: make FILE PROGRAM VERSION EXTRA (names on stdin), version FILE, unpack FILE FOLDER."""
    here = Path(sys.argv[0])
    try:
        if zipfile.is_zipfile(here):
            folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path.home() / "zo-companion"
            # A bundle that is run unpacks itself, and the unpacked setup.sh installs the program.
            if not (folder / "setup.sh").exists():
                unpack(here.absolute(), folder.absolute())
                print(f"Unpacked into {folder.absolute()}", file=sys.stderr)
            setup = [str(folder.absolute() / "setup.sh"), "run", "--version"]
            return subprocess.run(setup, check=False).returncode
        match sys.argv[1:]:
            case "make", file, program, version, extra:
                make(Path(file), Path(program), sys.stdin.read().splitlines(), version, Path(extra))
            case "version", file:
                print(manifest_of(Path(file))["version"])
            case "unpack", file, target:
                unpack(Path(file), Path(target))
            case given:
                raise BundleFault(f"expected make, version or unpack, found {' '.join(given)}")
        return 0
    except BundleFault as fault:
        print(f"setup.sh: {fault}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(_main())
