"""A limit of private notices to one person, so that closing many channels doesn't flood them."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from storage.rows import UserId

MOST = 5
"""Most private notices to one person within `WITHIN`: closing twenty channels must not send twenty messages to their host."""

WITHIN = timedelta(hours=1)

_REMEMBERED = 5_000


class DirectMessageLimits:
    """Rate limit of private notices by person, in memory."""

    def __init__(self) -> None:
        self._written: OrderedDict[UserId, tuple[datetime, ...]] = OrderedDict()

    def may_have(self, user_id: UserId, now: datetime) -> bool:
        """Return whether a person may get one more now; if so, it's counted."""
        lately = tuple(at for at in self._written.pop(user_id, ()) if abs(now - at) < WITHIN)
        fine = len(lately) < MOST
        self._written[user_id] = (*lately, now) if fine else lately
        if len(self._written) > _REMEMBERED:
            self._written.popitem(last=False)
        return fine

    def unwritten(self, user_id: UserId, now: datetime) -> None:
        """Uncount the one of this time, which could not be written."""
        lately = list(self._written.get(user_id, ()))
        if now in lately:
            lately.remove(now)
            self._written[user_id] = tuple(lately)
