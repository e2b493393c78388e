"""Use-cases of two servers that agree on a game: one invites by a code, which the other accepts in a lobby of its own.

Neither server can see the other. So a game between them is two matches, one in each, with the same options, secret and seats: each
move in one is repeated in the other (`service.play.cross_server_games`). Threads, languages, votes, permissions and deletion are
separate.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

from clocks import term_parsing
from games.core.game import AnyGame, Seat
from games.core.uploads import NONE, OPTION
from service.core.change_scope import Decision, combined_scope
from service.core.free_text import LONGEST_SERVER, SERVER_NAME
from service.errors import Refusal
from service.lobby.lobbies import Lobbies
from service.lobby.maps import Maps
from service.lobby.match_start import MatchStart, start_match
from service.match.match_changes import update
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.seating import renumber
from service.records import Lobby, MatchUpdate
from storage.changes import CommitMatch, DropRow, PutRow, ShareBag
from storage.rows import LOBBY, RIVAL, TOWN, InvitationRow, LoadedMatch, MatchId, MatchRow, SeatRow, UserId

VALID = timedelta(hours=24)
"""For so long an invitation holds."""
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of a code: none that is taken for another."""
LENGTH = 12
"""Letters of a code: 58 bits, which nobody guesses in a day."""
LONGEST_NAME = 40
"""Characters of the name of a server, where another one reads it."""


@dataclass(frozen=True)
class ServerOffer:
    """The terms that a server accepts with an invitation."""

    match: MatchRow
    """The lobby that waits, with the terms as they will hold."""
    name: str
    """What the other server is called."""
    digest: str
    """Of all that is agreed to."""


