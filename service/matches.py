"""Every use-case of a match, as the Discord layer sees them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from games.core.game import AnyGame, Seat
from service.records import Draft, Entry, Lobby, Place, Table, Update, Verification
from storage.records import MatchId, MatchRow, Post, UserId, Waiting


class Matches(Protocol):
    """The service of all matches."""

    games: Mapping[str, AnyGame]

    # --- lobby -------------------------------------------------------------------------------------------------------

    async def check_new(self, game: str, options: Mapping[str, str], *, channel_id: int | None = None) -> range:
        """The seats that a new match would allow; refuses as `open` would. For asking before a thread is made.

        Refuses: `unknown-game`, `channel-busy` (if a channel is given), option codes of `IllegalAction`.
        """

    async def open(
        self,
        place: Place,
        host: UserId,
        game: str,
        options: Mapping[str, str],
        *,
        now: datetime,
        seats: int | None = None,
        order: str = "random",
        locale: str = "en",
    ) -> Lobby:
        """Open a lobby with its host seated; `seats` offered (None: as many as the game allows).

        The bag is sealed here: `lobby.match.commitment`. The lobby expires 7 days later.
        Refuses: `unknown-game`, `channel-busy`, `bad-order`, and `IllegalAction` option codes and `bad-seats`.
        """

    async def join(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Lobby:
        """Take a seat. Refuses: `no-match`, `not-in-lobby`, `already-joined`, `lobby-full`."""

    async def leave(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Lobby:
        """Give the seat back. The next person becomes host; when the last one leaves, the lobby is cancelled.

        Refuses: `no-match`, `not-in-lobby`, `not-joined`.
        """

    async def add_computer(
        self, match_id: MatchId, user_id: UserId, level: str, *, now: datetime, moderator: bool = False
    ) -> Lobby:
        """Seat a computer player. Refuses: `not-in-lobby`, `not-host`, `unknown-level`, `lobby-full`."""

    async def remove_computer(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Lobby:
        """Unseat the computer that was added last. Refuses: `not-in-lobby`, `not-host`, `no-computer`."""

    async def change(
        self,
        match_id: MatchId,
        user_id: UserId,
        *,
        now: datetime,
        options: Mapping[str, str] | None = None,
        seats: int | None = None,
        order: str | None = None,
        moderator: bool = False,
    ) -> Lobby:
        """Change what is given; `options` replaces single options and keeps the others.

        Refuses: `not-in-lobby`, `not-host`, `too-many-seated`, `bad-order`, `IllegalAction` option codes and `bad-seats`.
        """

    async def start(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Update:
        """Begin: seats get their order, the house draws, the first turn message goes into the outbox.

        Refuses: `not-in-lobby`, `not-host`, `no-human`, `IllegalAction("bad-seats")`.
        """

    async def cancel(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> MatchRow:
        """End a lobby or a running game without a result; a notice `cancelled` goes out for a game.

        Refuses: `no-match`, `not-host`, `not-running` (already over).
        """

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """Play on in another channel or thread. Refuses: `channel-busy`."""

    # --- playing -----------------------------------------------------------------------------------------------------

    async def act(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int, now: datetime
    ) -> Update:
        """Carry out one or more actions of this person's seat, then let the house draw: all of it or nothing.

        Refuses: `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`, `nothing-given`, `stale`, `already-done`,
        and what the rules refuse (`IllegalAction`: unreadable, not-your-turn, not-legal, game-over).
        """

    async def undo(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """Back to the start of the own turn. A private draft is discarded first (`update.from_draft`).

        Refuses: `nothing-to-undo`, `undo-too-late`, and as `act`.
        """

    async def draft(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """The present draft; empty if there is none. Refuses as `act`, and `IllegalAction("not-your-turn")`."""

    async def push(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int | None = None, now: datetime
    ) -> Draft:
        """Try further actions in the draft. Refuses as `draft`, `stale`, `draft-complete`, and what the rules refuse."""

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Take the last action of the draft back. Refuses as `draft`, `draft-empty`."""

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Begin the draft anew. Refuses as `draft`."""

    async def confirm(self, match_id: MatchId, user_id: UserId, *, expected_version: int | None = None, now: datetime) -> Update:
        """Carry out the draft as `act` would. Refuses as `act`, `draft-empty`, `draft-incomplete`, `stale`, `already-done`."""

    async def resign(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """The person gives up the seat, the computer plays on; notice `vacated`. Refuses: `not-seated`, `seat-vacant`."""

    async def skip(self, match_id: MatchId, seat: Seat, *, now: datetime, moderator: bool) -> Update:
        """A moderator lets the computer play a person's seat. Refuses: `not-moderator`, `not-seated`, `already-computer`."""

    async def left_guild(self, guild_id: int, user_id: UserId, *, now: datetime) -> tuple[MatchId, ...]:
        """The person left the server: lobby seats are freed, seats in games go to the computer. Answers the matches touched."""

    async def resume(self, match_id: MatchId, *, now: datetime) -> MatchRow:
        """A lost match goes on: posts that were given up become due again. Refuses: `not-lost`."""

    # --- looking -----------------------------------------------------------------------------------------------------

    async def in_channel(self, channel_id: int) -> MatchRow:
        """The live match of a channel, else the one that ended there last. Refuses: `no-match`."""

    async def match(self, match_id: MatchId) -> MatchRow:
        """Refuses: `no-match`."""

    async def lobby(self, match_id: MatchId) -> Lobby:
        """Refuses: `no-match`, `not-in-lobby`."""

    async def table(self, match_id: MatchId, user_id: UserId | None = None, *, version: int | None = None) -> Table:
        """The table as this person sees it (None, or a person without a seat: a spectator), now or at an earlier version.

        For turn messages: `table(post.match_id, None, version=post.upto)`. Refuses: `no-match`, `not-running` (a lobby).
        """

    async def history(
        self, match_id: MatchId, user_id: UserId | None = None, *, since: int = 0, upto: int | None = None
    ) -> tuple[Entry, ...]:
        """Log rows with `since <= seq < upto` and their events, as this person may see them.

        "Since your last turn": `history(post.match_id, None, since=post.payload["since"], upto=post.upto)`.
        """

    async def guild_matches(self, guild_id: int, *, ended: bool = False, limit: int = 25) -> tuple[MatchRow, ...]:
        """Lobbies and running games of a server, or those that ended, newest first."""

    async def turns(self, user_id: UserId) -> tuple[Waiting, ...]:
        """All games that wait for this person, longest wait first."""

    async def export(self, match_id: MatchId, user_id: UserId | None = None) -> Mapping[str, Any]:
        """The record for `json.dumps`: after the end everything, before it what this person may know and never the secret."""

    async def notation(self, match_id: MatchId, user_id: UserId | None = None) -> str:
        """The record in one line of text."""

    async def verify(self, match_id: MatchId) -> Verification:
        """Open the sealed bag and recompute every draw. Refuses: `not-ended`."""

    async def rematch(self, match_id: MatchId, user_id: UserId, *, now: datetime, place: Place | None = None) -> Lobby:
        """A lobby with the same people, computers and options, hosted by this person.

        Refuses: `still-live`, `not-seated`, `channel-busy`.
        """

    async def posted(self, match_id: MatchId, kind: str, message_id: int, *, channel_id: int, now: datetime) -> None:
        """Remember a message that did not go through the outbox, such as the lobby message that answered a command."""

    async def last_post(self, match_id: MatchId, kind: str) -> Post | None:
        """The newest message of a kind, with its `message_id`: for editing it."""

    # --- running -----------------------------------------------------------------------------------------------------

    async def wake(self, now: datetime) -> None:
        """After a start of the program: computers whose turn it is go on."""

    async def tick(self, now: datetime) -> None:
        """Do what timers have asked for (expiry of lobbies). Call once a minute or so."""

    async def settled(self) -> None:
        """Wait until no computer is thinking: for tests and before closing."""

    async def close(self) -> None:
        """Stop the computers. The store stays open."""
