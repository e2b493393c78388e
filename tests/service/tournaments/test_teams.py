"""Matches between teams with hidden line-ups, through the real services."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.tournaments.registration import captain_of
from service.tournaments.state import LEFT
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused
from tournament import progression as courses
from tournament.results import EntrantId

RED, BLUE, GREEN, GOLD = (EntrantId(str(-number)) for number in range(1, 5))
NAMES = ("Red", "Blue", "Green", "Gold")


async def entered(fair: Fair, people: int, each: int, stages: str) -> EventId:
    """So many people, `each` of them for one team after the other: 1, 2 for Red, 3, 4 for Blue ..."""
    event_id = await fair.opened(0, stages, preset="teams", preview=timedelta(hours=24))
    for person in range(1, people + 1):
        name = NAMES[(person - 1) // each]
        written = name if person % 2 else f" {name.upper()}"  # however it is written it is the same team
        await joined(fair, event_id, UserId(person), written)
    return event_id


async def joined(fair: Fair, event_id: EventId, person: UserId, team: str) -> None:
    """Enter for a team, and be let in by its captain."""
    member = await fair.services.tournaments.registration.enter(event_id, person, now=fair.now, team=team)
    if member.asks:
        captain = captain_of(await fair.state(event_id), member.team)
        assert captain is not None
        await fair.services.tournaments.roster.let_in(event_id, captain, member.number, now=fair.now)


async def begun(fair: Fair, people: int, each: int, stages: str) -> EventId:
    event_id = await entered(fair, people, each, stages)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    return event_id


async def hand_in(fair: Fair, event_id: EventId, captain: int, *players: int) -> None:
    await fair.services.tournaments.lineups.hand_in(event_id, UserId(captain), [UserId(player) for player in players], now=fair.now)


async def test_teams_meet_to_the_champion_without_a_press_after_the_start(fair: Fair) -> None:
    event_id = await begun(fair, 8, 2, "swiss:2 boards=2 -> knock-out:2 boards=2")

    state = await fair.play_out(event_id)

    assert state.row.status == "finished" and set(state.final) == {RED, BLUE, GREEN, GOLD}
    assert [len(drawn.couples) for drawn in state.matches] == [2, 2, 1]
    assert [len(drawn.couples) for drawn in state.rounds] == [4, 4, 2]
    for drawn in state.rounds:
        assert all(state.team_of[entrant] != state.team_of[other] for entrant, other in drawn.couples if other is not None)
    table = courses.standings_of(state.course, 0)
    assert sum(line.values["points"] for line in table) == 4, "two matches a round, one point each"
    assert sum(line.values["games-won"] for line in table) == 8, "as many as there were boards"
    assert sum(line.values["difference"] for line in table) == 0
    assert fair.bulletins.count("lineups") == 3 and fair.bulletins[-1] == "champion"


async def test_line_ups_are_hidden_until_their_time_and_then_published_at_once(fair: Fair) -> None:
    event_id = await begun(fair, 6, 3, "swiss:1 boards=2")
    assert [(user, code) for user, code, _ in fair.letters if code == "lineup"] == [(1, "lineup"), (4, "lineup")]

    await hand_in(fair, event_id, 1, 3, 1)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.rounds == () and state.preview is not None and state.preview.couples in (((RED, BLUE),), ((BLUE, RED),))
    assert "lineup" not in str(await fair.services.tournaments.queries.export(event_id))
    assert await fair.services.tournaments.queries.matches(event_id) == ()
    await fair.wait(hours=23)
    assert (await fair.state(event_id)).rounds == ()
    await hand_in(fair, event_id, 1, 2, 3)  # the last one counts
    await fair.restart()
    await fair.wait(hours=2)

    state = await fair.state(event_id)
    boards = [{"2", "4"}, {"3", "5"}]
    assert [set(couple) for couple in state.rounds[0].couples] == boards, "of who is silent those who entered first"
    first = [couple[0] for couple in state.rounds[0].couples]
    assert len({state.team_of[who] for who in first if who is not None}) == 2, "who begins changes from board to board"
    assert [{str(seat.user_id) for seat in m.seats} for m in await fair.services.tournaments.queries.matches(event_id)] == boards


async def test_a_line_up_that_makes_no_sense_is_refused(fair: Fair) -> None:
    event_id = await begun(fair, 6, 3, "swiss:1 boards=2")

    assert (await refused("no-captain", hand_in(fair, event_id, 2, 1, 2))).params["captain"] == 1
    for why, players in (("team", (1, 4)), ("team", (1, 99)), ("twice", (1, 1)), ("many", (1, 2, 3)), ("many", ())):
        assert (await refused("bad-lineup", hand_in(fair, event_id, 1, *players))).params["why"] == why
    await refused("not-entered", hand_in(fair, event_id, 99, 1))
    alone = await fair.started(2, "swiss:1")
    await refused("no-teams", hand_in(fair, alone, 1, 1))


async def test_a_team_is_named_by_all_who_enter_and_too_small_ones_do_not_begin(fair: Fair) -> None:
    event_id = await entered(fair, 5, 2, "swiss:1 boards=2")
    entries = fair.services.tournaments.registration

    assert (await refused("which-team", entries.enter(event_id, UserId(7), now=fair.now))).params["names"] == [
        "Red",
        "Blue",
        "Green",
    ]
    await entries.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.members[5].status == LEFT and (5, "team-too-small") in [(user, code) for user, code, _ in fair.letters]
    assert set(state.places[0]) == {RED, BLUE}
    alone = await fair.opened(1, "swiss:1")
    await refused("no-teams", entries.enter(alone, UserId(8), now=fair.now, team="Red"))


async def test_where_a_captain_leaves_the_next_leads_and_a_reserve_plays(fair: Fair) -> None:
    event_id = await begun(fair, 6, 3, "swiss:1 boards=2")
    await hand_in(fair, event_id, 1, 1, 2)

    await fair.wait(hours=12)
    await fair.services.tournaments.registration.leave(event_id, UserId(1), now=fair.now)
    await fair.settle()
    await hand_in(fair, event_id, 2, 3)
    await fair.wait(hours=13)
    assert fair.bulletins.count("lineups") == 1, "the round is not drawn again for it"

    state = await fair.state(event_id)
    assert [set(couple) for couple in state.rounds[-1].couples] == [{"3", "4"}, {"2", "5"}]


async def test_a_board_that_a_team_cannot_fill_is_the_others(fair: Fair) -> None:
    event_id = await begun(fair, 4, 2, "swiss:1 boards=2")
    await fair.services.tournaments.registration.leave(event_id, UserId(2), now=fair.now)
    await fair.settle()

    await fair.wait(hours=25)
    assert (await fair.state(event_id)).rounds[-1].couples[1] == ("4", None)
    state = await fair.play_out(event_id)

    blue = next(line for line in courses.standings_of(state.course, 0) if line.id == BLUE)
    assert blue.values["games-won"] >= 1 and blue.values["points"] >= 0.5


async def test_a_team_that_is_gone_is_met_by_nobody(fair: Fair) -> None:
    event_id = await begun(fair, 6, 2, "swiss:1 boards=2")
    met = (await fair.state(event_id)).preview
    assert met is not None
    for member in (await fair.state(event_id)).team(met.couples[0][0], "in"):
        await fair.services.tournaments.registration.leave(event_id, UserId(member.number), now=fair.now)
    await fair.settle()

    again = (await fair.state(event_id)).preview
    assert again is not None and all(met.couples[0][0] not in couple for couple in again.couples)


async def test_who_has_won_for_a_team_has_won(fair: Fair) -> None:
    event_id = await begun(fair, 4, 2, "knock-out boards=2")
    state = await fair.play_out(event_id)

    winners = [int(member.number) for member in state.team(state.final[0], "in")]
    won = {person: await fair.services.tournaments.queries.won(7, UserId(person)) for person in range(1, 5)}
    assert {person for person, states in won.items() if [state.row.name for state in states] == ["Cup"]} == set(winners)


@pytest.mark.parametrize("stages", ["swiss:2 boards=2 -> knock-out:2", "ladder boards=2", "tables boards=2", "swiss boards=1"])
async def test_teams_play_in_all_stages_and_in_no_ladder(fair: Fair, stages: str) -> None:
    await refused("bad-event", fair.opened(0, stages, preset="teams"))


def test_captains_have_a_day() -> None:
    assert preset_settings("teams", "tiny").preview == timedelta(hours=24) and preset_settings("teams", "tiny").plan[0].boards == 3
