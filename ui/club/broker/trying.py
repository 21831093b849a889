"""Tries whether the club can be reached as it is set: one clear sentence of what failed, or of what works."""

import secrets
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.reasoncodes import ReasonCode

from ui.club.broker.connection import BrokerFault, connect_fault, end, new_client, refusal
from ui.club.broker.messages import CLUB_TOPIC, VERSION, ClubHere, Message, MessageFault, encoded, read, topic
from ui.owned.club import ClubSettings
from ui.words import _

WITHIN_S = 6.0
CLUB_WITHIN_S = 1.5
"""So long the club's word that it listens is waited for: the broker has it, or there is none."""


class ConnectionTrial:
    """One try in a thread of its own. `said`: what came of it, empty until then; `well`: whether all works.

    `after`: what is waited for first.
    """

    def __init__(self, settings: ClubSettings, after: Thread | None = None) -> None:
        self.said, self.well = "", False
        self._settings, self._after = settings, after
        self._connected, self._told, self._answered = Event(), Event(), Event()
        self._refused: BrokerFault | None = None
        self._club_listens = False
        self._thread = Thread(target=self._run, name="club-trial", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        if self._after is not None:
            self._after.join()
        try:
            said = self._tried()
        except BrokerFault as fault:
            self.said = str(fault)
        else:
            self.well, self.said = True, said

    def _tried(self) -> str:
        """What works. Raises BrokerFault."""
        settings = self._settings
        if not settings.host:
            raise BrokerFault(_("Which computer is the broker? Enter its name or address first."))
        client = new_client(settings, f"zo-{settings.box}-{secrets.token_hex(3)}")
        client.on_connect, client.on_publish, client.on_message = self._connect, self._publish, self._message
        try:
            client.connect(settings.host, settings.port, keepalive=10)
        except Exception as fault:
            raise connect_fault(settings, fault) from None
        client.loop_start()
        try:
            self._expect(self._connected)
            client.subscribe(CLUB_TOPIC, qos=1)
            client.publish(topic(settings.box, "trial"), encoded(Message(v=VERSION)), qos=1)
            self._expect(self._told)
            self._answered.wait(CLUB_WITHIN_S)
        finally:
            end(client)
        if self._club_listens:
            return _("It works: the broker takes what this box tells, and the club’s computer listens.")
        return _("The broker takes what this box tells. The club’s computer does not listen yet.")

    def _expect(self, answer: Event) -> None:
        if not answer.wait(WITHIN_S):
            raise BrokerFault(_("The broker does not answer as an MQTT broker does."))
        if self._refused is not None:
            raise self._refused

    # in the client's thread

    def _connect(self, _client: Any, _data: Any, _flags: Any, code: ReasonCode, _more: Any) -> None:
        if code.is_failure:
            self._refused = refusal(code)
        self._connected.set()

    def _publish(self, _client: Any, _data: Any, _id: int, code: ReasonCode, _more: Any) -> None:
        if code.is_failure:
            words = _("The broker lets this user in, but does not let it tell anything under {topic}.")
            self._refused = BrokerFault(words.format(topic=topic(self._settings.box, "…")))
        self._told.set()

    def _message(self, _client: Any, _data: Any, packet: mqtt.MQTTMessage) -> None:
        with suppress(MessageFault):
            self._club_listens = read(packet.payload, ClubHere).online
            self._answered.set()
