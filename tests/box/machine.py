"""A machine to rehearse on: a tree of Debian, booted as a container whose plug can be pulled.

Root, debootstrap and systemd-nspawn are needed. The tree trusts the certificates that this machine trusts.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tests.setup_box import PROJECT

HOME = Path("home/pi/zo-companion")
"""Where the program lies in the tree: below a home that nobody else may look into."""
STATE = Path("var/lib/zo-companion")
LEFT_OUT = ("tests/frames/", "tests/scenes/", "tests/approved/")
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
SCREENLESS = """[Service]
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
"""
"""What a cage without a screen needs; all else of the service is as it is."""
SECOND_SCREEN = "Environment=WLR_HEADLESS_OUTPUTS=2\n"
"""Bookworm's cage hands a window that fills its only screen over as it is, and a picture of that screen is black."""


T = TypeVar("T")


class Lacking(Exception):
    """What this machine lacks for a rehearsal."""


def expect_tools() -> None:
    """Raises Lacking where no machine can be made here."""
    if os.geteuid():
        raise Lacking("expected root, found somebody else")
    for tool in ("debootstrap", "systemd-nspawn", "nsenter"):
        if shutil.which(tool) is None:
            raise Lacking(
                f"expected {tool}, found none: apt install debootstrap systemd-container util-linux"
            )


def make_tree(tree: Path, release: str = "trixie") -> None:
    """Makes a tree where there is none, and puts this program into it as it is now."""
    make_bare_tree(tree, release)
    _put_program(tree / HOME)
    _do("chroot", str(tree), "chown", "-R", "pi:pi", "/home/pi")


def make_bare_tree(tree: Path, release: str) -> None:
    """Makes a tree with a user pi who has sudo, where there is none."""
    if not (tree / "etc" / "sudoers.d" / "pi").exists():
        packages = "systemd-sysv,dbus,udev,python3,python3-venv,sudo,ca-certificates,procps,iproute2"
        _do("debootstrap", "--variant=minbase", f"--include={packages}", release, str(tree))
        _do("chroot", str(tree), "useradd", "-m", "-s", "/bin/bash", "-G", "sudo", "pi")
        _do("chroot", str(tree), "groupadd", "-f", "gpio")
        (tree / "etc/hosts").write_text("127.0.0.1 localhost box\n")
        (tree / "etc/hostname").write_text("box\n")
        (tree / "etc/sudoers.d/pi").write_text("pi ALL=(ALL) NOPASSWD: ALL\n")
    shutil.copy(Path("/") / CERTIFICATES, tree / CERTIFICATES)
    (tree / "etc/pip.conf").write_text(f"[global]\ncert = /{CERTIFICATES}\n")
    is_old = "bookworm" in (tree / "etc/os-release").read_text()
    drop_in(tree, "screenless", SCREENLESS + SECOND_SCREEN * is_old)


def drop_in(tree: Path, name: str, text: str) -> None:
    """Adds settings to the service; empty ones take them away."""
    file = tree / f"etc/systemd/system/zo-companion.service.d/{name}.conf"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def _put_program(folder: Path) -> None:
    listed = _do("git", "-C", str(PROJECT), "ls-files", "-co", "--exclude-standard").splitlines()
    for name in listed:
        if not name.startswith(LEFT_OUT) and (PROJECT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, target)


def _do(*command: str) -> str:
    return subprocess.run(
        command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL
    ).stdout


class Machine:
    """A booted tree. `console`: what it says there."""

    def __init__(self, tree: Path, console: Path) -> None:
        self._tree, self._console = tree, console
        self._running: subprocess.Popen[bytes] | None = None
        self._first = 0

    def boot(self) -> None:
        """Switches the machine on; returns once it can be spoken with. Raises Lacking, TimeoutError."""
        self.switch_on()
        until(self._answers, "systemd in the machine", 90)

    def _answers(self) -> bool:
        assert self._running is not None
        if self._running.poll() is not None:
            said = self._console.read_text(errors="replace").strip().splitlines()[-1]
            raise Lacking(f"expected a machine that starts, found: {said}")
        self._first = self._looked_for()
        return self._first != 0 and self.run("systemctl list-units").returncode == 0

    def switch_on(self, *told: str) -> None:
        """Switches the machine on. `told`: words of the kernel's command line."""
        with self._console.open("ab") as console:
            self._running = subprocess.Popen(
                ["nice", "systemd-nspawn", "-q", "--register=no", "--keep-unit", "-D", str(self._tree), "-b",
                 "--resolv-conf=copy-host", "--setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1", *told],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True,
            )  # fmt: skip

    def _looked_for(self) -> int:
        """The machine's first process; 0 while there is none."""
        assert self._running is not None
        children = Path(f"/proc/{self._running.pid}/task/{self._running.pid}/children")
        for child in map(int, children.read_text().split()):
            # What systemd-nspawn starts before it only makes it, and is no longer there a moment later.
            with suppress(FileNotFoundError):
                status = Path(f"/proc/{child}/status").read_text()
                if re.search(r"^NSpid:.*\t1$", status, re.MULTILINE):
                    return child
        return 0

    def run(
        self, command: str, user: str = "root", timeout: float = 1200
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command of the shell in it."""
        home = "/root" if user == "root" else f"/home/{user}"
        return subprocess.run(
            ["nsenter", "-t", str(self._first), "-m", "-u", "-i", "-n", "-p", "-r", "-w",
             "/usr/sbin/runuser", "-u", user, "--", "/usr/bin/env", "-i", f"HOME={home}", "LANG=C.UTF-8",
             "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "bash", "-c", command],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=timeout, check=False,
        )  # fmt: skip

    def told(self, command: str) -> str:
        """What a command says, in one line."""
        return self.run(command).stdout.strip()

    def pull_the_plug(self) -> None:
        """Everything in it ends at once, without a word."""
        os.kill(self._first, signal.SIGKILL)
        self.wait_until_off(30)

    def wait_until_off(self, seconds: float) -> None:
        """Raises subprocess.TimeoutExpired."""
        assert self._running is not None
        self._running.wait(seconds)

    def switch_off(self) -> None:
        """Ends it, if it runs."""
        if self._running is not None and self._running.poll() is None:
            self.pull_the_plug()


def until(found: Callable[[], T | None], what: str, seconds: float) -> T:
    """What is found once it is something. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not there after {seconds:g} s")
