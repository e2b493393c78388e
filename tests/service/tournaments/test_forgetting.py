"""A person forgotten in the middle of a league: gone from all its rows and posts, while the others play on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from service.tournaments.duels import DuelRequest
from service.tournaments.result_agreements import Proposal
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.wiring.test_privacy import mentions

ANNA, BEN = UserId(987654321012345678), UserId(2)
HOUR = timedelta(hours=1)


async def played(fair: Fair) -> None:
    """Anna organises, plays, meets, proposes, challenges and is followed."""
    events, now = fair.services.tournaments, fair.now
    settings = replace(preset_settings("league", "tiny"), preview=timedelta())
    cup = (await events.creation.open(SERVER, ORGANISER, "Cup", settings, now=now)).row.id
    for who in (ANNA, BEN):
        await events.registration.enter(cup, who, now=now)
    await events.deputies.name(cup, ORGANISER, ANNA, on=True, now=now)
    await events.registration.start(cup, ORGANISER, now=now)
    await fair.settle()
    await events.scheduling.propose(cup, BEN, [now + 30 * HOUR], now=now)
    await events.scheduling.accept(cup, ANNA, 0, 0, now=now)
    await events.result_agreements.propose(cup, ANNA, Proposal("draw", ANNA, "at the club", elsewhere=True), now=now)
    await events.registration.retire(ORGANISER, now=now, guild_id=None)
    duel = (await events.duels.challenge(SERVER, ANNA, BEN, DuelRequest("tiny", {}, "daily"), name="Duel", now=now)).row.id
    await fair.settle()
    await events.duels.accept(duel, BEN, now=now)
    await fair.settle()
    await events.registration.leave(duel, ANNA, now=now)  # a game that counts for nobody
    await fair.settle()
    await fair.services.subscriptions.follow_person(BEN, ANNA, SERVER.guild_id or 0)
    await fair.wait(hours=29.9)


async def test_nothing_of_a_league_names_who_is_forgotten(fair: Fair, path: Path) -> None:
    await played(fair)
    assert {"soon", "day"} <= {payload["code"] for _, payload in fair.appointments}
    assert {"entrant", "outbox", "follow", "game_stats"} <= set(mentions(path, str(ANNA)))

    await fair.services.privacy.forget(ANNA, now=fair.now)

    assert mentions(path, str(ANNA)) == []
    await fair.wait(hours=3)
    assert mentions(path, str(ANNA)) == []
