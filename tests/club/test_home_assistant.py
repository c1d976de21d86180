"""Home Assistant finds every table by itself."""

from __future__ import annotations

import json
import re

import pytest

from pi.core.announcing import TOPICS, Channel, Message, Results, announcements
from pi.core.home_assistant import ENTITIES, discovery
from tests.club.games import after_turns

CHANNEL = Channel("Großer Tisch", "club/goats")
MESSAGES = discovery(CHANNEL, "1.2.3")


def by_key() -> dict[str, dict[str, object]]:
    return {message.topic.split("/")[3]: json.loads(message.payload) for message in MESSAGES}


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.topic)
def test_topics_have_the_shape_that_home_assistant_looks_for(message: Message) -> None:
    assert re.fullmatch(r"homeassistant/(sensor|binary_sensor)/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+/config", message.topic)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.topic)
def test_every_entity_has_what_home_assistant_needs(message: Message) -> None:
    config = json.loads(message.payload)
    assert config["name"]
    assert config["state_topic"] in {CHANNEL.topic(leaf) for leaf in TOPICS}
    assert config["availability_topic"] == "club/goats/grosser-tisch/status"
    assert (config["payload_available"], config["payload_not_available"]) == ("online", "offline")
    assert config["device"]["name"] == "Großer Tisch"
    assert config["origin"] == {"name": "Goatherd", "sw_version": "1.2.3"}


def test_entities_are_told_apart_and_belong_to_one_device() -> None:
    configs = by_key().values()
    assert len({str(config["unique_id"]) for config in configs}) == len(ENTITIES)
    assert len({json.dumps(config["device"]) for config in configs}) == 1


def test_tables_of_one_name_below_two_prefixes_are_two_devices() -> None:
    other = discovery(Channel("Großer Tisch", "cafe"), "1.2.3")
    assert not {message.topic for message in MESSAGES} & {message.topic for message in other}


def test_every_value_that_a_template_takes_is_published() -> None:
    model = after_turns(1)
    published = {
        message.topic.rpartition("/")[2]: json.loads(message.payload)
        for message in announcements(model, Results(), CHANNEL)
    }
    for entity in ENTITIES:
        (field,) = re.findall(r"value_json\.(\w+)", entity.template)
        assert entity.leaf == "result" or field in published[entity.leaf]
