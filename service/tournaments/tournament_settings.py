"""The settings of an event with their defaults.

`CHOICES` defines for each setting how it is entered: forms, typing, storage and possible changes follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any

from clocks.durations import InvalidDurationError
from clocks.terms import LIVE_EVENT, PACES, TimeControl, read_pace, write_pace
from tournament import presets, stages
from tournament.presets import TournamentPreset
from tournament.results import InvalidTournamentError
from tournament.stages import ARENA, Stage

MOST_ENTRANTS = 1000
"""One thread for each pairing: Discord allows about a thousand that are active in a server."""
MOST_TABLES = 450
"""Pairings of one round, so that half of those threads stay for everybody else."""
READY_WITHIN = timedelta(minutes=10)
"""Where everybody is present: a game begins when both say that they are there, or so long after its round was published."""
OVERTIME = timedelta(days=5)
"""How long before the date of a round its open games go into overtime."""
NIGHT_MINUTES = 8 * 60
"""Everybody's night in a slow event."""
LAPSES_AFTER = timedelta(days=7)
"""A challenge to a duel that nobody has answered."""
SKIPS = 2
"""Rounds that one entrant may skip for half a point."""
LATE_ENTRY = 2
"""The last round of a Swiss that somebody may still enter for."""


EDIT, TIMES, HOURS, LIMITS, TYPED = "edit", "times", "hours", "limits", "typed"
"""The forms in which settings are changed, five in each; the last ones can only be typed."""


class SettingInput(Enum):
    """The kind of input by which a setting is entered."""

    TEXT = auto()
    NUMBER = auto()
    """Of 0 or more; nothing is 0."""
    RANGE = auto()
    """Two such numbers: `1200-1800`."""
    SWITCH = auto()
    LENGTH = auto()
    """A length of time; nothing leaves it as it is."""
    DELAY = auto()
    """So long from now; nothing leaves it as it is."""
    ROLE = auto()
    """A role of the server; nothing is none."""
    NOT = auto()
    """Yes: no limit of entry at all."""


@dataclass(frozen=True, slots=True)
class TournamentOption:
    """The definition of how an organiser enters a setting."""

    key: str
    """What it is called in forms, and typed before a `=`."""
    given: SettingInput
    form: str
    fields: tuple[str, ...]
    """Of `TournamentSettings`; `name` stands for the name of the event."""
    most: int = 20
    """Most characters in a form."""
    while_running: bool = False
    """Whether it can still be changed when the event has begun."""
    high: int = 1_000_000
    """The highest number."""


CHOICES: Mapping[str, TournamentOption] = {
    choice.key: choice
    for choice in (
        TournamentOption("name", SettingInput.TEXT, EDIT, ("name",), 80, while_running=True),
        TournamentOption("most", SettingInput.NUMBER, EDIT, ("most",), 4),
        TournamentOption("start", SettingInput.DELAY, EDIT, ("starts_at",)),
        TournamentOption("check-in", SettingInput.SWITCH, EDIT, ("check_in",)),
        TournamentOption("preview", SettingInput.LENGTH, EDIT, ("preview",), while_running=True),
        TournamentOption("first-turn", SettingInput.LENGTH, TIMES, ("first_turn",), while_running=True),
        TournamentOption("round", SettingInput.LENGTH, TIMES, ("round_length",), while_running=True),
        TournamentOption("vacations", SettingInput.SWITCH, TIMES, ("vacations",)),
        TournamentOption("referees", SettingInput.ROLE, TIMES, ("referees",), while_running=True),
        TournamentOption("private", SettingInput.SWITCH, TIMES, ("private",)),
        TournamentOption("by-appointment", SettingInput.SWITCH, HOURS, ("by_appointment",)),
        TournamentOption("absent-loses", SettingInput.SWITCH, HOURS, ("absent_loses",)),
        TournamentOption("rate-elsewhere", SettingInput.SWITCH, HOURS, ("rate_elsewhere",)),
        TournamentOption("rating", SettingInput.RANGE, LIMITS, ("least_rating", "most_rating"), 11),
        TournamentOption("games", SettingInput.NUMBER, LIMITS, ("least_games",), 5),
        TournamentOption("days", SettingInput.NUMBER, LIMITS, ("least_days",), 5),
        TournamentOption("reliable", SettingInput.NUMBER, LIMITS, ("least_kept",), 3, high=100),
        TournamentOption("role", SettingInput.ROLE, LIMITS, ("role",)),
        TournamentOption("every", SettingInput.LENGTH, TYPED, ("every",), while_running=True),
        TournamentOption("roster-lock", SettingInput.DELAY, TYPED, ("rosters_lock_at",), while_running=True),
        TournamentOption("rating-from", SettingInput.NUMBER, TYPED, ("least_rating",)),
        TournamentOption("rating-to", SettingInput.NUMBER, TYPED, ("most_rating",)),
        TournamentOption(
            "no-limits", SettingInput.NOT, TYPED, ("least_rating", "most_rating", "least_games", "least_days", "least_kept", "role")
        ),
    )
}
"""By key, in the order of the forms."""


