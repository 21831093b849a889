"""Where `companion club` looks for the broker, as it is given."""

import pytest

from ui.club.command import _address
from ui.records.beginning import UsageFault


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("localhost", ("localhost", 1883)),
        ("192.168.1.5:8883", ("192.168.1.5", 8883)),
        ("[fe80::1]:1", ("fe80::1", 1)),
        ("[::1]", ("::1", 1883)),
    ],
)
def test_a_host_and_perhaps_a_port(given: str, address: tuple[str, int]) -> None:
    assert _address(given, 1883) == address


@pytest.mark.parametrize(
    "given",
    ["", ":1883", "a:0", "a:70000", "a:x", "::1", "user:s3cret@a", "a/b", "a?b", "a#b", "mqtt://a", "["],
)
def test_what_is_none_is_said(given: str) -> None:
    with pytest.raises(UsageFault, match="expected HOST or HOST:PORT"):
        _address(given, 1883)
