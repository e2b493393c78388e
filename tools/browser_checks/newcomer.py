"""A newcomer's first attempts in the sandbox by panels only: welcome, practice, forum, role, puzzle, help."""

from __future__ import annotations

from typing import Any

from sandbox.simulated_server import CHANNELS, FORUM, ROLE
from storage.rows import RUNNING, MatchRow
from tools.browser_checks.games import turn
from tools.browser_checks.messages import HIGH
from tools.browser_checks.phone import Phone
from tools.transcripts.server import Shown

HEIGHT = "(message) => message.getBoundingClientRect().height"
TURNS = 3
"""So many turns of the practice game are played."""


async def by_panels(phone: Phone) -> None:
    """Try one feature after the other on the page."""
    anna, ben, *_ = phone.people
    await phone.be(anna, phone.channel)
    await phone.keep("welcome")
    await _practise(phone, ben)
    await _configure_server(phone, anna)
    await _play_in_forum(phone, ben)
    await _puzzle(phone, ben)
    await _ask_for_help(phone, ben)
    welcome = phone.newest("welcomegone")
    gone = await phone.press(anna, welcome, "remove-welcome")
    await phone.keep("welcome-gone")
    assert gone is None or "welcomegone" not in phone._verbs(gone)


async def _practise(phone: Phone, member: Any) -> None:
    await phone.press(member, phone.newest("practice"), "try")
    (row, *_) = await phone.services.match_queries.guild_matches(phone.guild.id)
    thread = phone.room(row.channel_id)
    await phone.be(member, thread)
    await phone.keep("practice")
    for _ in range(TURNS):
        await turn(phone, thread)
        await phone.keep("practice-turn")
    assert (await phone.services.match_queries.match(row.id)).status == RUNNING
    await phone.be(phone.people[0], phone.channel)
    assert all(room.id != thread.id for room in phone._preview._rooms(phone.people[0])), "practice is private"


async def _configure_server(phone: Phone, member: Any) -> None:
    """Configure the server: a forum for games, and a role for referees."""
    rooms = {value.name: value for value in phone.env.backend.channels.values()}
    roles = {each_role.name: each_role for each_role in phone.env.backend.get_guild(phone.guild.id).roles.values()}
    panel = await phone.press(member, phone.newest("serverpage"), "set-up")
    await phone.keep("server")
    await phone.press(member, panel, "server-places")
    panel = await phone.fill(member, room=rooms[FORUM], results=rooms[CHANNELS[1]])
    await phone.press(member, panel, "server-who")
    panel = await phone.fill(member, referees=roles[ROLE])
    await phone.keep("server-done")
    chosen = phone.services.server_settings.of(phone.guild.id)
    assert chosen["room"] == str(rooms[FORUM].id) and str(roles[ROLE].id) in chosen["referees"], chosen


async def _play_in_forum(phone: Phone, member: Any) -> None:
    await phone.press(member, phone.newest("new"), "open-game")
    await phone.fill(member, preset="classic")
    (row, *_) = await phone.services.match_queries.guild_matches(phone.guild.id)
    post = phone.room(row.channel_id)
    assert phone._preview._group(post) == f"# {FORUM}"
    await phone.press(phone.people[2], phone.newest("join", post), "join")
    await phone.keep("forum")
    await phone.press(member, phone.newest("start", post), "start")
    await turn(phone, post)
    await phone.keep("forum-turn")


async def _puzzle(phone: Phone, member: Any) -> None:
    """Solve a puzzle, from the command to the answer."""
    await phone.be(member, phone.channel)
    asked = await phone.type(member, "puzzle")
    await phone.keep("puzzle")
    shown = await phone.press(member, asked, "answer")
    while (name := _first_button(phone, shown, "puzzleconfirm")) is None:
        pushing = _first_button(phone, shown, "puzzlepush", "puzzlepick")
        if pushing is not None:
            shown = await phone.press_named(member, shown, pushing)
        else:
            shown = await phone.choose(member, shown, *phone.lines_of(shown)[0])
        await phone.keep("puzzle-draft")
    await phone.press_named(member, shown, name)
    await phone.keep("puzzle-answered")


async def _ask_for_help(phone: Phone, member: Any) -> None:
    shown = await phone.type(member, "help")
    await phone.keep("help")
    topics = [line for line in phone.lines_of(shown) if line[0] == phone.lines_of(shown)[-1][0]]
    for custom_id, value in topics[:3]:  # the lists above it begin games
        shown = await phone.choose(member, shown, custom_id, value)
    await phone.keep("help-topic")


def _first_button(phone: Phone, shown: Shown, *verbs: str) -> str | None:
    """Return the label of the first button with one of these verbs; None if there is none."""
    return next((name for name, press in phone.buttons(shown).items() if press.verb in verbs and " " in press.argument + " "), None)


async def practice_game(phone: Phone) -> None:
    """Play the practice game to its end; raise an error that names each message higher than a phone's window."""
    ben = phone.people[1]
    await phone.press(ben, phone.newest("practice"), "try")
    (row, *_) = await phone.services.match_queries.guild_matches(phone.guild.id)
    thread = phone.room(row.channel_id)
    await phone.be(ben, thread)
    heights = [await _height(phone, row, thread)]
    while (await phone.services.match_queries.match(row.id)).status == RUNNING:
        await turn(phone, thread)
        heights.append(await _height(phone, row, thread))
    print("practice:", ", ".join(f"{height:.0f}" for height in heights), "px", flush=True)
    assert max(heights) <= HIGH, heights


async def _height(phone: Phone, row: MatchRow, thread: object) -> float:
    """Return the height in pixels of the game's newest message, and save its picture."""
    is_running = (await phone.services.match_queries.match(row.id)).status == RUNNING
    message = phone.newest("more" if is_running else "solo", thread)
    assert message is not None
    shown = phone._page.locator(f".channel-message[data-message-id='{message.id}']")
    await shown.wait_for()
    await phone._page.wait_for_timeout(1_000)  # its pictures
    height = float(await shown.evaluate(HEIGHT))
    phone.shots += 1
    await shown.screenshot(path=phone._folder / f"{phone.shots:02}-{height:.0f}.png")
    return height
