"""The unit of work: every use-case that is called twice at once, overtaken, or cancelled happens once or not at all."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from games.core.game import Seat
from service.core import unit_of_work as mechanism
from service.core.unit_of_work import TRIES, RetriesExhaustedError
from service.errors import Refusal
from service.guilds.weekly_paper import WEEKLY
from service.lobby.quotas import Quotas
from service.match import sealed_bag
from service.puzzles.daily_puzzle import match_of
from service.records import MatchLocation
from service.tournaments import creation
from service.tournaments.appointment import APPOINTED
from service.tournaments.champions import CROWN, LACKING
from service.tournaments.duels import DuelRequest
from service.tournaments.entrant_import import ImportLine
from service.tournaments.external_results import PLAYED_ELSEWHERE
from service.tournaments.repository import CALENDAR
from service.tournaments.result_agreements import Proposal
from service.tournaments.tables import PendingTable
from service.tournaments.tournament_settings import preset_settings
from service.wiring.services import Services
from storage.changes import ExpectRevision, PutRow, SavePuzzle
from storage.database_url import read
from storage.opening import open_store
from storage.puzzle_rows import FOR_ALL
from storage.rows import ChampionRow, MatchId, PersonRow, Secret, SeekRow, Subject, TimerRow, UserId, of_match, of_person, of_server
from storage.store import Store
from storage.tournament_rows import EventId, of_event
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services
from tests.service.lobby.test_maps import Sheets
from tests.service.puzzles.test_daily_puzzle import puzzle

pytestmark = pytest.mark.takes_back

GUILD = 7
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SERVICE = Path(mechanism.__file__).parents[1]

World = Callable[[Services], Awaitable[Any]]


AGAIN = "again"
"""The second call does the same once more: both must stand."""


async def nothing(_services: Services) -> None:
    """Add nothing to the world."""


@dataclass(frozen=True)
class Row:
    """A use-case, what must have happened before, and what its second call answers or refuses (None: as the first)."""

    act: World
    subject: Subject
    second: str | None = None
    before: World = nothing


def wish(services: Services) -> Awaitable[object]:
    return services.matchmaking.wish(SeekRow(GUILD, ANNA, "tiny", "", 2, NOW))


async def lapsed(services: Services) -> bool:
    """Return whether the wish's timer has fired and is still there."""
    timers = [each_timer for each_timer in await services.store.timers.of(of_server(GUILD)) if each_timer.kind == "wish"]
    return await services.matchmaking.lapse(timers[0], NOW + 7 * DAY) if timers else False


def away(services: Services) -> Awaitable[object]:
    return services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW)


async def due(services: Services) -> None:
    timers = [timer for timer in await services.store.timers.of(of_person(ANNA)) if timer.kind == "vacation"]
    if timers:
        await services.vacations.fall_due(timers[0], NOW + 5 * DAY)


def hushed(services: Services) -> Awaitable[object]:
    return services.notifications.hush(ANNA, NOW, NOW + HOUR)


async def lengthened(services: Services) -> None:
    """End the vacation at once, though the call at its end still stands."""
    person = await services.user_settings.person(ANNA)
    await services.store.commit(PutRow(PersonRow(ANNA, person.locale, {})))
    services.user_settings.forget_all()


def called(days: int, kind: str, owner: Callable[[Services], Callable[[TimerRow, datetime], Awaitable[object]]]) -> World:
    """Return a world in which Anna's timer due in so many days has fired."""

    async def fired(services: Services) -> None:
        timer = next(
            (each_timer for each_timer in await services.store.timers.of(of_person(ANNA)) if each_timer.kind == kind), None
        )
        if timer is not None and timer.due_at <= NOW + days * DAY:
            await owner(services)(timer, timer.due_at)

    return fired


async def listed(services: Services) -> None:
    """Let Anna want a list each day, with a game that waits."""
    await TWO(services)
    await services.user_settings.prefer(ANNA, "digest", "8")


def uploads(title: str) -> World:
    return lambda s: s.maps.offer(GUILD, ANNA, "one.txt", f"sheet {title}".encode(), now=NOW, moderator=True)


def adds(services: Services) -> Awaitable[object]:
    return services.maps.confirm(GUILD, ANNA, "sheet 9", now=NOW, moderator=True)


async def removes(services: Services) -> None:
    await services.maps.remove(GUILD, "sheet 9", now=NOW, moderator=True)


def knows_one(services: Services) -> Awaitable[object]:
    return services.maps.learn("sheet 9", "sheet One")


async def stocked(services: Services) -> None:
    """Store a puzzle for everyone, and make none."""
    await services.store.commit(SavePuzzle(puzzle(), NOW))


async def solved(services: Services) -> None:
    day = await services.puzzles.newest(FOR_ALL, now=NOW)
    await services.puzzles.drafts.push(match_of(day), ANNA, ("keep", "bank"), now=NOW)


def wants_puzzles(services: Services) -> Awaitable[object]:
    return services.server_settings.choose(GUILD, "puzzles", ("70",))


async def turned_over(services: Services) -> None:
    """End the day of a server's puzzle, unless the timer waits for the next one by now."""
    timer = next(
        (each_timer for each_timer in await services.store.timers.of(of_server(GUILD)) if each_timer.kind == "puzzle"), None
    )
    if timer is not None and timer.due_at <= NOW:
        await services.puzzles.fall_due(timer, NOW)


def wants_paper(services: Services) -> Awaitable[object]:
    return services.server_settings.choose(GUILD, "paper", ("70",))


async def published(services: Services) -> None:
    """Let the evening of a server's paper come, unless the timer waits for the next one by now."""
    timer = next((each_timer for each_timer in await services.store.timers.of(of_server(GUILD)) if each_timer.kind == WEEKLY), None)
    if timer is not None and timer.due_at <= services.server_settings._clock() + 7 * DAY:
        await services.weekly_paper.fall_due(timer, timer.due_at)


async def unprinted(services: Services) -> None:
    """Let the channel refuse the paper."""
    post = (await services.store.posts.of(of_server(GUILD)))[0]
    await services.weekly_paper.unsent(replace(post, kind=WEEKLY, channel_id=70), "forbidden", NOW)


CROWNED = ChampionRow(GUILD, ANNA, 5)


def notes_champion(services: Services) -> Awaitable[object]:
    return services.champions.note(CROWNED, NOW)


def wants_champion(services: Services) -> Awaitable[object]:
    return services.server_settings.choose(GUILD, "champion", ("5",))


