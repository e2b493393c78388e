"""Our own emojis in a simulated Discord: uploaded in the background, shown once they are there, never uploaded twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cogs.background import emoji_sync
from editions.edition import Editions
from editions.registry import CARDCASSONNE
from storage.rows import UserId
from tests.e2e.world import ENGLISH, World, named


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the pauses."""
    monkeypatch.setattr(emoji_sync, "PACE_S", 0.0)


@pytest.fixture
def editions() -> Editions:
    """Return a game with few emojis."""
    return Editions(CARDCASSONNE)


async def complete(world: World) -> dict[int, str]:
    """Run the background upload to its end; return the application's emojis."""
    cog = emoji_sync.EmojiSyncCog(world.bot.app)
    await cog.on_ready()
    await cog.complete()
    return {emoji.id: emoji.name for emoji in world.env.backend.application_emojis.values()}


@pytest.fixture
def drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw emojis in this process, as a test that asks for them does."""

    async def here(_: emoji_sync.EmojiSyncCog, work: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.to_thread(work, *arguments)

    monkeypatch.setattr(emoji_sync.EmojiSyncCog, "_run_apart", here)


def uploads(requests: list[str]) -> int:
    return sum(line.startswith("POST /applications/") and "/emojis" in line for line in requests)


def with_emoji(world: World, message: Any) -> list[dict[str, Any]]:
    """Buttons and lines of selects that bear one."""
    parts = world.parts(message)
    return [part for part in (*parts, *(o for p in parts for o in p.get("options", ()))) if part.get("emoji")]


async def test_signs_are_uploaded_once_and_shown(world: World, requests: list[str]) -> None:
    """Names, stories and cards show them; a restart uploads nothing."""
    there = await complete(world)
    assert CARDCASSONNE.painter.signs is not None
    assert {name.rpartition("_")[0] for name in there.values()} == set(CARDCASSONNE.painter.signs.names())
    before = uploads(requests)
    assert before == len(there)

    match_id, room = await world.start(2, preset="cardcassonne")
    while named("play") not in world.buttons(turn := world.messages(room, "place")[-1]):  # the dealer lays what was turned up
        await world.move(match_id)
    actor = next(member for member in world.members if f"<@{member.id}>" in world.text(turn))
    draft = (await actor.click(turn, label=named("play"))).response

    assert "🔴" not in world.text(turn)
    assert len(with_emoji(world, draft)) >= 6, "a card on each button"
    assert all(int(part["emoji"]["id"]) in there for part in with_emoji(world, draft))
    assert not any("<:" in alt for alt in (*world.alts(turn), *world.alts(draft)))
    offered = await actor.autocomplete(room, "play", "card", "")
    assert offered and not any("<:" in choice["name"] for choice in offered)

    assert "_meeple_" in world.text((await actor.slash(room, "score")).response)
    await world.services.user_settings.prefer(UserId(actor.id), "text", "both")
    assert "<:" not in world.text((await actor.slash(room, "score")).response), "people who have their screen read aloud"

    await world.restart()
    assert await complete(world) == there
    assert uploads(requests) == before


async def test_a_changed_picture_is_uploaded_beside_the_old_one(
    world: World, monkeypatch: pytest.MonkeyPatch, drawn_here: None
) -> None:
    """Old messages show the old one; where there is no room, the oldest that nothing shows any longer goes."""
    there = await complete(world)
    red = next(number for number, name in there.items() if name.startswith("red_meeple_"))
    world.env.backend.application_emojis[red].name = "red_meeple_000000"

    await world.restart()
    beside = await complete(world)

    assert len(beside) == len(there) + 1
    assert beside[red] == "red_meeple_000000"
    newest = max(number for number, name in beside.items() if name.startswith("red_meeple_"))
    assert f":{newest}>" in world.bot.app.emojis.words(ENGLISH).sign("red_meeple")

    blue = next(number for number, name in beside.items() if name.startswith("blue_meeple_"))
    world.env.backend.application_emojis[blue].name = "blue_meeple_000000"
    monkeypatch.setattr(emoji_sync, "MOST", len(beside))
    await world.restart()
    full = await complete(world)
    assert red not in full
    assert blue in full
    assert len(full) == len(beside)


async def test_without_the_right_dots_stand_in(world: World, drawn_here: None) -> None:
    """Nothing else changes."""
    await complete(world)
    world.env.backend.application_emojis.clear()
    refuse(world, times=9)
    await world.restart()

    _, room = await world.start(2, preset="cardcassonne")

    text = world.text((await world.members[0].slash(room, "score")).response)
    assert "🔴" in text
    assert "<:" not in text


async def test_what_is_refused_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch, drawn_here: None) -> None:
    """As after an outage."""
    there = await complete(world)
    monkeypatch.setattr(emoji_sync, "RETRY_S", 0.0)
    refuse(world, times=2)
    await world.restart()

    assert await complete(world) == there
    assert len(world.bot.app.emojis) == len(there)


def refuse(world: World, *, times: int) -> None:
    """Let the list of emojis fail so many times."""
    path = f"/applications/{world.bot.application_id}/emojis"
    world.env.inject_error("GET", path, status=403, times=times)


async def test_all_are_drawn_before_the_first_is_uploaded(
    world: World, requests: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads take minutes, and the process that draws holds as much memory as the bot."""
    monkeypatch.setattr(emoji_sync, "BATCH", 20)
    uploaded: list[int] = []

    async def here(_: emoji_sync.EmojiSyncCog, work: Callable[..., Any], *arguments: object) -> Any:
        uploaded.append(uploads(requests))
        return await asyncio.to_thread(work, *arguments)

    monkeypatch.setattr(emoji_sync.EmojiSyncCog, "_run_apart", here)
    there = await complete(world)

    assert len(uploaded) > 1 and not any(uploaded)
    assert uploads(requests) == len(there)
