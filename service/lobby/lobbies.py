"""Use-cases of a match that has not begun: open, rematch, join, leave, computers, settings, start, and expiry."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games.core.errors import IllegalActionError
from games.core.game import AnyGame, Seat
from service.core.change_scope import ChangeScope, Decision, combined_scope
from service.core.free_text import WORD
from service.core.post_content import PostContent, posted
from service.errors import Refusal
from service.guilds.server_settings import GAMES, LOBBIES, ServerSettings
from service.lobby.match_start import EXPIRY, MatchStart, start_match
from service.lobby.match_terms import default_terms, rematch_terms, settle_terms, with_wishes
from service.lobby.quotas import UNLIMITED, Quotas, check_games, check_lobbies, games_of
from service.match import match_log as logs
from service.match import sealed_bag
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import match_post
from service.match.seating import in_joining_order, rematch_seats, renumber, with_player
from service.records import Lobby, MatchLocation, MatchUpdate
from service.users.user_settings import UserSettings
from storage.changes import CommitMatch
from storage.errors import ConflictError
from storage.rows import (
    CANCELLED,
    EXPIRED,
    LIVE,
    LOBBY,
    MATCH,
    TOWN,
    LoadedMatch,
    MatchId,
    MatchRow,
    NewMatch,
    NewTimer,
    PersonRow,
    SeatRow,
    TimerRow,
    UserId,
    of_person,
    of_server,
)

EXPIRES_AFTER = timedelta(days=7)
ORDERS = ("random", "joined")


@posted(MATCH, NOTICE, "lobby-expired")
class LobbyExpired(PostContent):
    """The news that a lobby was closed automatically after some days."""

    days: int = 7


class Lobbies:
    """The use-cases of lobbies, from opening to the start of the match."""

    def __init__(
        self,
        repository: MatchRepository,
        levels: Collection[str],
        user_settings: UserSettings,
        servers: ServerSettings,
        limits: Quotas = UNLIMITED,
    ) -> None:
        """Set the services; `levels` are those of the available computer players, `limits` the quotas per user and server."""
        self._repository = repository
        self._user_settings = user_settings
        self._servers = servers
        self._levels = tuple(levels)
        self._limits = limits
        self.bag = logs.BY_STANDING
        """How new matches draw (`service.match.match_log`): mixed, where somebody posts the message that each game begins."""

    async def check_new(
        self,
        game: str,
        options: Mapping[str, str],
        *,
        channel_id: int | None = None,
        seats: int | None = None,
        host: UserId | None = None,
        guild_id: int | None = None,
        terms: Mapping[str, str] | None = None,
    ) -> range:
        """Return the numbers of seats that a new match would allow; call it before a thread is created.

        Refuses `unknown-game`, `channel-busy` (if a channel is given), option codes of `IllegalActionError`, `bad-seats` (if a
        number is given), `bad-terms`, and as `limits.check_lobbies` (if a host is given).
        """
        with_wishes(default_terms(self._servers.terms(guild_id)), terms or {})
        if host is not None:
            await check_lobbies(self._repository.store, self.within(guild_id), host, guild_id)
        known = self._repository.known(game)
        allowed = known.seats(known.options(options))
        if channel_id is not None:
            match_row = await self._repository.store.matches.in_channel(channel_id)
            if match_row is not None and match_row.status in LIVE:
                raise Refusal("channel-busy", match=match_row.id)
        if seats is not None:
            _check_seats(seats, allowed, ())
        return allowed

    async def open(
        self,
        place: MatchLocation,
        host: UserId,
        game: str,
        options: Mapping[str, str],
        *,
        now: datetime,
        seats: int | None = None,
        order: str = "random",
        locale: str = "en",
        terms: Mapping[str, str] | None = None,
    ) -> Lobby:
        """Open a lobby with its host seated; return it.

        `seats` is how many are offered (None: as many as the game allows). `terms` are those that differ from the server's
        defaults, by the keys of `clocks.term_parsing`. The secret is sealed here: `lobby.match.commitment`. The lobby expires
        `EXPIRES_AFTER` later. Refuses `unknown-game`, `channel-busy`, `bad-order`, `bad-terms`, as `limits.check_lobbies`, and
        `IllegalActionError` option codes and `bad-seats`.
        """
        texts, allowed = self._check_options(self._repository.known(game), options)
        wanted = allowed[-1] if seats is None else seats
        rows = (SeatRow(Seat(0), host),)
        draft = self.row(place, host, game, texts, now=now, wanted=wanted, order=order, locale=locale)
        _check_seats(wanted, allowed, rows)
        agreed = with_wishes(default_terms(self._servers.terms(place.guild_id)), terms or {})
        return await self._open_lobby(replace(draft, terms=agreed), rows, now)

    async def rematch(self, match_id: MatchId, user_id: UserId, *, now: datetime, place: MatchLocation | None = None) -> Lobby:
        """Open a lobby with the options, terms, computers and seats of an ended match, hosted by this user; return it.

        A computer of an unknown level leaves its seat open. Refuses `still-live`, `not-seated`, `channel-busy`, and as
        `limits.check_lobbies`.
        """
        old = await self._repository.loaded(match_id)
        if old.match.status in LIVE:
            raise Refusal("still-live", match=match_id)
        if all(s.user_id != user_id for s in old.seats):
            raise Refusal("not-seated", match=match_id)
        where = place or MatchLocation(old.match.guild_id, old.match.channel_id)
        texts, allowed = self._check_options(self._game(old.match), old.match.options)
        wanted = len(old.seats)
        match = self.row(
            where, user_id, old.match.game, texts, now=now, wanted=wanted, order=old.match.order, locale=old.match.locale
        )
        rows = tuple(row for row in rematch_seats(old.seats, user_id) if row.level is None or row.level in self._levels)
        _check_seats(wanted, allowed, rows)
        terms = rematch_terms(old.match, old.seats, default_terms(self._servers.terms(where.guild_id)))
        return await self._open_lobby(replace(match, rematch_of=match_id, terms=terms), rows, now)

    async def invited(self, lobby: Lobby) -> tuple[UserId, ...]:
        """Return the users to invite to a rematch: they played the former game to its end and have no seat yet.

        Users who have blocked the host are left out.
        """
        if lobby.match.rematch_of is None:
            return ()
        here = {seat.user_id for seat in lobby.seats} | await self._repository.store.people.blockers_of(lobby.match.host_id)
        former = await self._repository.store.matches.seats(lobby.match.rematch_of)
        return tuple(
            UserId(seat.user_id)
            for seat in in_joining_order(former)
            if seat.is_human and seat.user_id is not None and seat.user_id not in here
        )

    async def join(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Lobby:
        """Take a seat; return the lobby.

        Refuses `no-match`, `not-in-lobby`, `already-joined`, `lobby-full`, `too-many-games`.
        """
        person = self._user_settings.of(user_id)  # so that nobody gets one game too many by joining two at once

        async def games(_: object) -> int:
            return await games_of(self._repository.store, self._limits, user_id)

        def decide(loaded: tuple[tuple[LoadedMatch, PersonRow], int]) -> Decision[Lobby]:
            (old, _), has = loaded
            if any(s.user_id == user_id for s in old.seats):
                raise Refusal("already-joined", match=match_id)
            check_games(self._limits, has)
            return self._reseat(old, with_player(old, SeatRow(Seat(0), user_id), self._maximum_seats(old.match)), now)

        return await self._repository.unit_of_work.change(
            combined_scope(self._scope_of_waiting(match_id), person).also(games), decide, now=now
        )

    async def leave(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Lobby:
        """Give up the user's seat; return the lobby.

        If the host leaves, the next user becomes host; with the last user, the lobby is cancelled. Refuses `no-match`,
        `not-in-lobby`, `not-joined`.
        """
        of = self._scope_of_waiting(match_id)
        return await self._repository.unit_of_work.change(of, lambda old: self.unseat(old, user_id, now), now=now)

    async def add_word(self, match_id: MatchId, user_id: UserId, text: str, *, now: datetime) -> Lobby:
        """Set the user's word, on which the draws depend too; an empty one removes it.

        Refuses `no-match`, `not-in-lobby`, `not-joined`, and as `FreeText.checked`.
        """
        word = self._repository.free_text.checked(text, WORD)

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            if all(seat.user_id != user_id for seat in old.seats):
                raise Refusal("not-joined", match=match_id)
            seats = tuple(replace(seat, word=word or None) if seat.user_id == user_id else seat for seat in old.seats)
            return self._reseat(old, seats, now)

        return await self._repository.unit_of_work.change(self._scope_of_waiting(match_id), decide, now=now)

    def unseat(self, old: LoadedMatch, user_id: UserId, now: datetime) -> Decision[Lobby]:
        """Return the decision that `leave` carries out; refuse `not-joined`."""
        rest = tuple(s for s in old.seats if s.user_id != user_id)
        if len(rest) == len(old.seats):
            raise Refusal("not-joined", match=old.match.id)
        people = [s.user_id for s in rest if s.user_id is not None]
        if any(s.is_town for s in rest):
            return self._change_lobby(old, old.match, now, seats=rest)
        if not people:
            match = replace(old.match, status=CANCELLED, ended_at=now)
            return self._change_lobby(old, match, now, seats=rest, over=True)
        host = old.match.host_id if old.match.host_id in people else people[0]
        return self._change_lobby(old, replace(old.match, host_id=host), now, seats=rest)

    async def add_computer(
        self, match_id: MatchId, user_id: UserId, level: str, *, now: datetime, moderator: bool = False
    ) -> Lobby:
        """Seat a computer player of this level; return the lobby.

        Refuses `not-in-lobby`, `not-host`, `unknown-level`, `lobby-full`.
        """

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            if level not in self._levels:
                raise Refusal("unknown-level", level=level, choices=self._levels)
            return self._reseat(old, with_player(old, SeatRow(Seat(0), None, level), self._maximum_seats(old.match)), now)

        return await self._repository.unit_of_work.change(self.of_hosted(match_id, user_id, moderator=moderator), decide, now=now)

    async def add_town(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Lobby:
        """Seat the server, whose members vote on every move, in place of the host; return the lobby.

        The caller checks the user's permission. Refuses `not-in-lobby`, `not-host`, `lobby-full`, `no-town` (why: private, seated,
        hidden).
        """

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            if (why := _vote_refusal(old, self._game(old.match))) is not None:
                raise Refusal("no-town", why=why)
            others = replace(old, seats=tuple(s for s in old.seats if s.user_id != user_id))
            return self._reseat(old, with_player(others, SeatRow(Seat(0), None, TOWN), self._maximum_seats(old.match)), now)

        return await self._repository.unit_of_work.change(self.of_hosted(match_id, user_id, moderator=moderator), decide, now=now)

    async def remove_computer(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Lobby:
        """Unseat the computer that was added last; return the lobby.

        Refuses `not-in-lobby`, `not-host`, `no-computer`.
        """

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            computers = [s.seat for s in old.seats if not s.is_human]  # the server's seat too
            if not computers:
                raise Refusal("no-computer", match=match_id)
            return self._reseat(old, tuple(s for s in old.seats if s.seat != computers[-1]), now)

        return await self._repository.unit_of_work.change(self.of_hosted(match_id, user_id, moderator=moderator), decide, now=now)

    async def change(
        self,
        match_id: MatchId,
        user_id: UserId,
        *,
        now: datetime,
        game: str | None = None,
        options: Mapping[str, str] | None = None,
        seats: int | None = None,
        order: str | None = None,
        terms: Mapping[str, str] | None = None,
        locale: str | None = None,
        moderator: bool = False,
    ) -> Lobby:
        """Change the given settings of a lobby; return it.

        `options` and `terms` replace only those they name, but with a new `game` all other options become its defaults. The number
        of offered seats is adapted if necessary. Refuses `not-in-lobby`, `not-host`, `unknown-game`, `too-many-seated`,
        `seats-beyond` (who would have to leave), `bad-order`, `bad-terms`, `IllegalActionError` option codes and `bad-seats`.
        """

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            known = self._game(old.match) if game is None else self._repository.known(game)
            kept = old.match.options if game is None else {}
            texts, allowed = self._check_options(known, {**kept, **(options or {})})
            wanted = _nearest_allowed(old, allowed) if seats is None else seats
            _check_order(order or old.match.order)
            _check_seats(wanted, allowed, old.seats)
            agreed = with_wishes(old.match.terms, terms or {})
            match = replace(old.match, options=texts, seats_wanted=wanted, order=order or old.match.order, terms=agreed)
            match = replace(match, locale=locale or match.locale, game=known.id, rules_version=known.rules_version)
            return self._change_lobby(old, match, now)

        return await self._repository.unit_of_work.change(self.of_hosted(match_id, user_id, moderator=moderator), decide, now=now)

    async def lobby(self, match_id: MatchId) -> Lobby:
        """Return a lobby in its present state; refuse `no-match`, `not-in-lobby`."""
        waiting = _require_waiting(await self._repository.loaded(match_id))
        return self.shown(waiting.match, waiting.seats)

    async def own_turns(self, lobby: Lobby) -> int:
        """Return the approximate number of turns per seat, for the present players or the smallest number allowed."""
        game = self._repository.known(lobby.match.game)
        seats = max(len(lobby.seats), lobby.seats_allowed[0])
        return await self._repository.work(game.turns, game.options(lobby.match.options), seats)

    async def start(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> MatchUpdate:
        """Start the match: order the seats, make the first draws, queue the first turn message; return the update.

        Refuses `not-in-lobby`, `not-host`, `no-human`, `IllegalActionError("bad-seats")`.
        """

        async def first(old: LoadedMatch) -> MatchSession:
            if all(s.is_computer for s in old.seats):
                raise Refusal("no-human")
            secret = await self._repository.store.matches.secret(match_id)
            # Off the event loop: rules that nobody has played yet are compiled here.
            told_to = await self._repository.told_to(old.match.guild_id, old.match.channel_id)
            return await self._repository.work(start_match, self._game(old.match), old, secret, now, told_to)

        return await self._repository.unit_of_work.change_with_precomputed(
            self.of_hosted(match_id, user_id, moderator=moderator),
            first,
            lambda _, live: self._repository.decided(MatchStart(live, now)),
            now=now,
        )

    async def expire(self, timer: TimerRow, now: datetime) -> None:
        """Close a lobby that has expired; if it has begun or ended, only complete the timer."""

        def decide(old: LoadedMatch) -> Decision[None]:
            if old.match.status != LOBBY:
                return Decision(lambda: None)
            match = replace(old.match, status=EXPIRED, ended_at=now)
            notice = match_post(match, LobbyExpired((timer.due_at - timer.set_at).days))
            return Decision(lambda: None, (self._repository.putting(CommitMatch(match, now, posts=(notice,))),))

        await self._repository.unit_of_work.change(self._repository.of_loaded(timer.match_id), decide, now=now, timer=timer)

    def within(self, guild_id: int | None) -> Quotas:
        """Return the limits in a server: the host's own, or lower ones that the server has chosen."""
        return self._limits.lowered(lobbies=self._servers.number(guild_id, LOBBIES), games=self._servers.number(guild_id, GAMES))

    def _check_options(self, game: AnyGame, given: Mapping[str, str]) -> tuple[dict[str, str], range]:
        options = game.options(given)
        # All of them are kept, so that a default that changes one day does not change matches that are under way.
        return {o.key: o.write(options[o.key]) for o in game.schema()}, game.seats(options)

    def row(
        self,
        place: MatchLocation,
        host: UserId,
        game: str,
        texts: Mapping[str, str],
        *,
        now: datetime,
        wanted: int,
        order: str,
        locale: str,
    ) -> MatchRow:
        """Return the row of a new lobby, not stored yet; refuse `bad-order`."""
        _check_order(order)
        rules = self._repository.known(game).rules_version
        return MatchRow(
            id=MatchId(0),
            game=game,
            options=texts,
            rules_version=rules,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            host_id=host,
            status=LOBBY,
            seats_wanted=wanted,
            order=order,
            locale=locale,
            commitment="",
            version=0,
            created_at=now,
            bag=self.bag,
        )

    async def _open_lobby(self, match: MatchRow, seats: tuple[SeatRow, ...], now: datetime) -> Lobby:
        secret = sealed_bag.seal()
        sealed = replace(match, commitment=sealed_bag.commitment(secret))
        new = NewMatch(sealed, secret, renumber(seats), (NewTimer(EXPIRY, now + EXPIRES_AFTER),))
        try:
            kept = await self._repository.unit_of_work.open(
                of_person(match.host_id) if match.guild_id is None else of_server(match.guild_id),
                lambda: check_lobbies(self._repository.store, self.within(match.guild_id), match.host_id, match.guild_id),
                lambda revised: self._repository.store.matches.open(new, revised=revised),
            )
        except ConflictError as error:
            played_here = await self._repository.store.matches.in_channel(match.channel_id)
            raise Refusal("channel-busy", match=played_here and played_here.id) from error
        return self.shown(kept, renumber(seats))

    def _scope_of_waiting(self, match_id: MatchId) -> ChangeScope[LoadedMatch]:
        """Return the scope of a lobby; refuse `no-match`, `not-in-lobby`."""
        return self._repository.of_loaded(match_id).then(_require_waiting)

    def of_hosted(self, match_id: MatchId, user_id: UserId, *, moderator: bool) -> ChangeScope[LoadedMatch]:
        """Return the scope of a lobby that the user may change; refuse as `_scope_of_waiting`, `not-host`."""

        def hosted(loaded: LoadedMatch) -> LoadedMatch:
            check_host(loaded.match, user_id, moderator=moderator)
            return loaded

        return self._scope_of_waiting(match_id).then(hosted)

    def _maximum_seats(self, match: MatchRow) -> int:
        """Return the largest number of seats that the lobby's game allows."""
        game = self._game(match)
        return game.seats(game.options(match.options))[-1]

    def _reseat(self, old: LoadedMatch, seats: tuple[SeatRow, ...], now: datetime) -> Decision[Lobby]:
        return self._change_lobby(old, old.match, now, seats=seats)

    def _change_lobby(
        self, old: LoadedMatch, match: MatchRow, now: datetime, *, seats: tuple[SeatRow, ...] | None = None, over: bool = False
    ) -> Decision[Lobby]:
        rows = old.seats if seats is None else renumber(seats)
        put = self._repository.putting(CommitMatch(match, now, all_seats=rows, drop_timers=EXPIRY if over else None))
        return Decision(lambda: self.shown(match, rows), (put,))

    def shown(self, match: MatchRow, seats: tuple[SeatRow, ...]) -> Lobby:
        """Return a lobby with what its message shows; one of an unknown game can't begin."""
        game = self._repository.games.get(match.game)
        allowed = game.seats(game.options(match.options)) if game is not None else range(0)
        ready = match.status == LOBBY and len(seats) in allowed and not all(s.is_computer for s in seats)
        terms = settle_terms(match, seats, game) if game is not None else match.terms
        return Lobby(match, seats, allowed, ready, terms)

    def _game(self, match: MatchRow) -> AnyGame:
        """Return the game of a lobby with its present rules; refuse `rules-changed` if it is unknown."""
        game = self._repository.games.get(match.game)
        if game is None:
            raise Refusal("rules-changed", had=match.rules_version, have=None)
        return game


