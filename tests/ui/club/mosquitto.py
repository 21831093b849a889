"""A real Mosquitto on a free port of this machine, with passwords and TLS where a test asks for them."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

BINARY = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
needs_mosquitto = pytest.mark.skipif(not Path(BINARY).exists(), reason="Mosquitto is not installed here")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Mosquitto:
    """One broker. `kill` ends it at once, as a power cut does; `start` begins it anew at the same port."""

    def __init__(
        self,
        folder: Path,
        users: Mapping[str, str] | None = None,
        acl: str = "",
        certificate: Path | None = None,
        *,
        persistent: bool = True,
        more: Sequence[str] = (),
    ) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f"listener {self.port} 127.0.0.1", f"persistence {str(persistent).lower()}"]
        lines += [f"persistence_location {folder}/", "autosave_interval 1", "log_type none"]
        lines += ["max_queued_messages 100000", "max_inflight_messages 1000", "set_tcp_nodelay true"]
        if os.getuid() == 0:
            lines.append("user root")
        if users is None:
            lines.append("allow_anonymous true")
        else:
            lines += ["allow_anonymous false", f"password_file {folder}/passwords"]
            (folder / "passwords").write_text("".join(f"{u}:{p}\n" for u, p in users.items()))
            (folder / "passwords").chmod(0o600)
            subprocess.run(["mosquitto_passwd", "-U", folder / "passwords"], check=True, capture_output=True)
        if acl:
            (folder / "acl").write_text(acl)
            (folder / "acl").chmod(0o600)
            lines.append(f"acl_file {folder}/acl")
        if certificate is not None:
            lines += [f"certfile {certificate}", f"keyfile {certificate.with_suffix('.key')}"]
        lines += more
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [BINARY, "-c", self.folder / "mosquitto.conf"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self._process.poll() is not None:
                    raise RuntimeError("Mosquitto does not start") from None
                time.sleep(0.02)
        raise RuntimeError("Mosquitto does not answer")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def rss_kb(self) -> int:
        """The memory that it holds, in KiB."""
        text = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0])


def documented() -> tuple[list[str], str]:
    """What `docs/club.md` has a club write: the lines of its configuration that are no place or file, and its ACL."""
    text = (Path(__file__).parents[3] / "docs" / "club.md").read_text(encoding="utf-8")
    blocks = [part.split("```", 1)[0].strip() for part in text.split("\n```\n")]
    (conf,) = (block.splitlines() for block in blocks if block.startswith("listener "))
    (acl,) = (block for block in blocks if block.startswith("user club"))
    told_otherwise = ("listener", "certfile", "keyfile", "allow_anonymous", "password_file", "acl_file")
    return [line for line in conf if not line.startswith(told_otherwise)], acl + "\n"


def certificate(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A certificate for a broker of this name (its key beside it), and the one of the authority that signed it."""
    folder.mkdir(parents=True, exist_ok=True)

    def openssl(*arguments: str | Path) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl(
        "req", "-x509", *new_key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Club"
    )
    openssl("req", *new_key, "-keyout", "broker.key", "-out", "broker.csr", "-subj", f"/CN={name}")
    (folder / "names").write_text(f"subjectAltName=DNS:{name},IP:127.0.0.1\n")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30", "-extfile", "names")
    openssl("x509", "-req", "-in", "broker.csr", *signed, "-out", "broker.pem")
    return folder / "broker.pem", folder / "ca.pem"