async def settles(services: Services) -> None:
    """Fail to give the role, as Discord's side has found."""
    timer = next((each_timer for each_timer in await services.store.timers.of(of_server(GUILD)) if each_timer.kind == CROWN), None)
    if timer is not None:
        await services.champions.settle(timer, await services.champions.wanted(timer), LACKING, NOW)


GAME = MatchId(1)
"""The first match of every world."""


async def lobby(services: Services) -> None:
    await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW, seats=2, order="joined", terms={"pace": "relaxed"})


def game(*people: UserId, pace: str = "relaxed") -> World:
    """Return a world with a running game of these people, Anna first, in which a confirmed move waits."""

    async def begun(services: Services) -> None:
        terms = {"pace": pace, "take-back": "30 s", "substitutes": "yes"}
        assert (await begin(services, ANNA, *people, terms=terms)).match.id == GAME

    return begun


def after(before: World, *acts: World) -> World:
    async def done(services: Services) -> None:
        for act in (before, *acts):
            await act(services)

    return done


def acts(*texts: str, of: UserId = ANNA) -> World:
    return lambda s: s.turns.act(GAME, of, texts, expected_version=1, now=NOW)


def tries(services: Services) -> Awaitable[object]:
    return services.drafts.push(GAME, ANNA, ("keep", "bank"), keep=0, now=NOW)


def confirms(services: Services) -> Awaitable[object]:
    return services.turns.confirm(GAME, ANNA, expected_version=1, now=NOW)


def asks(kind: str, **detail: object) -> World:
    return lambda s: s.requests.ask(GAME, ANNA, kind, detail, now=NOW)


def agrees(services: Services) -> Awaitable[object]:
    return services.requests.answer(GAME, BEN, 1, agrees=True, now=NOW)


def skipped(services: Services) -> Awaitable[object]:
    return services.resignations.skip(GAME, Seat(1), now=NOW, moderator=True)


def fires(
    kind: str, owner: Callable[[Services], Callable[[TimerRow, datetime], Awaitable[object]]], *, due: datetime | None = None
) -> World:
    """Return a world in which the timer of this kind has fired, the due one of several."""

    async def fired(services: Services) -> None:
        timers = await services.store.timers.of(of_match(GAME))
        timer = next((each_timer for each_timer in timers if each_timer.kind == kind and due in (None, each_timer.due_at)), None)
        if timer is not None:
            await owner(services)(timer, timer.due_at)

    return fired


def unanswered(act: World) -> World:
    """Return the act without its result, which a second call may not find any more."""

    async def done(services: Services) -> None:
        await act(services)

    return done


def rests_here(services: Services) -> Awaitable[object]:
    return services.channel_changes.rest(GAME, now=NOW)


async def closed(services: Services) -> None:
    """Let the channel refuse messages of the match."""
    post = (await services.store.posts.of(ITS))[0]
    await services.channel_changes.lose(post, "forbidden", NOW)


async def arrives_late(services: Services) -> None:
    """Let the message that asks Anna come an hour late."""
    post = next(queued_post for queued_post in await services.store.posts.of(ITS) if queued_post.kind == "turn")
    await services.clocks.delivered(post, NOW + HOUR)


TWO, THREE = game(BEN), game(BEN, CHI)
ITS = of_match(GAME)

