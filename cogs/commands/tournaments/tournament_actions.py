"""What somebody can do about an event, in one table: the buttons of its panel, the lines of its list, and what can be typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from cogs.interactions.panel_actions import ActionArgument, ActionRegistry, PanelAction
from cogs.messages.message_parts import END, GO, MAIN, PLAIN
from cogs.messages.panels import ButtonGroup
from service.errors import Refusal
from service.tournaments import external_results, referee_actions
from service.tournaments.early_end import may_end
from service.tournaments.permissions import POWERS, TournamentRole, may
from service.tournaments.rulings import RULINGS
from service.tournaments.scheduling import OpenPairing, pair_of
from service.tournaments.state import IN, WAITING, Participant, TournamentState
from service.tournaments.tournament_settings import EDIT, HOURS, LIMITS, TIMES, TYPED, keys
from storage.rows import MatchId, UserId
from storage.tournament_rows import OPEN, RUNNING, UNDER_WAY
from text.tournaments import stage_names
from text.translator import Translator

JOIN, PAUSE = "join", "pause"
PLACE = "place"
"""Of the form **Seeding**, and typed with the settings."""
NEW = tuple(
    dict.fromkeys(
        ("name", "kind", "game", "pace", "start", "expansions", "rules", "stages", "own-rules", *keys(EDIT, TIMES, HOURS, LIMITS))
    )
)
"""All that a new event can be opened with; the first five are a form, the rest is typed or changed before anybody enters."""
RULES = ("stages", "pace", "expansions", "rules", "own-rules")
"""Of the form **Rules**, before anybody has entered."""
NEXT = ("name", "held", "start")
"""Of the form **Next season**."""
REPORT = ("result", "score", "because")
"""Of the form **Agree on a result**."""
RULING = ("what", "round", "time", "score", "reason")


@dataclass(frozen=True)
class TournamentSituation:
    """One person before one event, or before none."""

    user: UserId
    state: TournamentState | None
    roles: frozenset[TournamentRole]
    opens: bool
    """Whether they may open another event here."""
    names: tuple[tuple[str, str], ...] = ()
    """Whom they can challenge: name and number."""

    @property
    def argument(self) -> str:
        """The event's number, as presses carry it."""
        return "" if self.state is None else str(self.state.row.id)

    @property
    def member(self) -> Participant | None:
        """The entrant that they are, as long as they are in it or wait."""
        member = None if self.state is None else self.state.member(self.user)
        return member if member is not None and member.status in (IN, WAITING) else None

    @property
    def pair(self) -> OpenPairing | None:
        """Their open pairing of two."""
        if self.state is None or self.member is None:
            return None
        try:
            return pair_of(self.state, self.user)
        except Refusal:
            return None

    @property
    def is_captain(self) -> bool:
        """Whether they hand in the line-up of a team."""
        state, member = self.state, self.member
        if state is None or member is None or not state.boards:
            return False
        return state.team(state.team_of[member.id], IN)[:1] == (member,)


OF_DUELS = (
    "enter",
    "leave",
    "game",
    "ready",
    "propose",
    "meet",
    "part",
    "referee",
    "report",
    "agree",
    "appeal",
    "rule",
    "uphold",
    "set-aside",
    "cancel",
)
"""Actions that a duel has too."""

When = Callable[[TournamentSituation, TournamentState], bool]


def _always(_at: TournamentSituation, _state: TournamentState) -> bool:
    return True


def _may_enter(situation: TournamentSituation, state: TournamentState) -> bool:
    if state.is_duel:
        return state.row.status == OPEN and state.users.get(2) == situation.user
    return situation.member is None and (state.row.status == OPEN or state.late_round() is not None)


def _may_accept(situation: TournamentSituation, state: TournamentState) -> bool:
    return bool(state.settings.own_rules) and _may_enter(situation, state)


def _is_waited_for(situation: TournamentSituation, state: TournamentState) -> bool:
    return state.settings.asks_who_is_here and _sits(situation, state)


def _pauses(situation: TournamentSituation, state: TournamentState) -> bool | None:
    """Whether somebody pauses in an arena that runs; None where there is nothing to pause."""
    is_in = (
        situation.member is not None and situation.member.status == IN and state.row.status == RUNNING and state.settings.is_arena
    )
    return situation.member.pauses if situation.member is not None and is_in else None


def _agrees(situation: TournamentSituation, state: TournamentState) -> bool:
    return _sits(situation, state) and not state.settings.is_arena


def _has_been_ruled_on(situation: TournamentSituation, state: TournamentState) -> bool:
    return situation.member is not None and bool(state.results)


def _may_check_in(situation: TournamentSituation, state: TournamentState) -> bool:
    is_asked = state.row.status == OPEN and state.settings.check_in_from is not None
    return is_asked and situation.member is not None and not situation.member.checked_in


def _may_skip(situation: TournamentSituation, state: TournamentState) -> bool:
    return (
        situation.member is not None
        and situation.member.status == IN
        and state.row.status == RUNNING
        and state.may_skip(situation.member) is None
    )


