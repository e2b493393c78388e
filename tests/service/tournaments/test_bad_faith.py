"""The attempts of people in bad faith, each of which gained once.

The first of them, that one who has left decides nothing, is in `test_interests`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service.clocks.pausing import MINUTES, PAUSE
from service.guilds.server_settings import CHAMPION
from service.records import MatchLocation
from service.tournaments.arenas import ready_at
from service.tournaments.champions import CROWN
from service.tournaments.external_ratings import may_count
from service.tournaments.next_season import next_season_settings
from service.tournaments.queries import MOST_ENDED
from service.tournaments.repository import DUE
from service.tournaments.result_agreements import Proposal
from service.tournaments.tournament_settings import at_pace, preset_settings
from service.wiring.services import Services
from storage.changes import CommitTournament
from storage.rows import UserId, of_server
from storage.tournament_rows import EventId, EventMatch, of_event
from tests.service.conftest import ANNA, BEN, begin, refusal
from tests.service.play import test_requests
from tests.service.ratings.test_leaderboards import ended as finished_game
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.tournaments.test_events import refused
from tournament.history import DrawnRound, TournamentHistory
from tournament.presets import PRESETS
from tournament.progression import ranking, standings_of
from tournament.ratings import START, RatedGame, ratings
from tournament.result_points import result_side
from tournament.results import ELSEWHERE, PLAYED, RESIGNED, RULING, Entrant, EntrantId, Result
from tournament.stages import read as read_stages


@pytest.mark.parametrize("by", [ANNA, BEN])
async def test_3_a_moderator_who_plays_takes_no_turn_back(services: Services, by: UserId) -> None:
    """The next tile has shown by then that the move was a mistake."""
    match_id = await test_requests.played(services, ANNA, BEN, turns=2)

    refused = await refusal(services.take_back.rule(match_id, ANNA, by=by, now=test_requests.LATER))

    assert refused.code == "own-game"
    assert (await services.match_queries.table(match_id)).asked == (0,), "nothing has changed"


LIVE = {"pace": "live", "first_turn": timedelta(minutes=10)}


@pytest.mark.parametrize(("people", "stages"), [(2, "knock-out"), (2, "arena:2"), (3, "swiss:1"), (4, "tables:1")])
async def test_2_a_player_who_does_not_come_to_a_live_game_has_lost_it_after_ten_minutes(
    fair: Fair, people: int, stages: str
) -> None:
    """A pairing alone in its batch: its event has looked at it before anybody was asked to move, and sleeps for hours."""
    event_id = await fair.opened(people, stages, **LIVE)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.wait(minutes=0 if stages.startswith("arena") else 10)
    late = {seat.user_id for match in await matches_of(fair, event_id) for seat in match.seats if seat.waiting_since is not None}
    assert late, "the game has begun without anybody saying that they are there"

    await fair.wait(minutes=11)

    state = await fair.state(event_id)
    assert all(state.members[state.numbers[user]].no_shows == 1 for user in late if user is not None)
    warned = {user for user, code, _ in fair.letters if code.removesuffix("-table") in ("late", "warned")}
    assert warned >= late


async def test_2_the_event_looks_again_when_a_first_turn_is_asked_for_and_not_only_when_a_game_begins(fair: Fair) -> None:
    event_id = await fair.opened(2, "knock-out", **LIVE)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.wait(minutes=10)

    (match,) = await matches_of(fair, event_id)
    asked = next(seat.waiting_since for seat in match.seats if seat.waiting_since is not None)
    due = [timer.due_at for timer in await fair.store.timers.of(of_event(event_id)) if timer.kind == DUE]
    assert due == [asked + timedelta(minutes=5)], "the first warning is next"


async def test_2_a_game_that_a_killed_process_left_in_its_lobby_is_watched_once_it_begins(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = fair.services.tournaments.tables
    event_id = await fair.opened(2, "swiss:1", first_turn=timedelta(hours=1))
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.services.timers.tick(fair.now)
    await fair.services.outbox.drain(fair, fair.now)
    (table,) = await tables.unseated()

    async def killed(*_: object) -> None:
        raise InterruptedError

    with monkeypatch.context() as kill, pytest.raises(InterruptedError):
        kill.setattr(tables, "_start", killed)
        await tables.seat(table, table.message_id, now=fair.now)
    assert [match.status for match in await matches_of(fair, event_id)] == ["lobby"]

    await fair.wait(minutes=2)
    (match,) = await matches_of(fair, event_id)
    (late,) = {seat.user_id for seat in match.seats if seat.waiting_since is not None}
    await fair.wait(hours=1, minutes=2)

    state = await fair.state(event_id)
    assert late is not None and state.members[state.numbers[late]].no_shows == 1


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_11_times_follow_from_the_pace_whatever_the_kind(preset: str) -> None:
    usually = preset_settings(preset, "tiny")
    live, slow = (at_pace(usually, stages=usually.stages, pace=pace) for pace in ("live", "event"))

    minutes = 5 if live.is_arena else 10
    assert (live.first_turn, live.preview, live.round_length) == (timedelta(minutes=minutes), timedelta(), None)
    if not slow.is_arena:
        assert (slow.first_turn, slow.round_length) == (timedelta(hours=48), timedelta(days=28))
    assert at_pace(live, stages=live.stages, pace=usually.pace) == usually, "back again"


def test_11_a_time_that_was_chosen_stays() -> None:
    chosen = replace(preset_settings("cup", "tiny"), first_turn=timedelta(hours=5))

    assert at_pace(chosen, stages=chosen.stages, pace="live").first_turn == timedelta(hours=5)
    assert at_pace(chosen, stages="nonsense", pace="live").pace == "live", "refused when it is opened"


async def matches_of(fair: Fair, event_id: EventId) -> Sequence[EventMatch]:
    return await fair.services.tournaments.queries.matches(event_id)


REFEREE, CRONY = UserId(901), UserId(902)


async def ruled_semifinal(fair: Fair, **settings: Any) -> tuple[EventId, UserId, UserId, int]:
    """Begin a cup of four whose first semi-final is ruled and whose second is played; its loser and winner, and the ruling."""
    event_id = await fair.started(4, "knock-out", **settings)
    if settings.get("pace") == "live":
        for person in range(1, 5):
            await fair.services.tournaments.round_scheduler.ready(event_id, UserId(person), now=fair.now)
        await fair.settle()
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    loser, winner = UserId(int(pairing.first)), UserId(int(pairing.second))
    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", winner, "late", now=fair.now)
    await fair.settle()
    ruling = (await fair.services.tournaments.queries.rulings(event_id))[-1].seq
    await fair.play_round(event_id)
    return event_id, loser, winner, ruling


async def test_7_the_final_waits_as_long_as_a_semifinal_can_be_appealed(fair: Fair) -> None:
    event_id, loser, _, ruling = await ruled_semifinal(fair)
    appeals = fair.services.tournaments.appeals

    await fair.wait(hours=47)
    assert len((await fair.state(event_id)).rounds) == 1, "nobody is paired yet"
    await appeals.appeal(event_id, loser, ruling, now=fair.now)
    await fair.wait(hours=20)
    assert len((await fair.state(event_id)).rounds) == 1, "an appeal waits for its answer"
    await appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)
    await fair.settle()

    assert (1, 1) not in (await fair.state(event_id)).results
    final = await fair.play_out(event_id)
    assert final.results[1, 1].how == "played" and final.row.status == "finished"


@pytest.mark.parametrize(("settings", "hours"), [({}, 48), ({**LIVE, "absent_loses": True}, 0.25)])
async def test_7_the_final_waits_no_longer_than_one_can_appeal(fair: Fair, settings: dict[str, Any], hours: float) -> None:
    event_id, loser, _, ruling = await ruled_semifinal(fair, **settings)
    began = (await fair.state(event_id)).contested[ruling].at

    await fair.wait(seconds=((began + timedelta(hours=hours) - fair.now).total_seconds() - 1))
    assert len((await fair.state(event_id)).rounds) == 1
    await fair.wait(seconds=2)

    state = await fair.state(event_id)
    assert len(state.rounds) == 2 or state.preview is not None
    late = await refused("no-appeal", fair.services.tournaments.appeals.appeal(event_id, loser, ruling, now=fair.now))
    assert late.params["why"] == "late"


async def test_7_each_side_appeals_for_itself_and_the_same_person_does_not_answer_twice(fair: Fair) -> None:
    """The winner appeals first, a crony lets the ruling stand, and the loser is heard all the same."""
    event_id, loser, winner, ruling = await ruled_semifinal(fair)
    appeals = fair.services.tournaments.appeals
    await appeals.appeal(event_id, winner, ruling, now=fair.now)
    await appeals.answer(event_id, CRONY, ruling, upholds=True, now=fair.now)

    await appeals.appeal(event_id, loser, ruling, now=fair.now)
    assert await appeals.waiting(event_id) == ruling
    await refused("own-appeal", appeals.answer(event_id, CRONY, ruling, upholds=True, now=fair.now))
    await appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)

    assert (1, 1) not in (await fair.state(event_id)).results
    over = await refused("no-appeal", appeals.appeal(event_id, loser, ruling, now=fair.now))
    assert over.params["why"] == "again"


async def test_7_what_both_agreed_on_holds_nobody_up(fair: Fair) -> None:
    event_id = await fair.started(4, "knock-out")
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    loser, winner = UserId(int(pairing.first)), UserId(int(pairing.second))
    agreements = fair.services.tournaments.result_agreements
    await agreements.propose(event_id, loser, Proposal("win", winner, "met", None), now=fair.now)
    assert await agreements.agree(event_id, winner, await agreements.newest(event_id, winner), now=fair.now)

    await fair.play_round(event_id)

    assert len((await fair.state(event_id)).rounds) == 2


async def test_4_who_has_lost_by_not_coming_appeals_and_the_referee_reads_what_reached_them(fair: Fair) -> None:
    event_id = await fair.started(4, "knock-out")
    state = await fair.state(event_id)
    absent = UserId(int(state.rounds[0].pairing(1).first))
    fair.absent, fair.silent = {absent}, {absent}
    await fair.play_round(event_id)
    await fair.wait(hours=49)
    lost = await fair.state(event_id)
    assert lost.results[1, 1].how == "walkover" and lost.members[int(absent)].no_shows == 1
    appeals = fair.services.tournaments.appeals
    missed = await appeals.newest(event_id, absent)

    await appeals.appeal(event_id, absent, missed, now=fair.now)
    await fair.settle()
    (told,) = [what for user, code, what in fair.letters if code == "appeal"]
    assert told["what"] == "absent" and len(told["reached"]) == 1 and len(told["lost"]) >= 2, "no warning has arrived"
    await appeals.answer(event_id, REFEREE, missed, upholds=False, now=fair.now)
    fair.absent, fair.silent = set(), set()
    await fair.settle()

    again = await fair.state(event_id)
    assert (1, 1) not in again.results and again.members[int(absent)].no_shows == 0
    assert (await fair.play_out(event_id)).results[1, 1].how == "played"


HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


async def test_4_nobody_is_ambushed_by_an_hour_that_is_accepted_when_it_is_near(fair: Fair) -> None:
    """Proposed days ahead, accepted five minutes before; or the same hour proposed back six minutes before."""
    event_id, user, other = await fair.started(2, "swiss:1"), UserId(1), UserId(2)
    meets = fair.services.tournaments.scheduling
    hour = fair.now + 72 * HOUR
    await meets.propose(event_id, user, [hour], now=fair.now)

    for before in (2 * HOUR - MINUTE, HOUR, 6 * MINUTE, 5 * MINUTE):
        await refused("hour-lapsed", meets.accept(event_id, other, 0, 0, now=hour - before))
    assert not await meets.propose(event_id, other, [hour], now=hour - 6 * MINUTE), "it is a proposal of its own"
    assert not (await fair.state(event_id)).hours.agreed
    assert await meets.accept(event_id, user, 0, 0, now=hour - 5 * MINUTE) == hour, "both are there now"


async def test_4_an_hour_can_be_accepted_until_two_hours_before_it_and_both_get_a_letter(fair: Fair) -> None:
    event_id, person, other = await fair.started(2, "swiss:1"), UserId(1), UserId(2)
    meets = fair.services.tournaments.scheduling
    hour = fair.now + 72 * HOUR
    await meets.propose(event_id, person, [hour, hour + HOUR], now=fair.now)

    assert await meets.accept(event_id, other, 0, 1, now=hour - 2 * HOUR) == hour + HOUR
    await fair.settle()

    letters = [(user, what["at"]) for user, code, what in fair.letters if code == "appointed"]
    assert letters == [(user, (hour + HOUR).isoformat()) for user in (other, person)]


async def test_4_what_is_proposed_for_soon_is_for_both_who_are_there_now(fair: Fair) -> None:
    event_id, user, other = await fair.started(2, "swiss:1"), UserId(1), UserId(2)
    meets = fair.services.tournaments.scheduling
    hour = fair.now + 30 * MINUTE
    await meets.propose(event_id, user, [hour], now=fair.now)

    await refused("hour-lapsed", meets.accept(event_id, other, 0, 0, now=fair.now + 16 * MINUTE))
    assert await meets.accept(event_id, other, 0, 0, now=fair.now + 15 * MINUTE) == hour


async def test_12_nobody_is_called_sixty_times_by_proposals(fair: Fair) -> None:
    event_id, user, other = await fair.started(2, "swiss:1"), UserId(1), UserId(2)
    meets = fair.services.tournaments.scheduling
    for number in range(5):
        await meets.propose(event_id, user, [fair.now + (50 + number) * HOUR], now=fair.now)

    refusal = await refused("too-many-hours", meets.propose(event_id, user, [fair.now + 59 * HOUR], now=fair.now + 23 * HOUR))
    assert refusal.params["most"] == 5
    assert not await meets.propose(event_id, other, [fair.now + 70 * HOUR], now=fair.now + 23 * HOUR), "each counts alone"
    assert not await meets.propose(event_id, user, [fair.now + 51 * HOUR], now=fair.now + 24 * HOUR)


async def test_10_a_pause_by_consent_ends_with_the_date_of_its_round(fair: Fair) -> None:
    """It stopped clocks in overtime and beyond: two rounds of 28 days took 183."""
    event_id = await fair.started(2, "swiss:1", round_length=timedelta(days=8), options={"rounds": "9"})
    (match,) = await matches_of(fair, event_id)
    requests, pausing, date = fair.services.requests, fair.services.pausing, fair.now + timedelta(days=8)
    assert await fair.turn(match.match_id) and await fair.turn(match.match_id)
    await fair.wait(days=3, hours=1)

    question = await requests.ask(match.match_id, UserId(1), PAUSE, {MINUTES: 30 * 24 * 60}, now=fair.now)
    await requests.answer(match.match_id, UserId(2), question.request.number, agrees=True, now=fair.now)
    assert await pausing.lasts_until(match.match_id, fair.now) == date
    fair.absent = {1, 2}
    await fair.wait(days=5)

    assert await pausing.lasts_until(match.match_id, fair.now) is None
    assert (1, 1) in (await fair.state(event_id)).open_ended, "it plays on"
    await refused("pause-after-date", requests.ask(match.match_id, UserId(1), PAUSE, {MINUTES: 60}, now=fair.now))
    await fair.wait(days=4)
    assert (await fair.state(event_id)).row.status == "finished", "the clocks have ended it"


async def rated_duel(fair: Fair, room: int, own_turns: int) -> None:
    """Let the second player give a rated game up after so many of their turns, and the first one play on against a computer."""
    there = {"place": MatchLocation(7, room), "terms": {"rated": "on"}, "rounds": "12", "now": fair.now}
    match_id = (await begin(fair.services, ANNA, BEN, **there)).match.id
    await fair.settle()
    for _ in range(2 * own_turns):
        assert await fair.turn(match_id)
        await fair.settle()
    await fair.services.resignations.resign(match_id, BEN, now=fair.now)
    await fair.settle()
    while await fair.turn(match_id):
        await fair.settle()


@pytest.mark.parametrize(("own_turns", "gains"), [(5, False), (6, True)])
async def test_9_a_game_that_is_given_up_early_brings_the_winner_nothing(fair: Fair, own_turns: int, gains: bool) -> None:
    """Forty ten-move duels given up by one friend made a champion's rating."""
    await rated_duel(fair, 500, own_turns)

    after = await fair.store.stats.ratings(7, "tiny duel", [ANNA, BEN])
    assert (after[ANNA].mu > START.mu) == gains
    assert after[BEN].mu < START.mu, "who gives up loses all the same"
    fair.now += timedelta(days=8)
    assert await fair.services.stats_backfill.prove(0) == 0, "and a recount says the same"