OF_MATCHES: Mapping[str, Row] = {
    "Turns.act": Row(acts("keep", "bank"), ITS, "already-done", TWO),
    "Turns.undo": Row(lambda s: s.turns.undo(GAME, ANNA, now=NOW), ITS, "nothing-to-undo", after(TWO, acts("keep"))),
    "Turns.confirm": Row(confirms, ITS, None, after(TWO, tries)),
    "Turns.play": Row(lambda s: s.turns.play(GAME, ANNA, ("keep", "bank"), keep=0, expected_version=1, now=NOW), ITS, None, TWO),
    "Drafts.push": Row(tries, ITS, None, TWO),
    "Drafts.back": Row(
        lambda s: s.drafts.back(GAME, ANNA, now=NOW),
        ITS,
        "draft-empty",
        after(TWO, lambda s: s.drafts.push(GAME, ANNA, ("keep",), now=NOW)),
    ),
    "Drafts.discard": Row(lambda s: s.drafts.discard(GAME, ANNA, now=NOW), ITS, None, after(TWO, tries)),
    "PendingMoves.take_back": Row(
        lambda s: s.pending_moves.take_back(GAME, ANNA, expected_version=1, now=NOW), ITS, None, after(TWO, tries, confirms)
    ),
    "PendingMoves.pass_on": Row(
        lambda s: s.pending_moves.pass_on(GAME, ANNA, expected_version=1, now=NOW), ITS, "stale", after(TWO, tries, confirms)
    ),
    "PendingMoves.fall_due": Row(
        fires("pass", lambda s: s.pending_moves.fall_due), ITS, "ConflictError", after(TWO, tries, confirms)
    ),
    "Requests.ask": Row(asks("finish"), ITS, "request-open", TWO),
    "Requests.answer": Row(agrees, ITS, None, after(THREE, asks("finish"))),
    "TakeBack.rule": Row(
        lambda s: s.take_back.rule(GAME, ANNA, by=UserId(900), now=NOW), ITS, "nothing-to-undo", after(TWO, acts("keep", "bank"))
    ),
    "Pausing.end": Row(
        lambda s: s.pausing.end(GAME, BEN, now=NOW), ITS, "not-paused", after(TWO, asks("pause", minutes=60), agrees)
    ),
    "Pausing.fall_due": Row(
        fires("pause", lambda s: s.pausing.fall_due, due=NOW), ITS, "ConflictError", after(TWO, asks("pause", minutes=60), agrees)
    ),
    "ResignationService.resign": Row(lambda s: s.resignations.resign(GAME, BEN, now=NOW), ITS, "seat-vacant", TWO),
    "ResignationService.skip": Row(skipped, ITS, "already-computer", TWO),
    "ResignationService.left_guild": Row(unanswered(lambda s: s.resignations.left_guild(GUILD, BEN, now=NOW)), ITS, None, TWO),
    "ResignationService.retire": Row(lambda s: s.resignations.retire(BEN, now=NOW), ITS, None, TWO),
    "ResignationService.hand_over": Row(lambda s: s.resignations.hand_over(GAME, ANNA, BEN, now=NOW), ITS, "not-host", TWO),
    "ResignationService.close_down": Row(lambda s: s.resignations.close_down(GAME, now=NOW), ITS, "not-running", TWO),
    "ResignationService.cancel": Row(lambda s: s.resignations.cancel(GAME, ANNA, now=NOW), ITS, "not-running", TWO),
    "Subscriptions.follow_match": Row(lambda s: s.subscriptions.follow_match(CHI, GAME), of_person(CHI), None, TWO),
    "SeatReclaim.come_back": Row(lambda s: s.seat_reclaim.come_back(GAME, BEN, now=NOW), ITS, "seat-yours", after(TWO, skipped)),
    "Substitutes.take_over": Row(
        lambda s: s.substitutes.take_over(GAME, CHI, now=NOW, member_since=NOW - 99 * DAY), ITS, "sits-here", after(TWO, skipped)
    ),
    "ComputerStandIn.ask": Row(
        lambda s: s.computer_stand_in.ask(GAME, BEN, now=NOW + 8 * DAY), ITS, None, game(BEN, CHI, pace="none")
    ),
    "Lobbies.join": Row(lambda s: s.lobbies.join(GAME, BEN, now=NOW), ITS, "already-joined", lobby),
    "Lobbies.leave": Row(lambda s: s.lobbies.leave(GAME, ANNA, now=NOW), ITS, "not-in-lobby", lobby),
    "Lobbies.add_word": Row(lambda s: s.lobbies.add_word(GAME, ANNA, "bridge", now=NOW), ITS, None, lobby),
    "Lobbies.add_computer": Row(lambda s: s.lobbies.add_computer(GAME, ANNA, "citizen", now=NOW), ITS, "lobby-full", lobby),
    "Lobbies.add_town": Row(lambda s: s.lobbies.add_town(GAME, ANNA, now=NOW, moderator=True), ITS, "no-town", lobby),
    "Lobbies.remove_computer": Row(
        lambda s: s.lobbies.remove_computer(GAME, ANNA, now=NOW),
        ITS,
        "no-computer",
        after(lobby, lambda s: s.lobbies.add_computer(GAME, ANNA, "citizen", now=NOW)),
    ),
    "CrossServerInvites.invite": Row(lambda s: s.cross_server_invites.invite(GAME, ANNA, "Old Town", now=NOW), ITS, None, lobby),
    "CrossServerInvites.withdraw": Row(
        lambda s: s.cross_server_invites.withdraw(GAME, ANNA, now=NOW),
        ITS,
        None,
        after(lobby, lambda s: s.cross_server_invites.invite(GAME, ANNA, "Old Town", now=NOW)),
    ),
    "Lobbies.change": Row(lambda s: s.lobbies.change(GAME, ANNA, now=NOW, seats=3), ITS, None, lobby),
    "Lobbies.start": Row(
        lambda s: s.lobbies.start(GAME, ANNA, now=NOW),
        ITS,
        "not-in-lobby",
        after(lobby, lambda s: s.lobbies.join(GAME, BEN, now=NOW)),
    ),
    "Lobbies.expire": Row(fires("lobby-expiry", lambda s: s.lobbies.expire), ITS, "ConflictError", lobby),
    "ChannelChanges.rest": Row(rests_here, ITS, None, TWO),
    "ChannelChanges.vanished": Row(lambda s: s.channel_changes.vanished(70, NOW), ITS, None, TWO),
    "ChannelChanges.resume": Row(lambda s: s.channel_changes.resume(GAME, now=NOW), ITS, "not-lost", after(TWO, rests_here)),
    "ChannelChanges.rehome": Row(lambda s: s.channel_changes.rehome(GAME, 71, now=NOW), ITS, "not-lost", after(TWO, rests_here)),
    "ChannelChanges.lose": Row(closed, ITS, None, TWO),
    "ChannelChanges.unseen": Row(lambda s: s.channel_changes.unseen(GAME, now=NOW), ITS, None, after(TWO, rests_here)),
    "Clocks.delivered": Row(arrives_late, ITS, AGAIN, TWO),
    "Clocks.give": Row(lambda s: s.clocks.give(GAME, BEN, HOUR, now=NOW), ITS, AGAIN, TWO),
    "ModerationAbuseGuard.shield": Row(lambda s: s.tournaments.abuse_guard.shield(GAME, BEN, ANNA, now=NOW), ITS, None, TWO),
    "Clocks.reschedule": Row(lambda s: s.clocks.reschedule(GAME, now=NOW), ITS, None, TWO),
    "Clocks.overtime": Row(lambda s: s.clocks.overtime(GAME, now=NOW), ITS, None, TWO),
}

CUP = EventId(1)
"""The first event of every world."""
ITS_CUP = of_event(CUP)


def cup_of(preset: str, *people: UserId, **chosen: object) -> World:
    """Return a world with an event of Anna's and these entrants; a team event with one team."""

    async def world(services: Services) -> None:
        settings = replace(preset_settings(preset, "tiny"), **chosen)  # type: ignore[arg-type]
        await services.tournaments.creation.open(PLACE, ANNA, "Cup", settings, now=NOW)
        for person in people:
            team = "Reds" if settings.plan[0].boards else ""
            member = await services.tournaments.registration.enter(CUP, person, now=NOW, team=team)
            if member.asks and person != STRANGER:
                await services.tournaments.roster.let_in(CUP, people[0], member.number, now=NOW)

    return world


STRANGER = UserId(109)
"""Nobody has let them into a team."""
FOUR = (BEN, CHI, UserId(104), UserId(105))
opens, cup, ladder = cup_of("slow-swiss"), cup_of("slow-swiss", BEN, CHI), cup_of("ladder", BEN, CHI)


def starts(services: Services) -> Awaitable[object]:
    return services.tournaments.registration.start(CUP, ANNA, now=NOW)


def looks(services: Services) -> Awaitable[object]:
    return services.tournaments.round_scheduler.look(CUP, now=NOW)


def publishes(services: Services) -> Awaitable[object]:
    return services.tournaments.round_scheduler.publish(CUP, ANNA, now=NOW)


async def seated(services: Services) -> None:
    """Begin the game of the first pairing in a thread of its own."""
    await services.tournaments.tables.seat(FIRST_TABLE, 700, now=NOW)


DRAWN = after(cup, starts, looks, publishes)
FIRST_TABLE = PendingTable(CUP, 1, 1, 70, 700)
RULED = 6
"""The number of the first ruling in the log of the event."""


def rules(services: Services) -> Awaitable[object]:
    return services.tournaments.rulings.rule(CUP, ANNA, "win", BEN, "it was agreed", now=NOW)


