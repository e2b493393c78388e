"""Killed at random points, again and again, the program loses no accepted move, doubles none, and tells every turn once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.action_gateway import LoggedAction, replay
from games.core.game import CHANCE
from service.match import match_log as logs
from storage.rows import RUNNING, LoadedMatch, MatchId
from storage.store import Store, open_sqlite
from tests.nursery import NURSERY, ended_by
from tests.service import killed_player
from tests.service.killed_player import ALL_GAMES, unsent

LIFE_S = (0.02, 0.7)
"""How long a life may last once all matches are open: random points of a busy time."""
BIRTH_S = (0.05, 0.7)
"""When a life may end while it still starts and opens its matches."""
EARLY_DEATHS = 3
"""The first lives end early."""


class Discord:
    """Outlives the program. Knows nonces as Discord does, and keeps what the program has promised to people."""

    def __init__(self, seed: int) -> None:
        self.messages: list[dict[str, Any]] = []
        self.ids: dict[str, int] = {}
        self.intents: dict[tuple[int, int], dict[str, Any]] = {}
        self.resolved: dict[tuple[int, int], list[str]] = {}
        self.complaints: list[dict[str, Any]] = []
        self.over: set[int] = set()
        """Matches of which somebody was told that they have ended."""
        self.repeats = 0
        self.outages = 0
        self.ready = asyncio.Event()
        self.random = random.Random(seed)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(json.dumps(self.answer(json.loads(line))).encode() + b"\n")
        except (ConnectionError, json.JSONDecodeError):
            pass  # the other side was killed in mid-word
        finally:
            writer.close()

    def answer(self, asked: dict[str, Any]) -> Any:
        return getattr(self, "on_" + asked.pop("op"))(asked)

    def on_post(self, post: dict[str, Any]) -> int | None:
        nonce = post["nonce"]
        if nonce in self.ids:
            self.repeats += 1
            return self.ids[nonce]
        if self.random.random() < 0.01:
            self.outages += 1
            return None
        self.messages.append(post)
        self.ids[nonce] = len(self.messages)
        return self.ids[nonce]

    def on_find(self, asked: dict[str, Any]) -> int | None:
        return self.ids.get(asked["nonce"])

    def on_intend(self, intent: dict[str, Any]) -> bool:
        self.intents[intent["match"], intent["version"]] = intent
        return True

    def on_resolved(self, told: dict[str, Any]) -> bool:
        key = told["match"], told["version"]
        again = key in self.resolved or self.intents.pop(key, None) is None
        wrong = told["accepted"] > 1 or any(code not in ("already-done", "not-running") for code in told["codes"])
        if "not-running" in told["codes"]:
            self.over.add(told["match"])
        if again or wrong:
            self.complaints.append(told)
        self.resolved[key] = told["texts"]
        return True

    def on_unresolved(self, _: dict[str, Any]) -> list[dict[str, Any]]:
        return list(self.intents.values())

    def on_ready(self, _: dict[str, Any]) -> bool:
        self.ready.set()
        return True


async def live(
    discord: Discord,
    words: tuple[Any, ...],
    *,
    life_s: float | None,
    early: bool = False,
    still_s: float = 0.0,
    lived: Callable[..., None] = killed_player.lived,
) -> int | None:
    """Run one life of the program, killed `life_s` after it is ready or starts (None: not); return its exit code.

    `still_s`: for so long it stands still then, and lives as long again before it is killed.
    """
    discord.ready.clear()
    process = NURSERY.Process(target=lived, args=words, kwargs={"last": life_s is None})
    process.start()
    ended = asyncio.create_task(ended_by(process.sentinel))
    if life_s is not None:
        ready = asyncio.create_task(discord.ready.wait())
        if not early:
            await asyncio.wait((ready, ended), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        assert not ended.done(), "the program died by itself"
        await asyncio.sleep(life_s)
        if still_s:
            await stand_still(process.pid, still_s)
            await asyncio.sleep(life_s)
        process.kill()
    await ended
    process.join()
    return process.exitcode


async def stand_still(number: int | None, for_s: float) -> None:
    """As a machine does that is put to sleep: a process notices nothing of the time in which it does not run."""
    assert number is not None
    os.kill(number, signal.SIGSTOP)
    await asyncio.sleep(for_s)
    os.kill(number, signal.SIGCONT)


def expected_posts(loaded: LoadedMatch, game_id: str) -> list[tuple[str, int | None, int]]:
    """Return the expected posts by the log alone: after every draw the asked person's, and the end."""
    game = ALL_GAMES[game_id]
    options, count = game.options(loaded.match.options), len(loaded.seats)
    state = game.start(options, count)
    told: list[tuple[str, int | None, int]] = []
    for row in loaded.log:
        game.advance(state, row.seat, game.read(row.text), lambda _: None)
        seats_to_act = game.to_act(state)
        if row.seat == CHANCE:
            told += [("turn", seat, row.seq + 1) for seat in seats_to_act if seat != CHANCE and loaded.seats[seat].is_human]
        if not seats_to_act:
            told.append(("end", None, row.seq + 1))
    return told


