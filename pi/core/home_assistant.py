"""What tells Home Assistant of a table, so that it appears there by itself.

Source: Home Assistant's documentation of MQTT discovery; a topic for each entity, which every version understands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pi.core.announcing import OFFLINE, ONLINE, Channel, Message

DISCOVERY_PREFIX: Final = "homeassistant"


@dataclass(frozen=True, slots=True)
class Entity:
    """One value that Home Assistant shows.

    Attributes:
        component: its kind there.
        key: tells it from the others of the table.
        name: as it is shown, below the table's name.
        leaf: the topic of the table that it is read from.
        template: takes the value from the JSON there.
        more: what else its kind needs.
    """

    component: str
    key: str
    name: str
    leaf: str
    template: str
    more: Mapping[str, str]


def _joined(field: str) -> str:
    return f"{{{{ value_json.{field} | join(', ') or none }}}}"


ENTITIES: Final = (
    Entity("sensor", "phase", "Phase", "table", "{{ value_json.phase }}", {"icon": "mdi:image-filter-hdr"}),
    Entity("sensor", "mover", "Turn of", "table", "{{ value_json.mover }}", {"icon": "mdi:account-arrow-right"}),
    Entity("sensor", "leader", "Ahead", "table", _joined("leaders"), {"icon": "mdi:trophy-outline"}),
    Entity("sensor", "round", "Round", "table", "{{ value_json.round }}", {"icon": "mdi:counter"}),
    Entity("sensor", "result", "Last winner", "result", _joined("winners"), {"icon": "mdi:trophy"}),
    Entity(
        "binary_sensor", "trouble", "Trouble", "table", "{{ 'ON' if value_json.troubles else 'OFF' }}",
        {"device_class": "problem", "entity_category": "diagnostic"},
    ),
)  # fmt: skip


def discovery(channel: Channel, version: str) -> tuple[Message, ...]:
    """The messages, retained like all others.

    Args:
        channel: where the table publishes.
        version: of this program.
    """
    return tuple(
        Message(
            discovery_topic(channel.prefix, channel.id, entity),
            json.dumps(_config(channel, entity, version), ensure_ascii=False),
        )
        for entity in ENTITIES
    )


def discovery_topic(prefix: str, table: str, entity: Entity) -> str:
    """Where Home Assistant looks for an entity.

    Args:
        prefix: the levels above all tables.
        table: the table's own level.
        entity: which.
    """
    return f"{DISCOVERY_PREFIX}/{entity.component}/{_device(prefix, table)}/{entity.key}/config"


def _device(prefix: str, table: str) -> str:
    """Names the table among all devices; two prefixes may have a table of the same name."""
    levels = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in prefix)
    return f"{levels}_{table}"


def _config(channel: Channel, entity: Entity, version: str) -> dict[str, Any]:
    topic, device = channel.topic(entity.leaf), _device(channel.prefix, channel.id)
    return {
        "name": entity.name,
        "unique_id": f"{device}_{entity.key}",
        "state_topic": topic,
        "value_template": entity.template,
        "json_attributes_topic": topic,
        "availability_topic": channel.topic("status"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "device": {
            "identifiers": [device],
            "name": channel.name,
            "manufacturer": "Goatherd",
            "sw_version": version,
        },
        "origin": {"name": "Goatherd", "sw_version": version},
        **entity.more,
    }
