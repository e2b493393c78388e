"""Messages about an event name only what it has."""

from __future__ import annotations

import pytest

from service.core.post_content import InvalidPostError
from service.errors import Refusal
from service.tournaments.event_posts import AppealNews, LineupsDue, RoundDrawn, RulingNews
from service.tournaments.repository import TournamentTransaction
from storage.rows import UserId
from tests.service.tournaments.conftest import Fair


async def test_calling_a_referee_before_the_first_challenge_of_a_ladder_is_heard(fair: Fair) -> None:
    """There is no round yet that the bulletin could name."""
    event_id = await fair.started(4, "ladder:7")
    await fair.services.tournaments.rulings.call(event_id, UserId(1), now=fair.now)
    await fair.settle()

    assert fair.letters[-1][1:] == ("referee", {"code": "referee", "entrant": 1})
    with pytest.raises(Refusal, match="no-pairing"):
        await fair.services.tournaments.rulings.call(event_id, UserId(1), 3, 1, now=fair.now)


async def test_a_message_about_a_round_or_entrant_that_is_not_there_fails_in_the_use_case(fair: Fair) -> None:
    state = await fair.state(await fair.started(4))

    wrong = (
        RoundDrawn(0),
        RulingNews("win", round=2),
        RulingNews("win", round=1, table=3),
        RulingNews("win", entrant=9),
        AppealNews(1, 900),
        LineupsDue(2, fair.now),
    )
    for content in wrong:
        step = TournamentTransaction(state, fair.now)
        with pytest.raises(InvalidPostError):
            step.tell(content)
    step.tell(RulingNews("win", 4, 1, 2))
