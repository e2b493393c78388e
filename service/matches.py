"""Every use-case of a match in one place: what the Discord layer calls.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from service.computers import Computers
from service.departures import Departures
from service.looking import Looking
from service.turns import Turns


class Matches(Computers, Turns, Departures, Looking):
    """All matches of this program.

    * Lobby (`service.lobbies`): `check_new open rematch join leave add_computer remove_computer change lobby`
    * Beginning (`service.starting`): `start`
    * Turns (`service.turns`): `act undo draft peek push back discard confirm`
    * Departures (`service.departures`): `resign skip left_guild cancel rehome resume tick`
    * Looking (`service.looking`): `in_channel match seats table history guild_matches turns export notation verify
      posted last_post`
    * Running (`service.computers`): `wake settled close`
    """