async def test_9_games_against_the_same_friend_count_less_and_less(fair: Fair) -> None:
    for number in range(5):
        await rated_duel(fair, 600 + number, 8)

    after = await fair.store.stats.ratings(7, "tiny duel", [ANNA, BEN])
    weighed = ratings([RatedGame("tiny", (ANNA, BEN), (1, 2))] * 5)["tiny"]
    assert [after[user].mu for user in (ANNA, BEN)] == [pytest.approx(weighed[user].mu) for user in (ANNA, BEN)]
    assert (await fair.store.stats.against(7, ANNA, BEN)).rated == 5
    fair.now += timedelta(days=8)
    assert await fair.services.stats_backfill.prove(0) == 0, "and a recount says the same"


@pytest.mark.parametrize(("people", "host", "counts"), [(2, None, False), (3, None, False), (4, "own", False), (4, None, True)])
async def test_9_results_from_elsewhere_count_in_events_of_four_that_neither_has_opened(
    fair: Fair, people: int, host: str | None, counts: bool
) -> None:
    event_id = await fair.started(people, "swiss:1", rate_elsewhere=True)
    drawn = (await fair.state(event_id)).rounds[0]
    user = UserId(int(drawn.seats(1)[0]))
    state = await fair.state(event_id)
    if host is not None:
        state = replace(state, row=replace(state.row, host_id=user))

    assert await may_count(fair.store, state, drawn, 1, fair.now) == counts


