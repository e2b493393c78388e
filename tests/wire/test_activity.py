"""The board inside Discord, with the bot in a process of its own: the command list, launches, and signing in."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp

from tests.wire.discord import LAUNCH_ACTIVITY, Discord
from tests.wire.doing import answered, enter, opened_with_computer, press
from tests.wire.program import Program
from tests.wire.records import Json, flat
from tests.wire.test_commands import ENTRY_POINT

Start = Callable[..., Awaitable[Program]]


def free_port() -> int:
    """Return a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


async def board(start: Start, folder: Path) -> str:
    """Start a bot whose board opens inside Discord; return the address of the board."""
    (folder / "index.mjs").write_text("export class DiscordSDK {}")
    at = f"127.0.0.1:{free_port()}"
    settings = {
        "BASTIDE_WEB": at,
        "BASTIDE_WEB_URL": "https://board.example",
        "BASTIDE_WEB_SECRET": "secret",
        "BASTIDE_WEB_SDK": str(folder),
    }
    program = await start(**settings)
    await program.says(r"\bready\b")
    return f"http://{at}"


async def turn(wire: Discord, anna: Json, channel: str) -> Json:
    """Return the message of a turn that waits for this person."""
    lobby = await opened_with_computer(wire, anna, channel)
    await press(wire, anna, lobby, "Start")

    def asking() -> Json | None:
        shown = [
            posted for posted in wire.room(channel) if any(part.get("label") == "Open board" for part in flat(posted["components"]))
        ]
        return shown[-1] if shown else None

    message: Json = await wire.until(asking)
    return message


async def test_a_board_opens_inside_discord_by_a_turn_and_by_the_command(wire: Discord, start: Start, tmp_path: Path) -> None:
    guild, anna, ben = wire.guild(), wire.person("anna"), wire.person("ben")
    channel = guild["channels"][0]["id"]
    wire.commands, wire.has_activity = [dict(ENTRY_POINT)], True
    home = await board(start, tmp_path)
    first, *_ = wire.commands
    assert (first["type"], first["handler"], first["name_localizations"]) == (4, 1, {"de": "starten"}), "ours answers it"

    pressed = await press(wire, anna, await turn(wire, anna, channel), "Open board")
    await wire.until(lambda: pressed.kind)
    called = await enter(wire, ben, channel)
    await wire.until(lambda: called.kind)

    assert (pressed.kind, called.kind) == (LAUNCH_ACTIVITY, LAUNCH_ACTIVITY)
    (instance,) = wire.instances
    async with aiohttp.ClientSession() as session:
        headers = {"Origin": f"https://{wire.bot['id']}.discordsays.com"}

        async def post(verb: str, authorization: str = "", **said: Any) -> tuple[int, Any]:
            more = {"Authorization": authorization} if authorization else {}
            async with session.post(f"{home}/b/api/{verb}", json=said, headers=headers | more) as answer:
                return answer.status, await answer.json()

        for person, is_player in ((anna, True), (ben, False)):
            status, known = await post("sign-in", code=person["id"], instance=instance)
            assert status == 200 and known["match"], known
            _, page = await post("enter", f"Person {known['person']}", match=known["match"])
            async with session.get(f"{home}/b/api/table", headers={"Authorization": f"Page {page['page']}"}) as answer:
                assert (bool((await answer.json())["draft"])) == is_player
        cleo = wire.person("cleo")
        assert (await post("sign-in", code=cleo["id"], instance=instance))[0] == 401, "who isn't in the activity"
        async with session.get(f"{home}/") as answer:
            assert f'<meta name="activity" content="{wire.bot["id"]}">' in await answer.text()


async def test_where_discord_opens_no_activity_the_button_gives_a_link(wire: Discord, start: Start, tmp_path: Path) -> None:
    guild, anna = wire.guild(), wire.person("anna")
    await board(start, tmp_path)

    pressed = await press(wire, anna, await turn(wire, anna, guild["channels"][0]["id"]), "Open board")
    await answered(wire, pressed)

    assert pressed.answer is not None and pressed.kind == 4
    links = [part["url"] for part in flat(pressed.answer["components"]) if part.get("url")]
    assert links and links[0].startswith("https://board.example/b/#")
