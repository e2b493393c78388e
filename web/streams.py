"""Event streams of open pages, by match.

Each change of a match wakes its streams, which then check what is new for their reader.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from storage.rows import MATCH, SERVER, MatchId, Subject

MOST = 2_000
"""Streams of a process."""
REMEMBERED = 5_000
"""Most matches whose newest change is numbered."""
AT_ONCE = 25
"""Most streams that are woken in one turn of the loop."""
TOGETHER_S = 0.03
"""A move and the draw after it are two changes and one piece of news: nobody builds a table in between."""
MOST_OF_PAGE = 4
"""Streams of one page or, for everybody with the link, of one address."""


class Streams:
    """All open event streams of the process."""

    def __init__(self, together_s: float = TOGETHER_S) -> None:
        """Start without streams; changes within `together_s` seconds wake the streams once.

        There is one timer for the whole process rather than one per stream, because thousands would fire in the same loop
        iteration.
        """
        self._together_s = together_s
        self._changed: set[MatchId] = set()
        self._waiting: dict[MatchId, set[asyncio.Event]] = {}
        self._by_page: Counter[str] = Counter()
        self._count = count(1)
        self._newest: dict[MatchId, int] = {}
        self._before = 0
        self._turn: deque[asyncio.Event] = deque()
        self._is_waking = False
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

    def news_of(self, match: MatchId) -> int:
        """Return a number that differs after every change of a match."""
        return self._newest.get(match, self._before)

    def written(self, revisions: Mapping[Subject, int]) -> None:
        """Wake the streams of the matches in `revisions`; a changed server setting wakes all streams.

        Callback for `Store.after_writes`.
        """
        for subject in revisions:
            if subject.kind == MATCH:
                self.wake(MatchId(subject.id))
            elif subject.kind == SERVER:
                self.wake_all()

    def heard(self, match: MatchId | None) -> None:
        """Wake the streams of a match that another process has changed; None wakes all streams.

        Callback for `ClusterEvents.after_news`.
        """
        if match is None:
            self.wake_all()
        else:
            self.wake(match)

    def wake(self, match: MatchId) -> None:
        """Wake the streams of a match, after a short wait that combines several changes."""
        if len(self._newest) >= REMEMBERED:
            self._newest.clear()
            self._before = next(self._count)
        self._newest[match] = next(self._count)
        if match in self._waiting:
            if not self._changed:
                asyncio.get_running_loop().call_later(self._together_s, self._wake_changed)
            self._changed.add(match)

    def _wake_changed(self) -> None:
        """Queue the streams of all changed matches and start waking them."""
        for match in self._changed:
            self._turn.extend(self._waiting.get(match, ()))
        self._changed.clear()
        if not self._is_waking:
            self._wake_some()

    def _wake_some(self) -> None:
        """Wake the next `AT_ONCE` queued streams, and schedule the others for the next loop iterations.

        In between, the loop can do its other work.
        """
        for _ in range(min(AT_ONCE, len(self._turn))):
            self._turn.popleft().set()
        if is_waking := bool(self._turn):
            asyncio.get_running_loop().call_soon(self._wake_some)
        self._is_waking = is_waking

    def wake_all(self) -> None:
        """Wake every stream: changes may have been missed, a page was closed, or the process ends."""
        self._newest.clear()
        self._before = next(self._count)
        for match in tuple(self._waiting):
            self.wake(match)