KILLS = int(os.environ.get("BASTIDE_KILLS", "10"))
"""Of each game; many in `make soak`."""


@pytest.mark.parametrize(
    ("game", "matches", "kills"), [pytest.param("tiny", 120, KILLS, marks=pytest.mark.soak), ("carcassonne", 50, KILLS)]
)
async def test_nothing_is_lost_or_doubled_by_kills(tmp_path: Path, game: str, matches: int, kills: int) -> None:
    path, chance = tmp_path / "bastide.db", random.Random(20260301)
    discord = Discord(7)
    server = await asyncio.start_server(discord.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    for life in range(kills):
        words = (path, port, game, matches, life)
        early = life < EARLY_DEATHS
        code = await live(discord, words, life_s=chance.uniform(*(BIRTH_S if early else LIFE_S)), early=early)
        assert code == -9
    assert await live(discord, (path, port, game, matches, kills), life_s=None) == 0
    server.close()

    await check_all(await open_sqlite(path), discord, game, matches)


async def check_all(store: Store, discord: Discord, game: str, matches: int) -> None:
    """Check that every match stands as promised and was told once; close the store."""
    rows = [await store.matches.in_channel(channel) for channel in range(matches)]
    loaded = [read_match for row in rows if row is not None and (read_match := await store.matches.load(row.id)) is not None]
    waiting = await unsent(store)
    await store.close()
    assert len(loaded) == matches
    assert len(discord.resolved) > matches
    assert (discord.complaints, discord.intents, waiting) == ([], {}, None)
    assert discord.over <= {loaded_match.match.id for loaded_match in loaded if loaded_match.match.status != RUNNING}
    messages: dict[MatchId, list[tuple[str, int | None, int]]] = {}
    for message in discord.messages:
        messages.setdefault(message["match"], []).append((message["kind"], message["seat"], message["upto"]))
    for each in loaded:
        check_moves(each, discord, game)
        assert messages[each.match.id] == expected_posts(each, game)
    moves, told = sum(map(len, discord.resolved.values())), len(discord.messages)
    tried = f"{moves} moves and {told} messages tried, {discord.repeats + discord.outages} interrupted"
    print(f"figures: {game}: {tried}; lost 0, doubled 0", flush=True)  # for `tools.soak`: all laws above held


def check_moves(loaded: LoadedMatch, discord: Discord, game_id: str) -> None:
    """Check that every accepted move stands where it was meant, and no other move of a person is in the log."""
    game = ALL_GAMES[game_id]
    assert [row.seq for row in loaded.log] == list(range(loaded.match.version))
    assert logs.standing_rows(loaded.log) == list(loaded.log)
    replay(game, game.options(loaded.match.options), len(loaded.seats), [LoggedAction(row.seat, row.text) for row in loaded.log])
    by_people = {row.seq: row.text for row in loaded.log if row.seat != CHANCE and loaded.seats[row.seat].is_human}
    promised = {
        version + i: text
        for (match, version), texts in discord.resolved.items()
        if match == loaded.match.id
        for i, text in enumerate(texts)
    }
    assert by_people == promised


def test_the_stand_in_knows_nonces_as_discord_does() -> None:
    discord = Discord(1)

    ids = [discord.on_post({"nonce": nonce}) for nonce in ("a", "b", "a")]

    assert ids[0] == ids[2] != ids[1]
    assert Counter(m["nonce"] for m in discord.messages) == {"a": 1, "b": 1}
