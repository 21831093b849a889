"""A connection to an MQTT broker by the club's settings, and the words for its failures.

MQTT 5 (OASIS; Mosquitto since 1.6): earlier versions do not say why a message was refused.
"""

import secrets
import socket
import ssl
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Condition, Thread
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from ui.club.broker.messages import CLUB_TOPIC, ClubHere, Message, MessageFault, encoded, read, topic
from ui.owned.settings import ClubSettings
from ui.words import _, system_words

KEEPALIVE_S = 15
"""Seconds between signs of life; after 1.5 times that both sides take the connection for lost."""
AGAIN_S = (1, 30)
"""First and maximum delay between reconnects; the first is randomly up to doubled to spread the load."""
STOP_S = 5.0


class BrokerFault(Exception):
    """A failed connection; one sentence for people."""


def new_client(settings: ClubSettings, name: str) -> mqtt.Client:
    """A client, not yet connected. Raises BrokerFault if the file of certificates cannot be used."""
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5, reconnect_on_failure=True
    )
    if settings.user:
        client.username_pw_set(settings.user, settings.password or None)
    if settings.tls:
        try:
            context = ssl.create_default_context(cafile=settings.authority or None)
        except (OSError, ssl.SSLError) as fault:
            words = _("The certificate file {file} cannot be used: {why}")
            why = system_words(fault) if not isinstance(fault, ssl.SSLError) else _("it holds no certificate")
            raise BrokerFault(words.format(file=Path(settings.authority).name, why=why)) from None
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        client.tls_set_context(context)
    first, most = AGAIN_S
    client.reconnect_delay_set(first + secrets.randbelow(first + 1), most)
    client.connect_timeout = 5.0
    client.max_inflight_messages_set(100)
    client.max_queued_messages_set(2000)
    return client


def end(client: mqtt.Client) -> None:
    """Closes the connection and ends the client's thread.

    Dropping the callbacks breaks a reference cycle, so that sockets close at once.
    """
    client.disconnect()
    client.loop_stop()
    client.on_connect = client.on_connect_fail = client.on_disconnect = None
    client.on_message = client.on_publish = client.on_subscribe = None


def unreachable(settings: ClubSettings, fault: Exception | None = None) -> str:
    """The words for a failed or lost connection; without `fault` the reason is unknown."""
    where, why = f"{settings.host}:{settings.port}", ""
    match fault:
        case socket.gaierror():
            words = _("No computer called {host} is known in this network.")
        case ssl.SSLCertVerificationError():
            words = _("The broker at {where} has a certificate that is not trusted: {why}")
            why = fault.verify_message
        case ssl.SSLError():
            words = _("The broker at {where} does not speak TLS there.")
        case TimeoutError():
            words = _("The broker at {where} does not answer.")
        case ConnectionRefusedError():
            words = _("Nothing listens at {where}: is the broker running, and is this its port?")
        case OSError():
            words, why = _("The broker at {where} cannot be reached: {why}"), system_words(fault)
        case _other:
            words = _("The broker at {where} cannot be reached.")
    return words.format(host=settings.host, where=where, why=why)


def refusal(code: ReasonCode) -> str:
    """The words for a broker's answer; empty unless it is a refusal."""
    if not code.is_failure:
        return ""
    match code.getName():
        case "Bad user name or password" | "Not authorized":
            return _("The broker does not accept this user and password.")
        case "Server busy" | "Quota exceeded" | "Connection rate exceeded":
            return _("The broker is busy. The box tries again by itself.")
        case name:
            return _("The broker refuses this box: {why}").format(why=name)


