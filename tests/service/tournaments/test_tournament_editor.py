"""An organiser's changes after opening an event: settings, limits of entry, seeding."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.ratings.reliability import TimelinessCounts
from service.tournaments.entry_requirements import EntryCandidate
from service.tournaments.state import IN, WAITING
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.ratings.test_leaderboards import ended
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused

ROLE = 77


async def edited(fair: Fair, event_id: EventId, **changes: object) -> None:
    await fair.services.tournaments.editor.edit(event_id, ORGANISER, changes, now=fair.now)
    await fair.settle()


async def test_until_it_begins_settings_change_and_everybody_is_told(fair: Fair) -> None:
    event_id = await fair.opened(3, "swiss:2", most=2)
    assert len((await fair.state(event_id)).having(WAITING)) == 1

    await edited(fair, event_id, name="  Great  Cup ", most=4, starts_at=fair.now + timedelta(days=1))

    state = await fair.state(event_id)
    assert state.row.name == "Great Cup"
    assert len(state.having(IN)) == 3, "who waited has moved up"
    assert fair.said[-1][1] == {"code": "settings-changed", "keys": ["most", "name", "starts_at"]}
    await fair.restart()
    await fair.wait(hours=25)
    assert (await fair.state(event_id)).row.status == "running", "it begins at the new time"


async def test_what_people_have_agreed_to_stays_when_it_has_begun(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    edit = fair.services.tournaments.editor.edit
    for key, value in (("most", 8), ("least_games", 3), ("starts_at", fair.now + timedelta(days=1))):
        await refused("too-late-to-change", edit(event_id, ORGANISER, {key: value}, now=fair.now))
    await refused("nothing-changed", edit(event_id, ORGANISER, {"name": "Cup"}, now=fair.now))
    await refused("no-name", edit(event_id, ORGANISER, {"name": " "}, now=fair.now))

    await edited(fair, event_id, first_turn=timedelta(hours=96))

    fair.absent = {1, 2}
    await fair.wait(hours=47)
    assert fair.letters == [], "half of the new time is not over"
    await fair.wait(hours=2)
    assert [code for _, code, _ in fair.letters] == ["late"]


@pytest.mark.parametrize("changes", [{"most": 1}, {"starts_at": "soon"}, {"least_rating": 1500, "most_rating": 1200}])
async def test_what_makes_no_sense_changes_nothing(fair: Fair, changes: dict[str, object]) -> None:
    event_id = await fair.opened(2)
    changes = {key: fair.now if value == "soon" else value for key, value in changes.items()}
    code = {"most": "bad-event", "starts_at": "starts-too-soon", "least_rating": "bad-limits"}[next(iter(changes))]

    await refused(code, fair.services.tournaments.editor.edit(event_id, ORGANISER, changes, now=fair.now))

    assert (await fair.state(event_id)).settings.most == 0


async def test_who_may_enter_is_limited_by_role_days_games_and_rating(fair: Fair) -> None:
    first = await fair.started(2, "swiss:1", options={"rounds": "6"})
    await fair.play_out(first)
    event_id = await fair.opened(0)
    enter = fair.services.tournaments.registration.enter
    old, young = fair.now - timedelta(days=40), fair.now - timedelta(days=3)

    async def why(user: int, who: EntryCandidate) -> object:
        return (await refused("entry-limit", enter(event_id, UserId(user), who, now=fair.now))).params["why"]

    await edited(fair, event_id, role=ROLE, least_days=30, least_games=1)
    assert await why(1, EntryCandidate(old)) == "role"
    assert await why(1, EntryCandidate(young, frozenset({ROLE}))) == "days"
    assert await why(1, EntryCandidate(None, frozenset({ROLE}))) == "days"
    assert await why(5, EntryCandidate(old, frozenset({ROLE}))) == "games"
    await enter(event_id, UserId(1), EntryCandidate(old, frozenset({ROLE})), now=fair.now)

    await edited(fair, event_id, role=None, least_days=0, least_games=0, least_rating=900)
    assert await why(2, EntryCandidate()) == "rating-below", "one game is provisional"
    await edited(fair, event_id, least_rating=0, most_rating=900)
    await enter(event_id, UserId(2), now=fair.now)


async def test_who_may_enter_is_limited_by_turns_in_time(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who has none yet may."""
    turns = {UserId(1): TimelinessCounts(18, 4), UserId(2): TimelinessCounts(10, 4), UserId(3): TimelinessCounts(90, 10)}

    async def kept(_guild: int, user_id: UserId) -> TimelinessCounts:
        return turns[user_id]

    event_id = await fair.opened(0)
    monkeypatch.setattr(fair.services.reliability, "of", kept)
    await edited(fair, event_id, least_kept=90)
    enter = fair.services.tournaments.registration.enter

    limit = await refused("entry-limit", enter(event_id, UserId(1), now=fair.now))

    assert (limit.params["why"], limit.params["least"], round(limit.params["have"], 2)) == ("reliable", 90, 0.82)
    for user in (2, 3):
        await enter(event_id, UserId(user), now=fair.now)


async def test_ratings_limit_and_seed_once_they_count(fair: Fair) -> None:
    """After ten games; anyone who has lost them all stands below."""
    for _ in range(10):
        await ended(fair.services, (UserId(1), UserId(2)), (40, 30))
    rated = {user: (await fair.services.leaderboards.profile(7, UserId(user), UserId(user))).ratings for user in (1, 2)}
    strong, weak = (next(iter(rated[user].values())).value for user in (1, 2))
    assert strong > weak
    event_id = await fair.opened(0)
    await edited(fair, event_id, least_rating=weak + 1)
    enter = fair.services.tournaments.registration.enter
    assert (await refused("entry-limit", enter(event_id, UserId(2), now=fair.now))).params["why"] == "rating-below"
    await edited(fair, event_id, least_rating=0, most_rating=strong - 1)
    assert (await refused("entry-limit", enter(event_id, UserId(1), now=fair.now))).params["why"] == "rating-above"
    await edited(fair, event_id, most_rating=0)
    for user in (3, 2, 4, 1):
        await enter(event_id, UserId(user), now=fair.now)

    seed = fair.services.tournaments.editor.seed
    await refused("no-seed", seed(event_id, ORGANISER, UserId(4), 5, now=fair.now))
    await refused("not-entered", seed(event_id, ORGANISER, UserId(9), 1, now=fair.now))
    await seed(event_id, ORGANISER, UserId(3), 1, now=fair.now)
    await seed(event_id, ORGANISER, UserId(4), 1, now=fair.now)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    order = [state.user(who) for who in state.places[0]]
    assert order[:3] == [4, 1, 2], "by hand, then by rating; the former first seed goes by lot again"
    await refused("event-running", seed(event_id, ORGANISER, UserId(4), 1, now=fair.now))