def appeals(services: Services) -> Awaitable[object]:
    return services.tournaments.appeals.appeal(CUP, CHI, RULED, now=NOW)


async def closed_cup(services: Services) -> None:
    """Let the channel refuse messages of the event."""
    post = next(queued_post for queued_post in await services.store.posts.of(ITS_CUP) if queued_post.channel_id is not None)
    await services.tournaments.delivery_failures.closed(post, "forbidden", NOW)


async def unheard(services: Services) -> None:
    """Let a person refuse private messages about the event."""
    post = (await services.store.posts.of(ITS_CUP))[0]
    await services.tournaments.delivery_failures.unheard(replace(post, user_id=BEN), NOW)


async def ends_first(services: Services) -> None:
    """Decide the first game for the event."""
    (match,) = await services.store.events.matches(CUP)
    await services.tournaments.tables.end(match, NOW, BEN)


async def unsent(services: Services) -> None:
    """Let the channel refuse the welcome."""
    post = await services.store.posts.of(of_server(GUILD))
    await services.welcomes.unsent(post[0], "forbidden", NOW)


SEATED = after(DRAWN, seated)
PROPOSED = 6
"""The number of the proposal in the log of the event."""


def proposes(services: Services) -> Awaitable[object]:
    return services.tournaments.result_agreements.propose(CUP, BEN, Proposal("draw", BEN, "played at the club"), now=NOW)


async def challenged(services: Services) -> None:
    """Anna challenges ben."""
    await services.tournaments.duels.challenge(PLACE, ANNA, BEN, DuelRequest("tiny", {}, "daily"), name="Duel", now=NOW)


SOON = NOW + timedelta(minutes=10)


def offers(services: Services) -> Awaitable[object]:
    return services.tournaments.scheduling.propose(CUP, BEN, [SOON], now=NOW)


def meets(services: Services) -> Awaitable[object]:
    return services.tournaments.scheduling.accept(CUP, CHI, 0, 0, now=NOW)


async def entered(services: Services) -> None:
    """Enter an agreed hour in the server's calendar, unless that is noted already."""
    timer = next((each_timer for each_timer in await services.store.timers.of(ITS_CUP) if each_timer.kind == CALENDAR), None)
    if timer is not None:
        await services.tournaments.scheduling.entered(timer, (1, 1), 77, "", now=NOW)


async def welcomes(services: Services) -> None:
    await services.welcomes.begin(GUILD, 70, ANNA, now=NOW)


async def lists(services: Services) -> None:
    """Preview a list of one entrant."""
    line = ImportLine(1, "dora", "", UserId(105))
    await services.tournaments.entrant_import.preview(CUP, ANNA, [line], now=NOW)