def arena_points(results: Sequence[Result]) -> Mapping[str, float]:
    """Return the points of an arena after these games, each paired alone."""
    names = sorted({who for result in results for who in result.seats}, key=int)
    drawn = tuple(DrawnRound(number, 0, ((outcome.first, outcome.second),)) for number, outcome in enumerate(results, 1))
    played_ = {(number, 1): replace(outcome, round=number) for number, outcome in enumerate(results, 1)}
    entrants = tuple(Entrant(who) for who in names)
    plan, order, breaks = read_stages("arena:2"), "neighbours", ("points", "wins", "difference")
    course = TournamentHistory(plan, order, breaks, "seed", entrants, (tuple(names),), drawn, played_)
    return {line.id: line.values["points"] for line in standings_of(course, 0)}


@pytest.mark.parametrize("how", [PLAYED, RESIGNED])
def test_5_three_friends_who_lose_to_each_other_gain_less_than_who_meets_everybody(how: str) -> None:
    """They play half and give up, sixty games long; or as many whole games as honest people have time for."""
    ids = [EntrantId(str(number)) for number in range(1, 12)]
    honest, friends = ids[:8], ids[8:]
    fair_games = [Result(0, honest[0], other, PLAYED, score=(60, 50)) for other in honest[1:]]
    number, winner = (60, friends[0]) if how == RESIGNED else (len(fair_games), None)
    farm = [Result(0, friends[0], friends[1 + index % 2], how, winner, score=(40, 10)) for index in range(number)]

    totals = arena_points([*fair_games, *farm])

    assert totals[honest[0]] == 2 + 2 + 5 * 4
    assert max(totals[who] for who in friends) <= 2 * (2 + 1 + 1)


