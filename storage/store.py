"""The one door to what is remembered; `SqliteStore` stands behind it, a second backend may.

Every method is one transaction. All raise `StorageError`: `Conflict` where the guards of the database refuse, `Unavailable`
where the database cannot work.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from games.core.game import Seat
from storage.records import (
    Commit,
    DraftRow,
    Loaded,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    PersonRow,
    Post,
    PostId,
    SeatRow,
    Secret,
    TimerRow,
    UploadRow,
    UserId,
    Waiting,
)


class Store(Protocol):
    """Matches, drafts, outbox, timers, people and the maps of servers."""

    async def open_match(self, new: NewMatch) -> MatchRow:
        """Keep a new lobby and answer it with its id; `Conflict` if its channel holds a live match."""

    async def load(self, match_id: MatchId) -> Loaded | None:
        """The match with seats, log and newest snapshot."""

    async def secret(self, match_id: MatchId) -> Secret:
        """The sealed secret. Never to be shown before the end."""

    async def commit(self, commit: Commit) -> None:
        """Write it all or nothing; `Conflict` if the version is not the expected one or a log row exists already."""

    async def match_in(self, channel_id: int) -> MatchRow | None:
        """The live match of a channel, else the one that ended there last."""

    async def matches_of_guild(self, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
        """Matches of a server in these states, newest first."""

    async def waiting_for(self, user_id: UserId) -> tuple[Waiting, ...]:
        """Running matches that wait for a person, longest wait first."""

    async def with_computers(self) -> tuple[MatchId, ...]:
        """Every running match in which a computer plays: what to look after at a restart."""

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        """The seats of a match in order."""

    async def live_of_user(self, user_id: UserId, guild_id: int) -> tuple[MatchId, ...]:
        """Lobbies and running games of a server in which this person sits and plays."""

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        """Forget the snapshots of one match or of all; nothing is lost."""

    async def draft(self, match_id: MatchId, seat: Seat) -> DraftRow | None:
        """The draft of a seat."""

    async def put_draft(self, match_id: MatchId, draft: DraftRow) -> None:
        """Keep a draft in place of the seat's former one."""

    async def drop_draft(self, match_id: MatchId, seat: Seat) -> None:
        """Forget the draft of a seat."""

    async def due_posts(self, now: datetime, limit: int) -> tuple[Post, ...]:
        """Unsent posts that are due, oldest first, at most one per match: messages of one match stay in order."""

    async def next_post_at(self) -> datetime | None:
        """When the next unsent post falls due."""

    async def begin_post(self, post_id: PostId, now: datetime) -> None:
        """Note that an attempt begins: from here on the message may have arrived."""

    async def post_sent(self, post_id: PostId, message_id: int, now: datetime) -> None:
        """Note that it arrived."""

    async def post_delayed(self, post_id: PostId, due_at: datetime, error: str) -> None:
        """Note that it certainly, or perhaps, did not arrive and when to try again."""

    async def post_dead(self, post_id: PostId, now: datetime, error: str) -> None:
        """Give it up."""

    async def note_posted(self, match_id: MatchId, post: NewPost, message_id: int, now: datetime) -> None:
        """Keep a message that was sent by other means, such as an answer to a command."""

    async def last_post(self, match_id: MatchId, kind: str) -> Post | None:
        """The newest sent post of a kind."""

    async def posts(self, match_id: MatchId) -> tuple[Post, ...]:
        """Every post of a match in the order of writing."""

    async def due_timers(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        """Timers of these kinds that are due and not done, most overdue first."""

    async def next_timer_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next timer of these kinds falls due."""

    async def redate_timers(self, now: datetime) -> int:
        """Timers that were set by a clock that was ahead of `now` begin their wait now; how many."""

    async def person(self, user_id: UserId) -> PersonRow | None:
        """What a person has chosen."""

    async def put_person(self, person: PersonRow) -> None:
        """Keep what a person has chosen."""

    async def maps_of_guild(self, guild_id: int) -> tuple[MapRow, ...]:
        """The maps on the list of a server, in the order of adding."""

    async def map_texts(self) -> tuple[tuple[str, str], ...]:
        """Id and text of every map that was ever added, removed ones too, each once."""

    async def map_text(self, map_id: str) -> str | None:
        """The text of a map that was ever added, in whichever server."""

    async def add_map(self, row: MapRow) -> None:
        """Put a map on the list of its server (one that was removed comes back) and forget the upload of who adds it."""

    async def remove_map(self, guild_id: int, map_id: str, at: datetime) -> bool:
        """Take a map off the list of a server and keep its text; whether it was on the list."""

    async def map_upload(self, guild_id: int, user_id: UserId) -> UploadRow | None:
        """What a person uploaded in a server and has not confirmed."""

    async def put_map_upload(self, row: UploadRow) -> None:
        """Keep an upload in place of the person's former one."""

    async def drop_map_upload(self, guild_id: int, user_id: UserId) -> None:
        """Forget an upload."""

    async def close(self) -> None:
        """Finish what is queued and close."""
