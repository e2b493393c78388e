"""Matchmaking in a server: wishes for a game are stored, lapse, and are matched as soon as they fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from clocks.terms import PACES
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.post_content import PostContent, posted
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.errors import Refusal
from service.lobby.lobbies import Lobbies
from service.match.match_repository import MatchRepository
from service.ratings.reliability import Reliability, TimelinessCounts
from service.records import MatchLocation, MatchUpdate
from storage.changes import DropRow, PutRow, SetTimers
from storage.rows import SERVER, MatchId, SeekRow, TimerRow, UserId, of_server

SEEKERS = "seekers"
"""The kind of the list of people who look for a game."""
WISH = "wish"
"""The kind of the timer at which a wish lapses, a timer of its server."""
LAPSES_AFTER = timedelta(days=7)
MOST = 16
"""Wishes that are tried with a new one: the oldest ones that agree with it."""
EDITION = "edition"
"""The option by which games that have several name their editions."""
SEATS = range(2, 7)
"""How many may want to play together."""


@posted(SERVER, SEEKERS)
class SeekersList(PostContent):
    """The message with the users who look for a game, which is kept up to date."""


@timed(WISH)
class WishTimer(TimerContent):
    """The payload of the timer at which a wish lapses."""

    user: UserId


@dataclass(frozen=True)
class MatchedPlayers:
    """The users whose wishes fit, longest waiting first, and the game that all of them want."""

    people: tuple[UserId, ...]
    game: str
    pace: str
    """Empty: as it is usual in the server."""
    edition: str = ""
    """Empty: the usual one."""
    language: str = ""
    """One that all of them play in; empty: nobody minds."""


class Matchmaking:
    """The use-cases of wishing for a game and matching wishes."""

    def __init__(self, repository: MatchRepository, lobbies: Lobbies, reliability: Reliability) -> None:
        self._repository = repository
        self._lobbies = lobbies
        self._reliability = reliability

    async def wishes(self, guild_id: int) -> tuple[SeekRow, ...]:
        """Return the wishes for a game in a server, oldest first."""
        return await self._repository.store.servers.wishes(guild_id)

    async def wish(self, wanted: SeekRow) -> MatchedPlayers | None:
        """Store a wish, replacing the user's former one; return the matched players, or None.

        Refuses `unknown-game`, `bad-seats-wanted` (low, high), `bad-pace-wanted` (choices), and the option codes of the game for an
        unknown edition.
        """
        self._repository.known(wanted.game).options(_options(wanted.edition))
        if wanted.seats and wanted.seats not in SEATS:
            raise Refusal("bad-seats-wanted", low=SEATS[0], high=SEATS[-1])
        if wanted.pace and wanted.pace not in PACES:
            raise Refusal("bad-pace-wanted", choices=tuple(PACES))
        lapse = new_timer(WishTimer(wanted.user_id), wanted.at + LAPSES_AFTER)
        put = (PutRow(wanted), SetTimers(of_server(wanted.guild_id), wanted.at, (lapse,)))
        await self._repository.unit_of_work.change(
            self._scope_of(wanted.guild_id), lambda _: Decision(lambda: None, changes=put), now=wanted.at
        )
        return await self._match_wishes(wanted)

    async def take_back(self, guild_id: int, user_id: UserId, *, now: datetime) -> None:
        """Delete the person's wish in this server."""
        await self._drop(guild_id, (user_id,), now)

    async def _drop(self, guild_id: int, people: tuple[UserId, ...], now: datetime) -> None:
        gone = Decision(lambda: None, changes=tuple(DropRow(SeekRow, (guild_id, user)) for user in people))
        await self._repository.unit_of_work.change(self._scope_of(guild_id), lambda _: gone, now=now)

    def _scope_of(self, guild_id: int) -> ChangeScope[tuple[SeekRow, ...]]:
        """Return the scope of a server's wishes."""
        its = of_server(guild_id)

        async def read() -> LoadedAggregates[tuple[SeekRow, ...]]:
            revision = await self._repository.store.revision(its)
            return LoadedAggregates(await self.wishes(guild_id), {its: revision})

        return ChangeScope((its,), read)

    async def begin(self, found: MatchedPlayers, place: MatchLocation, *, now: datetime, locale: str) -> MatchUpdate:
        """Start the game of matched players; return the update.

        If one of them can't play, nothing is left behind. Refuses as `Lobbies.open`, `Lobbies.join` and `Lobbies.start`, and
        `found-elsewhere`.
        """
        host, *others = found.people
        terms = {"pace": found.pace} if found.pace else {}
        options = _options(found.edition)
        lobby = await self._lobbies.open(
            place, host, found.game, options, now=now, seats=len(found.people), locale=found.language or locale, terms=terms
        )
        try:
            for user in others:
                await self._lobbies.join(lobby.match.id, user, now=now)
            await self._claim(place.guild_id, found.people, now)
            return await self._lobbies.start(lobby.match.id, host, now=now)
        except BaseException:
            await self._close_seeks(lobby.match.id, found.people, now)
            raise

    async def _claim(self, guild_id: int | None, people: tuple[UserId, ...], now: datetime) -> None:
        """Delete the wishes of matched players; refuse `found-elsewhere` if one was matched elsewhere just now."""
        assert guild_id is not None

        def decide(wishes: tuple[SeekRow, ...]) -> Decision[None]:
            if not set(people) <= {wish.user_id for wish in wishes}:
                raise Refusal("found-elsewhere")
            return Decision(lambda: None, changes=tuple(DropRow(SeekRow, (guild_id, user)) for user in people))

        await self._repository.unit_of_work.change(self._scope_of(guild_id), decide, now=now)

    async def lapse(self, timer: TimerRow, now: datetime) -> bool:
        """Delete a wish that has lapsed, unless it was renewed; return whether one was deleted."""
        guild_id, user = timer.subject.id, UserId(read_timer(timer, WishTimer).user)

        def decide(wishes: tuple[SeekRow, ...]) -> Decision[bool]:
            is_old = any(wish.user_id == user and wish.at + LAPSES_AFTER <= timer.due_at for wish in wishes)
            return Decision(lambda: is_old, changes=(DropRow(SeekRow, (guild_id, user)),) if is_old else ())

        return await self._repository.unit_of_work.change(self._scope_of(guild_id), decide, now=now, timer=timer)

    async def _close_seeks(self, match_id: MatchId, people: Sequence[UserId], now: datetime) -> None:
        for user in people:
            with suppress(Refusal):  # who had no seat yet
                await self._lobbies.leave(match_id, user, now=now)

    async def _match_wishes(self, wanted: SeekRow) -> MatchedPlayers | None:
        """Return the longest waiting people with fitting wishes, none of whom has blocked another."""
        wishes = await self.wishes(wanted.guild_id)
        others = [wish for wish in wishes if wish.user_id != wanted.user_id and _agree(wanted, wish)]
        known = _Partners(self._reliability)
        others = [wish for wish in others if await known.accept(wanted, wish)][:MOST]
        blockers = {wish.user_id: await self._repository.store.people.blockers_of(wish.user_id) for wish in (*others, wanted)}
        for size in [wanted.seats] if wanted.seats else sorted({wish.seats or SEATS[0] for wish in others}):
            for partners in combinations([wish for wish in others if wish.seats in (0, size)], size - 1):
                group = (*partners, wanted)
                if _language(group) is None or _any_blocked(group, blockers):
                    continue
                if all([_agree(*two) and await known.accept(*two) for two in combinations(group, 2)]):
                    return _matched_players(group)
        return None


