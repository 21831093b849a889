"""Trees of Debian that pass for a Raspberry Pi with nothing but its system on it: made once, entered often."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.box.stand_ins import make_archive

ENTER = Path(__file__).parent / "enter.sh"
RELEASES = ("trixie", "bookworm")
_BEGUN = (
    "set -e; update-ca-certificates >/dev/null; apt-get clean\n"
    "echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/rehearsal\n"
    "echo 'deb [trusted=yes] file:/opt/archive ./' >/etc/apt/sources.list.d/raspberry.list\n"
    "for group in video render input gpio; do groupadd -f $group; done\n"
    "useradd -m -s /bin/bash -G sudo,video,render,input,gpio pi\n"
    "echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/pi\n"
)


def missing() -> str:
    """What this machine lacks for a rehearsal, in words; empty where it lacks nothing."""
    if os.geteuid() != 0:
        return "only root may make trees of Debian and enter them"
    for program in ("debootstrap", "unshare", "dpkg-deb", "chroot"):
        if shutil.which(program) is None:
            return f"{program} is not there: apt install debootstrap util-linux dpkg coreutils"
    if "overlay" not in Path("/proc/filesystems").read_text(encoding="ascii"):
        return "the kernel has no overlayfs"
    return ""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a command in a tree: its exit code (negative: killed), what it said, and how long it took."""

    code: int
    said: str
    seconds: float

    @property
    def last(self) -> str:
        """The last line that was said."""
        return next((line for line in reversed(self.said.splitlines()) if line.strip()), "")


class Tree:
    """One machine: a base that is never changed, and what has been done on it since."""

    def __init__(self, base: Path, layer: Path) -> None:
        self.base = base
        self.layer = layer
        layer.mkdir(parents=True, exist_ok=True)

    def run(
        self,
        command: str,
        *,
        user: str = "pi",
        offline: bool = False,
        cut: Callable[[str], bool] | None = None,
    ) -> Ran:
        """Runs a command to its end, or until `cut` says of a line that the plug is pulled there."""
        begun = time.monotonic()
        process = subprocess.Popen(
            ["nice", str(ENTER), str(self.base), str(self.layer), user, f"exec 2>&1; {command}"],
            env=os.environ | {"OFFLINE": "yes" if offline else ""},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        assert process.stdout is not None
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if cut is not None and cut(line):
                os.killpg(process.pid, signal.SIGKILL)
                break
        process.stdout.close()
        return Ran(process.wait(), "".join(said), time.monotonic() - begun)

    def put(self, source: Path, folder: str) -> None:
        """Puts the files of a folder that git keeps into the home of the user, as a clone would."""
        names = subprocess.run(
            ["git", "ls-files", "-z"], cwd=source, check=True, stdout=subprocess.PIPE, text=True
        )
        target = self.layer / "changed" / "home" / "pi" / folder
        for name in filter(None, names.stdout.split("\0")):
            if (source / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source / name, target / name)
        self.run("chown -R pi: /home/pi", user="root")

    def aside(self) -> "Tree":
        """A machine as this one is now, for a try that this one is to know nothing of; the one before it is gone."""
        layer = self.layer.with_suffix(".aside")
        shutil.rmtree(layer, ignore_errors=True)
        return Tree(Path(f"{self.layer / 'changed'}:{self.base}"), layer)

    def megabytes(self, *paths: str) -> float:
        """How much lies in folders of the tree, in MB."""
        ran = self.run(f"du -smc {' '.join(paths)} 2>/dev/null", user="root")
        return float(ran.last.split()[0])


def base_of(release: str, cache: Path) -> Path:
    """The base of a release, made where there is none. Raises subprocess.CalledProcessError."""
    base = cache / f"{release}.base"
    if (base / "ready").exists():
        return base
    shutil.rmtree(base, ignore_errors=True)
    cache.mkdir(parents=True, exist_ok=True)
    _quietly(
        "debootstrap",
        "--variant=minbase",
        "--include=python3,sudo,ca-certificates",
        release,
        str(base),
    )
    make_archive(base / "opt" / "archive", release)
    # A network may be reached through a proxy of its own, with certificates of its own.
    for path in (Path("/etc/resolv.conf"), *Path("/usr/local/share/ca-certificates").glob("*.crt")):
        target = base / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copy(path, target)
    (base / "etc" / "hosts").write_text(f"127.0.0.1 localhost {socket.gethostname()}\n", encoding="ascii")
    _quietly("chroot", str(base), "bash", "-c", _BEGUN)
    (base / "ready").touch()
    return base


def machines(release: str, cache: Path) -> Iterator[Tree]:
    """New machines of a release, one after the other."""
    base = base_of(release, cache)
    for number in range(1_000):
        layer = cache / f"{release}.{number}"
        shutil.rmtree(layer, ignore_errors=True)
        yield Tree(base, layer)


def _quietly(*command: str) -> None:
    subprocess.run(["nice", *command], check=True, stdout=subprocess.DEVNULL)
