"""The settings of servers: one line each, kept in the database under its key for ever, and their use-cases.

All servers' choices are in memory, because every message asks for them: they are few, and all are read once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Any

from clocks.term_parsing import AGREEMENTS, LEVEL, PACE, RATED, TAKE_BACK, TIMEOUT
from clocks.terms import ALL, DEFAULT_PACE, MOVE, NO_CLOCK
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.users.preferences import DARK, LIGHT, THEME
from storage.changes import Change, PutRow
from storage.rows import ServerRow, Subject, of_server


class SettingKind(Enum):
    """The kind of values of a setting."""

    VALUE = auto()
    """One of the values of the setting."""
    PLACE = auto()
    """A channel to write in, or a forum; nothing without."""
    CHANNEL = auto()
    """A channel to write in; nothing without."""
    ROLE = auto()
    """One role; nothing without."""
    ROLES = auto()
    """Any number of roles."""
    LANGUAGE = auto()
    """A language that is spoken here, which the caller knows; nothing without: what Discord says of the server."""


@dataclass(frozen=True)
class Setting:
    """One line of the table."""

    kind: SettingKind
    values: tuple[str, ...] = ()
    """Of `SettingKind.VALUE`; the first holds where nothing was chosen."""


ROOM, RESULTS, LANGUAGE = "room", "results", "language"
OPENERS, LOBBIES, GAMES, VOICELESS = "openers", "lobbies", "games", "voiceless"
PUZZLES = "puzzles"
PAPER, PAPER_DAY, ZONE = "paper", "paper-day", "zone"
"""Where the weekly paper comes, on which day of the week (0 is Monday), and by the clock of which time zone."""
CHAMPION = "champion"
"""The role that the champion of a tournament gets."""
NEWCOMERS = "newcomers"
"""For how many days somebody must have been in the server before they may play on in a seat that another has lost."""
VOTERS = "voters"
"""For how many days somebody must have been in the server before they may vote on its moves."""
SEEKERS, REFEREES, ORGANISERS = "seekers", "referees", "organisers"
PUBLIC = "public"
"""Whether players may share a link by which everybody can watch their game, or a tournament."""
NO, YES = "no", "yes"
OFF = "off"
AS_THE_PACE = "pace"
"""As long as the pace of a game says."""
TERMS: Mapping[str, str] = {PACE: DEFAULT_PACE, TIMEOUT: MOVE, TAKE_BACK: AS_THE_PACE, LEVEL: ALL, RATED: OFF}
"""Terms that games of the server have if their hosts choose no others, each with what holds where the server chose nothing."""
ZONES = (
    *("UTC", "Europe/London", "Europe/Lisbon", "Europe/Amsterdam", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    *("Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul", "America/New_York", "America/Chicago"),
    *("America/Denver", "America/Los_Angeles", "America/Mexico_City", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Bangkok"),
    *("Asia/Shanghai", "Asia/Tokyo", "Australia/Perth", "Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones that a server can choose: as many as a list holds."""
AS_THE_HOST = "host"
"""As many as the bot's owner allows."""

