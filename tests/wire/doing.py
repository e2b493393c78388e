"""Actions of simulated users on the stand-in for Discord: commands, presses, replies."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tests.wire import records
from tests.wire.discord import Discord
from tests.wire.records import Asked, Json, flat


async def slash(wire: Discord, who: Json, channel_id: str, name: str, **values: Any) -> Asked:
    """Send a command interaction to the bot and return its record."""
    first, *rest = name.split()
    command = next(each for each in wire.commands if each["name"] == first)
    node = command
    for part in rest:
        node = next(option for option in node["options"] if option["name"] == part)
    types = {option["name"]: option["type"] for option in node.get("options", ())}
    options = [{"name": key, "type": types[key], "value": value} for key, value in values.items()]
    for part in reversed(rest):
        options = [{"name": part, "type": 1, "options": options}]
    return await _ask(wire, who, channel_id, 2, {"id": command["id"], "name": first, "type": 1, "options": options})


async def enter(wire: Discord, who: Json, channel_id: str) -> Asked:
    """Send the command that opens the activity and return its record."""
    command = next(each for each in wire.commands if each["type"] == 4)
    return await _ask(wire, who, channel_id, 2, {"id": command["id"], "name": command["name"], "type": 4})


async def press(wire: Discord, who: Json, shown: Json, label: str, *values: str) -> Asked:
    """Press the button, or choose the list line, with this label; return the interaction's record."""
    press = [
        component
        for component in records.flat(shown["components"])
        if label in (component.get("label"), component.get("placeholder"))
    ]
    assert press, (label, [component.get("label") for component in records.flat(shown["components"]) if component["type"] == 2])
    part = press[0]
    data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if part["type"] == 5:
        data["resolved"] = {"users": {number: wire.people[number] for number in values}}
    return await _ask(wire, who, shown["channel_id"], 3, data | ({"values": list(values)} if values else {}), shown)


async def reply(wire: Discord, who: Json, to: Json, text: str, *, ping: bool = True) -> Json:
    """Reply to a message of the bot and return the reply.

    Without `ping` the stand-in withholds the text from the bot, as Discord does.
    """
    made = records.message(to["channel_id"], who, {"content": text})
    made["type"] = 19
    made["message_reference"] = {"type": 0, "channel_id": to["channel_id"], "message_id": to["id"]}
    made["referenced_message"] = to
    made["mentions"] = [wire.bot] if ping else []
    seen = made if ping else made | {"content": ""}
    wire.keep(made)
    guild_id = wire.channels[to["channel_id"]]["guild_id"]
    member = {key: value for key, value in wire.member(who).items() if key != "user"}
    await wire.tell("MESSAGE_CREATE", seen | {"guild_id": guild_id, "member": member})
    return made


async def opened_with_computer(wire: Discord, who: Json, channel_id: str) -> Json:
    """Open a lobby in a channel, add a computer player, and return the lobby's message."""
    await answered(wire, await slash(wire, who, channel_id, "new", place="here"))
    front = wire.room(channel_id)[0]
    home = await answered(wire, await press(wire, who, front, "Settings"))
    assert home.answer is not None
    levels = await answered(wire, await press(wire, who, home.answer, "Add computer"))
    assert levels.answer is not None
    chosen = next(part for part in flat(levels.answer["components"]) if part["type"] == 3)
    await answered(wire, await press(wire, who, levels.answer, chosen["placeholder"], chosen["options"][0]["value"]))
    return front


async def answered(wire: Discord, asked: Asked, timeout_s: float = 60.0) -> Asked:
    """Wait until an interaction has a visible answer; return its record."""
    await wire.until(lambda: asked.is_answered, timeout_s)
    return asked


async def _ask(wire: Discord, who: Json, channel_id: str, kind: int, data: Json, shown: Json | None = None) -> Asked:
    token = f"aW50{records.snowflake()}tok"
    channel = wire.channels[channel_id]
    interaction = {
        "id": records.snowflake(),
        "application_id": wire.bot["id"],
        "type": kind,
        "data": data,
        "token": token,
        "version": 1,
        "locale": "en-US",
        "guild_locale": "en-US",
        "guild_id": channel["guild_id"],
        "channel_id": channel_id,
        "channel": channel | {"permissions": records.ALL},
        "member": wire.member(who) | {"permissions": str(int(records.ALL) & ~0x30)},
        "app_permissions": records.ALL,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "attachment_size_limit": 10485760,
    }
    if shown is not None:
        interaction["message"] = shown
    asked = wire.asked[token] = Asked(interaction)
    await wire.tell("INTERACTION_CREATE", interaction)
    asked.sent = time.monotonic()  # what it costs us to say it is not the bot's time
    await asyncio.sleep(0)
    return asked