def keys(*forms: str) -> tuple[str, ...]:
    """Return the keys of the settings that these forms contain, in order."""
    return tuple(choice.key for choice in CHOICES.values() if choice.form in forms)


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of one event: plain data except for the times."""

    preset: str
    stages: str
    """As `tournament.stages.read` reads them."""
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Of the game, as a host types them."""
    pace: str = "event"
    """As `clocks.terms.read_pace` reads it."""
    most: int = 0
    """How many may enter; 0: as many as fit."""
    starts_at: datetime | None = None
    """When it begins by itself; None: when an organiser says so."""
    check_in: bool = False
    """Whether everybody must check in before it begins by itself."""
    first_turn: timedelta = timedelta(hours=48)
    """How long somebody may take for the first turn of a pairing before it is lost."""
    round_length: timedelta | None = None
    """What is open then counts as a draw for the next pairing, and plays on; None: the clocks of the games end every round."""
    vacations: bool = False
    """Whether vacations of players stop their clocks, until overtime begins."""
    preview: timedelta = timedelta()
    """How long organisers see a round before it is published by itself; where teams meet, how long captains have for line-ups."""
    referees: int | None = None
    """The role of a server whose members may rule."""
    own_rules: str = ""
    """What the organiser asks of everybody, who accepts it on entering."""
    private: bool = False
    """Whether the threads of pairings are for their players and for those who rule, and nobody else reads them."""
    by_appointment: bool = False
    """Whether games at a live pace begin only at an hour that their players have agreed on."""
    absent_loses: bool = True
    """Whether somebody who isn't there ten minutes after an agreed hour loses the pairing; if not, the clocks decide."""
    rate_elsewhere: bool = False
    """Whether the result of a pairing that was played elsewhere counts for ratings as well."""
    least_rating: int = 0
    """Of who may enter, provisional ones not counting; 0: none is needed."""
    most_rating: int = 0
    """Of who may enter; 0: no limit."""
    least_games: int = 0
    """How many games on this server one must have finished."""
    least_days: int = 0
    """How long one must have been on this server."""
    role: int | None = None
    """The role that one must have."""
    least_kept: int = 0
    """How many of a hundred turns one must have made in time, as far as it is known; 0: none."""
    every: timedelta | None = None
    """How long after its start it is held again, opened by itself when it is over; None or nothing: never."""
    unheld: int = 0
    """How often in a row it wasn't held for want of entrants."""
    rosters_lock_at: datetime | None = None
    """Until when captains let people into their teams and take them off; None: until the event begins."""
    rated: bool = True
    """Whether games count for ratings."""

    former: int | None = None
    """The tournament of which this is the next season."""
    season: int = 1
    """Which season of its series it is."""

    @property
    def kind(self) -> TournamentPreset:
        """The preset that decides pairing and ranking."""
        return presets.preset(self.preset)

    @property
    def plan(self) -> tuple[Stage, ...]:
        """The stages of the event."""
        return stages.read(self.stages)

    @property
    def limit(self) -> int:
        """The largest number of entrants."""
        return self.most or 2 * MOST_TABLES

    @property
    def check_in_from(self) -> datetime | None:
        """Moment from which on users can check in; None if they need not."""
        if not self.check_in or self.starts_at is None:
            return None
        return self.starts_at - (timedelta(minutes=30) if self.is_live else timedelta(hours=24))

    @property
    def is_live(self) -> bool:
        """Whether all players are present at the same time."""
        return not read_pace(self.pace).rests

    @property
    def is_arena(self) -> bool:
        """Whether the event is an arena, in which free entrants are paired again and again."""
        return self.plan[0].kind == ARENA

    @property
    def asks_who_is_here(self) -> bool:
        """Whether a game of two begins only after both have confirmed presence, or after some minutes."""
        return self.is_live and not self.kind.duplicate and not self.is_arena

    def dump(self) -> dict[str, Any]:
        """Return the settings as plain data, as stored in the event's row."""
        plain = asdict(self)
        for key in _LENGTHS:
            plain[key] = None if plain[key] is None else plain[key].total_seconds()
        for key in _MOMENTS:
            plain[key] = None if plain[key] is None else plain[key].isoformat()
        return {**plain, "options": dict(self.options)}