async def test_5_nobody_chooses_whom_they_meet_by_when_they_join(fair: Fair) -> None:
    """Somebody who joins waits for a while that nobody knows, and anyone who becomes free meanwhile is there too."""
    event_id = await fair.started(2, "arena:1", pace="live", first_turn=timedelta(minutes=5))
    for person in (3, 4):
        await fair.services.tournaments.registration.enter(event_id, UserId(person), now=fair.now)
    await fair.settle()
    assert len((await fair.state(event_id)).open_tables()) == 1, "the two who have just joined wait"

    state = await fair.state(event_id)
    moments = {member.number: ready_at(state, member) - fair.now for member in state.members.values() if member.number > 2}
    assert all(timedelta(seconds=15) <= after <= timedelta(seconds=75) for after in moments.values())
    assert len(set(moments.values())) == 2, "each by lot"
    await fair.wait(seconds=76)
    assert len((await fair.state(event_id)).open_tables()) == 2


@pytest.mark.parametrize("how", [ELSEWHERE, RULING])
def test_12_an_agreed_score_brings_no_more_difference_than_a_resignation(how: str) -> None:
    entrant, other = EntrantId("1"), EntrantId("2")
    agreed = Result(1, entrant, other, how, entrant, score=(999, 0))

    assert [result_side(agreed, who).difference for who in (entrant, other)] == [10, -10]
    assert result_side(replace(agreed, score=(50, 44)), entrant).difference == 6
    assert result_side(Result(1, entrant, other, PLAYED, score=(99, 20)), entrant).difference == 50, "what was played here counts"


