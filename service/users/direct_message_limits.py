"""A rate limit for private notices to one user, so that closing many channels doesn't flood them."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta

from storage.rows import UserId

MOST = 5
"""Most private notices to one person within `WITHIN`: closing twenty channels must not send twenty messages to their host."""

WITHIN = timedelta(hours=1)

_REMEMBERED = 5_000


class DirectMessageLimits:
    """The rate limit of private notices by user, in memory."""

    def __init__(self) -> None:
        self._written: OrderedDict[UserId, tuple[datetime, ...]] = OrderedDict()

    def may_have(self, user_id: UserId, now: datetime) -> bool:
        """Return whether a user may get another notice now; if so, count it."""
        lately = tuple(at for at in self._written.pop(user_id, ()) if abs(now - at) < WITHIN)
        fine = len(lately) < MOST
        self._written[user_id] = (*lately, now) if fine else lately
        if len(self._written) > _REMEMBERED:
            self._written.popitem(last=False)
        return fine

    def unwritten(self, user_id: UserId, now: datetime) -> None:
        """Uncount the notice of this time, because it could not be sent."""
        lately = list(self._written.get(user_id, ()))
        if now in lately:
            lately.remove(now)
            self._written[user_id] = tuple(lately)
