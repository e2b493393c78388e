"""Killed while clocks, reminders, timeouts, nights and take-back windows fall due, the program does and tells each of them once."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.core.game import CHANCE
from service.clocks.clock_service import OUTAGE
from service.clocks.notifications import DAILY
from service.clocks.reminders import REMINDER
from service.match import match_log as logs
from storage.rows import FINISHED, PERSON, ActionRow, LoadedMatch, MatchId, of_match
from storage.store import open_sqlite
from tests.nursery import NURSERY, ended_by
from tests.service import killed_clocks
from tests.service.core import test_kill
from tests.service.killed_clocks import ACCEPTED, FIRST, LISTED, SECOND

BEGINNING = datetime(2026, 3, 1, 6, tzinfo=UTC)
STEP, LONG_STEP = timedelta(minutes=4), timedelta(minutes=45)
"""How much later it is whenever the program asks."""
DOWN = timedelta(minutes=40)
"""How long nobody is there after a kill: an outage."""
SIGNS = timedelta(minutes=6)
"""Its last sign of life may be so old: one each minute, as far as time stands still in between."""
QUESTIONS = (20, 900)
"""How many a life may ask: moments, presses and messages."""
KILLS = 6
"""Then all games are over, mostly; more kills are more games."""
TIMES = int(os.environ.get("BASTIDE_KILLS", "1")) // KILLS or 1
"""Many in `make soak`."""
MATCHES = 18 if TIMES > 1 else 10


class Discord(test_kill.Discord):
    """Knows what time it is, too, and when each message arrived."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.now = BEGINNING
        self.away = list[tuple[datetime, datetime]]()
        """From the last sign of a life until the next one was ready."""
        self.clocks: dict[int, list[dict[str, Any]]] = {}
        self.questions = 0
        self.enough = asyncio.Event()
        """Set when this life has asked as often as it may."""

    def answer(self, asked: dict[str, Any]) -> Any:
        self.questions -= 1
        if not self.questions:
            self.enough.set()
        return super().answer(asked)

    async def live(self, words: Sequence[Any], *, questions: int, wait_s: float) -> int | None:
        """Run one life of the program, killed after so many questions (0: it ends by itself); return its exit code."""
        self.ready.clear()
        self.enough.clear()
        self.questions = questions
        process = NURSERY.Process(target=killed_clocks.lived, args=words, kwargs={"last": not questions})
        process.start()
        ended = asyncio.create_task(ended_by(process.sentinel))
        if questions:
            enough = asyncio.create_task(self.enough.wait())
            await asyncio.wait((ended, enough), return_when=asyncio.FIRST_COMPLETED)
            assert not ended.done(), "the program died by itself"
            await asyncio.sleep(wait_s)
            process.kill()
        await ended
        process.join()
        return process.exitcode

    def on_ready(self, asked: dict[str, Any]) -> bool:
        self.away[-1:] = [(begin, self.now) for begin, _ in self.away[-1:]]
        return super().on_ready(asked)

    def dies(self) -> None:
        """End a life with a time of absence; one that never was ready has looked after no game."""
        if self.ready.is_set():
            self.away.append((self.now - SIGNS, self.now))
        self.now += DOWN

    def on_later(self, asked: dict[str, Any]) -> str:
        self.now += LONG_STEP if asked["long"] else STEP
        return self.now.isoformat()

    def on_post(self, post: dict[str, Any]) -> int | None:
        return super().on_post({**post, "at": self.now})

    def on_intend(self, intent: dict[str, Any]) -> bool:
        """Return whether an intended press may go ahead: a waiting move waits, and simultaneous presses are tested elsewhere."""
        key = intent["match"], intent["version"]
        return key not in self.resolved and key not in self.intents and super().on_intend(intent)

    def on_resolved(self, told: dict[str, Any]) -> bool:
        """Press after press: each intent is answered once, whatever the answer is."""
        key = told["match"], told["version"]
        if self.intents.pop(key, None) is None:
            self.complaints.append(told)
        elif told["told"] == ACCEPTED:
            self.resolved[key] = told["texts"]
        return True

    def on_clocks(self, told: dict[str, Any]) -> bool:
        self.clocks[told["match"]] = told["events"]
        return True


@pytest.mark.parametrize("seed", range(TIMES))
async def test_what_falls_due_around_kills_happens_and_is_told_once(tmp_path: Path, seed: int) -> None:
    path, chance, discord = tmp_path / "bastide.db", random.Random(20260302 + seed), Discord(8 + seed)
    server = await asyncio.start_server(discord.serve, "127.0.0.1", 0)
    words = (path, server.sockets[0].getsockname()[1], MATCHES)

    for number in range(KILLS):
        signs, life = number * 3 < KILLS, 100 * seed + number
        assert await discord.live((*words, life, signs), questions=chance.randint(*QUESTIONS), wait_s=chance.uniform(0, 0.02)) == -9
        if signs:
            discord.dies()
    assert await discord.live((*words, 99, False), questions=0, wait_s=0) == 0
    server.close()

    store = await open_sqlite(path)
    loaded = [each for number in discord.clocks if (each := await store.matches.load(MatchId(number))) is not None]
    left = [timer for loaded_match in loaded for timer in await store.timers.of(of_match(loaded_match.match.id))]
    unsent = await store.posts.next_at()
    await store.close()
    assert len(loaded) == MATCHES
    assert {loaded_match.match.status for loaded_match in loaded} == {FINISHED}
    assert (discord.complaints, discord.intents, left, unsent) == ([], {}, [], None)
    for read_match in loaded:
        told = [message for message in discord.messages if message["topic"] == ["match", read_match.match.id]]
        check_moves(read_match, discord)
        check_timeouts(read_match, told)
        check_reminders(told)
        check_outages(discord.clocks[read_match.match.id], discord.away)
    check_once(discord.messages)
    check_lists(discord.messages)
    check_that_it_happened(loaded, discord)


