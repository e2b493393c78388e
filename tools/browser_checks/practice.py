"""The practice game in the page on a phone, from its first message to its end: each must be seen without much scrolling."""

from __future__ import annotations

from storage.rows import RUNNING, MatchRow
from tools.browser_checks.games import turn
from tools.browser_checks.messages import HIGH
from tools.browser_checks.phone import Phone

HEIGHT = "(message) => message.getBoundingClientRect().height"


async def by_panels(phone: Phone) -> None:
    """Play it; an error names each message that is higher than a phone's window."""
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
    """Return the height of the newest message of the game, in pixels, and keep its picture."""
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
