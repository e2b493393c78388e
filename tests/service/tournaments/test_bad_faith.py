"""What people without fairness try: each scenario gained something once. That one who has left decides nothing is the first of
them (`test_interests`).
"""

from __future__ import annotations

import pytest

from service.core.services import Services
from storage.rows import UserId
from tests.service.conftest import ANNA, BEN, refusal
from tests.service.play.test_requests import LATER, played


@pytest.mark.parametrize("by", [ANNA, BEN])
async def test_3_a_moderator_who_plays_takes_no_turn_back(services: Services, by: UserId) -> None:
    """The next tile has shown by then that the move was a mistake."""
    match_id = await played(services, ANNA, BEN, turns=2)

    refused = await refusal(services.take_back.rule(match_id, ANNA, by=by, now=LATER))

    assert refused.code == "own-game"
    assert (await services.match_queries.table(match_id)).asked == (0,), "nothing has changed"
