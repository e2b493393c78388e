"""Tiles in hand in running matches of the tile-laying game: what changes hands, what is taken back, what is proved."""

from __future__ import annotations

import random

import pytest

from ai.game_analysis import analyse_game
from editions.registry import GAMES
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Seat, ignore_event
from service.errors import Refusal
from service.history.analyses import finished_game
from service.match.match_session import MatchSession
from service.play.drafts import digest
from service.records import Draft
from service.users.preferences import PLANS, PLAYED
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services

PEOPLE = (ANNA, BEN, CHI)


@pytest.fixture
async def services(store: Store) -> Services:
    return make_services(store, games=GAMES)


async def begun(services: Services, *people: UserId, **options: str) -> MatchId:
    """Return a game of these people with tiles in hand."""
    return (await begin(services, *people, game="carcassonne", **{"in_hand": "on", "tiles": "twelve", **options})).match.id


async def turn(services: Services, match_id: MatchId, chance: random.Random) -> None:
    """Play a random action of the asked player."""
    live = await services.repository.seen(match_id)
    (seat,) = live.asked
    text = live.game.write(chance.choice(live.game.legal(live.state, seat)))
    user = live.seats[seat].user_id
    assert user is not None
    await services.turns.act(match_id, user, [text], expected_version=live.version, now=NOW)


async def hands(services: Services, match_id: MatchId) -> list[str | None]:
    return [seat.held for seat in (await services.match_queries.table(match_id, None)).view.seats]


async def test_a_substitute_plays_the_tile_in_hand(services: Services) -> None:
    """TH-R11: it belongs to the seat, not to the person there."""
    match_id = await begun(services, ANNA, BEN)
    before = await hands(services, match_id)
    assert before[0] is None and before[1] is not None, "the first player's is being played"

    await services.resignations.resign(match_id, BEN, now=NOW)

    assert await hands(services, match_id) == before
    await services.stop()


async def test_an_undone_turn_draws_the_same_tile_again(services: Services) -> None:
    """Draws are numbered by those that stand."""
    match_id, chance = await begun(services, ANNA, BEN, CHI), random.Random(1)
    first = await services.repository.seen(match_id)
    while (await services.repository.seen(match_id)).asked == (Seat(0),):
        await turn(services, match_id, chance)
    drawn = (await hands(services, match_id))[0]
    assert drawn is not None

    question = await services.requests.ask(match_id, ANNA, "undo", {}, now=NOW)
    for person in (BEN, CHI):
        await services.requests.answer(match_id, person, question.request.number, agrees=True, now=NOW)
    assert (await services.repository.seen(match_id)).asked == first.asked
    while (await services.repository.seen(match_id)).asked == (Seat(0),):
        await turn(services, match_id, chance)

    assert (await hands(services, match_id))[0] == drawn
    await services.stop()


async def test_a_whole_game_is_proved_replayed_and_judged_without_luck(services: Services) -> None:
    match_id, chance = await begun(services, ANNA, BEN), random.Random(2)
    while (await services.repository.seen(match_id)).match.status == "running":
        await turn(services, match_id, chance)

    proof = await services.record_export.verify(match_id)
    assert proof.is_sound and len(proof.draws) == 12
    live = await services.repository.seen(match_id)
    played = finished_game(live)
    assert [row.seat for row in played.rows[:2]] == [CHANCE, CHANCE], "everybody draws before anybody plays"
    assert analyse_game(played, 300).luck is None
    services.repository.forget(match_id)
    again = await services.repository.seen(match_id)
    assert again.game.dump(again.state) == live.game.dump(live.state)
    await services.stop()


# --- plans -----------------------------------------------------------------------------------------------------------


async def planned(services: Services, match_id: MatchId, user: UserId) -> Draft:
    """Plan the first choices of a person, and open the kept plan again."""
    drafts = services.drafts
    draft = await drafts.prepare(match_id, user, now=NOW)
    while not draft.may_confirm:
        text = GAMES["carcassonne"].write(draft.legal[0])
        draft = await drafts.push(
            match_id, user, [text], keep=len(draft.texts), expected_version=draft.version, onward=True, now=NOW
        )
    update = await services.turns.confirm(match_id, user, expected_version=draft.version, now=NOW)
    assert update.planned == draft.texts and update.entries == () and update.passes_at is None
    return await drafts.prepare(match_id, user, now=NOW)


async def moved(services: Services, match_id: MatchId, *texts: str) -> None:
    """Play this as the asked player, then first choices until the turn is over."""
    live = await services.repository.seen(match_id)
    (seat,) = live.asked
    user, given = live.seats[seat].user_id, list(texts)
    assert user is not None
    while live.asked == (seat,):
        text = given.pop(0) if given else live.game.write(live.game.legal(live.state, seat)[0])
        await services.turns.act(match_id, user, [text], expected_version=live.version, now=NOW)
        live = await services.repository.seen(match_id)