class CrossServerInvites:
    """The use-cases of inviting another server and accepting an invitation."""

    def __init__(self, repository: MatchRepository, lobbies: Lobbies, maps: Maps) -> None:
        self._repository = repository
        self._lobbies = lobbies
        self._maps = maps

    async def invite(
        self, match_id: MatchId, user_id: UserId, name: str, *, now: datetime, moderator: bool = False
    ) -> tuple[Lobby, InvitationRow]:
        """Let a lobby, with only its own server seated, wait for another server; return it with its invitation.

        A repeated call keeps the code. The caller checks the user's permission, and gives the `name` of the server. Refuses
        `not-in-lobby`, `not-host`, `no-server-game` (why), and the name as `FreeText.checked`.
        """
        called = self._checked_server_name(name)

        def decide(loaded: tuple[LoadedMatch, InvitationRow | None]) -> Decision[tuple[Lobby, InvitationRow]]:
            old, had = loaded
            _must_be_alone(old, user_id)
            self._must_be_for_two(old.match)
            row = had if had is not None and had.until > now else InvitationRow(match_id, _code(), called, now + VALID)
            match, seats = replace(old.match, seats_wanted=2), renumber((SeatRow(Seat(0), None, TOWN),))
            put = self._repository.putting(CommitMatch(match, now, all_seats=seats))
            return Decision(lambda: (self._lobbies.shown(match, seats), row), (put,), (PutRow(row),))

        of = self._lobbies.of_hosted(match_id, user_id, moderator=moderator).also(self._invitation)
        return await self._repository.unit_of_work.change(of, decide, now=now)

    async def withdraw(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Lobby:
        """Invalidate the code of a lobby; refuse `not-in-lobby`, `not-host`."""

        def decide(old: LoadedMatch) -> Decision[Lobby]:
            return Decision(lambda: self._lobbies.shown(old.match, old.seats), changes=(DropRow(InvitationRow, (match_id,)),))

        of = self._lobbies.of_hosted(match_id, user_id, moderator=moderator)
        return await self._repository.unit_of_work.change(of, decide, now=now)

    async def invitation(self, match_id: MatchId, now: datetime) -> InvitationRow | None:
        """Return the valid invitation of a lobby to another server; None without one."""
        stored = await self._repository.store.matches.invitation(match_id)
        return stored if stored is not None and stored.until > now else None

    async def offer(self, code: str, guild_id: int | None, now: datetime) -> ServerOffer:
        """Return the terms that a code offers to a server; refuse `no-invitation`, `no-server-game` (why: here)."""
        row = await self._waiting_invitation(code, now)
        return self._offer(await self._repository.loaded(row.match_id), row, guild_id)

    async def agree(
        self, match_id: MatchId, user_id: UserId, name: str, code: str, digest: str, *, now: datetime, moderator: bool = False
    ) -> MatchUpdate:
        """Accept an invitation and start both games, with the inviter's terms and secret.

        `digest` is that of the terms that the user saw. The caller checks the user's permission, and gives the `name` of the
        server. Refuses as `offer`, and `not-in-lobby`, `not-host`, `no-server-game` (why), `invitation-changed`, and the name as
        `FreeText.checked`.
        """
        called, row = self._checked_server_name(name), await self._waiting_invitation(code, now)
        waits, here = await self._repository.loaded(row.match_id), await self._repository.match(match_id)
        if here.guild_id is not None:
            await self._maps.keep(here.guild_id, user_id, waits.match.options.get(OPTION, NONE), now=now)
        mine, theirs = self._lobbies.of_hosted(match_id, user_id, moderator=moderator), self._repository.of_loaded(row.match_id)
        of = combined_scope(theirs, mine).also(lambda at: self._repository.store.matches.invitation(at[0].match.id))

        async def first(loaded: tuple[tuple[LoadedMatch, LoadedMatch], InvitationRow | None]) -> tuple[MatchSession, MatchSession]:
            (home, guest), kept = loaded
            if kept != row:
                raise Refusal("no-invitation")
            if self._offer(home, row, guest.match.guild_id).digest != digest:
                raise Refusal("invitation-changed")
            _must_be_alone(guest, user_id)
            secret, game = await self._repository.store.matches.secret(home.match.id), self._game(home.match)
            tables = _seat_both(home, row.name, guest, called)
            begun: list[MatchSession] = []
            for table in tables:
                told_to = await self._repository.told_to(table.match.guild_id, table.match.channel_id)
                begun.append(await self._repository.work(start_match, game, table, secret, now, told_to))
            return begun[0], begun[1]

        def decide(_: object, lives: tuple[MatchSession, MatchSession]) -> Decision[MatchUpdate]:
            home, guest = lives
            steps = MatchStart(home, now), MatchStart(guest, now, mirrors=home.match.id)
            shared = ShareBag(guest.match.id, home.match.id), DropRow(InvitationRow, (home.match.id,))
            return Decision(lambda: update(steps[1]), tuple(map(self._repository.step, steps)), shared)

        return await self._repository.unit_of_work.change_with_precomputed(of, first, decide, now=now)

    async def _invitation(self, lobby: LoadedMatch) -> InvitationRow | None:
        return await self._repository.store.matches.invitation(lobby.match.id)

    async def _waiting_invitation(self, code: str, now: datetime) -> InvitationRow:
        row = await self._repository.store.matches.invitation_by(normalise_code(code))
        if row is None or row.until <= now:
            raise Refusal("no-invitation")
        return row

    def _offer(self, home: LoadedMatch, row: InvitationRow, guild_id: int | None) -> ServerOffer:
        match = home.match
        if match.status != LOBBY or [seat.level for seat in home.seats] != [TOWN]:
            raise Refusal("no-invitation")  # somebody else sits there by now
        if match.guild_id == guild_id:
            raise Refusal("no-server-game", why="here")
        match = replace(match, terms=term_parsing.make_unrated(match.terms))
        text = repr((row.name, match.game, sorted(match.options.items()), match.terms, match.order))
        return ServerOffer(match, row.name, sha256(text.encode()).hexdigest()[:12])

    def _checked_server_name(self, name: str) -> str:
        """Return a server's name in the form shown to the other server; refuse as `FreeText.checked`."""
        kept = self._repository.free_text.checked(name[:LONGEST_SERVER], SERVER_NAME)
        return kept if len(kept) <= LONGEST_NAME else f"{kept[: LONGEST_NAME - 1].rstrip()}…"

    def _must_be_for_two(self, match: MatchRow) -> None:
        """Refuse `no-server-game` if two servers can't play this game against each other."""
        game = self._game(match)
        if game.has_secrets:
            raise Refusal("no-server-game", why="hidden")
        if 2 not in game.seats(game.options(match.options)):
            raise Refusal("no-server-game", why="seats")

    def _game(self, match: MatchRow) -> AnyGame:
        return self._repository.known(match.game)


def _must_be_alone(lobby: LoadedMatch, user_id: UserId) -> None:
    """Refuse `no-server-game` if the lobby is in no server, or another user than `user_id` is seated."""
    if lobby.match.guild_id is None:
        raise Refusal("no-server-game", why="private")
    if any(seat.user_id != user_id and not seat.is_town for seat in lobby.seats):
        raise Refusal("no-server-game", why="others")


def normalise_code(code: str) -> str:
    """Return a typed code in the form in which it is stored."""
    return "".join(letter for letter in code.upper() if letter in LETTERS)


def is_code(text: str) -> bool:
    """Return whether a typed text can be a code."""
    return len(normalise_code(text)) == LENGTH and all(letter in LETTERS or letter in " -" for letter in text.strip().upper())


def space_code(code: str) -> str:
    """Return a code in the form in which it is displayed."""
    return "-".join(code[start : start + 4] for start in range(0, LENGTH, 4))


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _seat_both(home: LoadedMatch, called: str, guest: LoadedMatch, calls: str) -> tuple[LoadedMatch, LoadedMatch]:
    """Return both lobbies with both servers seated, the inviter first, before the order is drawn from the shared secret."""
    match = home.match
    agreed: Mapping[str, object] = {
        name: getattr(match, name) for name in ("game", "options", "rules_version", "order", "terms", "commitment", "bag")
    }
    there = replace(guest.match, seats_wanted=2, **agreed)  # type: ignore[arg-type]
    town, guests = SeatRow(Seat(0), None, TOWN), SeatRow(Seat(0), None, RIVAL, mirror=guest.match.id, called=calls)
    hosts = replace(guests, mirror=match.id, called=called)
    return (
        replace(home, match=replace(match, seats_wanted=2), seats=renumber((town, guests))),
        replace(guest, match=there, seats=renumber((hosts, town))),
    )
