"""The weekly paper: on the weekday that a server has chosen, if at least three games have ended since the last one.

A timer of the server owns the paper. That one week is told and when the next one is due is one transaction, so no paper comes twice
or is left out, whatever ends in between. What stands in it is read when it is posted (`cogs.background.guilds.weekly_paper`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clocks.sleep_windows import zone_of
from service.core.change_scope import Decision
from service.core.post_content import PostContent, Reaches, new_post, posted, read
from service.core.timers import Timers
from service.core.unit_of_work import UnitOfWork
from service.guilds.guild_lifecycle import GONE
from service.guilds.server_settings import PAPER, PAPER_DAY, ZONE, ServerChange, ServerSettings
from service.guilds.welcome_messages import WELCOME, Welcome
from service.match import eligibility
from service.match.match_transaction import nonce
from service.ratings.leaderboards import Leaderboards, RatingKind
from storage.changes import Change, CompleteTimer, QueuePosts, SetTimers
from storage.rows import SERVER, EndedMatch, NewTimer, Post, ServerRow, TimerRow, UserId, of_server
from storage.stats import ServerRecord

WEEKLY = "paper"
"""The kind of the timer and of the message: `{"since": moment, "until": moment}`, as ISO 8601 writes them."""
LOST_PAPER, TROUBLE = "paper-lost", "paper-trouble"
"""The kind of the private message that tells that no paper can be posted: `{"channel": id}`. And among what a server has chosen: in
which channel that was.
"""
TOO_FEW = "too-few-games"
"""Why a paper is given up: too few of the week's games can be read where it comes."""
LEAST = 3
"""Games without which there is no paper."""
MOST = 200
"""The last games of a week that are looked at."""
HOUR = 18
"""At this hour of the server's own day it comes."""
WEEK = timedelta(days=7)
LEAST_MET = 3
"""Games together that make a rivalry."""


@posted(SERVER, WEEKLY)
class PaperPost(PostContent):
    """The post with the paper about a week."""

    since: datetime
    until: datetime


@posted(SERVER, LOST_PAPER, reaches=Reaches.OWED)
class PaperLost(PostContent):
    """The news that a channel takes no papers."""

    channel: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """A new lead of one person over another, over all their games in the server."""

    leader: UserId
    other: UserId
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class RatingGain:
    """The gain of one person's rating by the games of the week."""

    user_id: UserId
    kind: RatingKind
    points: int
    value: int
    """The rating now."""