def far_from(draft: Draft, match: MatchSession) -> str:
    """Return a placement of the asked player after which the plan still stands."""
    game, asked = match.game, match.asked[0]
    then, texts = game.ahead(match.state, draft.seat), [game.read(text) for text in draft.texts]
    for action in game.legal(match.state, asked):
        now = game.clone(match.state)
        game.advance(now, asked, action, ignore_event)
        while draft.seat not in game.to_act(now):
            (seat,) = game.to_act(now)
            step = game.odds(now)[0][0] if seat == CHANCE else game.nothing(now, seat)
            game.advance(now, seat, step, ignore_event)
        if not game.lapse(then, now, draft.seat, texts):
            return str(game.write(action))
    raise AssertionError("every placement touches the plan")


async def test_a_plan_is_tried_in_private_while_another_plays(services: Services) -> None:
    """The log, the clock and the one who is asked know nothing of it."""
    match_id = await begun(services, ANNA, BEN)
    before = await services.match_queries.table(match_id, ANNA)

    draft = await planned(services, match_id, BEN)

    assert draft.is_ahead and draft.may_confirm and draft.seat == 1
    assert await services.match_queries.table(match_id, ANNA) == before
    assert await services.drafts.may_plan(match_id, BEN) and not await services.drafts.may_plan(match_id, ANNA)
    with pytest.raises(Refusal, match="not-seated"):
        await services.drafts.open(match_id, CHI, now=NOW)
    assert not await services.planned_moves.play(match_id, BEN, now=NOW), "it is not their turn"
    await services.stop()


async def test_a_plan_that_stands_is_offered_when_the_turn_comes(services: Services) -> None:
    """With all that was chosen, one press away; and played once however often that is pressed."""
    match_id = await begun(services, ANNA, BEN)
    draft = await planned(services, match_id, BEN)
    await moved(services, match_id, far_from(draft, await services.repository.seen(match_id)), "skip")
    await services.timers.tick(NOW)

    offered = await services.drafts.prepare(match_id, BEN, now=NOW)
    assert (offered.texts, offered.is_ahead, offered.lapsed, offered.may_confirm) == (draft.texts, False, False, True)
    await services.turns.confirm(match_id, BEN, based_on=digest(draft.texts), now=NOW)

    rows = [row.text for row in (await services.repository.seen(match_id)).log if row.seat == 1]
    assert rows == list(draft.texts)
    await services.stop()


async def test_a_plan_is_played_at_once_for_those_who_want_that(services: Services) -> None:
    """Once, also where the timer is looked at again; a draft that was not confirmed is left alone."""
    match_id = await begun(services, ANNA, BEN, CHI)
    for person in (BEN, CHI):
        await services.user_settings.prefer(person, PLANS, PLAYED)
    draft = await planned(services, match_id, BEN)
    half = await services.drafts.prepare(match_id, CHI, now=NOW)
    text = GAMES["carcassonne"].write(half.legal[0])
    await services.drafts.push(match_id, CHI, [text], now=NOW)

    await moved(services, match_id, far_from(draft, await services.repository.seen(match_id)), "skip")
    for _ in range(2):
        await services.timers.tick(NOW)

    live = await services.repository.seen(match_id)
    assert [row.text for row in live.log if row.seat == 1] == list(draft.texts)
    assert live.asked == (Seat(2),) and not [row for row in live.log if row.seat == 2]
    await services.stop()


async def test_a_plan_lapses_where_its_square_is_taken_and_says_why(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    await services.user_settings.prefer(BEN, PLANS, PLAYED)
    live = await services.repository.seen(match_id)
    cells = {action.cell: action for action in live.game.legal(live.state, Seat(0))}
    own = await services.drafts.open(match_id, BEN, now=NOW)
    first = next(action for action in own.legal if action.cell in cells)
    await services.drafts.push(match_id, BEN, [live.game.write(first)], now=NOW)
    await planned(services, match_id, BEN)
    taken = cells[first.cell]

    await moved(services, match_id, live.game.write(taken))
    await services.timers.tick(NOW)

    assert not [row for row in (await services.repository.seen(match_id)).log if row.seat == 1]
    with pytest.raises(Refusal) as refused:
        await services.turns.confirm(match_id, BEN, now=NOW)
    assert refused.value.params == {"why": "blocked"}
    await services.stop()


async def test_without_tiles_in_hand_nobody_plans(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN, in_hand="off")

    assert not await services.drafts.may_plan(match_id, BEN)
    with pytest.raises(IllegalActionError, match="not-your-turn"):
        await services.drafts.open(match_id, BEN, now=NOW)
    await services.stop()
