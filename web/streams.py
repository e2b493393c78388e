"""Open pages that wait for news, by match: every change of a match wakes them, and each looks for itself what is new to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from storage.rows import MATCH, SERVER, MatchId, Subject

MOST = 2_000
"""Streams of a process."""
MOST_OF_PAGE = 4
"""Streams of one page or, for everybody with the link, of one address."""


class Streams:
    """One instance in a process."""

    def __init__(self) -> None:
        self._waiting: dict[MatchId, set[asyncio.Event]] = {}
        self._by_page: Counter[str] = Counter()
        self.closing = False
        """Whether the process ends: nobody waits any more."""

    def __len__(self) -> int:
        return self._by_page.total()

    @contextmanager
    def opened(self, match: MatchId, page: str) -> Iterator[asyncio.Event | None]:
        """Yield an event that is set whenever the match may have changed; None if there are too many streams."""
        if self.closing or len(self) >= MOST or self._by_page[page] >= MOST_OF_PAGE:
            yield None
            return
        news = asyncio.Event()
        self._waiting.setdefault(match, set()).add(news)
        self._by_page[page] += 1
        try:
            yield news
        finally:
            self._waiting[match].discard(news)
            if not self._waiting[match]:
                del self._waiting[match]
            self._by_page[page] -= 1
            self._by_page += Counter()  # pages without a stream are left out

    def written(self, revisions: Mapping[Subject, int]) -> None:
        """Wake all that wait for one of these subjects, as `Store.after_writes` tells of them; all for a server's settings."""
        for subject in revisions:
            if subject.kind == MATCH:
                self.wake(MatchId(subject.id))
            elif subject.kind == SERVER:
                self.wake_all()

    def heard(self, match: MatchId | None) -> None:
        """Wake all that wait for a match that another process has written, or every stream, as `ClusterEvents.after_news` tells."""
        if match is None:
            self.wake_all()
        else:
            self.wake(match)

    def wake(self, match: MatchId) -> None:
        """Wake all that wait for a match."""
        for news in self._waiting.get(match, ()):
            news.set()

    def wake_all(self) -> None:
        """Wake every stream: news may have been missed, a page was closed, or the process ends."""
        for match in tuple(self._waiting):
            self.wake(match)
