"""Reliability from ended games, and matchmaking by it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service.lobby.matchmaking import MatchedPlayers
from service.ratings import reliability
from service.ratings.reliability import TimelinessCounts
from service.wiring.services import Services
from storage.rows import FINISHED, MatchId, SeekRow, UserId, of_match
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin

HOUR = timedelta(hours=1)
HERE = PLACE.guild_id or 0


async def played(services: Services, *, on_timeout: str = "move", until: int = 6) -> MatchId:
    """Return a game of six turns at two days each: Anna takes an hour, Ben two, and from turn `until` on Ben is absent."""
    terms = {"pace": "bank=2d increment=2d cap=2d", "timeout": on_timeout}
    match_id = (await begin(services, ANNA, BEN, terms=terms, rounds="3")).match.id
    now = NOW
    for turn in range(6):
        for post in await services.store.posts.of(of_match(match_id)):
            if post.sent_at is None and post.dead_at is None:
                await services.store.posts.sent(post, 1000 + post.id, now)
        match = await services.match_queries.match(match_id)
        if match.status == FINISHED:
            break
        who = BEN if turn % 2 else ANNA
        if who == BEN and turn >= until:
            now += timedelta(days=3)
            await services.timers.tick(now)
            await services.computers.settled()
            continue
        now += HOUR * (1 + turn % 2)
        await services.turns.act(match_id, who, ("keep", "bank"), expected_version=match.version, now=now)
    assert (await services.match_queries.match(match_id)).status == FINISHED
    return match_id


async def test_turns_in_time_count_with_how_long_they_were_waited_for(services: Services) -> None:
    await played(services)

    assert await services.reliability.of(HERE, ANNA) == TimelinessCounts(3, 0, 3 * HOUR)
    assert await services.reliability.of(HERE, BEN) == TimelinessCounts(3, 0, 6 * HOUR)
    assert (await services.reliability.of(HERE, BEN)).average == 2 * HOUR
    assert await services.reliability.of(HERE + 1, ANNA) == await services.reliability.of(HERE, CHI) == TimelinessCounts()


@pytest.mark.parametrize(("on_timeout", "missed"), [("move", 2), ("vacate", 1), ("forfeit", 1)])
async def test_who_runs_out_of_time_has_missed_a_turn(services: Services, on_timeout: str, missed: int) -> None:
    """Each turn that a computer played for them, or once the seat or the game; what computers then play is not theirs."""
    await played(services, on_timeout=on_timeout, until=2)

    kept = await services.reliability.of(HERE, BEN)

    assert (kept.made, kept.missed, kept.waited) == (1, missed, 2 * HOUR)
    assert (await services.reliability.of(HERE, ANNA)).missed == 0


async def test_who_resigns_has_kept_nobody_waiting(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id

    await services.resignations.resign(match_id, ANNA, now=NOW + HOUR)
    match = await services.match_queries.match(match_id)
    await services.computers.settled()
    await services.turns.act(match.id, BEN, ("keep", "bank"), expected_version=5, now=NOW + 2 * HOUR)

    assert await services.reliability.of(HERE, ANNA) == TimelinessCounts()


def wish(user: UserId, minutes: int = 0, **more: object) -> SeekRow:
    return replace(SeekRow(HERE, user, "tiny", "", 0, NOW + timedelta(minutes=minutes)), **more)  # type: ignore[arg-type]  # some of its fields


async def test_a_wish_asks_for_partners_as_fast_and_as_reliable(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any of them who wants it; of whom little is known nothing can be said against."""
    await played(services, until=2)
    assert await services.matchmaking.wish(wish(BEN)) is None
    assert await services.matchmaking.wish(wish(ANNA, 1, least_kept=90)) == MatchedPlayers((BEN, ANNA), "tiny", "")

    monkeypatch.setattr(reliability, "LEAST_TURNS", 3)
    assert await services.matchmaking.wish(wish(ANNA, 1, least_kept=90)) is None, "a third of their turns"
    assert await services.matchmaking.wish(wish(ANNA, 1, most_wait_s=5400)) is None, "two hours a turn"
    assert await services.matchmaking.wish(wish(CHI, 2, most_wait_s=5400)) == MatchedPlayers((ANNA, CHI), "tiny", "")
    assert await services.matchmaking.wish(wish(ANNA, 1, least_kept=33, most_wait_s=7200)) == MatchedPlayers(
        (BEN, ANNA), "tiny", ""
    )
    assert await services.matchmaking.wish(wish(BEN, 3)) == MatchedPlayers((ANNA, BEN), "tiny", "")


async def test_a_wish_names_languages_of_which_all_share_one(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA, languages=("nl", "de"), seats=3))
    await services.matchmaking.wish(wish(BEN, 1, languages=("en",), seats=3))

    assert await services.matchmaking.wish(wish(CHI, 2, languages=("de", "en", "nl"))) is None, "two share none"
    await services.matchmaking.take_back(HERE, BEN, now=NOW)
    await services.matchmaking.wish(wish(CHI, 2, languages=("de", "en"), seats=3))
    matched_players = await services.matchmaking.wish(wish(BEN, 3))

    assert matched_players == MatchedPlayers((ANNA, CHI, BEN), "tiny", "", language="de")
    assert matched_players is not None
    begun = await services.matchmaking.begin(matched_players, PLACE, now=NOW + HOUR, locale="en")
    assert begun.match.locale == "de"