SETTINGS: Mapping[str, Setting] = {
    **{key: Setting(SettingKind.VALUE, tuple(dict.fromkeys((usual, *AGREEMENTS[key].offered)))) for key, usual in TERMS.items()},
    TAKE_BACK: Setting(SettingKind.VALUE, (AS_THE_PACE, *AGREEMENTS[TAKE_BACK].offered[:-1])),  # two minutes suit no live game
    LANGUAGE: Setting(SettingKind.LANGUAGE),
    ROOM: Setting(SettingKind.PLACE),
    THEME: Setting(SettingKind.VALUE, (LIGHT, DARK)),
    RESULTS: Setting(SettingKind.CHANNEL),
    PUZZLES: Setting(SettingKind.CHANNEL),
    PAPER: Setting(SettingKind.CHANNEL),
    PAPER_DAY: Setting(SettingKind.VALUE, ("6", "0", "1", "2", "3", "4", "5")),
    ZONE: Setting(SettingKind.VALUE, ZONES),
    CHAMPION: Setting(SettingKind.ROLE),
    SEEKERS: Setting(SettingKind.ROLE),
    OPENERS: Setting(SettingKind.ROLE),
    REFEREES: Setting(SettingKind.ROLES),
    ORGANISERS: Setting(SettingKind.ROLES),
    LOBBIES: Setting(SettingKind.VALUE, (AS_THE_HOST, "1", "2", "3")),
    GAMES: Setting(SettingKind.VALUE, (AS_THE_HOST, "5", "10", "20", "50")),
    VOICELESS: Setting(SettingKind.VALUE, (NO, YES)),
    PUBLIC: Setting(SettingKind.VALUE, (NO, YES)),
    NEWCOMERS: Setting(SettingKind.VALUE, ("14", "0", "2", "7", "30")),
    VOTERS: Setting(SettingKind.VALUE, ("2", "0", "7", "14", "30")),
}
"""Every setting. Anyone who adds one words it in `text.guilds.server_settings` and puts it into a form."""

FORMS: Mapping[str, tuple[str, ...]] = {
    "games": tuple(TERMS),
    "places": (ROOM, RESULTS, PUZZLES, SEEKERS),
    "look": (LANGUAGE, THEME, PUBLIC),
    "who": (OPENERS, REFEREES, ORGANISERS, CHAMPION),
    "paper": (PAPER, PAPER_DAY, ZONE),
    "limits": (LOBBIES, GAMES, VOICELESS, NEWCOMERS, VOTERS),
}
"""Which settings are chosen together. What exceeds `FIELDS` stands on a further page."""
FIELDS = 5
"""Most fields of a form on Discord."""


def pages(forms: Mapping[str, tuple[str, ...]] = FORMS) -> dict[str, tuple[str, ...]]:
    """Return what a button opens, with its settings: `limits`, and `limits 2` where a group fills more than one form."""
    return {
        form if start == 0 else f"{form} {start // FIELDS + 1}": keys[start : start + FIELDS]
        for form, keys in forms.items()
        for start in range(0, len(keys), FIELDS)
    }


MOST_ROLES = 5


@dataclass(frozen=True)
class ServerChange:
    """A change of a server's settings."""

    before: ServerRow
    after: ServerRow
    rows: dict[int, ServerRow]

    @classmethod
    def of(cls, old: ServerRow, chosen: Mapping[str, Any], settings: ServerSettings) -> ServerChange:
        """Return the change that sets what was `chosen` beside the rest; an empty value takes a choice back."""
        kept = {key: value for key, value in {**old.prefs, **chosen}.items() if value not in (None, [])}
        return cls(old, replace(old, prefs=kept), settings._rows)

    @property
    def subject(self) -> Subject:
        return of_server(self.after.guild_id)

    def changes(self) -> Sequence[Change]:
        return (PutRow(self.after),)

    def keep(self, revision: int) -> None:  # noqa: ARG002  # what is in memory is for looking: a change reads it again
        self.rows[self.after.guild_id] = self.after