def _vote_refusal(old: LoadedMatch, game: AnyGame) -> str | None:
    """Return why no server can play here; None if one can."""
    if old.match.guild_id is None:
        return "private"
    if game.has_secrets:
        return "hidden"
    return "seated" if any(s.is_town for s in old.seats) else None


def _require_waiting(loaded: LoadedMatch) -> LoadedMatch:
    if loaded.match.status != LOBBY:
        raise Refusal("not-in-lobby", status=loaded.match.status)
    return loaded


def _check_order(order: str) -> None:
    if order not in ORDERS:
        raise Refusal("bad-order", value=order, choices=ORDERS)


def _check_seats(wanted: int, allowed: range, seats: Sequence[SeatRow]) -> None:
    if wanted not in allowed:
        raise IllegalActionError("bad-seats", seats=wanted, low=allowed[0], high=allowed[-1])
    if wanted < len(seats):
        raise Refusal("too-many-seated", seated=len(seats), seats=wanted)


def _nearest_allowed(old: LoadedMatch, allowed: range) -> int:
    """Return the offered number of seats, or the nearest number allowed now; refuse `seats-beyond`."""
    if len(old.seats) > allowed[-1]:
        leaving = in_joining_order(old.seats)[allowed[-1] :]
        raise Refusal("seats-beyond", seated=len(old.seats), most=allowed[-1], leaving=tuple(seat.user_id for seat in leaving))
    return min(max(old.match.seats_wanted, allowed[0]), allowed[-1])


def check_host(match: MatchRow, user_id: UserId, *, moderator: bool) -> None:
    """Refuse `not-host` unless the user hosts the match or is a moderator."""
    if user_id != match.host_id and not moderator:
        raise Refusal("not-host", host=match.host_id)
