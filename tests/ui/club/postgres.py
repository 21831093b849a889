"""A real PostgreSQL in a folder of its own, without the network."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

_FOUND = [*sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")), *filter(None, [shutil.which("pg_ctl")])]
_DRIVER = find_spec("psycopg")
needs_postgres = pytest.mark.skipif(
    not (_FOUND and _DRIVER), reason="PostgreSQL, or the extra postgresql, is not installed here"
)


class Postgres:
    """One server, from the making until `close`. It refuses to run as root, who becomes the user of Debian's."""

    def __init__(self) -> None:
        self._folder = folder = Path(tempfile.mkdtemp(prefix="zo-pg-"))
        self._bin = Path(_FOUND[0]).parent
        self._who: dict[str, object] = {}
        if os.getuid() == 0:
            person = pwd.getpwnam("postgres")
            os.chown(folder, person.pw_uid, person.pw_gid)
            self._who = {"user": person.pw_uid, "group": person.pw_gid}
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "club", "--no-sync")
        self.start()
        self.make("club")

    def close(self) -> None:
        """Ends it, and leaves nothing."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def make(self, name: str) -> None:
        """An empty database."""
        self._run("createdb", "-h", str(self._folder), "-U", "club", name)

    @property
    def url(self) -> str:
        """Of a database called club."""
        return f"postgresql://club@/club?host={self._folder}"

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c fsync=off"
        log = f"{self._folder}/log"
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-o", options, "-l", log, "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._bin / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            **self._who,  # type: ignore[call-overload]
        )