class WeeklyPaper:
    """The weekly papers of all servers; off until a server chooses a channel for it."""

    def __init__(self, unit_of_work: UnitOfWork, timers: Timers, chosen: ServerSettings, leaderboards: Leaderboards) -> None:
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._timers = timers
        self._chosen = chosen
        self._leaderboards = leaderboards

    async def along(self, step: ServerChange, now: datetime) -> Sequence[Change]:
        """Return the timer of a server's next paper after a choice."""
        if all(step.before.prefs.get(key) == step.after.prefs.get(key) for key in (PAPER, PAPER_DAY, ZONE)):
            return ()
        due = () if step.after.prefs.get(PAPER) is None else (NewTimer(WEEKLY, _next(step.after, now)),)
        return (SetTimers(of_server(step.after.guild_id), now, due, instead_of=WEEKLY),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Publish the paper of a week if there is news, and set the next week's timer."""
        guild_id, until = timer.subject.id, timer.due_at
        if any(each_timer.kind == GONE for each_timer in await self._store.timers.of(timer.subject)):
            await self._timers.done(timer, now, again=WEEK)  # nobody can be reached there; it may come back
            return
        games = await self._store.matches.week(guild_id, until - WEEK, until, LEAST)

        def decide(row: ServerRow) -> Decision[None]:
            channel = row.prefs.get(PAPER)
            if channel is None:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now),))
            paper_post = PaperPost(until - WEEK, until)
            posts = (new_post(paper_post, nonce(), int(channel)),) if len(games) >= LEAST else ()
            done = CompleteTimer(timer, now, _next(row, max(now, until)))
            return Decision(lambda: None, changes=(done, QueuePosts(timer.subject, now, posts)))

        await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now, timer=timer)

    async def unsent(self, post: Post, reason: str, now: datetime) -> None:
        """Give up a paper that could not be posted.

        Where its channel is closed or gone, the person who has added the bot is told in private, once, and `/server` says so; the
        paper stays chosen, and the next one is tried again.
        """
        await self._store.posts.dead(post, now, reason)
        if reason == TOO_FEW or post.channel_id is None:
            return
        guild_id, welcome = post.topic.id, await self._store.posts.last(post.topic, WELCOME)
        person = None if welcome is None else UserId(read(welcome, Welcome).person)
        letter = new_post(PaperLost(post.channel_id), nonce(), None, person)

        def decide(row: ServerRow) -> Decision[None]:
            channel = str(post.channel_id)
            if row.prefs.get(PAPER) != channel or row.prefs.get(TROUBLE) == channel:
                return Decision(lambda: None)
            queued = () if person is None else (QueuePosts(post.topic, now, (letter,)),)
            return Decision(lambda: None, (ServerChange.of(row, {TROUBLE: channel}, self._chosen),), queued)

        await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now)

    def trouble(self, guild_id: int) -> int | None:
        """Return the channel in which the last paper could not be posted, as long as it is to come there."""
        channel = self._chosen.one(guild_id, PAPER)
        return channel if channel is not None and self._chosen.of(guild_id).get(TROUBLE) == str(channel) else None

    async def games(self, guild_id: int, since: datetime, until: datetime) -> tuple[EndedMatch, ...]:
        """Return the games of a week that were played here to an end, in the order of their ends."""
        return await self._store.matches.week(guild_id, since, until, MOST)

    def broken(self, records: Sequence[ServerRecord], games: Sequence[EndedMatch]) -> tuple[ServerRecord, ...]:
        """Return the records that these games have broken and hold."""
        numbers = {game.id for game in games}
        return tuple(record for record in records if record.match_id in numbers and record.before is not None)

    async def rivalries(self, guild_id: int, games: Sequence[EndedMatch], told: Leaderboards) -> tuple[Rivalry, ...]:
        """Return the new leads by these games between people who show their ratings, the most frequent opponents first.

        `told` are the figures that readers of the paper may know.
        """
        rivalries: list[Rivalry] = []
        for (user, other), lead in _leads(games).items():
            met = await told.stats.against(guild_id, user, other)
            now, before = met.won - met.lost, met.won - met.lost - lead
            if now * before > 0 or now == 0 or met.games < LEAST_MET:
                continue
            rivalry = Rivalry(user, other, met.won, met.lost) if now > 0 else Rivalry(other, user, met.lost, met.won)
            if await self._leaderboards.shows(user) and await self._leaderboards.shows(other):
                rivalries.append(rivalry)
        return tuple(sorted(rivalries, key=lambda each: (-each.won - each.lost, each.leader)))

    async def climbs(self, games: Sequence[EndedMatch], told: Leaderboards) -> tuple[RatingGain, ...]:
        """Return the rating gains by these games, most first, without provisional ratings; `told` as for `rivalries`."""
        first: dict[tuple[UserId, str], int] = {}
        last: dict[tuple[UserId, str], int] = {}
        for game in games:
            kind = _kind(game)
            for change in await told.changed(game.id):
                if change.before is None or change.before.is_provisional:
                    continue
                first.setdefault((change.user_id, kind.name), change.before.value)
                last[change.user_id, kind.name] = change.after.value
        climbs = [
            RatingGain(user, RatingKind(*name.rsplit(" ", 1)), now - first[user, name], now) for (user, name), now in last.items()
        ]
        return tuple(sorted((climb for climb in climbs if climb.points > 0), key=lambda each: (-each.points, each.user_id)))


def _kind(game: EndedMatch) -> RatingKind:
    return RatingKind(game.game, "duel" if len(game.players) == 2 else "table")


def _leads(games: Sequence[EndedMatch]) -> Mapping[tuple[UserId, UserId], int]:
    """Return by pair, the smaller id first, how often the first was ahead in these games, less how often behind."""
    counter = Counter[tuple[UserId, UserId]]()
    for game in games:
        ranked = sorted(eligibility.ranks_of_people(game).items())
        for index, (user, rank) in enumerate(ranked):
            for other, its in ranked[index + 1 :]:
                counter[user, other] += (rank < its) - (rank > its)
    return {pair: lead for pair, lead in counter.items() if lead and min(pair) > 0}


def _next(row: ServerRow, now: datetime) -> datetime:
    """Return when the next paper of a server comes, by its local clock."""
    day = int(row.prefs.get(PAPER_DAY, "6"))
    here = now.astimezone(zone_of(row.prefs.get(ZONE, "UTC")))
    today = here.replace(hour=HOUR, minute=0, second=0, microsecond=0, tzinfo=None)
    coming = today + timedelta(days=(day - today.weekday()) % 7)
    due = coming.replace(tzinfo=here.tzinfo)
    if due <= here:
        due = (coming + WEEK).replace(tzinfo=here.tzinfo)
    return due.astimezone(now.tzinfo)