async def test_12_nobody_types_a_score_that_no_game_brings(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    propose = fair.services.tournaments.result_agreements.propose

    await refused("bad-score", propose(event_id, UserId(1), Proposal("win", UserId(1), "club", (99_999, 0)), now=fair.now))


async def test_12_a_season_has_one_successor_however_many_tournaments_came_after(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    await fair.play_round(event_id)
    state, seasons = await fair.state(event_id), fair.services.tournaments.next_season
    terms = next_season_settings(state)
    second = await seasons.succeed(event_id, SERVER, ORGANISER, terms, name="Cup 2", held=timedelta(), now=fair.now)
    await fair.services.tournaments.registration.enter(second.row.id, UserId(1), now=fair.now)
    await fair.services.tournaments.registration.enter(second.row.id, UserId(2), now=fair.now)
    await fair.services.tournaments.registration.start(second.row.id, ORGANISER, now=fair.now)
    await fair.settle()
    await fair.play_round(second.row.id)
    for _ in range(MOST_ENDED + 1):
        newer = await fair.services.tournaments.creation.open(SERVER, ORGANISER, "Other", state.settings, now=fair.now)
        await fair.store.commit(CommitTournament(replace(newer.row, status="finished", ended_at=fair.now), (), ()))

    assert [season.event_id for season in await seasons.seasons(event_id)] == [second.row.id, event_id]
    await refused(
        "has-successor", seasons.succeed(event_id, SERVER, ORGANISER, terms, name="Cup 3", held=timedelta(), now=fair.now)
    )


@pytest.mark.parametrize(("people", "known", "earns"), [(2, 2, False), (3, 3, False), (4, 1, False), (4, 2, True)])
async def test_12_the_role_of_the_champion_needs_four_of_whom_two_are_no_strangers(
    fair: Fair, people: int, known: int, earns: bool
) -> None:
    """A cup of a person and second accounts took it."""
    await fair.services.server_settings.choose(7, CHAMPION, ["55"])
    for number in range(3):
        for user in range(1, known + 1):
            await finished_game(fair.services, (UserId(user), UserId(700 + number)), (40, 30))
    event_id = await fair.started(people, "groups:1")
    await fair.play_out(event_id)

    timer = next(each_timer for each_timer in await fair.store.timers.of(of_server(7)) if each_timer.kind == CROWN)
    wanted = await fair.services.champions.wanted(timer)

    assert wanted.users == ((await fair.state(event_id)).champions if earns else ())


class Ladder:
    """A ladder and its places, the first first."""

    def __init__(self, fair: Fair, event_id: EventId) -> None:
        self.fair, self.event_id = fair, event_id

    async def places(self) -> list[int]:
        return [int(who) for who in ranking((await self.fair.state(self.event_id)).course)]

    async def challenge(self, who: int, other: int) -> bool:
        begins = await self.fair.services.tournaments.challenges.challenge(self.event_id, UserId(who), other, now=self.fair.now)
        await self.fair.settle()
        return begins

    async def playing(self) -> list[set[int]]:
        state = await self.fair.state(self.event_id)
        return [{int(who) for who in drawn.seats(table)} for drawn, table in state.open_tables()]

    async def give_up(self, who: int) -> None:
        match = next(
            event_match
            for event_match in await matches_of(self.fair, self.event_id)
            if event_match.status == "running" and any(seat.user_id == who for seat in event_match.seats)
        )
        await self.fair.services.resignations.resign(match.match_id, UserId(who), now=self.fair.now)
        await self.fair.settle()


async def test_6_a_friend_does_not_keep_the_leader_busy_for_ever(fair: Fair) -> None:
    """In 166 days the others tried 288 times and got in never."""
    ladder = Ladder(fair, await fair.started(4, "ladder"))
    first, friend, third, fourth = await ladder.places()
    assert await ladder.challenge(friend, first)
    assert not await ladder.challenge(third, first), "in line"
    assert not await ladder.challenge(fourth, first), "behind them"
    await ladder.give_up(friend)

    assert not await ladder.challenge(friend, first), "the leader rests, and others come first"
    await fair.wait(hours=23)
    assert await ladder.playing() == []
    await fair.wait(hours=2)
    assert await ladder.playing() == [{first, third}]
    await ladder.give_up(third)
    await fair.wait(hours=25)
    assert await ladder.playing() == [{first, fourth}]


async def test_6_two_meet_again_when_nobody_else_has_wanted_to_for_a_week(fair: Fair) -> None:
    ladder = Ladder(fair, await fair.started(3, "ladder"))
    first, friend, _ = await ladder.places()
    assert await ladder.challenge(friend, first)
    await ladder.give_up(friend)
    assert not await ladder.challenge(friend, first)

    await fair.wait(days=6, hours=23)
    assert await ladder.playing() == []
    await fair.wait(hours=2)
    assert await ladder.playing() == [{first, friend}]


async def test_6_nobody_is_challenged_on_vacation_and_no_vacation_holds_a_place_for_ever(fair: Fair) -> None:
    """A leader on vacation was challenged twice, and out in 14 days."""
    ladder = Ladder(fair, await fair.started(3, "ladder"))
    first, second, _ = await ladder.places()
    await fair.services.vacations.start(UserId(first), None, fair.now + timedelta(days=28), now=fair.now)

    assert not await ladder.challenge(second, first)
    await fair.wait(days=20)
    assert await ladder.playing() == []
    await fair.wait(days=1, hours=7)
    assert await ladder.playing() == [{first, second}]


async def test_6_who_waits_for_a_place_that_is_out_of_reach_by_now_waits_no_longer(fair: Fair) -> None:
    ladder = Ladder(fair, await fair.started(4, "ladder:1"))
    first, second, third, fourth = await ladder.places()
    assert await ladder.challenge(second, first)
    assert not await ladder.challenge(third, second)
    assert await ladder.challenge(fourth, third)
    assert (await fair.state(ladder.event_id)).queue == ((third, second),)
    await ladder.give_up(third)

    assert await ladder.places() == [first, second, fourth, third]
    assert (await fair.state(ladder.event_id)).queue == ()


async def test_6_from_behind_two_friends_who_always_lose_the_leader_is_in_reach(fair: Fair) -> None:
    ladder = Ladder(fair, await fair.started(7, "ladder"))
    first, friend, other, _, fifth, sixth, seventh = await ladder.places()
    assert first not in {int(who) for who in (await fair.state(ladder.event_id)).within_reach(EntrantId(str(sixth)))}
    for who in (friend, other):
        await ladder.challenge(who, first)
        await ladder.give_up(who)
        await fair.wait(hours=25)

    state = await fair.state(ladder.event_id)
    in_reach = {who: first in {int(above) for above in state.within_reach(EntrantId(str(who)))} for who in (fifth, sixth, seventh)}
    assert in_reach == {fifth: True, sixth: True, seventh: False}


async def test_6_a_game_that_is_played_slowly_makes_others_wait_for_a_week(fair: Fair) -> None:
    """It is a draw until it ends, and its result counts when it comes in."""
    ladder = Ladder(fair, await fair.started(4, "ladder", first_turn=timedelta(days=20), pace="bank=20d increment=12h cap=30d"))
    first, friend, third, _ = await ladder.places()
    assert await ladder.challenge(friend, first)
    assert not await ladder.challenge(third, first)
    await fair.wait(days=6, hours=23)
    assert await ladder.playing() == [{first, friend}]
    await fair.wait(hours=2)

    assert await ladder.playing() == [{first, friend}, {first, third}]
    assert not (await fair.state(ladder.event_id)).closed, "it is announced when it has ended"
    await ladder.give_up(first)
    await ladder.give_up(first)
    state = await fair.state(ladder.event_id)
    assert len(state.closed) == 2 and not state.open_ended
    assert (await ladder.places())[0] in (friend, third)


async def test_8_nobody_plays_for_a_team_whose_captain_has_not_let_them_in(fair: Fair) -> None:
    """A stranger typed a rival's team, played by order of entry, and resigned the third board."""
    event_id = await fair.opened(0, "swiss:1 boards=2", preset="teams", preview=timedelta(hours=1))
    events, stranger = fair.services.tournaments, UserId(9)
    enter, let_in = events.registration.enter, events.roster.let_in
    red, *_ = [await enter(event_id, UserId(person), now=fair.now, team="Red") for person in (1, 9, 2)]
    await enter(event_id, UserId(3), now=fair.now, team="Blue")
    await enter(event_id, UserId(4), now=fair.now, team="Blue")
    await fair.settle()
    numbers = (await fair.state(event_id)).numbers
    assert sorted(user for user, code, _ in fair.letters if code == "asks-to-join") == [1, 1, 3]

    await refused("no-captain", let_in(event_id, stranger, numbers[stranger], now=fair.now))
    await refused("no-captain", let_in(event_id, UserId(3), numbers[stranger], now=fair.now))
    await refused("nobody-asks", let_in(event_id, UserId(1), red.number, now=fair.now))
    await let_in(event_id, UserId(1), numbers[UserId(2)], now=fair.now)
    await let_in(event_id, UserId(3), numbers[UserId(4)], now=fair.now)
    await refused("bad-lineup", events.lineups.hand_in(event_id, UserId(1), [stranger], now=fair.now))
    await events.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.wait(hours=1)

    state = await fair.state(event_id)
    seated = {state.users[int(who)] for drawn in state.rounds for table, _ in drawn.tables() for who in drawn.seats(table)}
    assert seated == {1, 2, 3, 4}
    assert (9, "not-let-in") in [letter[:2] for letter in fair.letters]
    await refused("event-running", let_in(event_id, UserId(1), numbers[stranger], now=fair.now))


async def test_12_what_is_agreed_to_by_typing_is_shown_first(fair: Fair) -> None:
    """`agree` took the newest proposal unseen: another one could have come a second ago."""
    event_id = await fair.started(2, "swiss:1")
    agreements = fair.services.tournaments.result_agreements
    await refused("no-proposal", agreements.shown(event_id, UserId(2), now=fair.now))
    await agreements.propose(event_id, UserId(1), Proposal("win", UserId(2), "club", (70, 60)), now=fair.now)
    seen, _ = await agreements.shown(event_id, UserId(2), now=fair.now)
    await agreements.propose(event_id, UserId(1), Proposal("win", UserId(1), "club", (70, 60)), now=fair.now)

    await refused("no-proposal", agreements.agree(event_id, UserId(2), seen.seq, now=fair.now))
    newer, rates = await agreements.shown(event_id, UserId(2), now=fair.now)
    assert newer.seq > seen.seq and not rates
