"""A choice with one legal answer is no choice: carried out outside the own turn, prepared in the draft within it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence

import pytest

from editions.registry import GAMES
from games.core.game import CHANCE, Seat
from service.errors import Refusal
from service.match import match_session as lives
from service.wiring.services import Services
from storage.rows import UserId
from storage.store import Store
from tests.everything import ALL as ALL_INSTALLED
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn, table_of
from tests.service.tiny_game import State, TinyGame

BIG = ALL_INSTALLED


class Narrow(TinyGame):
    """As the tiny game, but every draw must be kept, and all but the first seat may only vote no."""

    def legal(self, state: State, seat: Seat) -> Sequence[str]:
        legal_actions = super().legal(state, seat)
        if state.phase == "keep":
            return legal_actions[:1]
        return legal_actions[1:] if state.phase == "vote" and seat else legal_actions


@pytest.fixture
async def narrow(store: Store) -> AsyncIterator[Services]:
    service = make_services(store, games={"tiny": Narrow()})
    yield service
    await service.stop()


async def test_outside_the_own_turn_it_is_carried_out_and_told(narrow: Services) -> None:
    """All vote at the end: anyone who can only say no is not asked, and the log shows the vote as theirs."""
    match_id = (await begin(narrow, ANNA, BEN, CHI, rounds="1", vote="on")).match.id
    await play_turn(narrow, match_id, ANNA)
    await play_turn(narrow, match_id, BEN)

    update = await play_turn(narrow, match_id, CHI)

    assert [(entry.seat, entry.text) for entry in update.entries[-2:]] == [(1, "vote no"), (2, "vote no")]
    assert update.asked == (0,)
    assert [row.waiting_since is not None for row in await narrow.match_queries.seats(match_id)] == [True, False, False]


async def test_in_the_own_turn_it_is_prepared_and_waits_for_its_player(narrow: Services) -> None:
    match_id = (await begin(narrow, ANNA, BEN)).match.id
    assert (await table_of(narrow, match_id)).asked == (0,)

    draft = await narrow.drafts.prepare(match_id, ANNA, now=NOW)

    assert (draft.texts, draft.legal, draft.chosen) == (("keep",), ("bank", "hold"), 0)
    assert draft.closing == ("bank", "hold")
    assert (await narrow.drafts.open(match_id, ANNA, now=NOW)).texts == ("keep",)
    done = await narrow.drafts.push(match_id, ANNA, ["hold"], now=NOW)
    assert (done.may_confirm, done.chosen) == (True, 2)


async def test_a_step_back_by_a_button_goes_on_to_the_first_choice_and_keeps_it(narrow: Services) -> None:
    match_id = (await begin(narrow, ANNA, BEN)).match.id
    await narrow.drafts.push(match_id, ANNA, ["keep", "hold"], now=NOW)

    draft = await narrow.drafts.push(match_id, ANNA, [], keep=0, onward=True, now=NOW)

    assert draft.prepared
    assert draft == await narrow.drafts.prepare(match_id, ANNA, now=NOW)
    assert (draft.texts, draft.closing) == (("keep",), ("bank", "hold"))
    assert (await narrow.drafts.open(match_id, ANNA, now=NOW)).texts == ("keep",)


async def test_what_was_no_choice_is_not_taken_back(narrow: Services) -> None:
    match_id = (await begin(narrow, ANNA, BEN, CHI, rounds="1", vote="on")).match.id
    for person in (ANNA, BEN, CHI):
        await play_turn(narrow, match_id, person)
    version = (await narrow.match_queries.match(match_id)).version

    with pytest.raises(Refusal, match="nothing-to-undo"):
        await narrow.turns.undo(match_id, CHI, now=NOW)

    assert (await narrow.match_queries.match(match_id)).version == version


@pytest.mark.soak  # through Discord `test_presses` plays such turns in every run
@pytest.mark.parametrize("seed", range(8))
async def test_with_every_expansion_nobody_is_called_for_nothing(store: Store, seed: int) -> None:
    """Random games of four: the player asked outside their turn, or again within it after others, has a choice."""
    services, chance = make_services(store, games=GAMES), random.Random(seed)
    people = [UserId(n) for n in range(1, 5)]
    update = await begin(services, *people, game="carcassonne", expansions=BIG)
    match_id, spared = update.match.id, 0
    while update.asked and update.version < 500:
        (seat,) = update.asked
        draft = await services.drafts.prepare(match_id, people[seat], now=NOW)
        loaded = await services.match_queries.history(match_id)
        last = next(entry for entry in reversed(loaded) if not entry.undone)
        if last.seat not in (CHANCE, seat):
            assert draft.chosen or len(draft.legal) > 1, (seat, draft.texts)
        spared += sum(1 for entry in update.entries if entry.seat not in (CHANCE, update.entries[0].seat))
        while not draft.may_confirm:
            draft = await services.drafts.push(match_id, people[seat], [draft.game.write(chance.choice(draft.legal))], now=NOW)
        update = await services.turns.confirm(match_id, people[seat], expected_version=draft.version, now=NOW)
    assert spared, "no forced step occurred"
    loaded_match = await store.matches.load(match_id)
    assert loaded_match is not None
    fresh = lives.revive(GAMES["carcassonne"], loaded_match, await store.matches.secret(match_id))
    assert tuple(s for s in fresh.asked if s != CHANCE) == update.asked
    await services.stop()
