"""The channels of the sandbox's page: threads, posts of a forum and private messages are found, read and played in there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import Settings, build_bot
from sandbox.channels import MENU, SHOW
from sandbox.simulated_server import FORUM, Sandbox, open_sandbox
from service.guilds.server_settings import ROOM


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    """Open a sandbox with the bot as it is, threads included."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db"))
    async with open_sandbox(bot) as world:
        yield world
    await bot.close()


def rooms(sandbox: Sandbox, page: Any) -> dict[str, tuple[str, str, bool]]:
    """Return a page's list of channels: of each its heading, its id and whether it has news."""
    groups = sandbox.preview._page_payload(page)["rooms"]["groups"]
    return {line["name"]: (heading, line["id"], line["new"]) for heading, lines in groups for line in lines}


async def show(sandbox: Sandbox, page: Any, channel_id: str) -> list[str]:
    """Go to a channel, as the list does; the ids of what is read there."""
    assert await sandbox.preview._action(page.id, {"kind": SHOW, "channel_id": channel_id}) == {"shown": True}
    payload = sandbox.preview._page_payload(page)
    assert payload["channelId"] == channel_id and payload["status"] == "current"
    return payload["timeline"]  # type: ignore[no-any-return]


async def act(sandbox: Sandbox, page: Any, kind: str, **body: Any) -> None:
    """Send what a page sends when a person acts there."""
    number = page.last_sequence + 1
    envelope = {"protocol_version": 3, "sequence": number, "request_id": f"request-{number}", "generation": page.generation}
    sent = {**envelope, "bot_generation": sandbox.env._generation, "published_revision": page.revision, "kind": kind, **body}
    answer = await sandbox.preview._action(page.id, sent)
    assert answer["settlement"] == "settled", answer


async def test_a_private_thread_is_in_the_list_of_its_members(sandbox: Sandbox) -> None:
    """New until it was read; nobody else is told of it, and a page that shows it goes home when somebody else looks."""
    anna, ben = sandbox.members[:2]
    page, other = sandbox.preview._open_page(anna.id), sandbox.preview._open_page(ben.id)
    await anna.slash(sandbox.channel, "practice")

    (name,) = set(rooms(sandbox, page)) - set(rooms(sandbox, other))
    heading, channel_id, new = rooms(sandbox, page)[name]
    assert (heading, new) == ("# games", True)
    assert await show(sandbox, page, channel_id)
    assert not rooms(sandbox, page)[name][2]

    await act(sandbox, page, "viewer", viewer_id=str(ben.id))
    assert page.channel_id == sandbox.channel.id and page.status == "current"


async def test_a_game_in_the_forum_is_read_and_answered_on_the_page(sandbox: Sandbox) -> None:
    """As the server has chosen; what is written on the page goes to the post that it shows."""
    anna = sandbox.members[0]
    assert anna.guild is not None
    forum = next(value for value in sandbox.env.backend.channels.values() if value.name == FORUM)
    await sandbox.env.bot.services.server_settings.choose(anna.guild.id, ROOM, [str(forum.id)])
    await anna.slash(sandbox.channel, "new", players=2)

    page = sandbox.preview._open_page(anna.id)
    ((name, (_, channel_id, _)),) = [line for line in rooms(sandbox, page).items() if line[1][0] == f"# {FORUM}"]
    read = await show(sandbox, page, channel_id)
    await act(sandbox, page, "send_message", content="hello")
    assert len(sandbox.preview._page_payload(page)["timeline"]) == len(read) + 1, name


async def test_the_same_line_of_a_list_is_chosen_twice_on_a_page(sandbox: Sandbox) -> None:
    """A page remembers by a list's key what was chosen there, and sends it no second time: so each list has a key of its own."""
    anna = sandbox.members[0]
    await anna.slash(sandbox.channel, "new", preset="cardcassonne", place="here")
    page = sandbox.preview._open_page(anna.id)
    await sandbox.preview._action(page.id, {"kind": SHOW, "channel_id": str(sandbox.channel.id)})
    used = []
    for _ in range(2):
        await press(sandbox, page, "click", controls(sandbox, page)["Add computer"])
        used.append(controls(sandbox, page)["Computer (apprentice)"])
        await press(sandbox, page, "select", used[-1], values=["apprentice"])

    (row,) = await sandbox.env.bot.services.match_queries.guild_matches(sandbox.channel.guild.id)
    assert len(await sandbox.env.bot.services.match_queries.seats(row.id)) == 3
    assert used[0] != used[1]


