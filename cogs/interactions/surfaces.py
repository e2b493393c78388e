"""The surfaces (registries of actions) of matches, tournaments and servers, with the order of their actions in panels."""

from __future__ import annotations

from typing import Any

from cogs.declarations import AccessRule, ActorRole, Surface
from cogs.interactions.tournament_conditions import TournamentSituation
from cogs.messages.play.match_situation import MatchSituation
from service.tournaments.permissions import may

DUEL, ENDED, NO_EVENT = "duel", "ended", "no event"
"""Of an action about a tournament: a duel has it too; it is about one that may be over; it is about none."""


def _allows_in_match(situation: MatchSituation, rule: AccessRule, _of: frozenset[str]) -> bool:
    """Return whether the user of the situation has the rule's role in the match."""
    has = {
        ActorRole.SEATED: situation.seat is not None,
        ActorRole.HOST: situation.is_host,
        ActorRole.REFEREE: situation.judges,
        ActorRole.CALLER: situation.may_bring_back,
    }
    return has.get(rule.who, True)


def _allows_in_tournament(situation: TournamentSituation, rule: AccessRule, of: frozenset[str]) -> bool:
    """Return whether the user of the situation has the rule's power in the tournament in its present state."""
    if not rule.power:
        return True
    state = situation.state
    if state is None or (state.is_duel and DUEL not in of):
        return False
    return may(rule.power, state, situation.user, situation.roles)


GAME = Surface[MatchSituation](
    "game",
    of_match=True,
    allows=_allows_in_match,
    described=True,
    order=(
        *("join", "start", "settings", "word"),
        *(
            "place",
            "vote",
            "guess",
            "plan",
            "end-pause",
            "agree",
            "disagree",
            "return",
            "take-over",
            "resume",
            "hint",
            "undo",
            "pass",
        ),
        *("stand-in", "follow", "rematch", "analyse"),
        *(
            "board",
            "hand",
            "score",
            "tiles",
            "replay",
            "my-guesses",
            "my-turns",
            "mistakes",
            "share-replay",
            "share-analysis",
            "info",
        ),
        *("log", "why", "clocks", "legend", "verify", "export", "notation", "list"),
        *("back", "ask-back", "pause", "finish", "give", "leave", "leave-practice", "resign"),
        *("preset", "seats", "rules", "map", "time", "language", "invite", "computer", "remove-computer", "host"),
        *("skip", "let-back", "cancel"),
    ),
)
"""One match, and the lobby before it."""

TOURNAMENT = Surface[TournamentSituation](
    "tournament",
    allows=_allows_in_tournament,
    label="event-{}",
    argument=lambda situation: situation.argument,
    order=(
        *("enter", "accept", "check-in", "ready", "game", "join", "pause", "propose", "meet", "part", "challenge"),
        *("standings", "pairings", "info", "table", "bracket", "export", "seasons", "list"),
        *("lineup", "let-in", "take-off", "referee", "report", "agree", "appeal", "skip", "leave"),
        *("start", "late", "fair-play", "preview", "publish", "swap", "rule", "uphold", "set-aside", "close-round", "write"),
        *(
            "edit",
            "times",
            "hours",
            "limits",
            "rules",
            "seeding",
            "import",
            "deputies",
            "weekly",
            "not-again",
            "here",
            "end",
            "cancel",
            "next",
            "new",
        ),
    ),
)
"""One tournament, ladder, arena or duel. `challenge` has a button for each opponent in its place."""

SERVER = Surface[Any]("server")
"""A server: its games, its lists, its settings."""
SELF = Surface[Any]("self")
"""The person who asks: preferences, data, vacations."""
PUZZLE = Surface[Any]("puzzle")
"""The puzzle of the day."""
OPERATORS = Surface[Any]("operators")
"""The bot itself, for the people who run it. Each handler asks who they are."""