def check_moves(loaded: LoadedMatch, discord: Discord) -> None:
    """Check that each confirmed turn stands where it was made, and no other moves were played for a person."""
    made = {version: texts for (match, version), texts in discord.resolved.items() if match == loaded.match.id}
    assert logs.standing_rows(loaded.log) == [row for row in loaded.log if logs.kind_of(row) == logs.ACTION]
    for version, texts in made.items():
        actions = loaded.log[version : version + 2]
        assert [row.text for row in actions] == texts, (
            f"match {loaded.match.id} at {version}: {loaded.log[version - 2 : version + 5]}"
        )
    for first, second in by_people(loaded):
        assert [first.text, second.text] in (FIRST, SECOND), "a computer has played as a person"


def by_people(loaded: LoadedMatch) -> list[tuple[ActionRow, ActionRow]]:
    """Return the turns that no computer has played, in pairs of actions."""
    people, computers, stood_in = list[ActionRow](), set[int](), -1
    for row in loaded.log:
        kind = logs.kind_of(row)
        computers |= {row.seat} if kind == logs.VACATE else set()
        stood_in = row.seq if kind == logs.TIMEOUT else stood_in
        if kind == logs.ACTION and row.seat not in (CHANCE, *computers) and not 0 <= stood_in >= row.seq - 2:
            people.append(row)
    return list(zip(people[::2], people[1::2], strict=True))


def check_timeouts(loaded: LoadedMatch, told: Sequence[dict[str, Any]]) -> None:
    """Check for one message with its figures per timeout: a turn played, a seat lost, a game lost."""
    kinds = Counter(logs.kind_of(row) for row in loaded.log)
    codes = Counter(message["payload"].get("code") for message in told if message["kind"] == "notice")
    ends = [message["payload"].get("timeout") for message in told if message["kind"] == "end"]
    assert codes["timed-out"] == kinds[logs.TIMEOUT]
    assert codes["vacated"] == kinds[logs.VACATE]
    assert len(ends) == 1
    assert (ends[0] is not None) == (
        loaded.match.terms.on_timeout == "forfeit" and bool(loaded.match.result and is_cut_short(loaded))
    )


def is_cut_short(loaded: LoadedMatch) -> bool:
    """Return whether it ended before its last turn."""
    return sum(row.seat != CHANCE for row in logs.standing_rows(loaded.log)) < 2 * 2 * 8


def check_reminders(told: Sequence[dict[str, Any]]) -> None:
    """Check for at most three reminders a turn."""
    number = Counter((message["seat"], message["upto"]) for message in told if message["kind"] == REMINDER)
    assert max(number.values(), default=0) <= 3


def check_outages(events: Sequence[dict[str, Any]], away: Sequence[tuple[datetime, datetime]]) -> None:
    """Check that clocks stood while the program was gone, and only then."""
    for event in events:
        if event["what"] == "stopped" and event["why"] == OUTAGE:
            since, until = datetime.fromisoformat(event["since"]), datetime.fromisoformat(event["until"])
            assert any(begin <= since and until <= end for begin, end in away), f"{since} to {until}"


def check_once(messages: Sequence[dict[str, Any]]) -> None:
    """Check that no two messages are equal, but the lists of two days."""
    counter = Counter(json.dumps({**message, "nonce": "", "at": ""}) for message in messages if message["kind"] != DAILY)
    assert [text for text, number in counter.items() if number > 1] == []


def check_lists(messages: Sequence[dict[str, Any]]) -> None:
    """Check for one list a day."""
    days = defaultdict[int, list[datetime]](list)
    for message in messages:
        if message["kind"] == DAILY and message["topic"][0] == PERSON and not message["payload"].get("why"):
            days[message["topic"][1]].append(message["at"])
    assert set(days) <= {LISTED}
    assert all(later - sooner > timedelta(hours=12) for value in days.values() for sooner, later in pairwise(value))


def check_that_it_happened(loaded: Sequence[LoadedMatch], discord: Discord) -> None:
    """Check that timeouts really happened: the test would otherwise hold emptily."""
    kinds = Counter(logs.kind_of(row) for loaded_match in loaded for row in loaded_match.log)
    posted = Counter(message["kind"] for message in discord.messages)
    outages = sum(event["why"] == OUTAGE for events in discord.clocks.values() for event in events if "why" in event)
    assert kinds[logs.TIMEOUT] > 1 and kinds[logs.VACATE] > 1 and posted[REMINDER] > 10
    assert outages > 5
    assert sum(texts == SECOND for texts in discord.resolved.values()) > 3
    assert sum(message["payload"].get("timeout") is not None for message in discord.messages if message["kind"] == "end") > 0
