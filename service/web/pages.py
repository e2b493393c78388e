"""The use-cases of pages in the browser: links that open once, the pages they open, and public links."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from service.errors import Refusal
from service.match.match_repository import MatchRepository
from service.play.drafts import Drafts
from storage.rows import MatchId, Subject, UserId

REMEMBERED = timedelta(days=1)
"""How long it is known for which game an activity was opened; it ends when the last person leaves it."""
KEY = "web-key"
"""Under which the secret key that signs links and pages is noted."""


class WebPages:
    """The open pages and public links; every process on the database answers the same."""

    def __init__(self, repository: MatchRepository, drafts: Drafts) -> None:
        self._repository = repository
        self._drafts = drafts
        self._store = repository.store
        self.after_closed: list[Callable[[], None]] = []
        """Called when a public link was closed here."""

    async def key(self) -> bytes:
        """Return the key that signs links and pages, made when it is first asked for."""
        return bytes.fromhex(await self._store.notes.keep_first(KEY, secrets.token_hex(32)))

    async def open(self, nonce: str, user_id: UserId, *, until: datetime, now: datetime) -> None:
        """Turn a link into a page of a person, once. Refuses `link-used`."""
        if not await self._store.web.open_page(nonce, user_id, until, now):
            raise Refusal("link-used")

    async def is_open(self, nonce: str, *, now: datetime) -> bool:
        """Return whether a page was opened, and neither closed nor forgotten since."""
        return await self._store.web.is_page_open(nonce, now)

    async def note_launch(self, instance: str, user_id: UserId, match_id: MatchId, *, now: datetime) -> None:
        """Note for which game a person has opened an instance of the activity."""
        await self._store.web.note_launch(instance, user_id, match_id, now + REMEMBERED, now)

    async def launched(self, instance: str, user_id: UserId, *, now: datetime) -> MatchId | None:
        """Return the game for which a person has opened this instance last; None if unknown."""
        return await self._store.web.launched(instance, user_id, now)

    async def close_all(self, user_id: UserId) -> None:
        """Close all open pages of a user."""
        await self._store.web.close_pages(user_id)

    async def share(self, subject: Subject) -> str:
        """Return the secret part of the public link to a game or tournament, made on first use; the caller checks who may."""
        return await self._store.web.share(subject, secrets.token_urlsafe(12))

    async def unshare(self, subject: Subject) -> None:
        """Invalidate the public link permanently; a new one will differ."""
        await self._store.web.unshare(subject)
        for listener in self.after_closed:
            listener()

    async def is_shared(self, subject: Subject, secret: str) -> bool:
        """Return whether this is the secret part of the public link of a subject."""
        known = await self._store.web.shared(subject)
        return bool(known) and secrets.compare_digest(known.encode(), secret.encode())

    async def stamp(self, match_id: MatchId, user_id: UserId | None) -> str:
        """Return a version string of what a page shows of a match: position, seats, and the reader's draft.

        It changes whenever the page must be drawn again. Refuses `no-match`, and `not-running` in a lobby.
        """
        live = await self._repository.seen(match_id)
        kept = None if user_id is None else await self._drafts.kept(live, user_id)
        shown = live.version, live.match.status, live.match.channel_id, live.match.ended_at, live.seats, kept
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:20]