_MOMENTS = tuple(choice.fields[0] for choice in CHOICES.values() if choice.given is SettingInput.DELAY)
_LENGTHS = tuple(choice.fields[0] for choice in CHOICES.values() if choice.given is SettingInput.LENGTH)


def without(names: Iterable[str]) -> dict[str, Any]:
    """Return the default values of these settings."""
    return {field.name: field.default for field in fields(TournamentSettings) if field.name in names}


def load(data: Mapping[str, Any]) -> TournamentSettings:
    """Return the settings that `dump` wrote; keys of a newer program are left out."""
    known = {key: value for key, value in data.items() if key in TournamentSettings.__dataclass_fields__}
    for key in _LENGTHS:
        if known.get(key) is not None:
            known[key] = timedelta(seconds=known[key])
    for key in _MOMENTS:
        if known.get(key) is not None:
            known[key] = datetime.fromisoformat(known[key])
    return TournamentSettings(**known)


def preset_settings(preset: str, game: str) -> TournamentSettings:
    """Return the settings a preset stands for; raises `InvalidTournamentError("unknown-preset")`."""
    kind = presets.preset(preset)
    return _with_usual_times(TournamentSettings(preset, kind.stages, game, pace=write_pace(_pace(kind.pace))))


def at_pace(settings: TournamentSettings, *, stages: str, pace: str) -> TournamentSettings:
    """Return the settings with other stages at another pace; unchosen times become those that are usual then.

    Stages or a pace that make no sense are left for the check at the opening.
    """
    changed = replace(settings, stages=stages, pace=pace)
    try:
        before, after = _with_usual_times(settings), _with_usual_times(changed)
    except (InvalidTournamentError, InvalidDurationError):
        return changed
    return replace(changed, **{name: getattr(after, name) for name in PACED if getattr(settings, name) == getattr(before, name)})


PACED = ("first_turn", "round_length", "preview")
"""Settings whose usual values follow from the pace."""


def _with_usual_times(settings: TournamentSettings) -> TournamentSettings:
    """Return the settings with the times that are usual at their pace."""
    if settings.is_arena:
        return replace(settings, first_turn=timedelta(minutes=5), round_length=None, preview=timedelta())
    if settings.is_live:
        return replace(settings, first_turn=timedelta(minutes=10), round_length=None, preview=timedelta())
    preview = timedelta(hours=24 if settings.plan[0].boards else 1)  # until then captains hand in their line-ups
    return replace(settings, first_turn=timedelta(hours=48), round_length=timedelta(days=28), preview=preview)


def _pace(name: str) -> TimeControl:
    """Return the pace of that name; events give live games a little more time."""
    return LIVE_EVENT if name == "live" else PACES[name]