def _sits(situation: TournamentSituation, state: TournamentState) -> bool:
    sits = None if situation.member is None else state.sits_at(situation.member.id)
    return sits is not None and sits in state.open_tables()


def _can_meet(situation: TournamentSituation, state: TournamentState) -> bool:
    return situation.pair is not None and state.row.status == RUNNING


def _is_asked_to_meet(situation: TournamentSituation, state: TournamentState) -> bool:
    return situation.pair is not None and state.hours.open_to(situation.pair.place, situation.pair.own) is not None


def _has_appointment(situation: TournamentSituation, state: TournamentState) -> bool:
    return situation.pair is not None and situation.pair.place in state.hours.agreed


def _has_opponent(situation: TournamentSituation, state: TournamentState) -> bool:
    """Whether they are in a pairing of the last round, or in one that is open: people with a bye, or who wait, need no referee."""
    return situation.member is not None and state.row.status == RUNNING and state.sits_at(situation.member.id) is not None


def _may_leave(situation: TournamentSituation, state: TournamentState) -> bool:
    is_challenged = state.is_duel and state.row.status == OPEN and situation.user in state.numbers
    return is_challenged or (situation.member is not None and state.row.status in UNDER_WAY)


def _is_in_round(_at: TournamentSituation, state: TournamentState) -> bool:
    drawn = state.round
    return drawn is not None and drawn.number not in state.closed and not state.waits


def _knocks_out(_at: TournamentSituation, state: TournamentState) -> bool:
    return any(stage.knocks_out for stage in state.course.stages or state.settings.plan)


def _nobody_is_in(_at: TournamentSituation, state: TournamentState) -> bool:
    return not state.having(IN, WAITING)


def _pages(what: Sequence[str]) -> Callable[[TournamentSituation, Translator], Sequence[tuple[str, str]]]:
    return lambda _at, _words: [(f"{one}=", f"{one}=") for one in what]


def _rulings(_at: TournamentSituation, words: Translator) -> Sequence[tuple[str, str]]:
    return [(f"{name} · reason=…", f"{key} reason=") for name, key in stage_names.rulings("", words)]