class _Partners:
    """The speed and reliability of possible partners, each read once per search."""

    def __init__(self, reliability: Reliability) -> None:
        self._reliability = reliability
        self._known: dict[UserId, TimelinessCounts] = {}

    async def accept(self, seek: SeekRow, other: SeekRow) -> bool:
        """Return whether each fits the other's wish; people with little history fit any."""
        return await self._accepts(seek, other.user_id) and await self._accepts(other, seek.user_id)

    async def _accepts(self, wish: SeekRow, partner: UserId) -> bool:
        if not wish.most_wait_s and not wish.least_kept:
            return True
        if partner not in self._known:
            self._known[partner] = await self._reliability.of(wish.guild_id, partner)
        kept = self._known[partner]
        is_fast = not wish.most_wait_s or kept.average <= timedelta(seconds=wish.most_wait_s)
        return not kept.is_known or (is_fast and kept.share * 100 >= wish.least_kept)


def _options(edition: str) -> dict[str, str]:
    return {EDITION: edition} if edition else {}


def _agree(seek: SeekRow, other: SeekRow) -> bool:
    open_or_same = ((seek.pace, other.pace), (seek.edition, other.edition))
    fits = seek.game == other.game and all(not mine or not theirs or mine == theirs for mine, theirs in open_or_same)
    return fits and _language((seek, other)) is not None


def _language(group: Sequence[SeekRow]) -> str | None:
    """Return the first language common to all, in the order of the longest waiting.

    Empty if no language is demanded; None if there is no common one.
    """
    wanted = [wish.languages for wish in sorted(group, key=lambda wish: wish.at) if wish.languages]
    if not wanted:
        return ""
    return next((language for language in wanted[0] if all(language in other for other in wanted)), None)


def _any_blocked(group: Sequence[SeekRow], blockers: Mapping[UserId, frozenset[UserId]]) -> bool:
    return any(other.user_id in blockers[seek.user_id] for seek in group for other in group)


def _matched_players(group: Sequence[SeekRow]) -> MatchedPlayers:
    ordered = sorted(group, key=lambda wish: wish.at)
    return MatchedPlayers(
        tuple(wish.user_id for wish in ordered),
        ordered[0].game,
        next((wish.pace for wish in ordered if wish.pace), ""),
        next((wish.edition for wish in ordered if wish.edition), ""),
        _language(ordered) or "",
    )
