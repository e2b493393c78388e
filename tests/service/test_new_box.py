"""The River and The Abbot in the service: an abbot taken back is a move like any other; draws come from stack after stack."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any

import pytest

from editions.registry import GAMES
from games.core.game import CHANCE
from service.guilds.server_settings import PUZZLES
from service.match import match_log as logs
from service.puzzles.daily_puzzle import match_of
from service.records import MatchLocation
from service.wiring.services import Services
from storage.changes import SavePuzzle
from storage.rows import MatchId, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services

PEOPLE = (ANNA, BEN)
RIVER = 11
"""Tiles that come before all others: ten of the river's middle, then the lake."""
WINDOW = timedelta(seconds=30)


@pytest.fixture
def services(store: Store) -> Services:
    return make_services(store, games={"carcassonne": GAMES["carcassonne"]})


async def begun(services: Services, **terms: str) -> MatchId:
    """Return a game of two with the new box."""
    return (await begin(services, ANNA, BEN, game="carcassonne", terms=terms, expansions="new-box")).match.id


async def turn(services: Services, match_id: MatchId, chance: random.Random) -> tuple[UserId, list[str]]:
    """Return the asked person and a whole random turn: placing the abbot, or taking it back, if possible."""
    table = await services.match_queries.table(match_id)
    person, texts = PEOPLE[table.asked[0]], list[str]()
    table_row: Any = await services.match_queries.table(match_id, person)
    while table_row.legal:
        every = [GAMES["carcassonne"].write(action) for action in table_row.legal]
        liked = [text for text in every if text == "retrieve" or text.startswith("deploy abbot")]
        texts.append((liked or [chance.choice(every)])[0])
        table_row = await services.drafts.peek(match_id, person, texts, now=NOW)
    return person, texts


async def play(services: Services, match_id: MatchId, person: UserId, texts: list[str]) -> None:
    version = (await services.match_queries.match(match_id)).version
    await services.turns.act(match_id, person, texts, expected_version=version, now=NOW)


async def before_an_abbot_comes_home(services: Services, match_id: MatchId) -> tuple[UserId, list[str]]:
    """Return the asked person and a turn that takes an abbot back."""
    chance = random.Random(1)
    while True:
        person, texts = await turn(services, match_id, chance)
        if texts[-1] == "retrieve":
            return person, texts
        await play(services, match_id, person, texts)


async def on_the_table(services: Services, match_id: MatchId) -> tuple[object, object]:
    """Figures and points."""
    table = await services.match_queries.table(match_id)
    return table.view.pieces, table.scores


async def drawn(services: Services, match_id: MatchId) -> list[str]:
    """Return the standing draws, in order."""
    live = await services.repository.live(match_id)
    return [row.text.removeprefix("draw ") for row in logs.standing_rows(live.log) if row.seat == CHANCE]


@pytest.mark.takes_back
async def test_an_abbot_taken_back_stays_until_the_move_counts(services: Services) -> None:
    match_id = await begun(services, **{"take-back": "30 s"})
    chance, now = random.Random(1), NOW
    while True:
        person, texts = await turn(services, match_id, chance)
        draft = await services.drafts.push(match_id, person, texts, now=now)
        before = await on_the_table(services, match_id)
        await services.turns.confirm(match_id, person, expected_version=draft.version, now=now)
        if texts[-1] == "retrieve":
            break
        now += WINDOW
        await services.timers.tick(now)
    assert await on_the_table(services, match_id) == before

    again = await services.pending_moves.take_back(match_id, person, expected_version=draft.version, now=now)

    assert again.texts == tuple(texts) and again.may_confirm
    await services.timers.tick(now + WINDOW)
    assert await on_the_table(services, match_id) == before


async def test_an_undo_puts_the_abbot_back_and_the_same_tiles_come_again(services: Services) -> None:
    match_id = await begun(services)
    person, texts = await before_an_abbot_comes_home(services, match_id)
    before = await on_the_table(services, match_id)
    await play(services, match_id, person, texts)
    (other, answer), after = await turn(services, match_id, random.Random(2)), await on_the_table(services, match_id)
    await play(services, match_id, other, answer)
    tiles = await drawn(services, match_id)

    question = await services.requests.ask(match_id, person, "undo", {}, now=NOW)
    await services.requests.answer(match_id, other, question.request.number, agrees=True, now=NOW)

    assert await on_the_table(services, match_id) == before != after
    await play(services, match_id, person, texts)
    assert await on_the_table(services, match_id) == after
    await play(services, match_id, other, answer)
    assert await drawn(services, match_id) == tiles


async def test_the_bag_is_verified_stack_by_stack_and_a_record_is_the_same_game(services: Services) -> None:
    """Past the lake, an abbot taken back on the way; stopped there by everyone's consent."""
    match_id, chance = await begun(services), random.Random(1)
    rows = list[str]()
    while len(await drawn(services, match_id)) < RIVER + 4 or "retrieve" not in rows:
        person, texts = await turn(services, match_id, chance)
        rows += texts
        await play(services, match_id, person, texts)
    question = await services.requests.ask(match_id, ANNA, "stop", {}, now=NOW)
    await services.requests.answer(match_id, BEN, question.request.number, agrees=True, now=NOW)

    tiles = await drawn(services, match_id)
    assert {tile.split("/")[0] for tile in tiles[:RIVER]} == {"river"} and tiles[RIVER - 1] == "river/rv12"
    assert {tile.split("/")[0] for tile in tiles[RIVER:]} == {"base"}
    assert (await services.record_export.verify(match_id)).is_sound
    record = json.dumps(await services.record_export.export(match_id)).encode()
    validated_record = await services.record_import.read(record, now=NOW + timedelta(days=1))
    kept = await services.record_import.bring(validated_record, MatchLocation(9, 90), CHI, here=PEOPLE, locale="en", now=NOW)
    assert await on_the_table(services, kept.id) == await on_the_table(services, match_id)
    assert await services.turn_replays.frames(kept.id) == await services.turn_replays.frames(match_id)
    assert (await services.record_export.verify(kept.id)).is_sound


async def test_a_puzzle_is_answered_by_taking_the_abbot_back(services: Services, store: Store) -> None:
    """Out of a game with the river laid; the answer is known by its words, and one without loses what was found."""
    match_id = await begun(services)
    _, texts = await before_an_abbot_comes_home(services, match_id)
    live = await services.repository.live(match_id)
    rows = [[row.seat, row.text] for row in logs.standing_rows(live.log)]
    game = {"game": "carcassonne", "rules_version": live.match.rules_version, "options": {"expansions": "river,abbot"}}
    choices = [[texts, 0.0], [[texts[0], "skip"], 5.0]]
    await store.commit(SavePuzzle({**game, "seats": 2, "seat": live.asked[0], "rows": rows, "choices": choices}, NOW))
    await services.server_settings.choose(PLACE.guild_id, PUZZLES, [str(PLACE.channel_id)])
    await services.timers.tick(NOW)
    day = await services.puzzles.newest(PLACE.guild_id, now=NOW)

    for person, answer in ((ANNA, texts), (BEN, [texts[0], "skip"])):
        await services.puzzles.drafts.push(match_of(day), person, answer, now=NOW)
        await services.puzzles.answer(PLACE.guild_id, day.number, person, based_on="", now=NOW)

    given = [await services.puzzles.answer_of(PLACE.guild_id, day.number, who) for who in (ANNA, BEN)]
    assert [puzzle_answer and puzzle_answer.tenths for puzzle_answer in given] == [0, 50]
    await services.stop()
