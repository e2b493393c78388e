"""Draws follow from the id of a public message and the players' words, which no single person chooses."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service.core.outbox import PostRejectedError
from service.errors import Refusal
from service.match import match_log as logs
from service.match.match_transaction import DRAW
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import MatchId, Post, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn

MESSAGE = 900_000_000_000_000_123
SOON = NOW + timedelta(seconds=30)


class Channel:
    """Takes messages and gives them numbers; may be closed."""

    def __init__(self) -> None:
        self.closed = False
        self.kinds: list[str] = []

    async def post(self, post: Post) -> int:
        if self.closed:
            raise PostRejectedError("channel-gone")
        self.kinds.append(post.kind)
        return MESSAGE + len(self.kinds) - 1

    async def find(self, _post: Post) -> int | None:
        return None


@pytest.fixture
async def services(store: Store) -> AsyncIterator[Services]:
    service = make_services(store, mixes=True)
    yield service
    await service.stop()


async def row(services: Services, match_id: MatchId) -> str | None:
    """Return the row that was mixed in."""
    return logs.mix((await services.repository.rows(match_id)).log, logs.MIXED)


async def played_out(services: Services, match_id: MatchId, channel: Channel) -> None:
    """Play the tiny game to its end."""
    while (table := await services.match_queries.table(match_id)).match.status == "running":
        user = table.seats[table.asked[0]].user_id
        assert user is not None
        await play_turn(services, match_id, user)
        await services.outbox.drain(channel, NOW)


async def test_nothing_is_drawn_until_the_message_is_there_and_then_at_once(services: Services, store: Store) -> None:
    channel = Channel()
    match_id = (await begin(services, ANNA, BEN)).match.id

    assert [post.kind for post in await store.posts.of(of_match(match_id))] == ["begin"]
    assert (await services.match_queries.table(match_id)).asked == ()

    await services.outbox.drain(channel, NOW)

    assert channel.kinds == ["begin", "turn"]
    assert next((r.seat, r.text.split()[0]) for r in await services.match_queries.history(match_id)) == (-1, "mix")
    assert await row(services, match_id) == f"mix {MESSAGE}"
    assert [timer for timer in await store.timers.of(of_match(match_id)) if timer.kind == DRAW] == []


async def test_every_draw_follows_from_the_number_and_verifies(services: Services) -> None:
    channel = Channel()
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.outbox.drain(channel, NOW)
    await played_out(services, match_id, channel)

    bag = await services.record_export.verify(match_id)
    live = await services.repository.live(match_id)

    assert bag.is_sound and bag.mix == f"mix {MESSAGE}" and len(bag.draws) > 1
    key = hmac.new(bytes.fromhex(bag.secret), bag.mix.encode(), hashlib.sha256).digest()
    odds = sorted((live.game.write(action), weight) for action, weight in live.game.odds(live.game.start(live.options, 2)))
    ticket = int.from_bytes(hmac.new(key, b"draw 0", hashlib.sha256).digest(), "big") % sum(weight for _, weight in odds)
    tickets = [text for text, weight in odds for _ in range(weight)]
    assert bag.draws[0].text == tickets[ticket]  # as docs/fair-draws.md says
    forged = tuple(replace(r, text=f"mix {MESSAGE + 1}") if r.text.startswith("mix ") else r for r in live.log)
    services.repository.told_more(replace(live, log=forged))
    assert not (await services.record_export.verify(match_id)).is_sound


async def test_a_program_that_was_killed_in_between_draws_when_its_timer_is_due(store: Store) -> None:
    """The message has gone out, and nobody heard of it."""
    before = make_services(store, mixes=True)
    match_id = (await begin(before, ANNA, BEN)).match.id
    (post,) = await store.posts.of(of_match(match_id))
    await before.stop()
    after = make_services(store, mixes=True)

    await after.timers.tick(SOON)
    assert await row(after, match_id) is None
    await store.posts.sent(post, MESSAGE, SOON)
    await after.timers.tick(SOON + timedelta(seconds=30))

    assert await row(after, match_id) == f"mix {MESSAGE}"
    assert (await after.match_queries.table(match_id)).asked == (0,)
    await after.stop()


async def test_a_game_whose_channel_closes_at_its_beginning_begins_elsewhere(services: Services) -> None:
    channel = Channel()
    match_id = (await begin(services, ANNA, BEN)).match.id
    channel.closed = True
    await services.outbox.drain(channel, NOW)
    assert (await services.match_queries.match(match_id)).status == "lost"
    await services.timers.tick(SOON)

    channel.closed = False
    await services.channel_changes.rehome(match_id, 99, now=SOON)
    await services.outbox.drain(channel, SOON)

    assert (await services.match_queries.table(match_id)).asked == (0,)
    assert [kind for kind in channel.kinds if kind in ("begin", "turn")] == ["begin", "turn"]


async def test_words_are_kept_until_the_start_and_go_into_lot_and_draws(services: Services, store: Store) -> None:
    """The lot for the seats follows from them, as the message tells it; all of it stays checkable in a record."""
    channel = Channel()
    lobby = await services.lobbies.open(MatchLocation(7, 70), ANNA, "tiny", {}, now=NOW)
    match_id = lobby.match.id
    for person in (BEN, CHI):
        await services.lobbies.join(match_id, person, now=NOW)
    await services.lobbies.add_word(match_id, CHI, "wrong", now=NOW)
    await services.lobbies.add_word(match_id, CHI, "  blue \n horse ", now=NOW)
    await services.lobbies.add_word(match_id, ANNA, "élan", now=NOW)
    await services.lobbies.add_word(match_id, BEN, "gone", now=NOW)
    changed = await services.lobbies.add_word(match_id, BEN, "", now=NOW)
    assert [seat.word for seat in changed.seats] == ["élan", None, "blue horse"]
    for person, text, code in ((ANNA, "x" * 41, "text-too-long"), (CHI.__class__(999), "x", "not-joined")):
        with pytest.raises(Refusal, match=code):
            await services.lobbies.add_word(match_id, person, text, now=NOW)

    await services.lobbies.start(match_id, ANNA, now=NOW)
    await services.outbox.drain(channel, NOW)

    digest = hashlib.sha256("élan\nblue horse".encode()).hexdigest()
    assert await row(services, match_id) == f"mix {MESSAGE} {digest}"
    with pytest.raises(Refusal, match="not-in-lobby"):
        await services.lobbies.add_word(match_id, ANNA, "late", now=NOW)
    await played_out(services, match_id, channel)
    bag = await services.record_export.verify(match_id)
    assert (bag.is_sound, bag.words_fit, bag.order_fits) == (True, True, True)

    record: dict[str, Any] = dict(await services.record_export.export(match_id))
    validated_record = await services.record_import.read(json.dumps(record).encode(), now=NOW + timedelta(days=1))
    kept = await services.record_import.bring(
        validated_record, MatchLocation(7, 71), ANNA, here=(ANNA, BEN, CHI), locale="en", now=NOW
    )
    again = await services.record_export.verify(kept.id)
    assert (again.is_sound, again.words_fit, again.mix) == (True, True, bag.mix)


async def test_a_game_from_before_draws_as_it_began(store: Store) -> None:
    """Its secret alone says what comes, also under a program that mixes."""
    old = make_services(store)
    match_id = (await begin(old, ANNA, BEN)).match.id
    await old.stop()
    new, channel = make_services(store, mixes=True), Channel()

    await played_out(new, match_id, channel)

    bag = await new.record_export.verify(match_id)
    assert bag.is_sound and bag.mix is None
    assert "mix" not in " ".join(r.text for r in await new.match_queries.history(match_id))
    await new.stop()
