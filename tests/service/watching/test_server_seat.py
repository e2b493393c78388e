"""A server's seat: its members vote, the vote closes once, and votes are secret before."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from games.core.game import CHANCE, Seat
from service.clocks.pausing import PAUSE
from service.errors import Refusal
from service.guilds.server_settings import VOTERS
from service.play.early_finish import FINISH, STOP
from service.play.take_back import UNDO
from service.play.vote_counting import CLOSES_AFTER, GOOD, OPEN_FOR
from service.records import MatchLocation
from service.watching.server_seat import REOPENED, UNVOTED, VOTE, VOTED
from service.wiring.services import Services
from storage.changes import PutRow
from storage.rows import CANCELLED, FINISHED, LOST, RUNNING, MatchId, Post, TimerRow, UserId, VoteRow, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, make_services, play_turn, refused
from tests.service.play.test_mixing import MESSAGE, Channel

DORA = UserId(104)
CLOSED = NOW + OPEN_FOR


async def opened(services: Services, *players: UserId, rounds: str = "3", **options: str) -> MatchId:
    """Return a running game of the server, which goes first, with these people, or with a computer."""
    lobby = await services.lobbies.open(PLACE, DORA, "tiny", {"rounds": rounds, **options}, now=NOW, order="joined")
    await services.lobbies.add_town(lobby.match.id, DORA, now=NOW)
    for person in players:
        await services.lobbies.join(lobby.match.id, person, now=NOW)
    if not players:
        await services.lobbies.add_computer(lobby.match.id, DORA, "apprentice", now=NOW)
    match_id: MatchId = (await services.lobbies.start(lobby.match.id, DORA, now=NOW)).match.id
    await services.computers.settled()
    return match_id


async def voted(services: Services, match_id: MatchId, person: UserId, *texts: str, now: datetime = NOW) -> Any:
    draft = await services.drafts.push(match_id, person, texts or ("keep", "bank"), keep=0, now=now)
    return await services.turns.confirm(match_id, person, expected_version=draft.version, now=now)


async def cast(services: Services, match_id: MatchId) -> list[tuple[int, tuple[str, ...]]]:
    return [(row.user_id, row.texts) for row in await services.store.votes.of(match_id)]


async def moved(services: Services, match_id: MatchId) -> list[tuple[int, str]]:
    return [(row.seat, row.text) for row in (await services.repository.rows(match_id)).log if row.seat != CHANCE]


async def posts(services: Services, match_id: MatchId, kind: str) -> list[Post]:
    return [post for post in await services.store.posts.of(of_match(match_id)) if post.kind == kind]


async def timers(services: Services, match_id: MatchId) -> list[TimerRow]:
    return [timer for timer in await services.store.timers.of(of_match(match_id)) if timer.kind == VOTE]


@pytest.fixture
async def other(path: Path, store: Store) -> AsyncIterator[Services]:  # the file must be there
    """Open another process on the same file."""
    opened_again = await open_sqlite(path)
    beside = make_services(opened_again)
    yield beside
    await beside.stop()
    await opened_again.close()


async def test_the_move_with_most_votes_is_played_when_the_vote_closes(services: Services) -> None:
    match_id = await opened(services, ANNA)
    (turn,) = await posts(services, match_id, "turn")
    assert (turn.user_id, turn.seat) == (None, 0)
    (timer,) = await timers(services, match_id)
    assert (timer.due_at, timer.payload) == (CLOSED, {"version": turn.upto})

    for person, texts in ((BEN, ("keep", "bank")), (CHI, ("pass", "hold")), (DORA, ("keep", "hold"))):
        assert (await voted(services, match_id, person, *texts)).voted
    assert (await voted(services, match_id, CHI, "keep", "hold")).voted, "changed"
    await services.timers.tick(CLOSED - timedelta(seconds=1))
    assert await moved(services, match_id) == []

    await services.timers.tick(CLOSED)

    assert await moved(services, match_id) == [(0, "keep"), (0, "hold")]
    (notice,) = await posts(services, match_id, "notice")
    told = {"seat": 0, "version": turn.upto, "votes": 3, "tied": 0, "texts": ["keep", "hold"]}
    best = notice.payload.pop("best")
    assert notice.payload == {"code": VOTED, **told} and best[0] == "keep"
    turn_best = await services.server_seat.best_turn(match_id, Seat(0), turn.upto, ("pass", "hold"))
    assert turn_best.texts == ("pass", "hold"), "as it would have been, whatever was played"
    assert await timers(services, match_id) == [] and await services.store.drafts.of(of_match(match_id)) == {}
    vote_told = await services.server_seat.told(match_id, Seat(0), turn.upto, ("keep", "hold"))
    assert [
        (revealed_vote.turn.texts, revealed_vote.voters, revealed_vote.tenths, revealed_vote.is_played)
        for revealed_vote in vote_told
    ] == [
        (("keep", "hold"), (CHI, DORA), 0, True),
        (("keep", "bank"), (BEN,), 0, False),
    ]


async def test_how_good_each_vote_was_is_kept_and_the_best_voters_are_named(services: Services) -> None:
    """Who passes what was drawn loses it, and two points more where the other keeps up."""
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN)
    await voted(services, match_id, CHI, "pass", "bank")

    await services.timers.tick(CLOSED)

    worth = {row.user_id: row.tenths or 0 for row in await services.store.votes.of(match_id)}
    assert worth[BEN] == 0 and worth[CHI] >= 10
    assert [voter.user_id for voter in await services.server_seat.voters(match_id)] == [BEN, CHI]


async def test_good_votes_in_a_row_are_counted_in_each_server(services: Services) -> None:
    """A miss ends them; one alone is no streak; guesses are counted by themselves."""
    match_id, guild_id = await opened(services), PLACE.guild_id or 0
    at = NOW
    for _ in range(3):
        await voted(services, match_id, BEN, now=at)
        await voted(services, match_id, CHI, now=at)
        (timer,) = await timers(services, match_id)
        at = timer.due_at
        await services.timers.tick(at)
        await services.computers.settled()

    (_, second, _) = [row for row in await services.store.votes.of(match_id) if row.user_id == CHI]
    await services.store.commit(PutRow(replace(second, tenths=GOOD + 1), match_id))
    assert await services.server_seat.streaks(guild_id, [BEN, CHI, DORA]) == {BEN: 3}
    assert await services.server_seat.streaks(guild_id + 1, [BEN]) == {}
    assert await services.store.votes.losses(guild_id, BEN, is_town=False) == ()


@pytest.mark.parametrize("people", [(), (BEN,)])
async def test_without_enough_votes_a_computer_plays_and_that_is_told(services: Services, people: tuple[UserId, ...]) -> None:
    match_id = await opened(services, ANNA)
    for person in people:
        await voted(services, match_id, person)

    await services.timers.tick(CLOSED)

    played = await moved(services, match_id)
    assert played[0] == (0, "timeout citizen") and [seat for seat, _ in played] == [0, 0, 0]
    (notice,) = await posts(services, match_id, "notice")
    assert (notice.payload["code"], notice.payload["votes"]) == (UNVOTED, len(people))


async def test_against_a_computer_each_turn_opens_a_vote_and_the_last_regular_closes_it(services: Services) -> None:
    match_id = await opened(services)
    for person in (BEN, CHI):
        await voted(services, match_id, person)
    await services.timers.tick(CLOSED)
    await services.computers.settled()
    later = CLOSED + timedelta(hours=1)

    await voted(services, match_id, CHI, now=later)
    (timer,) = await timers(services, match_id)
    assert timer.due_at - later > CLOSES_AFTER
    await voted(services, match_id, BEN, now=later)

    (timer,) = await timers(services, match_id)
    assert timer.due_at == later + CLOSES_AFTER
    await services.timers.tick(timer.due_at)
    assert [text for seat, text in await moved(services, match_id) if seat == 0] == ["keep", "bank"] * 2


async def test_a_tie_is_decided_by_the_secret_that_is_opened_afterwards(services: Services) -> None:
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN, "keep", "bank")
    await voted(services, match_id, CHI, "pass", "bank")
    (turn,) = await posts(services, match_id, "turn")

    await services.timers.tick(CLOSED)

    secret = (await services.store.matches.secret(match_id)).key
    label = f"vote {turn.upto} 0".encode()
    lot = int.from_bytes(hmac.new(secret, label, hashlib.sha256).digest(), "big") % 2
    assert (await moved(services, match_id))[0] == (0, ("keep", "pass")[lot])
    assert (await posts(services, match_id, "notice"))[0].payload["tied"] == 2


async def test_a_tie_follows_from_the_message_that_the_game_begins_too(store: Store) -> None:
    """As draws do, by the key of docs/fair-draws.md: nobody knows the lot when the bag is sealed."""
    services = make_services(store, mixes=True)
    match_id = await opened(services, ANNA)
    await services.outbox.drain(Channel(), NOW)
    (turn,) = await posts(services, match_id, "turn")
    for person, text in ((BEN, "keep"), (CHI, "pass")):
        await voted(services, match_id, person, text, "bank")

    await services.timers.tick(CLOSED)

    key = hmac.digest((await store.matches.secret(match_id)).key, f"mix {MESSAGE}".encode(), "sha256")
    lot = int.from_bytes(hmac.digest(key, f"vote {turn.upto} 0".encode(), "sha256"), "big") % 2
    played = [text for seat, text in await moved(services, match_id) if seat == 0]
    assert played == [("keep", "pass")[lot], "bank"]
    await services.stop()


async def test_two_votes_and_two_closings_at_once_count_once(services: Services, other: Services) -> None:
    """In two processes that share the file: each looks at what the other has written."""
    match_id = await opened(services, ANNA)
    for each_services in (services, other):
        await each_services.drafts.push(match_id, BEN, ("keep", "bank"), keep=0, now=NOW)
        await each_services.drafts.push(match_id, CHI, ("pass", "hold"), keep=0, now=NOW)
    confirm = [
        each_services.turns.confirm(match_id, person, now=NOW)
        for each_services in (services, services, other)
        for person in (BEN, CHI)
    ]
    await asyncio.gather(*confirm, return_exceptions=True)
    assert sorted(await cast(services, match_id)) == [(BEN, ("keep", "bank")), (CHI, ("pass", "hold"))]

    await asyncio.gather(services.timers.tick(CLOSED), other.timers.tick(CLOSED))

    assert len(await moved(services, match_id)) == 2
    assert len(await posts(services, match_id, "notice")) == 1


async def test_a_process_that_ends_while_it_judges_leaves_the_vote_as_it_was(services: Services, other: Services) -> None:
    """Counting, the move and its message are one transaction: the next process closes the vote."""
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN)
    await voted(services, match_id, CHI)
    began, forever = asyncio.Event(), asyncio.Event()

    async def judging(*_: object, **__: object) -> None:
        began.set()
        await forever.wait()

    services.thinking.run = judging  # type: ignore[assignment]
    closing = asyncio.create_task(services.timers.tick(CLOSED))
    await began.wait()
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    assert await moved(services, match_id) == [] and len(await timers(services, match_id)) == 1

    await other.timers.tick(CLOSED)

    assert await moved(other, match_id) == [(0, "keep"), (0, "bank")]


async def test_a_vote_waits_while_the_channel_is_lost_and_is_over_with_the_game(services: Services) -> None:
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN)
    await voted(services, match_id, CHI)
    await services.channel_changes.rest(match_id, now=NOW)
    assert (await services.match_queries.match(match_id)).status == LOST

    await services.timers.tick(CLOSED)
    assert await moved(services, match_id) == [] and len(await timers(services, match_id)) == 1

    await services.channel_changes.resume(match_id, now=CLOSED)
    (timer,) = await timers(services, match_id)
    assert timer.due_at == CLOSED + OPEN_FOR, "nobody could vote meanwhile"
    await services.timers.tick(timer.due_at)
    assert await moved(services, match_id) == [(0, "keep"), (0, "bank")]
    while (await services.match_queries.match(match_id)).status == RUNNING:
        seats = (await services.match_queries.table(match_id)).asked
        if seats == (0,):
            (timer,) = await timers(services, match_id)
            await services.timers.tick(timer.due_at)
        else:
            version = (await services.match_queries.match(match_id)).version
            await services.turns.act(match_id, ANNA, ("keep", "bank"), expected_version=version, now=CLOSED)
    assert (await services.match_queries.match(match_id)).status == FINISHED and await timers(services, match_id) == []


async def test_after_an_outage_a_vote_stays_open_for_a_while_and_a_cancelled_game_has_none(services: Services) -> None:
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN)
    await voted(services, match_id, CHI)
    back = CLOSED + timedelta(hours=9)

    await services.timers.tick(back)

    assert await moved(services, match_id) == []
    await services.timers.tick(back + REOPENED)
    assert await moved(services, match_id) == [(0, "keep"), (0, "bank")]
    other = (await services.lobbies.open(MatchLocation(7, 71), DORA, "tiny", {}, now=NOW)).match.id
    await services.lobbies.add_town(other, DORA, now=NOW)
    await services.lobbies.join(other, ANNA, now=NOW)
    await services.lobbies.start(other, DORA, now=NOW)
    await services.resignations.cancel(other, DORA, now=NOW)
    assert await timers(services, other) == []


async def test_only_a_member_without_a_seat_votes_and_only_when_the_server_is_asked(services: Services) -> None:
    match_id = await opened(services, ANNA)
    assert await refused(services.turns.undo(match_id, BEN, now=NOW)) == "not-seated"
    draft = await services.drafts.open(match_id, BEN, now=NOW)
    assert draft.is_vote and draft.legal == ("keep", "pass")
    for person in (BEN, CHI):
        await voted(services, match_id, person)
    await services.timers.tick(CLOSED)

    assert await refused(services.drafts.open(match_id, BEN, now=CLOSED)) == "no-vote"
    assert not (await services.drafts.open(match_id, ANNA, now=CLOSED)).is_vote
    assert await refused(services.turns.confirm(match_id, BEN, expected_version=draft.version, now=CLOSED)) in ("no-vote", "stale")


@pytest.mark.parametrize("kind", [UNDO, PAUSE, FINISH, STOP])
async def test_nobody_alone_with_the_server_agrees_with_themselves(services: Services, kind: str) -> None:
    """Going back after the votes were shown, a pause, an early end: a server can't say no."""
    match_id = await opened(services, ANNA)
    for person in (BEN, CHI):
        await voted(services, match_id, person)
    await services.timers.tick(CLOSED)
    await play_turn(services, match_id, ANNA)

    assert await refused(services.requests.ask(match_id, ANNA, kind, {}, now=NOW)) == "server-plays"


