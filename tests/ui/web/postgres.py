"""A real PostgreSQL in a folder of its own, without the network."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

import pytest

_FOUND = [*sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")), *filter(None, [shutil.which("pg_ctl")])]
needs_postgres = pytest.mark.skipif(not _FOUND, reason="PostgreSQL is not installed here")


class Postgres:
    """One server. It refuses to run as root, who becomes the user that Debian's package made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bin = Path(_FOUND[0]).parent
        folder.mkdir(parents=True)
        self._who: dict[str, object] = {}
        if os.getuid() == 0:
            person = pwd.getpwnam("postgres")
            os.chown(folder, person.pw_uid, person.pw_gid)
            for parent in folder.parents:
                if str(parent).startswith(("/tmp/", str(Path(os.environ.get("TMPDIR", "/tmp"))) + "/")):
                    parent.chmod(parent.stat().st_mode | 0o011)
            self._who = {"user": person.pw_uid, "group": person.pw_gid}
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "club", "--no-sync")
        self.start()
        self._run("createdb", "-h", str(folder), "-U", "club", "club")

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
