"""A try of the connection says in one clear sentence what failed, at real brokers and where there is none."""

import gc
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.ui.club.mosquitto import Mosquitto, certificate, free_port, needs_mosquitto
from tests.ui.web.waiting import PATIENCE_S, until
from ui.club.broker import connection
from ui.club.broker.connection import begin_trial
from ui.club.broker.messages import CLUB_TOPIC, ClubHere, encoded
from ui.owned.settings import ClubSettings

pytestmark = [
    needs_mosquitto,
    # paho leaves the socket of a handshake that failed to be closed by Python.
    pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket"),
    pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning"),
]


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    yield
    gc.collect()


class Tried(NamedTuple):
    said: str
    well: bool


def tried(**settings: Any) -> Tried:
    trial = begin_trial(ClubSettings(**{"host": "127.0.0.1", "box": "box-0001"} | settings))
    fault = trial.exception(3 * connection.WITHIN_S)
    return Tried(trial.result() if fault is None else str(fault), fault is None)


def test_where_there_is_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WITHIN_S", 0.5)
    assert tried(host="").said.startswith("Which computer is the broker?")
    assert (
        tried(host="nowhere.invalid").said == "No computer called nowhere.invalid is known in this network."
    )
    port = free_port()
    refused = tried(port=port)
    assert f"Nothing listens at 127.0.0.1:{port}" in refused.said and not refused.well
    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = tried(port=silent.getsockname()[1]).said
    assert said == "The broker does not answer as an MQTT broker does."


def test_passwords_and_what_a_user_may(broker_with: Callable[..., Mosquitto]) -> None:
    acl = "pattern read zo/1/club\npattern readwrite zo/1/%u/#\n"
    broker = broker_with(users={"box-0001": "one", "other": "two"}, acl=acl)
    assert tried(port=broker.port).said == "The broker does not accept this user and password."
    wrong = tried(port=broker.port, user="box-0001", password="two")
    assert wrong.said == "The broker does not accept this user and password."
    other = tried(port=broker.port, user="other", password="two")
    assert other.said.startswith("The broker lets this user in, but") and not other.well
    well = tried(port=broker.port, user="box-0001", password="one")
    assert well.well and well.said.endswith("The club’s computer does not listen yet.")


def test_encryption_and_a_club_that_listens(
    broker_with: Callable[..., Mosquitto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.ui.club.broker.test_publisher import Listener

    its, authority = certificate(tmp_path / "certificates")
    broker = broker_with(certificate=its)
    here = {"host": "localhost", "port": broker.port}
    assert "has a certificate that is not trusted" in tried(**here, tls=True).said
    trusted = tried(**here, tls=True, authority=str(authority))
    assert trusted.well, trusted.said
    missing = tried(**here, tls=True, authority="/nowhere/ca.pem").said
    assert missing == "The certificate file ca.pem cannot be used: No such file or directory"
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing\n")
    assert tried(**here, tls=True, authority=str(empty)).said.endswith("it holds no certificate")
    club = Listener(broker.port, host="localhost", tls=True, authority=str(authority))
    club.say(CLUB_TOPIC, encoded(ClubHere(v=1, online=True, run="a")), retain=True)
    until(lambda: club.last(CLUB_TOPIC))
    monkeypatch.setattr(connection, "CLUB_WITHIN_S", PATIENCE_S)
    said = tried(**here, tls=True, authority=str(authority)).said
    assert said.endswith("and the club’s computer listens.")
    club.close()
    wrong_name, other = certificate(tmp_path / "others", "elsewhere.example")
    misnamed = broker_with(certificate=wrong_name)
    assert "not trusted" in tried(host="localhost", port=misnamed.port, tls=True, authority=str(other)).said


def test_tls_where_none_is_spoken(broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WITHIN_S", 0.5)
    trial = tried(port=broker.port, tls=True)
    assert not trial.well and trial.said
