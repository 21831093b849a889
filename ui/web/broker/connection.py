"""A connection to an MQTT broker as the club's settings have it, and the words for what keeps it from coming about.

MQTT 5 (OASIS), as brokers have spoken since Mosquitto 1.6: only there do they say why something was not taken.
"""

import logging
import secrets
import socket
import ssl
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from ui.owned.club import ClubSettings
from ui.words import _, system_words

KEEPALIVE_S = 15
"""A broker that is silent for one and a half times as long is taken for lost; so does the broker of us."""
AGAIN_S = (1, 30)
"""From one try to connect to the next: at first (up to twice that, so that not all come at once), and at most."""
_log = logging.getLogger(__name__)


class BrokerFault(Exception):
    """What keeps a connection from coming about; one sentence for people."""


def new_client(settings: ClubSettings, name: str) -> mqtt.Client:
    """A client that is not connected yet. Raises BrokerFault where the file of certificates cannot be used."""
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5, reconnect_on_failure=True
    )
    if settings.user:
        client.username_pw_set(settings.user, settings.password or None)
    if settings.tls:
        client.tls_set_context(_context(settings.authority))
    first, most = AGAIN_S
    client.reconnect_delay_set(first + secrets.randbelow(first + 1), most)
    client.connect_timeout = 5.0
    client.max_inflight_messages_set(100)
    client.max_queued_messages_set(2000)
    return client


def begin(client: mqtt.Client, settings: ClubSettings) -> None:
    """Connects in the client's own thread, and again for as long as it takes."""
    client.connect_async(settings.host, settings.port, KEEPALIVE_S)
    client.loop_start()


def end(client: mqtt.Client) -> None:
    """Lets the connection go, and ends the client's thread.

    Nobody is called by it any longer: so its sockets go with whoever had it, not when memory is swept.
    """
    client.disconnect()
    client.loop_stop()
    client.on_connect = client.on_connect_fail = client.on_disconnect = None
    client.on_message = client.on_publish = client.on_subscribe = None


def _context(authority: str) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=authority or None)
    except (OSError, ssl.SSLError) as fault:
        words = _("The certificate file {file} cannot be used: {why}")
        why = system_words(fault) if not isinstance(fault, ssl.SSLError) else _("it holds no certificate")
        raise BrokerFault(words.format(file=Path(authority).name, why=why)) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def connect_fault(settings: ClubSettings, fault: Exception) -> BrokerFault:
    """What a failed try to connect says to people."""
    where = f"{settings.host}:{settings.port}"
    match fault:
        case socket.gaierror():
            words = _("No computer called {host} is known in this network.")
            return BrokerFault(words.format(host=settings.host))
        case ssl.SSLCertVerificationError():
            words = _("The broker at {where} has a certificate that is not trusted: {why}")
            return BrokerFault(words.format(where=where, why=fault.verify_message))
        case ssl.SSLError():
            return BrokerFault(_("The broker at {where} does not speak TLS there.").format(where=where))
        case TimeoutError():
            return BrokerFault(_("The broker at {where} does not answer.").format(where=where))
        case ConnectionRefusedError():
            words = _("Nothing listens at {where}: is the broker running, and is this its port?")
            return BrokerFault(words.format(where=where))
        case OSError():
            words = _("The broker at {where} cannot be reached: {why}")
            return BrokerFault(words.format(where=where, why=system_words(fault)))
    return BrokerFault(_("The broker at {where} cannot be reached.").format(where=where))


def unreachable(settings: ClubSettings) -> str:
    """What is said of a connection that is gone, or does not come about, nobody knows why."""
    return str(connect_fault(settings, Exception()))


def refusal(code: ReasonCode) -> BrokerFault:
    """What a broker that refused us says to people."""
    match code.getName():
        case "Bad user name or password" | "Not authorized":
            return BrokerFault(_("The broker does not accept this user and password."))
        case "Server busy" | "Quota exceeded" | "Connection rate exceeded":
            return BrokerFault(_("The broker is busy. The box tries again by itself."))
        case name:
            return BrokerFault(_("The broker refuses this box: {why}").format(why=name))


SUBSCRIBED = SubscribeOptions(qos=1)
Packet = mqtt.MQTTMessage
Reasons = ReasonCode
Extra = Properties | None
Flags = Any
