"""The departure of excluded people from tournaments."""

from __future__ import annotations

from tests.service.tournaments.conftest import Fair


async def test_a_tournament_counts_them_as_withdrawn_and_comes_to_its_end(fair: Fair) -> None:
    event_id = await fair.started(6, "swiss:2")
    fair.services.exclusion._excluded = frozenset({1})
    fair.absent = {1}

    await fair.services.exclusion.carry_out(fair.now)
    state = await fair.play_out(event_id)

    assert state.row.status == "finished" and len(state.rounds) == 2
    assert all("1" not in map(str, couple) for couple in state.rounds[1].couples)
