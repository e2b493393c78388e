"""The results of use-cases as frozen records; rows of the store (`MatchRow`, `SeatRow`, `Post` ...) are passed on unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from clocks.terms import MatchTerms
from games.core.choice_values import ChoiceValue
from games.core.game import AnyGame, Event, Outcome, Seat, audience
from games.core.tutorial import TeachingAdvice
from storage.rows import MatchRow, SeatRow


@dataclass(frozen=True, slots=True)
class MatchLocation:
    """The server and channel in which a match is played."""

    guild_id: int | None
    channel_id: int
    """Channel or thread."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row of the log and the events it caused, as one viewer may see them."""

    seq: int
    seat: Seat
    """Who acted; -1 is the house."""
    kind: str
    """`action`, or a word of the service (`service.match.match_log`): `undo`, `vacate`, `return`, `takeover`, `timeout`, `asked`,
    `rebase`, `request`, `mix`, `hint`, `conclude`.
    """
    text: str
    """The action as its game writes it; empty if this viewer may not know it."""
    at: datetime
    events: tuple[Event, ...]
    """Only those whose audience the viewer belongs to."""
    undone: bool = False
    """Taken back by a later `undo`."""
    params: Mapping[str, Any] | None = None
    """For `undo`: `{"to": seq, "texts": [...]}` (empty texts where hidden).

    For `rebase`: `{"from": version, "to": version}`, of the rules.

    For `request`: `{"kind": "undo" | "pause" | "finish" | "stop", "outcome": "granted" | "refused", "by": seat}`.

    For `vacate`: `{"why": "resigned" | "left-server" | "skipped" | "timeout" | "forfeited", "level": level}`.

    For `timeout` and `asked`: `{"level": level}`.
    """
    opening: tuple[Event, ...] = ()
    """With the first row of a log: what the game began with, before anybody acted (`Game.opening`)."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A match that has not begun, with what its lobby message shows."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    """In the order of joining."""
    seats_allowed: range
    """The numbers of players that the game allows with these options; none of a game that is not known here (any more)."""
    may_start: bool
    terms: MatchTerms
    """As they hold if the match begins with those who sit there now."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match that has begun, as one viewer may see it."""

    game: AnyGame = field(compare=False)
    """The game under the rules that this match goes by."""
    match: MatchRow
    seats: tuple[SeatRow, ...]
    viewer: Seat | None
    """The seat that looks; None is a spectator."""
    version: int
    """The version shown: that of the match, unless an earlier one was asked for."""
    view: Any
    """What `game.view` gives this viewer."""
    asked: tuple[Seat, ...]
    """Who is to act; never the house in a running game; empty after the end."""
    legal: tuple[Any, ...]
    """The viewer's legal actions; empty if they are not asked."""
    scores: tuple[int, ...]
    outcome: Outcome | None

    @property
    def is_asked(self) -> bool:
        """Whether the viewer's seat must act now."""
        return self.viewer is not None and self.viewer in self.asked


@dataclass(frozen=True, slots=True)
class MatchAnnouncement:
    """The data for a public message about a match, read at one moment."""

    table: MatchView
    """As spectators see it."""
    entries: tuple[LogEntry, ...]
    """What led there, as everybody may see it."""
    legal: tuple[Any, ...]
    """What the one person could choose whom the message asks."""
    gains: Mapping[Any, ChoiceValue]
    """What each of that brings."""
    advice: TeachingAdvice | None = None
    """What is good for them, in a match that teaches its game."""


