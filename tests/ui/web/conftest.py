"""What tests of the web part share: brokers and databases of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ui.web.mosquitto import Mosquitto


@pytest.fixture
def broker_with(tmp_path: Path) -> Iterator[Callable[..., Mosquitto]]:
    """Starts a Mosquitto; it is ended with the test."""
    started: list[Mosquitto] = []

    def start(**more: Any) -> Mosquitto:
        started.append(Mosquitto(tmp_path / f"broker-{len(started)}", **more))
        return started[-1]

    yield start
    for broker in started:
        broker.kill()


@pytest.fixture
def broker(broker_with: Callable[..., Mosquitto]) -> Mosquitto:
    """A Mosquitto that lets everybody in."""
    return broker_with()
