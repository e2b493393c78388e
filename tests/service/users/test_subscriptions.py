"""Following games and players: what is told, to whom, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from service.errors import Refusal
from service.users import subscriptions
from service.users.preferences import FOLLOWED
from service.users.subscriptions import ENDED, LEAD, MOST, NEWS, SWING
from service.wiring.services import Services
from storage.changes import PutRow
from storage.errors import ConflictError
from storage.rows import FOLLOWED_MATCH, FOLLOWED_PERSON, FollowRow, MatchId, UserId, of_match, of_person
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, play_turn
from tests.service.tiny_game import TinyGame

DORA = UserId(104)
GUILD = PLACE.guild_id or 0


async def news(services: Services, user: UserId = CHI) -> list[str]:
    return [post.payload["why"] for post in await services.store.posts.of(of_person(user)) if post.kind == NEWS]


async def played(services: Services, match_id: MatchId, turns: int = 6) -> None:
    for turn in range(turns):
        await play_turn(services, match_id, (ANNA, BEN)[turn % 2])
        await services.timers.tick(NOW)


async def test_who_follows_a_game_hears_of_its_end_once_and_who_plays_in_it_does_not(services: Services) -> None:
    match = (await begin(services, ANNA, BEN)).match.id
    await services.subscriptions.follow_match(CHI, match)
    await services.subscriptions.follow_match(CHI, match)
    await services.subscriptions.follow_person(ANNA, BEN, GUILD)
    await services.subscriptions.follow_person(CHI, BEN, GUILD)

    await played(services, match)

    assert (await services.match_queries.match(match)).status == "finished"
    assert [new for new in await news(services) if new == ENDED] == [ENDED], "once, though the game and a player are followed"
    assert await news(services, ANNA) == []
    assert [row.kind for row in await services.store.people.follows(CHI)] == [FOLLOWED_PERSON], (
        "an ended game is followed by nobody"
    )


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ([[0, 0], [5, 0], [5, 4], [5, 9]], [LEAD]),
        ([[0, 0], [25, 0], [25, 30], [60, 30]], [SWING]),
        ([[0, 0], [5, 0], [5, 5], [6, 5]], []),
        ([[0, 0], [25, 24], [25, 24], [25, 24]], []),
    ],
    ids=str,
)
async def test_a_game_is_exciting_once_by_a_late_lead_or_a_great_gain(
    services: Services, monkeypatch: pytest.MonkeyPatch, scores: list[list[int]], told: list[str]
) -> None:
    match = (await begin(services, ANNA, BEN, rounds="3")).match.id
    await services.subscriptions.follow_match(CHI, match)
    steps = {turn: tuple(points) for turn, points in enumerate([*[scores[0]] * 2, *scores])}
    monkeypatch.setattr(TinyGame, "scores", lambda _self, state: steps.get(state.turn, steps[max(steps)]))

    await played(services, match, 5)

    assert await news(services) == told


async def test_thousands_of_followers_are_told_in_batches_each_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "AT_ONCE", 3)
    match = (await begin(services, ANNA, BEN)).match.id
    crowd = [UserId(1000 + number) for number in range(7)]
    for number, user in enumerate(crowd):
        followed = (FOLLOWED_PERSON, BEN) if number % 2 else (FOLLOWED_MATCH, match)
        await services.store.commit(PutRow(FollowRow(user, *followed, GUILD)))

    for turn in range(6):
        await play_turn(services, match, (ANNA, BEN)[turn % 2])
    assert [await news(services, user) for user in crowd] == [[]] * 7, "the move queues nothing"
    first = next(timer for timer in await services.store.timers.of(of_match(match)) if timer.kind == NEWS)
    await services.subscriptions.fall_due(first, NOW)
    assert [len(await news(services, user)) for user in crowd] == [1] * 3 + [0] * 4, "a batch is one transaction"
    with pytest.raises(ConflictError):
        await services.subscriptions.fall_due(first, NOW)
    await services.timers.tick(NOW)

    assert [await news(services, user) for user in crowd] == [[ENDED]] * 7
    assert [len(await services.store.people.follows(user)) for user in crowd] == [number % 2 for number in range(7)]


async def test_nothing_is_told_to_who_wants_nothing_or_is_blocked(services: Services) -> None:
    match = (await begin(services, ANNA, BEN)).match.id
    for user in (CHI, DORA):
        await services.subscriptions.follow_match(user, match)
    await services.user_settings.prefer(CHI, FOLLOWED, "none")
    await services.user_settings.block(BEN, DORA)

    await played(services, match)

    assert await news(services) == [] and await news(services, DORA) == []


async def test_what_cannot_be_followed_is_refused(services: Services) -> None:
    match = (await begin(services, ANNA, BEN)).match.id
    await services.user_settings.block(BEN, CHI)
    refused: list[Any] = []
    for follow in (
        services.subscriptions.follow_match(ANNA, match),
        services.subscriptions.follow_person(CHI, CHI, GUILD),
        services.subscriptions.follow_person(CHI, BEN, GUILD),
        services.subscriptions.follow_person(BEN, CHI, GUILD),
    ):
        with pytest.raises(Refusal) as refusal:
            await follow
        refused.append(refusal.value.code)
    assert refused == ["follows-own", "follows-own", "follows-blocked", "follows-blocked"]
    for number in range(MOST):
        await services.subscriptions.follow_person(DORA, UserId(1000 + number), GUILD)
    with pytest.raises(Refusal, match="follows-enough"):
        await services.subscriptions.follow_match(DORA, match)
    await services.subscriptions.follow_person(DORA, UserId(1000), GUILD, on=False)
    await services.subscriptions.follow_match(DORA, match)
    assert await services.subscriptions.follows(DORA, FOLLOWED_MATCH, match, GUILD)
    assert not await services.subscriptions.follows(DORA, FOLLOWED_PERSON, 1000, GUILD)


async def test_a_forgotten_person_follows_nobody_and_is_followed_by_nobody(services: Services) -> None:
    await services.subscriptions.follow_person(CHI, DORA, GUILD)
    await services.subscriptions.follow_person(DORA, CHI, GUILD)

    await services.privacy.forget(DORA, now=NOW)

    assert await services.store.people.follows(CHI) == () == await services.store.people.follows(DORA)