@dataclass(frozen=True, slots=True)
class MatchUpdate:
    """The effects of an accepted action, undo or change of seats."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    version: int
    entries: tuple[LogEntry, ...]
    """The log rows written, unfiltered: use `events_for` for anything that is shown."""
    asked: tuple[Seat, ...]
    outcome: Outcome | None
    undone: tuple[str, ...] = ()
    """The texts that an undo took back, in the order in which they were played."""
    from_draft: bool = False
    """The undo only discarded a private draft; the log did not change."""
    passes_at: datetime | None = None
    """When the move is carried out, where it can be taken back until then: nothing has changed yet."""
    voted: bool = False
    """Whether this was a vote: it is counted when the vote closes."""
    guessed: bool = False
    """Whether this was a guess: it is graded when the game is over."""
    planned: tuple[str, ...] = ()
    """What was kept as the plan of the next turn: nothing has changed."""
    plans_ahead: bool = False
    """Whether next turns can be planned in this match, which goes on."""

    def events_for(self, viewer: Seat | None) -> tuple[Event, ...]:
        """Return the events that `viewer` may see (None: the public), in order."""
        return visible((e for entry in self.entries for e in entry.events), viewer)


def visible(events: Sequence[Event] | Any, viewer: Seat | None) -> tuple[Event, ...]:
    """Return the events that `viewer` may see; None sees only public ones."""
    return tuple(e for e in events if (seats := audience(e)) is None or viewer in seats)


@dataclass(frozen=True, slots=True)
class Draft:
    """A seat's tentative actions on top of the present position.

    It contains nothing that the seat may not see.
    """

    game: AnyGame = field(compare=False)
    """As in `MatchView`."""
    match: MatchRow
    seats: tuple[SeatRow, ...]
    seat: Seat
    version: int
    """The version to confirm against."""
    texts: tuple[str, ...]
    view: Any
    """What `game.view` shows this seat after `texts`."""
    legal: tuple[Any, ...]
    """What the seat may choose next; empty when the draft is complete."""
    may_confirm: bool
    """Nothing more to choose: the house or somebody else would be asked."""
    events: tuple[Event, ...]
    """What `texts` would cause, as far as this seat may see."""
    lapsed: bool = False
    """An earlier draft was dropped because the game has moved on."""
    before: tuple[tuple[Any, ...], ...] = ()
    """The actions among which each of `texts` was chosen."""
    closing: tuple[Any, ...] = ()
    """Which of `legal`, where those are few, would be the last choice; for who has asked by `Drafts.prepare`."""
    passes_at: datetime | None = None
    """When it is carried out, where it was confirmed and can be taken back until then."""
    is_vote: bool = False
    """Whether the person only votes for the seat."""
    is_guess: bool = False
    """Whether the person only guesses what somebody else plays."""
    why: str = ""
    """Why an earlier draft was dropped, as `service.play.drafts.Opened` names it."""
    is_ahead: bool = False
    """Whether it is a plan for the seat's next turn, while others play."""
    is_plan: bool = False
    """Whether it was made ahead, and still stands now that the turn has come."""
    prepared: bool = False
    """Whether it has gone on to the next real choice (`Drafts.prepare`)."""

    @property
    def is_aside(self) -> bool:
        """Whether the draft is a vote or a guess rather than a move of its author's own seat."""
        return self.is_vote or self.is_guess

    @property
    def last(self) -> tuple[Any, ...]:
        """The legal actions among which the last of `texts` was chosen; empty for an empty draft."""
        return self.before[-1] if self.before else ()

    @property
    def chosen(self) -> int:
        """Number of `texts` up to and including the last real choice; the later ones were forced."""
        return max((number for number, open_ in enumerate(self.before, 1) if len(open_) > 1), default=0)

    @property
    def choices(self) -> int:
        """Number of `texts` that were real choices."""
        return sum(len(open_) > 1 for open_ in self.before)


@dataclass(frozen=True, slots=True)
class RecomputedDraw:
    """One chance draw, recomputed from the opened secret."""

    seq: int
    index: int
    """The how-manieth draw of the match, from 0."""
    text: str
    """What the log says."""
    expected: str
    """What the secret says."""


@dataclass(frozen=True, slots=True)
class LogCheck:
    """The result of comparing a log with its hash chain (`storage.log_chain`)."""

    last: str
    """The hash of its last row, in hex."""
    fits: bool
    """Whether every row is as it was written, and the game, its options and the order of seats are those it began with."""
    turn: int | None = None
    """In which turn the first changed row is, from 1; None if none is, or what it began with was changed."""
    row: int | None = None
    """The number of that row, from 0."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The check of a finished game against its opened secret."""

    secret: str
    """In hex."""
    commitment: str
    secret_fits: bool
    """Whether SHA-256 of the secret is what was published."""
    order_fits: bool | None
    """Whether the seats are in the order that the secret gives; None where the order was not drawn."""
    draws: tuple[RecomputedDraw, ...]
    mix: str | None = None
    """The row of the log from which draws follow too (`service.match.match_log`); None where they follow from the secret
    alone.
    """
    is_mixed_elsewhere: bool = False
    """Whether the message of that row stands in another server, against which this one has played."""
    words_fit: bool | None = None
    """Whether the words of the people are those in that row; None where there are none."""
    moves: LogCheck | None = None
    """Whether the log is what was played; None in a game that began before logs had hashes."""

    @property
    def is_sound(self) -> bool:
        """Whether every check has passed."""
        if self.moves is not None and not self.moves.fits:
            return False
        if not self.secret_fits or self.order_fits is False or self.words_fit is False:
            return False
        return all(d.text == d.expected for d in self.draws)
