"""Two servers play one game: two matches that stay alike, apart from all that is each server's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from games.core.game import CHANCE, Seat
from service.errors import Refusal
from service.lobby.cross_server_invites import VALID, is_code, normalise_code, space_code
from service.play.cross_server_games import GRACE, LOOK, RIVAL_BACK, RIVAL_LEFT, RIVAL_LOST, RIVAL_WENT_ON, PeerMatch, counterpart
from service.play.vote_counting import OPEN_FOR
from service.records import MatchLocation
from service.watching.server_seat import VOTE
from service.wiring.services import Services
from storage.changes import EraseMatch
from storage.rows import (
    CANCELLED,
    FINISHED,
    LOST,
    RIVAL,
    RUNNING,
    ActionRow,
    LoadedMatch,
    MatchId,
    NewTimer,
    SeatRow,
    UserId,
    of_match,
)
from storage.store import Store, open_sqlite
from tests.service.conftest import BEN, CHI, NOW, make_services, refused
from tests.service.play.test_mixing import Channel
from tests.service.watching.test_server_seat import DORA, moved, posts, voted

HERE, THERE, ELSEWHERE = MatchLocation(7, 70), MatchLocation(8, 80), MatchLocation(9, 90)
EMIL, FINN = UserId(105), UserId(106)


async def lobby(services: Services, place: MatchLocation, host: UserId, game: str = "tiny", **options: str) -> MatchId:
    return (await services.lobbies.open(place, host, game, options, now=NOW, terms={"rated": "on"})).match.id


async def agreed(services: Services, **options: str) -> tuple[MatchId, MatchId]:
    """Dora's server has invited, and Emil's has agreed."""
    home, guest = await lobby(services, HERE, DORA, rounds="3", **options), await lobby(services, THERE, EMIL)
    _, waits = await services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW)
    offer = await services.cross_server_invites.offer(waits.code, THERE.guild_id, NOW)
    await services.cross_server_invites.agree(guest, EMIL, "New Town", waits.code, offer.digest, now=NOW)
    await services.timers.tick(NOW)
    return home, guest


async def asked(services: Services, *both: MatchId) -> MatchId:
    """Return the match whose own server is asked."""
    for match_id in both:
        table = await services.match_queries.table(match_id)
        if table.asked and table.seats[table.asked[0]].is_town:
            return match_id
    raise AssertionError("nobody is asked")


async def votes(services: Services, match_id: MatchId, now: datetime = NOW, *texts: str) -> datetime:
    """Let two of its members vote alike, and the vote close."""
    people = (BEN, CHI) if (await services.match_queries.match(match_id)).guild_id == HERE.guild_id else (EMIL, FINN)
    for person in people:
        await voted(services, match_id, person, *texts, now=now)
    (timer,) = [each_timer for each_timer in await services.store.timers.of(of_match(match_id)) if each_timer.kind == VOTE]
    await services.timers.tick(timer.due_at)
    return timer.due_at


async def rows(services: Services, match_id: MatchId) -> list[tuple[int, str]]:
    return [(row.seat, row.text) for row in (await services.repository.rows(match_id)).log]


async def notices(services: Services, match_id: MatchId) -> list[str]:
    return [post.payload["code"] for post in await posts(services, match_id, "notice")]


async def test_one_invites_the_other_agrees_and_both_games_begin_with_one_bag(services: Services) -> None:
    home, guest = await agreed(services)

    here, there = await services.repository.rows(home), await services.repository.rows(guest)
    assert here.match.status == there.match.status == RUNNING
    assert (there.match.options, there.match.commitment) == (here.match.options, here.match.commitment)
    assert (await services.store.matches.secret(home)).key == (await services.store.matches.secret(guest)).key
    assert not here.match.terms.rated and not there.match.terms.rated
    for mine, its in zip(here.seats, there.seats, strict=True):
        assert (mine.is_town, mine.is_rival) == (its.is_rival, its.is_town)
        assert mine.called == ("New Town" if mine.is_rival else None) and its.called == ("Old Town" if its.is_rival else None)
        assert mine.joined == its.joined
    assert await rows(services, home) == await rows(services, guest)
    turns = [(await posts(services, match_id, "turn"))[-1] for match_id in (home, guest)]
    assert [turn.channel_id for turn in turns] == [HERE.channel_id, THERE.channel_id], "each in its own thread"


async def test_a_whole_game_is_the_same_in_both_and_each_knows_its_own_votes(services: Services) -> None:
    home, guest = await agreed(services)
    now = NOW
    while (await services.match_queries.match(home)).status == RUNNING:
        now = await votes(services, await asked(services, home, guest), now)

    ends = [await services.match_queries.match(match_id) for match_id in (home, guest)]
    assert [end.status for end in ends] == [FINISHED, FINISHED]
    assert ends[0].result == ends[1].result
    assert await rows(services, home) == await rows(services, guest)
    assert {row.user_id for row in await services.store.votes.of(home)} == {BEN, CHI}
    assert {row.user_id for row in await services.store.votes.of(guest)} == {EMIL, FINN}
    for match_id in (home, guest):
        verification = await services.record_export.verify(match_id)
        assert (
            verification.secret_fits
            and verification.order_fits is not False
            and all(draw.text == draw.expected for draw in verification.draws)
        )
        assert len(await posts(services, match_id, "end")) == 1


async def test_draws_follow_from_the_message_of_the_server_that_invites(store: Store) -> None:
    """The other one waits for it, whichever message arrives first."""
    services, channel = make_services(store, mixes=True), Channel()
    home, guest = await agreed(services)
    assert await rows(services, home) == await rows(services, guest) == []

    await services.outbox.drain(channel, NOW)
    await services.timers.tick(NOW + timedelta(minutes=1))

    (post,) = await posts(services, home, "begin")
    here, there = await rows(services, home), await rows(services, guest)
    assert here[0] == (CHANCE, f"mix {post.message_id}") and here == there and len(here) > 1
    now = NOW
    while (await services.match_queries.match(home)).status == RUNNING:
        now = await votes(services, await asked(services, home, guest), now, *(("pass", "bank") if now == NOW else ()))
    for match_id in (home, guest):
        verification = await services.record_export.verify(match_id)
        assert (
            verification.secret_fits
            and verification.order_fits is not False
            and all(draw.text == draw.expected for draw in verification.draws)
        )
    await services.stop()


async def test_without_votes_the_computers_move_is_repeated_too(services: Services) -> None:
    home, guest = await agreed(services)
    first = await asked(services, home, guest)

    await services.timers.tick(NOW + OPEN_FOR)

    assert await rows(services, home) == await rows(services, guest)
    assert (await moved(services, home))[0][1] == "timeout citizen"
    assert await asked(services, home, guest) != first


async def test_only_one_agrees_and_only_to_what_was_shown(services: Services) -> None:
    home, guest, late = (
        await lobby(services, HERE, DORA),
        await lobby(services, THERE, EMIL),
        await lobby(services, ELSEWHERE, FINN),
    )
    code = (await services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW))[1].code
    offer = await services.cross_server_invites.offer(space_code(code).lower(), THERE.guild_id, NOW)
    assert (offer.name, is_code(space_code(code)), normalise_code(space_code(code))) == ("Old Town", True, code)

    await services.lobbies.change(home, DORA, options={"rounds": "2"}, now=NOW)
    assert (
        await refused(services.cross_server_invites.agree(guest, EMIL, "New", code, offer.digest, now=NOW)) == "invitation-changed"
    )
    assert await refused(services.cross_server_invites.offer(code, HERE.guild_id, NOW)) == "no-server-game", "its own"
    assert await refused(services.cross_server_invites.offer(code, THERE.guild_id, NOW + VALID)) == "no-invitation"
    digest = (await services.cross_server_invites.offer(code, THERE.guild_id, NOW)).digest

    both = (
        services.cross_server_invites.agree(match_id, host, "New", code, digest, now=NOW)
        for match_id, host in ((guest, EMIL), (late, FINN))
    )
    done = await asyncio.gather(*both, return_exceptions=True)

    assert sorted(outcome.code if isinstance(outcome, Refusal) else "" for outcome in done) == ["", "no-invitation"]  # type: ignore[union-attr]
    assert {(await services.match_queries.match(match_id)).status for match_id in (guest, late)} == {"lobby", RUNNING}


async def test_a_server_that_sits_in_the_lobby_already_is_not_in_the_way(services: Services) -> None:
    home = await lobby(services, HERE, DORA)
    await services.lobbies.add_town(home, DORA, now=NOW)

    _, waits = await services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW)

    assert is_code(waits.code)


async def test_a_code_can_be_withdrawn_and_who_sits_there_is_in_the_way(services: Services) -> None:
    home, guest = await lobby(services, HERE, DORA), await lobby(services, THERE, EMIL)
    await services.lobbies.join(home, BEN, now=NOW)
    assert await refused(services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW)) == "no-server-game"
    await services.lobbies.leave(home, BEN, now=NOW)
    code = (await services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW))[1].code
    assert (await services.cross_server_invites.invite(home, DORA, "Old Town", now=NOW))[1].code == code
    await services.lobbies.join(guest, FINN, now=NOW)
    digest = (await services.cross_server_invites.offer(code, THERE.guild_id, NOW)).digest
    assert await refused(services.cross_server_invites.agree(guest, EMIL, "New", code, digest, now=NOW)) == "no-server-game"

    await services.cross_server_invites.withdraw(home, DORA, now=NOW)

    assert await refused(services.cross_server_invites.offer(code, THERE.guild_id, NOW)) == "no-invitation"
    assert await services.cross_server_invites.invitation(home, NOW) is None


async def test_a_server_that_is_gone_is_waited_for_and_then_a_computer_plays(services: Services) -> None:
    home, guest = await agreed(services)
    await services.guild_lifecycle.left(THERE.guild_id or 0, now=NOW)

    await services.timers.tick(NOW)
    await services.timers.tick(NOW + GRACE - timedelta(hours=1))
    assert (await notices(services, home))[0] == RIVAL_LOST
    assert (await services.repository.rows(home)).seats[await rival_of(services, home)].is_rival

    await services.timers.tick(NOW + GRACE)
    await services.computers.settled()

    seat = (await services.repository.rows(home)).seats[await rival_of(services, home)]
    assert (seat.level, seat.left, seat.called) == ("citizen", "left-server", "New Town")
    assert RIVAL_LEFT in await notices(services, home)
    assert (await services.match_queries.match(guest)).status == CANCELLED
    now = NOW + GRACE
    while (await services.match_queries.match(home)).status == RUNNING:
        now = await votes(services, await asked(services, home), now)
        await services.computers.settled()
    result = (await services.match_queries.match(home)).result
    assert result is not None and result["winners"] == [1 - seat.seat], "who has left can't win"


async def test_a_server_that_comes_back_in_time_plays_on(services: Services) -> None:
    home, guest = await agreed(services)
    await services.channel_changes.rest(guest, now=NOW)
    await services.timers.tick(NOW)
    first = await asked(services, home, guest)
    later = NOW + timedelta(days=1)
    if first == home:
        later = await votes(services, home)

    await services.channel_changes.resume(guest, now=later)
    await services.timers.tick(later)

    assert await rows(services, home) == await rows(services, guest)
    assert [code for code in await notices(services, home) if code.startswith("rival")] == [RIVAL_LOST, RIVAL_BACK]
    await services.timers.tick(NOW + GRACE + timedelta(days=1))
    assert (await services.repository.rows(home)).seats[await rival_of(services, home)].is_rival


async def test_who_comes_back_too_late_finds_the_game_over(services: Services) -> None:
    home, guest = await agreed(services)
    await services.channel_changes.rest(guest, now=NOW)
    await services.timers.tick(NOW)
    await services.timers.tick(NOW + GRACE)

    assert (await services.match_queries.match(guest)).status == CANCELLED
    assert (await notices(services, guest))[-1] == RIVAL_WENT_ON
    assert (await services.match_queries.match(home)).status == RUNNING
    assert not await services.disclosure.is_open(await services.match_queries.match(guest)), (
        "the other game draws from the same bag"
    )


async def test_a_server_ends_the_game_for_itself_alone(services: Services) -> None:
    home, guest = await agreed(services)

    await services.resignations.cancel(guest, EMIL, now=NOW)
    await services.timers.tick(NOW)
    await services.computers.settled()

    seat = (await services.repository.rows(home)).seats[await rival_of(services, home)]
    assert (seat.level, seat.left) == ("citizen", "resigned")
    assert RIVAL_LEFT in await notices(services, home)
    assert await refused(services.record_export.verify(guest)) == "bag-shared"


async def test_what_is_erased_with_a_server_leaves_the_others_game_whole(services: Services) -> None:
    home, guest = await agreed(services)
    now = await votes(services, await asked(services, home, guest))
    async with services.repository.unit_of_work.exclusive((of_match(guest),)) as write:
        await write(EraseMatch(guest, now))
    services.repository.forget(guest)
    await services.timers.put(of_match(home), NewTimer(LOOK, now), now)

    await services.timers.tick(now)
    await services.computers.settled()

    match_rows = await services.repository.rows(home)
    assert match_rows.match.status == RUNNING and match_rows.seats[await rival_of(services, home)].left == "resigned"
    assert {row.user_id for row in await services.store.votes.of(guest)} == set()


@pytest.fixture
async def other(path: Path, store: Store) -> AsyncIterator[Services]:  # the file must be there
    """Open another process on the same file."""
    opened_again = await open_sqlite(path)
    beside = make_services(opened_again)
    yield beside
    await beside.stop()
    await opened_again.close()


async def test_two_processes_that_look_at_once_repeat_a_move_once(services: Services, other: Services) -> None:
    home, guest = await agreed(services)
    first = await asked(services, home, guest)
    now = NOW + OPEN_FOR
    (vote,) = [timer for timer in await services.store.timers.of(of_match(first)) if timer.kind == VOTE]
    await services.server_seat.fall_due(vote, now)

    await asyncio.gather(services.timers.tick(now), other.timers.tick(now), services.timers.tick(now))

    assert await rows(services, home) == await rows(services, guest)
    second = guest if first == home else home
    assert len([post for post in await posts(services, second, "turn") if post.seat is not None]) == 2
    assert len([post for post in await posts(services, first, "turn") if post.seat is not None]) == 2


async def rival_of(services: Services, match_id: MatchId) -> Seat:
    """Return the seat of the other server, present or former."""
    return next(row.seat for row in await services.store.matches.seats(match_id) if row.mirror is not None)


def row(seq: int, text: str) -> ActionRow:
    return ActionRow(seq, Seat(0), text, NOW)


@pytest.mark.parametrize(
    ("status", "level", "expected"),
    [
        (RUNNING, RIVAL, PeerMatch((row(3, "keep"),))),
        (FINISHED, RIVAL, PeerMatch((row(3, "keep"),))),
        (LOST, RIVAL, PeerMatch((row(3, "keep"),), is_lost=True)),
        (CANCELLED, RIVAL, PeerMatch((row(3, "keep"),), is_over=True)),
        (RUNNING, "citizen", PeerMatch((), went_on=True)),
    ],
)
async def test_what_a_match_sees_of_the_other_one(services: Services, status: str, level: str, expected: PeerMatch) -> None:
    """Moves count, and what is noted of them; what each has noted for itself does not."""
    home, _ = await agreed(services)
    mine = await services.repository.rows(home)
    mine = replace(mine, log=(row(0, "mix 5"), row(1, "pass"), row(2, "rebase 1 2")))
    its = SeatRow(Seat(0), None, level, mirror=home)
    there = LoadedMatch(
        replace(mine.match, status=status), (its,), (row(0, "mix 5"), row(1, "hint"), row(2, "pass"), row(3, "keep")), None
    )

    assert counterpart(mine, there) == expected
    assert counterpart(mine, None) == PeerMatch((), is_over=True)