async def press(sandbox: Sandbox, page: Any, kind: str, key: str, **body: Any) -> None:
    """Press a button or a list of the message that the key names."""
    await act(sandbox, page, kind, control_key=key, target_id=key.split(":")[1], **body)


def controls(sandbox: Sandbox, page: Any) -> dict[str, str]:
    """Return the key of each button and list on a page, by its label; of a list by its first line."""
    controls: dict[str, str] = {}

    def look(part: Any) -> None:
        if isinstance(part, dict) and "control_key" in part:
            controls[part.get("label") or part["options"][0]["label"]] = part["control_key"]
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            look(inner)

    look(sandbox.preview._page_payload(page))
    return controls


async def test_a_page_tells_how_long_something_takes_from_the_time_of_the_world(sandbox: Sandbox) -> None:
    page = sandbox.preview._open_page(sandbox.members[0].id)
    await sandbox.env.advance_time(1800)
    await show(sandbox, page, str(sandbox.channel.id))

    assert page.snapshot["profile"]["presentationTime"] == sandbox.env.now().isoformat()


async def test_private_messages_of_the_bot_are_read_there(sandbox: Sandbox) -> None:
    """By the member they are for, who can use commands there."""
    anna = sandbox.members[0]
    bot = sandbox.env.bot
    page = sandbox.preview._open_page(anna.id)
    before = rooms(sandbox, page)
    await (await bot.fetch_user(anna.id)).send("hello")

    (name,) = set(rooms(sandbox, page)) - set(before)
    assert len(await show(sandbox, page, rooms(sandbox, page)[name][1])) == 1
    assert sandbox.preview._page_payload(page)["channel"]["canUseApplicationCommands"]
    assert await show(sandbox, page, str(sandbox.channel.id))


async def test_who_runs_the_server_organises_a_tournament(sandbox: Sandbox) -> None:
    """Which takes threads, and the right to manage channels."""
    anna = sandbox.members[0]
    await anna.slash(sandbox.channel, "tournament", action="new", detail="Cup stages=swiss:1")
    assert anna.guild is not None
    (event,) = await sandbox.env.bot.services.tournaments.queries.of_guild(anna.guild.id)
    assert event.host_id == anna.id


async def test_the_page_shows_what_is_ahead_in_the_calendar_of_the_server(sandbox: Sandbox) -> None:
    page, guild = sandbox.preview._open_page(sandbox.members[0].id), sandbox.channel.guild.id
    hours = ("2026-03-02T20:00:00+00:00", "2026-03-01T20:00:00+00:00")
    made = [
        sandbox.env.backend.create_scheduled_event(guild, name=hour[:10], entity_type=3, scheduled_start_time=hour)
        for hour in hours
    ]
    calendar = sandbox.preview._page_payload(page)["rooms"]["calendar"]
    assert calendar == [{"name": hour[:10], "at": hour} for hour in reversed(hours)]

    sandbox.env.backend.edit_scheduled_event(guild, made[0].id, {"status": 3})
    assert [line["name"] for line in sandbox.preview._page_payload(page)["rooms"]["calendar"]] == ["2026-03-01"]


async def test_the_menus_of_members_and_messages_are_offered_and_chosen(sandbox: Sandbox) -> None:
    """A form opens on the page of who chose it; what isn't in a menu, and private messages, offer nothing."""
    anna, ben = sandbox.members[:2]
    page, other = sandbox.preview._open_page(anna.id), sandbox.preview._open_page(ben.id)
    shown = sandbox.preview._page_payload(page)["rooms"]
    assert {"Challenge", "Profile", "Block"} <= set(shown["menus"]["member"]) and "Explain scores" in shown["menus"]["message"]
    assert str(ben.id) in [each["id"] for each in shown["members"]]

    async def choose(name: str, target: int) -> None:
        assert await sandbox.preview._action(page.id, {"kind": MENU, "name": name, "target_id": str(target)}) == {"shown": True}

    before = len(sandbox.preview._page_payload(page)["timeline"])
    await choose("Help yourself", ben.id)
    assert len(sandbox.preview._page_payload(page)["timeline"]) == before and page.modal is None
    await choose("Profile", ben.id)
    assert len(sandbox.preview._page_payload(page)["timeline"]) == before + 1
    await choose("Challenge", ben.id)
    assert page.modal is not None and other.modal is None
    assert sandbox.preview._page_payload(page)["modal"]["handle"] == page.modal_handle
    newest = max(sandbox.env.backend.messages[sandbox.channel.id])
    page.modal = page.modal_handle = None
    await choose("Explain scores", newest)
    assert page.modal is None