OF_EVENTS: Mapping[str, Row] = {
    "EntrantImport.preview": Row(lists, ITS_CUP, AGAIN, cup),
    "EntrantImport.carry_out": Row(
        lambda s: s.tournaments.entrant_import.carry_out(CUP, ANNA, now=NOW), ITS_CUP, "no-import", after(cup, lists)
    ),
    "RegistrationService.enter": Row(
        lambda s: s.tournaments.registration.enter(CUP, UserId(105), now=NOW), ITS_CUP, "already-entered", cup
    ),
    "RegistrationService.leave": Row(lambda s: s.tournaments.registration.leave(CUP, BEN, now=NOW), ITS_CUP, "not-entered", cup),
    "RegistrationService.keep_team": Row(
        lambda s: s.tournaments.registration.keep_team(CUP, BEN, "Reds", now=NOW), ITS_CUP, AGAIN, cup
    ),
    "RegistrationService.start": Row(starts, ITS_CUP, "event-running", cup),
    "RegistrationService.check_in": Row(
        lambda s: s.tournaments.registration.check_in(CUP, BEN, now=NOW),
        ITS_CUP,
        before=cup_of("slow-swiss", BEN, CHI, check_in=True, starts_at=NOW + HOUR),
    ),
    "RegistrationService.skip": Row(
        lambda s: s.tournaments.registration.skip(CUP, BEN, now=NOW),
        ITS_CUP,
        "already-skipped",
        after(cup_of("slow-swiss", *FOUR, stages="swiss:3"), starts, looks, publishes),
    ),
    "Lineups.hand_in": Row(
        lambda s: s.tournaments.lineups.hand_in(CUP, BEN, (CHI, BEN), now=NOW), ITS_CUP, AGAIN, cup_of("teams", *FOUR)
    ),
    "RosterApproval.take_off": Row(
        lambda s: s.tournaments.roster.take_off(CUP, BEN, 2, now=NOW), ITS_CUP, "not-in-team", cup_of("teams", BEN, STRANGER)
    ),
    "RosterApproval.let_in": Row(
        lambda s: s.tournaments.roster.let_in(CUP, BEN, 2, now=NOW), ITS_CUP, "nobody-asks", cup_of("teams", BEN, STRANGER)
    ),
    "RoundScheduler.swap": Row(
        lambda s: s.tournaments.round_scheduler.swap(CUP, ANNA, 1, 3, now=NOW),
        ITS_CUP,
        AGAIN,
        after(cup_of("slow-swiss", *FOUR), starts, looks),
    ),
    "RegistrationService.cancel": Row(lambda s: s.tournaments.registration.cancel(CUP, ANNA, now=NOW), ITS_CUP, "event-over", cup),
    "RegistrationService.retire": Row(lambda s: s.tournaments.registration.retire(BEN, now=NOW, guild_id=None), ITS_CUP, None, cup),
    "TournamentEditor.edit": Row(
        lambda s: s.tournaments.editor.edit(CUP, ANNA, {"name": "Bowl"}, now=NOW), ITS_CUP, "nothing-changed", cup
    ),
    "OrganiserRoster.name": Row(
        lambda s: s.tournaments.deputies.name(CUP, ANNA, BEN, on=True, now=NOW), ITS_CUP, "organises-already", cup
    ),
    "RoundScheduler.look": Row(looks, ITS_CUP, None, after(cup, starts)),
    "RoundScheduler.publish": Row(publishes, ITS_CUP, "no-preview", after(cup, starts, looks)),
    "TournamentEditor.seed": Row(lambda s: s.tournaments.editor.seed(CUP, ANNA, BEN, 1, now=NOW), ITS_CUP, AGAIN, cup),
    "TournamentEditor.play": Row(
        lambda s: s.tournaments.editor.play(CUP, ANNA, preset_settings("league", "tiny"), now=NOW),
        ITS_CUP,
        "nothing-changed",
        opens,
    ),
    "ResultAgreements.propose": Row(proposes, ITS_CUP, AGAIN, DRAWN),
    "ResultAgreements.agree": Row(
        lambda s: s.tournaments.result_agreements.agree(CUP, CHI, PROPOSED, now=NOW),
        ITS_CUP,
        "already-decided",
        after(DRAWN, proposes),
    ),
    "RefereeEnteredResults.rule": Row(
        lambda s: s.tournaments.external_results.rule(CUP, ANNA, PLAYED_ELSEWHERE, BEN, "I saw it", now=NOW, score=(30, 20)),
        ITS_CUP,
        AGAIN,
        DRAWN,
    ),
    "Rulings.rule": Row(rules, ITS_CUP, AGAIN, DRAWN),
    "Rulings.message": Row(lambda s: s.tournaments.rulings.message(CUP, ANNA, "Welcome!", now=NOW), ITS_CUP, AGAIN, DRAWN),
    "Rulings.call": Row(lambda s: s.tournaments.rulings.call(CUP, BEN, now=NOW), ITS_CUP, AGAIN, DRAWN),
    "Rulings.close_round": Row(lambda s: s.tournaments.rulings.close_round(CUP, ANNA, now=NOW), ITS_CUP, AGAIN, DRAWN),
    "DeliveryFailures.rehome": Row(
        lambda s: s.tournaments.delivery_failures.rehome(CUP, MatchLocation(GUILD, 71), now=NOW), ITS_CUP, AGAIN, cup
    ),
    "Refereeing.rule": Row(
        lambda s: s.tournaments.referee_actions.rule(CUP, ANNA, "more-time", BEN, "power cut", now=NOW, length=HOUR),
        ITS_CUP,
        AGAIN,
        SEATED,
    ),
    "Appeals.appeal": Row(appeals, ITS_CUP, "no-appeal", after(DRAWN, rules)),
    "Appeals.answer": Row(
        lambda s: s.tournaments.appeals.answer(CUP, UserId(901), RULED, upholds=True, now=NOW),
        ITS_CUP,
        "no-appeal",
        after(DRAWN, rules, appeals),
    ),
    "DeliveryFailures.closed": Row(closed_cup, ITS_CUP, None, cup),
    "DeliveryFailures.unheard": Row(unheard, ITS_CUP, AGAIN, after(cup, starts, looks)),
    "TournamentTables.end": Row(ends_first, ITS, None, SEATED),
    "TournamentTables.post_again": Row(lambda s: s.tournaments.tables.post_again(FIRST_TABLE, now=NOW), ITS_CUP, AGAIN, DRAWN),
    "Arenas.join_or_pause": Row(
        lambda s: s.tournaments.arenas.join_or_pause(CUP, BEN, now=NOW, pauses=True),
        ITS_CUP,
        None,
        after(cup_of("arena", BEN, CHI), starts),
    ),
    "Duels.accept": Row(lambda s: s.tournaments.duels.accept(CUP, BEN, now=NOW), ITS_CUP, "event-running", challenged),
    "Appointments.propose": Row(offers, ITS_CUP, AGAIN, SEATED),
    "Appointments.accept": Row(meets, ITS_CUP, "hour-not-open", after(SEATED, offers)),
    "Appointments.here": Row(
        lambda s: s.tournaments.scheduling.here(CUP, BEN, now=NOW), ITS_CUP, before=after(SEATED, offers, meets)
    ),
    "Appointments.entered": Row(entered, ITS_CUP, "ConflictError", after(SEATED, offers, meets)),
    "Clocks.stand_until": Row(lambda s: s.clocks.stand_until(GAME, SOON, APPOINTED, now=NOW), ITS, None, SEATED),
    "Challenges.challenge": Row(
        lambda s: s.tournaments.challenges.challenge(CUP, BEN, 2, now=NOW), ITS_CUP, "bad-event", after(ladder, starts, looks)
    ),
    "EarlyEnd.end": Row(
        lambda s: s.tournaments.early_end.end(CUP, ANNA, now=NOW), ITS_CUP, "event-not-running", after(ladder, starts, looks)
    ),
    "RoundScheduler.ready": Row(
        lambda s: s.tournaments.round_scheduler.ready(CUP, BEN, now=NOW), ITS_CUP, None, after(cup, starts, looks, publishes)
    ),
}