class BrokerLine(ABC):
    """A client called `name` at one broker: connects and reconnects in a thread of its own.

    `needs`, `likes`: subscribed topics; a broker may refuse the latter. `news` wakes `work`. Raises
    BrokerFault if it cannot even try.
    """

    connected = False

    def __init__(
        self, settings: ClubSettings, name: str, needs: Sequence[str], likes: Sequence[str] = ()
    ) -> None:
        self._settings = settings
        self.news, self.stopping = Condition(), False
        self._thread = Thread(target=self.work, name=name, daemon=True)
        # QoS 0 suffices: boxes repeat everything until it is answered, or the broker retains it. With
        # acknowledgements, one box that sends thousands would fill the broker's queue for us.
        topics = [(each, SubscribeOptions(qos=0)) for each in (*needs, *likes)]
        trouble = ""

        def tell(words: str, *, connected: bool = False) -> None:
            nonlocal trouble
            trouble = words
            self.stand(words, connected=connected)

        def on_connect(client: mqtt.Client, _data: Any, _flags: Any, code: ReasonCode, _more: Any) -> None:
            if code.is_failure:
                tell(refusal(code))
            else:
                client.subscribe(topics)

        def on_subscribe(_client: Any, _data: Any, _id: int, codes: list[ReasonCode], _more: Any) -> None:
            """Only from now on does the broker pass messages on."""
            refused = next(filter(None, map(refusal, codes[: len(needs)])), "")
            tell(refused, connected=not refused)

        def on_disconnect(_client: Any, _data: Any, _flags: Any, code: ReasonCode, _more: Any) -> None:
            tell(trouble or (unreachable(settings) if code.is_failure else ""))

        self.client = client = new_client(settings, name)
        client.on_connect, client.on_subscribe, client.on_disconnect = on_connect, on_subscribe, on_disconnect
        client.on_connect_fail = lambda _client, _data: tell(unreachable(settings))
        client.on_message = lambda _client, _data, packet: self.hear(packet.topic, bytes(packet.payload))

    @abstractmethod
    def hear(self, name: str, payload: bytes) -> None:
        """Takes a message; called, like `stand`, in the connection's thread."""

    @abstractmethod
    def stand(self, trouble: str, *, connected: bool) -> None:
        """Takes whether there is a connection now, and the trouble if there is none."""

    @abstractmethod
    def work(self) -> None:
        """Does everything else, in a thread of its own, until it is `stopping`."""

    def start(self) -> None:
        """Begins to connect; retries for as long as it takes."""
        self.client.connect_async(self._settings.host, self._settings.port, KEEPALIVE_S)
        self.client.loop_start()
        self._thread.start()

    def end_work(self) -> None:
        with self.news:
            self.stopping = True
            self.news.notify()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def say(self, under: str, payload: bytes, *, retain: bool = False) -> mqtt.MQTTMessageInfo:
        return self.client.publish(under, payload, qos=1, retain=retain)


# One try for the club's settings page: one sentence on what failed or works.

WITHIN_S = 6.0
CLUB_WITHIN_S = 1.5
"""Seconds to wait for the club's retained message; a broker that has it sends it at once."""


def begin_trial(settings: ClubSettings, after: Thread | None = None) -> Future[str]:
    """Starts one try in a thread once `after` has ended: its words, or a BrokerFault."""
    trial: Future[str] = Future()

    def run() -> None:
        if after is not None:
            after.join()
        try:
            trial.set_result(tried(settings))
        except BrokerFault as fault:
            trial.set_exception(fault)

    Thread(target=run, name="club-trial", daemon=True).start()
    return trial


def tried(settings: ClubSettings) -> str:
    """Connects, subscribes and publishes once; returns the words for success. Raises BrokerFault."""
    if not settings.host:
        raise BrokerFault(_("Which computer is the broker? Enter its name or address first."))
    under = topic(settings.box, "…")
    connected, told, club_listens = Queue[str](), Queue[str](), Queue[bool]()
    mute = _("The broker lets this user in, but does not let it tell anything under {topic}.")
    mute = mute.format(topic=under)

    def on_message(_client: Any, _data: Any, packet: mqtt.MQTTMessage) -> None:
        with suppress(MessageFault):
            club_listens.put(read(bytes(packet.payload), ClubHere).online)

    def expect(answer: Queue[str]) -> None:
        try:
            refused = answer.get(timeout=WITHIN_S)
        except Empty:
            refused = _("The broker does not answer as an MQTT broker does.")
        if refused:
            raise BrokerFault(refused)

    # The random suffix keeps the broker from throwing out the box's running connection.
    client = new_client(settings, f"zo-{settings.box}-{secrets.token_hex(3)}")
    client.on_connect = lambda _client, _data, _flags, code, _more: connected.put(refusal(code))
    client.on_publish = lambda _client, _data, _id, code, _more: told.put(mute if code.is_failure else "")
    client.on_message = on_message
    try:
        client.connect(settings.host, settings.port, keepalive=10)
    except Exception as fault:
        raise BrokerFault(unreachable(settings, fault)) from None
    client.loop_start()
    try:
        # Publishing is tried too: a broker may let a user in and still refuse its topics.
        expect(connected)
        client.subscribe(CLUB_TOPIC, qos=1)
        client.publish(topic(settings.box, "trial"), encoded(Message()), qos=1)
        expect(told)
        # The club's computer may be off for now, so its silence is no fault.
        with suppress(Empty):
            if club_listens.get(timeout=CLUB_WITHIN_S):
                return _("It works: the broker takes what this box tells, and the club’s computer listens.")
    finally:
        end(client)
    return _("The broker takes what this box tells. The club’s computer does not listen yet.")