class ServerSettings:
    """Chosen by anyone who may manage the server; who that is, the caller knows."""

    def __init__(self, unit_of_work: UnitOfWork, clock: Callable[[], datetime]) -> None:
        """Keep the clock that dates changes."""
        self._unit_of_work = unit_of_work
        self._clock = clock
        self._store = unit_of_work.store
        self._rows: dict[int, ServerRow] = {}

    async def open(self) -> None:
        """Read what all servers have chosen, before anything is asked; again where others may have changed it."""
        rows = {row.guild_id: row for row in await self._store.servers.all()}
        self._rows.clear()
        self._rows.update(rows)

    @property
    def servers(self) -> frozenset[int]:
        """Every server that has chosen anything."""
        return frozenset(self._rows)

    def of(self, guild_id: int | None) -> Mapping[str, Any]:
        """Everything that a server has chosen, by key; nothing of a private message."""
        row = self._rows.get(guild_id) if guild_id is not None else None
        return row.prefs if row else {}

    def value(self, guild_id: int | None, key: str) -> str:
        """Return the value of a setting that has values."""
        values, chosen = SETTINGS[key].values, self.of(guild_id).get(key)
        return chosen if chosen in values else values[0]

    def number(self, guild_id: int | None, key: str) -> int | None:
        """Return a setting's number; None where it has none."""
        chosen = self.value(guild_id, key)
        return int(chosen) if chosen.isdecimal() else None

    def one(self, guild_id: int | None, key: str) -> int | None:
        """Return the channel or the role of a setting; None without."""
        chosen = self.of(guild_id).get(key)
        return int(chosen) if chosen is not None else None

    def roles(self, guild_id: int | None, key: str) -> frozenset[int]:
        """Return the roles of a setting."""
        return frozenset(int(role) for role in self.of(guild_id).get(key, ()))

    def terms(self, guild_id: int | None) -> Mapping[str, str]:
        """Return a server's chosen terms of games, by the keys of `clocks.term_parsing`."""
        chosen = {key: self.value(guild_id, key) for key in TERMS if key in self.of(guild_id)}
        return sensible(chosen)

    async def choose(self, guild_id: int, key: str, chosen: Sequence[str]) -> None:
        """Keep what was chosen: a value, or the ids of a channel or of roles; nothing takes it back. Refuses `not-a-preference`."""
        await self.choose_all(guild_id, {key: chosen})

    async def choose_all(self, guild_id: int, chosen: Mapping[str, Sequence[str]]) -> None:
        """Keep all that was chosen in a form, each as `choose` takes it; all of it or nothing. Refuses `not-a-preference`."""
        given = {key: _read(key, values) for key, values in chosen.items()}

        def decide(old: ServerRow) -> Decision[None]:
            return Decision(lambda: None, (ServerChange.of(old, given, self),))

        await self._unit_of_work.change(self.subject(guild_id), decide, now=self._clock())

    def forget(self, guild_id: int) -> None:
        """Everything of the server was deleted."""
        self._rows.pop(guild_id, None)

    async def reread(self, guild_id: int) -> None:
        """Read again what a server has chosen through another process."""
        row = await self._unit_of_work.look(self.subject(guild_id))
        self._rows[guild_id] = row
        if not row.prefs:
            self.forget(guild_id)
        self._unit_of_work.following.after(ServerChange(row, row, self._rows), self._clock())

    def subject(self, guild_id: int) -> ChangeScope[ServerRow]:
        """Return the scope of a server's settings."""
        its = of_server(guild_id)

        async def read() -> LoadedAggregates[ServerRow]:
            revision = await self._store.revision(its)
            return LoadedAggregates(await self._store.servers.get(guild_id) or ServerRow(guild_id), {its: revision})

        return ChangeScope((its,), read)


def sensible(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the chosen terms without empty ones, and without ratings where games have no clock."""
    untimed = chosen.get(PACE) == NO_CLOCK.pace.id
    return {key: value for key, value in chosen.items() if value != AS_THE_PACE and not (key == RATED and untimed)}


def _read(key: str, chosen: Sequence[str]) -> Any:
    setting = SETTINGS.get(key)
    if setting is None or not all(_is_allowed(setting, each_key) for each_key in chosen) or len(chosen) > _maximum_length(setting):
        raise Refusal("not-a-preference", key=key, value=", ".join(chosen))
    if setting.kind is SettingKind.ROLES:
        return list(chosen)
    return chosen[0] if chosen else None


def _is_allowed(setting: Setting, chosen: str) -> bool:
    if setting.kind is SettingKind.LANGUAGE:
        return chosen.isascii() and chosen.replace("-", "").isalnum() and len(chosen) <= 8  # `nl`, `pt-BR`, `es-419`
    return chosen in setting.values if setting.kind is SettingKind.VALUE else chosen.isdecimal() and len(chosen) <= 20


def _maximum_length(setting: Setting) -> int:
    return MOST_ROLES if setting.kind is SettingKind.ROLES else 1