OF_OTHERS: Mapping[str, Row] = {
    "Welcomes.begin": Row(welcomes, of_server(GUILD)),
    "Welcomes.unsent": Row(unsent, of_server(GUILD), AGAIN, welcomes),
    "Welcomes.remove": Row(lambda s: s.welcomes.remove(GUILD, now=NOW), of_server(GUILD), before=welcomes),
    "UserSettings.choose": Row(lambda s: s.user_settings.choose(ANNA, prefs={"typed": "at-once"}), of_person(ANNA)),
    "UserSettings.speak": Row(lambda s: s.user_settings.speak(ANNA, "nl"), of_person(ANNA)),
    "UserSettings.live_in": Row(lambda s: s.user_settings.live_in(ANNA, "UTC", "23", "7"), of_person(ANNA)),
    "UserSettings.block": Row(lambda s: s.user_settings.block(ANNA, BEN), of_person(ANNA)),
    "UserSettings.not_reached": Row(lambda s: s.user_settings.not_reached(ANNA), of_person(ANNA)),
    "Notifications.hush": Row(lambda s: s.notifications.hush(ANNA, NOW, NOW + HOUR), of_person(ANNA), before=away),
    "Notifications.changed": Row(
        lambda s: s.notifications.changed(ANNA, NOW + HOUR), of_person(ANNA), before=after(away, hushed, lengthened)
    ),
    "Notifications.wake": Row(
        called(5, "morning", lambda s: s.notifications.wake), of_person(ANNA), "ConflictError", after(TWO, away, hushed)
    ),
    "Notifications.daily": Row(called(1, "digest", lambda s: s.notifications.daily), of_person(ANNA), "ConflictError", listed),
    "Maps.offer": Row(uploads("One"), of_server(GUILD)),
    "Maps.confirm": Row(
        lambda s: s.maps.confirm(GUILD, ANNA, "sheet 9", now=NOW, moderator=True), of_server(GUILD), "no-upload", uploads("One")
    ),
    "Maps.keep": Row(lambda s: s.maps.keep(GUILD, ANNA, "sheet 9", now=NOW), of_server(GUILD), before=knows_one),
    "Maps.discard": Row(lambda s: s.maps.discard(GUILD, ANNA, now=NOW), of_server(GUILD), before=uploads("One")),
    "Maps.remove": Row(
        removes,
        of_server(GUILD),
        "unknown-map",
        after(uploads("One"), adds),
    ),
    "Puzzles.answer": Row(
        lambda s: s.puzzles.answer(FOR_ALL, 1, ANNA, based_on="", now=NOW),
        of_server(FOR_ALL),
        "puzzle-answered",
        after(stocked, solved),
    ),
    "Puzzles.newest": Row(lambda s: s.puzzles.newest(FOR_ALL, now=NOW), of_server(FOR_ALL), before=stocked),
    "Puzzles.fall_due": Row(turned_over, of_server(GUILD), "ConflictError", after(stocked, wants_puzzles)),
    "WeeklyPaper.unsent": Row(unprinted, of_server(GUILD), None, after(wants_paper, welcomes)),
    "WeeklyPaper.fall_due": Row(published, of_server(GUILD), "ConflictError", wants_paper),
    "Champions.note": Row(lambda s: s.champions.note(CROWNED, NOW), of_server(GUILD)),
    "Champions.strike": Row(lambda s: s.champions.strike(CROWNED, NOW), of_server(GUILD), None, notes_champion),
    "Champions.settle": Row(settles, of_server(GUILD), "ConflictError", wants_champion),
    "Subscriptions.follow_person": Row(lambda s: s.subscriptions.follow_person(ANNA, BEN, GUILD), of_person(ANNA)),
    "UserSettings.unblock": Row(
        lambda s: s.user_settings.unblock(ANNA, BEN), of_person(ANNA), "not-blocked", lambda s: s.user_settings.block(ANNA, BEN)
    ),
    "Vacations.start": Row(away, of_person(ANNA), "on-vacation-already"),
    "Vacations.end": Row(lambda s: s.vacations.end(ANNA, now=NOW), of_person(ANNA), "not-on-vacation", away),
    "Vacations.fall_due": Row(due, of_person(ANNA), "ConflictError", away),
    "ServerSettings.choose_all": Row(lambda s: s.server_settings.choose(GUILD, "lobbies", ("2",)), of_server(GUILD)),
    "Matchmaking.wish": Row(wish, of_server(GUILD)),
    "Matchmaking.take_back": Row(lambda s: s.matchmaking.take_back(GUILD, ANNA, now=NOW), of_server(GUILD), before=wish),
    "Matchmaking.lapse": Row(lapsed, of_server(GUILD), "ConflictError", wish),
}
ROWS = {**OF_OTHERS, **OF_MATCHES, **OF_EVENTS}
"""By class and method."""

ELSEWHERE = {
    "Matchmaking.begin": "opens a lobby first: see test_seeking",
    "Drafts.open": "writes only that a draft has lapsed: see test_turns",
    "Drafts.prepare": "writes only what is no choice: see test_drafts",
    "ChanceDraws.begun": "where draws are mixed: see test_mixing",
    "ChanceDraws.fall_due": "where draws are mixed: see test_mixing",
    "Hints.ask": "a computer has to think: see test_hints",
    "Guesses.begin": "writes the draft of somebody who watches: see test_guesses",
    "Guesses.fall_due": "a computer has to judge: see test_guesses",
    "Guesses.grade": "a computer has to judge: see test_guesses",
    "MistakePuzzles.ask": "a computer has to judge: see test_mistakes",
    "MistakePuzzles.answer": "of turns that were judged: see test_mistakes",
    "MistakePuzzles.fall_due": "a computer has to judge: see test_mistakes",
    "ServerSeat.fall_due": "a computer has to judge: see test_town",
    "CrossServerInvites.agree": "begins two matches at once: see test_mirrors",
    "MatchReplication.fall_due": "follows from what is done in another match: see test_mirrors",
    "PlannedMoves.play": "of a game with tiles in hand: see test_tile_in_hand",
    "Analyses.ask": "a computer has to think: see test_analyses",
    "RulesUpgrade.rebase": "see test_rules_versions",
    "ChannelChanges.unheard": "a message fails once: see test_channels",
    "Timeouts.fall_due": "a computer may have to think: see test_clocks",
    "Outages.begin": "see test_outages",
    "Outages.back": "see test_outages",
    "Outages.sign": "see test_outages",
}
"""Use-cases that write otherwise or through others of this list, and where that is tested."""