def _teams(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    return [] if situation.state is None else [(name, name) for name in situation.state.teams.values()]


def _share(_at: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    return [("share", "share")]


def _challenged(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    return situation.names


def _action(
    key: str,
    verb: str,
    group: ButtonGroup,
    power: str,
    when: When = _always,
    *,
    label: str = "",
    page: str = "",
    detail: ActionArgument[TournamentSituation] | None = None,
    style: discord.ButtonStyle = PLAIN,
    form: bool = False,
    in_panel: bool = True,
    sure: tuple[str, str] = ("", ""),
) -> PanelAction[TournamentSituation]:
    """An action of the table of powers, shown to those who may do it now; `page` stands behind the event's number."""
    assert verb in POWERS[power].presses, verb

    def possible(situation: TournamentSituation) -> bool:
        if situation.state is not None and situation.state.is_duel and key not in OF_DUELS:
            return False
        return (
            situation.state is not None
            and may(power, situation.state, situation.user, situation.roles)
            and when(situation, situation.state)
        )

    return PanelAction(
        key,
        verb,
        group,
        possible,
        label or f"event-{key}",
        lambda at: f"{at.argument}{page}",
        detail,
        style,
        form,
        in_panel,
        sure,
    )


def _form(
    key: str,
    verb: str,
    power: str,
    when: When = _always,
    *,
    offers: Callable[[TournamentSituation, Translator], Sequence[tuple[str, str]]] = lambda _at, _words: (),
    group: ButtonGroup = ButtonGroup.RUN,
) -> PanelAction[TournamentSituation]:
    """An action with a form; what is typed with it goes where the form goes."""
    return _action(key, verb, group, power, when, detail=ActionArgument(f"{verb}set", offers), form=True)


ACTIONS = ActionRegistry[TournamentSituation](
    lambda _at: (MatchId(0), 0),
    _action("enter", "tenter", ButtonGroup.DO, "enter", _may_enter, detail=ActionArgument("tenter", _teams), style=MAIN),
    _action("accept", "taccept", ButtonGroup.DO, "enter", _may_accept, label="event-accept", in_panel=False),
    _action("check-in", "tcheckin", ButtonGroup.DO, "play", _may_check_in, style=MAIN),
    _action("ready", "tready", ButtonGroup.DO, "play", _is_waited_for, label="event-here", in_panel=False),
    _action("game", "tgame", ButtonGroup.DO, "play", _sits, style=MAIN),
    _action(JOIN, "tjoin", ButtonGroup.DO, "play", lambda at, state: _pauses(at, state) is True, page=f" {JOIN}", style=MAIN),
    _action(PAUSE, "tjoin", ButtonGroup.DO, "play", lambda at, state: _pauses(at, state) is False, page=f" {PAUSE}"),
    _form("propose", "tpropose", "play", _can_meet, group=ButtonGroup.DO),
    _action("meet", "tmeet", ButtonGroup.DO, "play", _is_asked_to_meet, style=GO),
    _action("part", "tpart", ButtonGroup.ASK, "play", _has_appointment, label="event-part"),
    PanelAction(
        "challenge",
        "tchallenge",
        ButtonGroup.DO,
        lambda at: bool(at.names),
        "event-challenge",
        lambda at: at.argument,
        ActionArgument("tchallenge", _challenged),
    ),
    _action("standings", "tstand", ButtonGroup.SEE, "read", page=" 0", detail=ActionArgument("tstand", _share)),
    _action("pairings", "tpair", ButtonGroup.SEE, "read", page=" 0"),
    _action("info", "tinfo", ButtonGroup.LOOK, "read"),
    _action("table", "tcross", ButtonGroup.LOOK, "read", label="event-cross", page=" 0", detail=ActionArgument("tcross", _share)),
    _action("bracket", "tbracket", ButtonGroup.LOOK, "read", _knocks_out, page=" 0", detail=ActionArgument("tbracket", _share)),
    _action("export", "texport", ButtonGroup.LOOK, "read"),
    _action("seasons", "tseries", ButtonGroup.LOOK, "read", lambda _at, state: state.settings.season > 1),
    PanelAction("list", "tlist", ButtonGroup.LOOK, lambda at: at.state is None or not at.state.is_duel, "event-list"),
    _form("lineup", "tlineup", "play", lambda at, state: at.is_captain and state.row.status in UNDER_WAY, group=ButtonGroup.DO),
    _action("referee", "treferee", ButtonGroup.ASK, "play", _has_opponent),
    _form("report", "treport", "report", _agrees, group=ButtonGroup.ASK),
    _action("agree", "tagree", ButtonGroup.ASK, "report", _sits, label="event-agree", in_panel=False),
    _action("appeal", "tappeal", ButtonGroup.ASK, "play", _has_been_ruled_on, label="event-appeal", in_panel=False),
    _action("skip", "tskip", ButtonGroup.ASK, "play", _may_skip),
    _action("leave", "tleave", ButtonGroup.ASK, "play", _may_leave, sure=("tleavesure", "yes-leave-event")),
    _action("start", "tstart", ButtonGroup.RUN, "start", style=GO),
    _action("late", "tlate", ButtonGroup.RUN, "late", lambda _at, state: state.round is not None),
    _action("preview", "tpreview", ButtonGroup.RUN, "preview", lambda _at, state: state.preview is not None),
    _action("publish", "tpublish", ButtonGroup.RUN, "publish", lambda _at, state: state.preview is not None, style=GO),
    _form("swap", "tswap", "preview", lambda _at, state: state.preview is not None),
    _form("rule", "trule", "rule", lambda _at, state: state.round is not None, offers=_rulings),
    _action("uphold", "tuphold", ButtonGroup.RUN, "answer", label="event-uphold", in_panel=False),
    _action("set-aside", "tsetaside", ButtonGroup.RUN, "answer", label="event-set-aside", in_panel=False),
    _action("close-round", "tclose", ButtonGroup.RUN, "close", _is_in_round, sure=("tclosesure", "yes-close-round")),
    _form("write", "twrite", "message"),
    _form("edit", "tedit", "edit", offers=_pages((*keys(EDIT, TIMES, HOURS, LIMITS, TYPED), PLACE))),
    _form("times", "ttimes", "edit", offers=_pages(keys(TIMES))),
    _form("hours", "thours", "edit", lambda _at, state: state.row.status == OPEN, offers=_pages(keys(HOURS))),
    _form("limits", "tlimits", "edit", lambda _at, state: state.row.status == OPEN, offers=_pages(keys(LIMITS, TYPED))),
    _form("rules", "trules", "rules", _nobody_is_in, offers=_pages(RULES)),
    _form("seeding", "tseed", "seed", lambda _at, state: bool(state.having(IN))),
    _form("deputies", "tdeputy", "deputy"),
    _action("here", "thome", ButtonGroup.RUN, "move", label="event-post-here"),
    _action("end", "tend", ButtonGroup.RUN, "end", lambda _at, state: may_end(state), sure=("tendsure", "yes-end-ladder")),
    _action("cancel", "tcancel", ButtonGroup.RUN, "cancel", style=END, sure=("tcancelsure", "yes-cancel-event")),
    _form("next", "tnext", "succeed", lambda at, state: at.opens and not state.is_duel, offers=_pages(NEXT)),
    PanelAction(
        "new",
        "tnew",
        ButtonGroup.RUN,
        lambda at: at.opens and at.state is None,
        "event-new",
        detail=ActionArgument("tnewset", _pages(NEW)),
        form=True,
    ),
)
"""In the order of the panel. `challenge` has a button for each opponent in its place."""

WITHOUT_EVENT = ("new", "list")
"""Actions that are about no event."""
READ = frozenset(
    {"standings", "pairings", "info", "table", "bracket", "seasons", "next", "export", "rule", "appeal", "uphold", "set-aside"}
)
"""Actions that are about an event that may be over."""
ALL_RULINGS = (*RULINGS, *external_results.OF_REFEREES, *referee_actions.ON_GAMES)
