"""The guesses of spectators: invisible before the game is over, then graded once."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from service.errors import Refusal
from service.watching import guesses
from service.watching.guesses import GRADE, month_of
from service.wiring.services import Services
from storage.rows import MatchId, UserId, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services, play_turn

DORA = UserId(104)
GUILD = PLACE.guild_id or 0


async def confirm_guess(services: Services, match_id: MatchId, person: UserId, *texts: str) -> Any:
    await services.guesses.begin(match_id, person, now=NOW)
    draft = await services.drafts.push(match_id, person, texts or ("keep", "bank"), keep=0, now=NOW)
    return await services.turns.confirm(match_id, person, expected_version=draft.version, now=NOW)


async def refused(awaitable: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await awaitable
    return f"{caught.value.code} {caught.value.params.get('why', '')}".strip()


async def played_out(services: Services, match_id: MatchId) -> None:
    for _ in range(2):
        seats = (await services.match_queries.table(match_id)).asked
        person = (ANNA, BEN)[seats[0]]
        await play_turn(services, match_id, person)


async def open_to_see(services: Services, match_id: MatchId) -> str:
    """Return all that others than the guesser can be told of a running game."""
    stored: list[Any] = [await services.store.posts.of(of_match(match_id))]
    for who in (None, ANNA, BEN, CHI):
        stored += [await services.match_queries.table(match_id, who), await services.match_queries.history(match_id, who)]
        stored += [
            json.dumps(await services.record_export.export(match_id, who)),
            await services.record_export.notation(match_id, who),
        ]
        stored += [await services.match_queries.moment(match_id, asked=who)]
    stored += [await services.privacy.export(who) for who in (ANNA, BEN, CHI)]
    return repr(stored)


@pytest.fixture(autouse=True)
def short_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """List everyone who has guessed."""
    monkeypatch.setattr(guesses, "LEAST_GUESSES", 1)
    monkeypatch.setattr(guesses, "LEAST_GAMES", 1)


@pytest.fixture
async def other(path: Path, store: Store) -> AsyncIterator[Services]:
    """Open another process on the same file."""
    assert store is not None
    opened_again = await open_sqlite(path)
    beside = make_services(opened_again)
    yield beside
    await beside.stop()
    await opened_again.close()


async def test_nothing_of_a_guess_can_be_seen_before_the_game_is_over(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    """By players, by others who watch, nor in the log of the program; what the player tries out is not touched either."""
    caplog.set_level(logging.INFO)
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await services.drafts.push(match_id, ANNA, ("keep",), now=NOW)
    before = await open_to_see(services, match_id)

    assert (await confirm_guess(services, match_id, DORA, "pass", "hold")).guessed

    assert await open_to_see(services, match_id) == before
    assert "hold" not in caplog.text
    assert (await services.drafts.open(match_id, ANNA, now=NOW)).texts == ("keep",)
    assert (await services.guesses.of(match_id, DORA)).guesses == (), "nothing before the move, not even to who guessed"
    assert await services.guesses.month(GUILD, month_of(NOW)) == ()
    await play_turn(services, match_id, ANNA)
    assert "hold" not in caplog.text + await open_to_see(services, match_id)


async def test_guesses_are_graded_when_the_game_is_over_and_counted_by_month(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await confirm_guess(services, match_id, DORA)
    await confirm_guess(services, match_id, CHI, "pass", "bank")
    await confirm_guess(services, match_id, CHI, "pass", "hold")
    await play_turn(services, match_id, ANNA)
    await confirm_guess(services, match_id, DORA, "keep", "hold")
    await play_turn(services, match_id, BEN)
    assert await services.store.drafts.of(of_match(match_id)) == {}
    assert [graded_guess.tenths for graded_guess in (await services.guesses.of(match_id, DORA)).guesses] == [None, None]

    await services.timers.tick(NOW)

    dora, (chi,) = [(await services.guesses.of(match_id, who)).guesses for who in (DORA, CHI)]
    assert [(graded_guess.turn.texts, graded_guess.is_hit, graded_guess.is_good) for graded_guess in dora] == [
        (("keep", "bank"), True, True),
        (("keep", "hold"), False, True),
    ]
    assert (chi.turn.texts, chi.played, chi.is_hit) == (("pass", "hold"), ("keep", "bank"), False)
    assert chi.tenths is not None and chi.tenths >= 10
    table = await services.guesses.month(GUILD, month_of(NOW))
    assert [(guess_score.user_id, guess_score.guesses, guess_score.hits, guess_score.good) for guess_score in table] == [
        (DORA, 2, 1, 2),
        (CHI, 1, 0, int(chi.is_good)),
    ]
    assert await services.guesses.month(GUILD, month_of(NOW) + 1) == ()


async def tried_out(services: Services, match_id: MatchId) -> None:
    await services.drafts.push(match_id, ANNA, ("keep",), keep=0, now=NOW)


async def tried_out_and_begun_again(services: Services, match_id: MatchId) -> None:
    await tried_out(services, match_id)
    await services.drafts.discard(match_id, ANNA, now=NOW)


async def made_and_undone(services: Services, match_id: MatchId) -> None:
    await play_turn(services, match_id, ANNA, "keep")
    await services.turns.undo(match_id, ANNA, now=NOW)


@pytest.mark.parametrize("shown", [tried_out, tried_out_and_begun_again, made_and_undone])
async def test_12_a_guess_made_after_the_player_had_begun_to_choose_is_graded_and_counts_nowhere(
    services: Services, shown: Callable[[Services, MatchId], Awaitable[None]]
) -> None:
    """A friend told 40 guesses, and all of them scored."""
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await confirm_guess(services, match_id, DORA)
    await shown(services, match_id)
    await confirm_guess(services, match_id, CHI)
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await services.timers.tick(NOW)

    (dora,), (chi,) = [(await services.guesses.of(match_id, who)).guesses for who in (DORA, CHI)]
    assert (dora.is_hit, dora.counts, chi.is_hit, chi.counts) == (True, True, True, False)
    assert [score.user_id for score in await services.guesses.month(GUILD, month_of(NOW))] == [DORA]
    assert ((await services.guesses.of(match_id, DORA)).streak, (await services.guesses.of(match_id, CHI)).streak) == (1, 0)


async def test_12_a_table_needs_so_many_guesses_in_so_many_games(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
        await confirm_guess(services, match_id, DORA)
        await play_turn(services, match_id, ANNA)
        await confirm_guess(services, match_id, DORA)
        await confirm_guess(services, match_id, CHI)
        await play_turn(services, match_id, BEN)
        await services.timers.tick(NOW)

    async def listed(least: int, games: int) -> list[tuple[int, int, int | None]]:
        monkeypatch.setattr(guesses, "LEAST_GUESSES", least)
        monkeypatch.setattr(guesses, "LEAST_GAMES", games)
        table = await services.guesses.month(GUILD, month_of(NOW))
        return sorted((score.user_id, score.guesses, score.games) for score in table)

    assert await listed(2, 2) == [(CHI, 2, 2), (DORA, 4, 2)]
    assert await listed(3, 2) == [(DORA, 4, 2)] and await listed(2, 3) == []


async def test_12_a_long_game_counts_once_for_the_table_of_each_of_its_months(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="3")).match.id
    months = NOW, NOW, NOW + timedelta(days=40), NOW + timedelta(days=41)
    for player, at in zip((ANNA, BEN, ANNA, BEN), months, strict=True):
        await confirm_guess(services, match_id, DORA)
        await play_turn(services, match_id, player)
        await services.guesses.grade(match_id, DORA, now=at)

    tables = [await services.guesses.month(GUILD, month_of(at)) for at in months[1:3]]
    assert [(score.guesses, score.games) for table in tables for score in table] == [(2, 1), (2, 1)]


async def test_a_guess_is_graded_as_soon_as_the_move_is_made(services: Services, other: Services) -> None:
    """For who guessed, when they look; it is counted once, in two processes and at the end of the game. Streaks go on."""
    match_id = (await begin(services, ANNA, BEN, rounds="2")).match.id
    await confirm_guess(services, match_id, DORA)
    await confirm_guess(services, match_id, CHI, "pass", "bank")
    await services.guesses.grade(match_id, DORA, now=NOW)
    assert (await services.guesses.of(match_id, DORA)).guesses == (), "the move is not made"
    await play_turn(services, match_id, ANNA)

    await asyncio.gather(*(each_services.guesses.grade(match_id, DORA, now=NOW) for each_services in (services, services, other)))

    own, chi = [await services.guesses.of(match_id, who) for who in (DORA, CHI)]
    assert [(guess.is_hit, guess.is_good, own.is_open) for guess in own.guesses] == [(True, True, False)] and own.streak == 1
    assert [guess.is_hit for guess in chi.guesses] == [False], "all guesses at the move are graded with the first"
    assert [guess_score.guesses for guess_score in await services.guesses.month(GUILD, month_of(NOW))] == [1, 1]
    await confirm_guess(services, match_id, DORA)
    assert len((await services.guesses.of(match_id, DORA)).guesses) == 1, "the open one is still secret"
    await play_turn(services, match_id, BEN)
    await services.guesses.grade(match_id, DORA, now=NOW)
    assert (await services.guesses.of(match_id, DORA)).streak == 2
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)
    await services.timers.tick(NOW)
    scores = {guess_score.user_id: guess_score.guesses for guess_score in await services.guesses.month(GUILD, month_of(NOW))}
    assert scores == {DORA: 2, CHI: 1}


@pytest.mark.parametrize(("terms", "at_once"), [({}, True), ({"aids": "club"}, False), ({"rated": "on", "pace": "daily"}, False)])
async def test_where_a_grade_could_help_a_player_it_waits_for_the_end(
    services: Services, terms: dict[str, str], *, at_once: bool
) -> None:
    """As with hints: not in rated games, and not where the aids have none."""
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {"rounds": "1"}, now=NOW, order="joined", terms=terms)
    await services.lobbies.join(lobby.match.id, BEN, now=NOW)
    match_id = (await services.lobbies.start(lobby.match.id, ANNA, now=NOW)).match.id
    await confirm_guess(services, match_id, DORA)
    await play_turn(services, match_id, ANNA)

    await services.guesses.grade(match_id, DORA, now=NOW)

    assert [vote.tenths is not None for vote in await services.store.votes.of(match_id)] == [at_once]
    if not at_once:
        assert await refused(services.guesses.of(match_id, DORA)) == "no-guess running"


async def test_each_guess_is_counted_once_wherever_a_process_ends(services: Services, other: Services) -> None:
    """Two processes grade at once; and one ends between two moves."""
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await confirm_guess(services, match_id, DORA)
    await play_turn(services, match_id, ANNA)
    await confirm_guess(services, match_id, DORA)
    await play_turn(services, match_id, BEN)
    (timer,) = [each_timer for each_timer in await services.store.timers.of(of_match(match_id)) if each_timer.kind == GRADE]

    await services.guesses.fall_due(timer, NOW)
    assert [graded_guess.tenths is None for graded_guess in (await services.guesses.of(match_id, DORA)).guesses] == [False, True]
    await asyncio.gather(services.timers.tick(NOW), other.timers.tick(NOW))

    (score,) = await services.guesses.month(GUILD, month_of(NOW))
    assert (score.guesses, score.hits) == (2, 2)


async def test_only_who_watches_guesses_and_only_after_asking(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    assert await refused(services.guesses.begin(match_id, BEN, now=NOW)) == "no-guess plays"
    assert await refused(services.drafts.push(match_id, DORA, ("keep",), now=NOW)) == "not-seated"
    await services.guesses.begin(match_id, DORA, now=NOW)
    draft = await services.drafts.push(match_id, DORA, ("keep", "bank"), now=NOW)
    assert draft.is_guess and (await services.drafts.discard(match_id, DORA, now=NOW)).is_guess
    assert await refused(services.turns.undo(match_id, DORA, now=NOW)) == "not-seated"
    assert (await services.match_queries.match(match_id)).version == draft.version
    await services.drafts.push(match_id, DORA, ("keep", "bank"), now=NOW)
    await play_turn(services, match_id, ANNA)
    assert await refused(services.turns.confirm(match_id, DORA, expected_version=draft.version, now=NOW)) == "stale"
    assert await services.store.votes.of(match_id) == ()


async def test_nobody_guesses_where_their_own_table_draws_the_same(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    async def shares(_match: MatchId, user: UserId) -> bool:
        return user == DORA

    monkeypatch.setattr(services.guesses, "_shares_bag", shares)
    assert await refused(services.guesses.begin(match_id, DORA, now=NOW)) == "no-guess bag"
    await services.guesses.begin(match_id, CHI, now=NOW)


async def test_while_a_shared_bag_is_closed_nothing_is_graded(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await confirm_guess(services, match_id, DORA)
    is_closed = True

    async def holds(_match: Any) -> bool:
        return is_closed

    monkeypatch.setattr(services.disclosure, "holds", [holds])
    await played_out(services, match_id)
    await services.timers.tick(NOW)
    assert await refused(services.guesses.of(match_id, DORA)) == "no-guess running"
    assert await services.guesses.month(GUILD, month_of(NOW)) == ()

    is_closed = False
    await services.timers.tick(NOW.replace(hour=14))
    assert len(await services.guesses.month(GUILD, month_of(NOW))) == 1


async def test_forgetting_somebody_takes_their_guesses_and_counts(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await confirm_guess(services, match_id, DORA)
    await played_out(services, match_id)
    await services.timers.tick(NOW)
    assert len((await services.privacy.export(DORA))["guesses"]) == 1

    await services.privacy.forget(DORA, now=NOW)

    assert await services.guesses.month(GUILD, month_of(NOW)) == () and await services.store.votes.of(match_id) == ()