@pytest.fixture(autouse=True)
def _same_bag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same in every world."""
    monkeypatch.setattr(sealed_bag, "seal", lambda: Secret(bytes(32)))
    monkeypatch.setattr(creation, "fresh_seed", lambda: "0" * 32)


@pytest.fixture(params=ROWS, scope="module")
def row(request: pytest.FixtureRequest) -> Row:
    """Return a row; all tests of one come one after the other, so that its expected result is computed once."""
    return ROWS[request.param]


async def outcome(act: Awaitable[Any]) -> Any:
    try:
        return await act
    except Exception as error:
        return error.code if isinstance(error, Refusal) else type(error).__name__


async def kept(services: Services) -> tuple[object, ...]:
    """Everything that these use-cases write, but when they did."""
    store = services.store
    timers = [each_timer for subject in (of_person(ANNA), of_server(GUILD)) for each_timer in await store.timers.of(subject)]
    return (
        await store.people.get(ANNA),
        await store.people.blocked_by(ANNA),
        await store.servers.get(GUILD),
        await store.servers.wishes(GUILD),
        sorted({(timer.kind, timer.due_at) for timer in timers}),
        [(post.kind, post.payload) for subject in (of_person(ANNA), of_server(GUILD)) for post in await store.posts.of(subject)],
        await store.maps.of_guild(GUILD),
        await store.maps.upload(GUILD, ANNA),
        [
            (await store.puzzles.days(guild, 9), await store.puzzles.answer_of(guild, number, ANNA))
            for guild in (GUILD, FOR_ALL)
            for number in (1, 2)
        ],
        *await kept_of_match(store),
        await store.events.load(CUP),
        [(post.kind, post.payload, post.user_id) for post in await store.posts.of(ITS_CUP)],
        sorted((each_timer.kind, each_timer.due_at) for each_timer in await store.timers.of(ITS_CUP)),
    )


async def kept_of_match(store: Store) -> tuple[object, ...]:
    loaded = await store.matches.load(GAME)
    return (
        loaded and (loaded.match, loaded.seats, loaded.log),
        await store.drafts.of(ITS),
        await store.requests.of(GAME),
        await store.clocks.of(GAME),
        sorted((timer.kind, timer.due_at, timer.seat or 0, *timer.payload.items()) for timer in await store.timers.of(ITS)),
        [(post.kind, post.payload, post.user_id, post.dead_at) for post in await store.posts.of(ITS)],
    )


async def lawful(services: Services) -> None:
    """Check that memory equals the store, and no lock is held."""
    assert await services.user_settings.person(ANNA) == (await services.store.people.get(ANNA) or PersonRow(ANNA))
    row = await services.store.servers.get(GUILD)
    assert services.server_settings.of(GUILD) == ({} if row is None else row.prefs)
    await services.computers.settled()
    await services.repository.unit_of_work.settled()
    if (loaded := await services.store.matches.load(GAME)) is not None:
        assert await services.repository.seated(GAME) == (loaded.match, loaded.seats)
    if (cup_ := await services.store.events.load(CUP)) is not None:
        assert (await services.tournaments.repository.state(CUP)).row == cup_[0]
    for subject in (of_person(ANNA), of_server(GUILD), ITS, ITS_CUP):
        assert not services.repository.unit_of_work.lock(subject).locked()


def made_services(store: Store) -> Services:
    made = make_services(store, clock=lambda: NOW, uploads={"sheets": Sheets()})
    made.puzzles.making.game_id = ""
    return made


_EXPECTED: dict[tuple[int, int], tuple[object, ...]] = {}


async def expected(row: Row, times: int, path: Path) -> tuple[object, ...]:
    """Return what is stored after so many plain calls in an empty database there, computed once."""
    if (known := _EXPECTED.get((id(row), times))) is not None:
        return known
    store: Any = await open_store(path)
    try:
        services = made_services(store)
        await row.before(services)
        for _ in range(times):
            await row.act(services)
        return _EXPECTED.setdefault((id(row), times), await kept(services))
    finally:
        await store.close()


@pytest.fixture
async def services(store: Store) -> AsyncIterator[Services]:
    made = made_services(store)
    yield made
    await made.stop()


Alone = Callable[[Row, int], Awaitable[tuple[object, ...]]]


@pytest.fixture
def alone(tmp_path: Path, new_file: Path) -> Alone:
    """Return `expected` for a database of this test."""
    return lambda row, times: expected(row, times, Path(copyfile(new_file, tmp_path / f"alone-{times}.db")))


@pytest.fixture
async def once(row: Row, alone: Alone) -> tuple[object, ...]:
    return await alone(row, 1)


async def test_twice_at_the_same_moment_nothing_is_lost_or_doubled(row: Row, services: Services, alone: Alone) -> None:
    await row.before(services)
    by_itself = await alone(row, 2 if row.second == AGAIN else 1)

    first, second = await asyncio.gather(*(outcome(row.act(services)) for _ in range(2)))

    told = [each_row for each_row in (first, second) if isinstance(each_row, str)]
    may_find_nothing = row.second == "ConflictError" and not told  # the timer may be gone when the second looks for it
    is_done_twice = row.second == AGAIN or (row.second is None and first == second)
    assert [row.second] == told or may_find_nothing or (is_done_twice and not told)
    assert await kept(services) == by_itself
    await lawful(services)


FEW = (
    "UserSettings.choose",
    "Maps.confirm",
    "Turns.act",
    "Requests.answer",
    "Lobbies.start",
    "RegistrationService.start",
    "TournamentTables.end",
)
"""Of each kind of subject. The others are overtaken or cancelled in `make soak`: the mechanism is the same for all, and above all
of them meet themselves.
"""


def sampled(*names: str) -> list[Any]:
    return [pytest.param(name, marks=() if name in FEW else pytest.mark.soak) for name in names]


@pytest.mark.parametrize("row", sampled(*ROWS), indirect=True)
async def test_overtaken_it_is_decided_again_and_no_more_often(
    row: Row, services: Services, store: Store, once: tuple[object, ...]
) -> None:
    await row.before(services)
    tries = overtaken(store, row.subject, times=TRIES - 1)

    await row.act(services)

    assert len(tries) == TRIES, "each try was overtaken but the last, and nothing was tried once more for nothing"
    assert await kept(services) == once
    await lawful(services)


@pytest.mark.parametrize("row", sampled(*OF_OTHERS, *FEW[2:]), indirect=True)
async def test_overtaken_for_ever_it_refuses_and_writes_nothing(row: Row, services: Services, store: Store) -> None:
    await row.before(services)
    before = await kept(services)
    tries = overtaken(store, row.subject, times=TRIES)

    with pytest.raises(RetriesExhaustedError):
        await row.act(services)

    assert len(tries) == TRIES
    assert await kept(services) == before
    await lawful(services)


@pytest.mark.parametrize("row", sampled(*OF_OTHERS, *FEW[2:]), indirect=True)
@pytest.mark.parametrize("steps", (1, 4, 8))
async def test_cancelled_at_any_moment_it_has_happened_or_has_not(
    row: Row, services: Services, once: tuple[object, ...], steps: int
) -> None:
    await row.before(services)
    before = await kept(services)
    task = asyncio.ensure_future(row.act(services))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    await services.repository.unit_of_work.settled()

    assert await kept(services) in (before, once)
    await lawful(services)


async def test_cancelled_while_it_is_written_nothing_that_follows_is_left_out(services: Services, store: Store) -> None:
    heard: list[PersonRow] = []
    services.ui_listeners.on_person = heard.append
    commit, at_it, go_on = store.commit, asyncio.Event(), asyncio.Event()

    async def slow(*changes: Any) -> Mapping[Subject, int]:
        at_it.set()
        await go_on.wait()
        return await commit(*changes)

    store.commit = slow  # type: ignore[method-assign]
    choosing = asyncio.create_task(services.user_settings.speak(ANNA, "nl"))
    await at_it.wait()
    choosing.cancel()
    await asyncio.gather(choosing, return_exceptions=True)
    assert choosing.cancelled() and services.repository.unit_of_work.lock(of_person(ANNA)).locked()
    go_on.set()
    await services.repository.unit_of_work.settled()

    assert [person.locale for person in heard] == ["nl"]
    await lawful(services)


def overtaken(store: Store, subject: Subject, *, times: int) -> list[int]:
    """Write about the same subject just before each of so many guarded transactions; note the tries."""
    commit, tries = store.commit, list[int]()

    async def late(*changes: Any) -> Mapping[Subject, int]:
        if any(isinstance(change, ExpectRevision) for change in changes):
            tries.append(len(tries))
            if len(tries) <= times:
                await Store.commit(store, ExpectRevision(subject, await store.revision(subject)))
        return await commit(*changes)

    store.commit = late  # type: ignore[method-assign]
    return tries


BETWEEN = [
    pytest.param(name, marks=() if name in ("Turns.act", "Requests.answer", "Maps.confirm") else pytest.mark.soak) for name in ROWS
]


@pytest.mark.parametrize("row", BETWEEN, indirect=True)
async def test_between_two_processes_nothing_is_lost_or_doubled(row: Row, ready_database: str, alone: Alone) -> None:
    pair = [made_services(await open_store(read(ready_database))) for _ in range(2)]
    try:
        await row.before(pair[0])
        await pair[1].server_settings.open()
        await asyncio.gather(*(outcome(row.act(services)) for services in pair))
        for services in pair:
            await services.computers.settled()
        kept_version = await kept(pair[0])
    finally:
        for services in pair:
            await services.close()

    assert kept_version in [await alone(row, times) for times in ((1, 2) if row.second == AGAIN else (1,))]


async def test_two_processes_lose_nothing_of_each_other(ready_database: str) -> None:
    """A preference was overwritten from memory, and both of two vacations were announced."""
    first, second = [make_services(await open_store(read(ready_database))) for _ in range(2)]
    try:
        await asyncio.gather(*(services.user_settings.person(ANNA) for services in (first, second)))
        await first.user_settings.prefer(ANNA, "typed", "at-once")
        await second.user_settings.speak(ANNA, "nl")
        starts = (services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW) for services in (first, second))
        told = await asyncio.gather(*(outcome(start) for start in starts))
        row = await first.store.people.get(ANNA)
    finally:
        for services in (first, second):
            await services.close()

    assert row is not None and (row.locale, row.prefs["typed"], len(row.prefs["vacations"])) == ("nl", "at-once", 1)
    assert told.count("on-vacation-already") == 1


async def test_two_processes_keep_both_answers_to_a_request(ready_database: str) -> None:
    """One agreement was lost, and the game waited for it for ever."""
    first, second = [make_services(await open_store(read(ready_database))) for _ in range(2)]
    try:
        match_id = (await begin(first, ANNA, BEN, CHI)).match.id
        question = await first.requests.ask(match_id, ANNA, "finish", {}, now=NOW)
        number, commit, tries = question.request.number, second.store.commit, list[int]()

        async def late(*changes: Any) -> Mapping[Subject, int]:
            tries.append(number)
            if len(tries) == 1:  # the other process is faster
                task = first.requests.answer(match_id, BEN, number, agrees=True, now=NOW)
                await asyncio.get_running_loop().create_task(task, context=Context())
            return await commit(*changes)

        second.store.commit = late  # type: ignore[method-assign]
        await second.requests.answer(match_id, CHI, number, agrees=True, now=NOW)
        (row,) = await second.store.requests.of(match_id)
    finally:
        for services in (first, second):
            await services.close()

    assert row.status == "granted" and len(tries) == 2


async def test_two_processes_open_no_event_too_many(ready_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "MOST_UNDER_WAY", 1)
    pair = [make_services(await open_store(read(ready_database))) for _ in range(2)]
    try:
        opened = (
            services.tournaments.creation.open(PLACE, ANNA, "Cup", preset_settings("slow-swiss", "tiny"), now=NOW)
            for services in pair
        )
        told = await asyncio.gather(*(outcome(opening) for opening in opened))
        there = await pair[0].tournaments.queries.of_guild(GUILD)
    finally:
        for services in pair:
            await services.close()

    assert told.count("too-many-events") == 1 and len(there) == 1


@pytest.mark.parametrize(
    ("limits", "hosts", "refused"),
    [
        (Quotas(lobbies_of_member=1), (ANNA, ANNA), "too-many-lobbies"),
        (Quotas(lobbies_of_server=1), (ANNA, BEN), "server-lobbies-full"),
    ],
    ids=["of a person", "of a server"],
)
async def test_two_lobbies_at_the_same_moment_keep_the_limit(
    store: Store, limits: Quotas, hosts: tuple[UserId, UserId], refused: str
) -> None:
    pair = [make_services(store, limits=limits) for _ in range(2)]
    places = (MatchLocation(GUILD, 70), MatchLocation(GUILD, 71))

    asked = zip(pair, places, hosts, strict=True)
    lobbies = (services.lobbies.open(place, host, "tiny", {}, now=NOW) for services, place, host in asked)
    told = await asyncio.gather(*(outcome(lobby) for lobby in lobbies))

    assert told.count(refused) == 1 and len(await store.matches.lobbies(GUILD)) == 1


async def test_a_revision_that_is_another_by_now_writes_nothing(store: Store) -> None:
    anna = of_person(ANNA)
    assert await store.commit(ExpectRevision(anna, 0), PutRow(PersonRow(ANNA, "nl"))) == {anna: 1}
    assert await store.commit(PutRow(PersonRow(ANNA, "de"))) == {anna: 2}

    for expected_ in (0, 1, 3):
        assert await outcome(store.commit(ExpectRevision(anna, expected_), PutRow(PersonRow(ANNA, "eo")))) == "StaleRevisionError"

    assert await store.people.get(ANNA) == PersonRow(ANNA, "de")
    assert await store.revision(anna) == 2


def test_every_use_case_that_goes_this_way_has_a_row() -> None:
    assert _use_cases() == {*ROWS, *ELSEWHERE}


def _use_cases() -> set[str]:
    """Return the public methods that change rows by themselves or by private ones of their class."""
    use_cases: set[str] = set()
    for path in SERVICE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name != "UnitOfWork":
                methods = {
                    definition.name: _calls(definition) for definition in node.body if isinstance(definition, ast.AsyncFunctionDef)
                }
                changes = {name for name, calls in methods.items() if calls & {"change", "change_with_precomputed"}}
                for _ in methods:
                    changes |= {name for name, calls in methods.items() if calls & {of for of in changes if of.startswith("_")}}
                use_cases |= {f"{node.name}.{name}" for name in changes if not name.startswith("_")}
    return use_cases


def _calls(method: ast.AsyncFunctionDef) -> set[str]:
    """Return the names of calls on `self`, its `_unit_of_work`, or another's `unit_of_work`."""
    calls = [node.func for node in ast.walk(method) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return {call.attr for call in calls if ast.unparse(call.value) == "self" or ast.unparse(call.value).endswith("unit_of_work")}