async def test_who_joined_the_server_lately_may_not_vote(services: Services) -> None:
    match_id = await opened(services, ANNA)
    match, seats = await services.match_queries.seated(match_id)

    def may(since: datetime | None) -> str:
        try:
            services.server_seat.must_vote(match, seats, since, NOW)
        except Refusal as no:
            return f"{no.code} {no.params.get('days')}"
        return "may"

    assert may(NOW - timedelta(hours=1)) == may(NOW - timedelta(hours=47)) == may(None) == "too-new-to-vote 2"
    assert may(NOW - timedelta(days=2)) == "may"
    await services.server_settings.choose(PLACE.guild_id or 0, VOTERS, ["0"])
    assert may(None) == "may"
    with pytest.raises(Refusal, match="not-seated"):
        services.server_seat.must_vote(match, seats[1:], NOW - timedelta(days=9), NOW)


async def test_the_host_gets_up_for_the_server_and_ratings_stay_as_they_are(services: Services) -> None:
    lobby = await services.lobbies.open(PLACE, DORA, "tiny", {}, now=NOW, terms={"rated": "on", "pace": "daily"})
    await services.lobbies.join(lobby.match.id, ANNA, now=NOW)

    lobby = await services.lobbies.add_town(lobby.match.id, DORA, now=NOW)

    assert [(row.user_id, row.is_town) for row in lobby.seats] == [(ANNA, False), (None, True)]
    assert lobby.match.host_id == DORA and lobby.may_start and not lobby.terms.rated
    assert await refused(services.lobbies.add_town(lobby.match.id, DORA, now=NOW)) == "no-town"
    left = await services.lobbies.leave(lobby.match.id, ANNA, now=NOW)
    assert left.match.status != CANCELLED and left.match.host_id == DORA
    assert [row.level for row in (await services.lobbies.remove_computer(lobby.match.id, DORA, now=NOW)).seats] == []
    alone = await services.lobbies.open(MatchLocation(None, 71), BEN, "tiny", {}, now=NOW)
    assert await refused(services.lobbies.add_town(alone.match.id, BEN, now=NOW)) == "no-town"


async def test_forgetting_somebody_takes_their_votes(services: Services) -> None:
    match_id = await opened(services, ANNA)
    await voted(services, match_id, BEN)
    await voted(services, match_id, CHI)
    assert [row["texts"] for row in (await services.privacy.export(BEN))["votes"]] == [["keep", "bank"]]

    await services.privacy.forget(BEN, now=NOW)

    assert [user for user, _ in await cast(services, match_id)] == [CHI]
    assert isinstance((await services.store.votes.of(match_id))[0], VoteRow)
