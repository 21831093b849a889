"""What Home Assistant needs to know to show a table: whose turn it is, and whether a game is played.

MQTT discovery as Home Assistant documents it: a retained message for each entity under `homeassistant/`.
"""

from typing import Any

from ui.club.broker.messages import topic

PREFIX = "homeassistant"
BIRTH = f"{PREFIX}/status"
"""Where it says `online` when it has started."""


def discovery(box: str, table: str, version: str) -> dict[str, dict[str, Any]]:
    """By topic, what is announced. A lamp follows `sensor.…_turn`, which holds the names of those to act."""
    common = {
        "availability_topic": topic(box, "health"),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "state_topic": topic(box, "state"),
        "device": {
            "identifiers": [box],
            "name": table or box,
            "manufacturer": "Zo Companion",
            "sw_version": version,
        },
        "origin": {"name": "Zo Companion", "sw_version": version},
    }
    turn = common | {
        "name": "Turn",
        "unique_id": f"{box}-turn",
        "icon": "mdi:account-arrow-right",
        "value_template": "{{ value_json.on_turn | join(', ') }}",
        "json_attributes_topic": topic(box, "state"),
        "json_attributes_template": (
            "{{ {'seats': value_json.play.turn.seats | default([]), 'players': value_json.play.players,"
            " 'game': value_json.play.name} | tojson if value_json.play else '{}' }}"
        ),
    }
    playing = common | {
        "name": "Game on the table",
        "unique_id": f"{box}-playing",
        "value_template": "{{ 'ON' if value_json.play and not value_json.play.turn.over else 'OFF' }}",
    }
    return {
        f"{PREFIX}/sensor/{box}/turn/config": turn,
        f"{PREFIX}/binary_sensor/{box}/playing/config": playing,
    }
