"""How many private messages somebody gets that he has not asked for."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from storage.records import UserId

MOST = 5
"""Letters to one person within `WITHIN`: a server that closes twenty channels at once must not write to its host twenty times."""

WITHIN = timedelta(hours=1)

_REMEMBERED = 5_000


class Letters:
    """Counts while the program runs; the longest unwritten forgotten first."""

    def __init__(self) -> None:
        self._written: OrderedDict[UserId, tuple[datetime, ...]] = OrderedDict()

    def may_have(self, user_id: UserId, now: datetime) -> bool:
        """Whether one more is no bother; it is counted then."""
        lately = tuple(at for at in self._written.pop(user_id, ()) if abs(now - at) < WITHIN)
        fine = len(lately) < MOST
        self._written[user_id] = (*lately, now) if fine else lately
        if len(self._written) > _REMEMBERED:
            self._written.popitem(last=False)
        return fine

    def unwritten(self, user_id: UserId, now: datetime) -> None:
        """One that was counted at this time could not be written."""
        lately = list(self._written.get(user_id, ()))
        if now in lately:
            lately.remove(now)
            self._written[user_id] = tuple(lately)
