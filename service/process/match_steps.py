"""Changes of one match, as `service.process.changing` carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clocks.ledger import ClockEvent
from service.computers.draw_policy import Policy
from service.process import match_session as lives
from service.process.match_session import MatchSession
from service.process.match_transaction import MatchTransaction
from service.process.remembered import Remembered
from service.process.rows import Rows
from storage.changes import Change, Commit
from storage.records import Subject, of_match


@dataclass(frozen=True)
class MatchStep:
    """Somebody has acted, or the log has another row for some other reason."""

    step: MatchTransaction
    draws: Policy
    memory: Remembered[MatchSession]

    @property
    def subject(self) -> Subject:
        return of_match(self.step.live.match.id)

    def changes(self) -> Sequence[Change]:
        """To be called once: what is no choice is carried out, and the house draws."""
        self.step.proceed(self.draws)
        commit = self.step.commit()
        return (commit, self.step.timers, *self.step.more)

    def keep(self, revision: int) -> None:
        self.memory.keep(self.step.live.match.id, lives.remembered(self.step.live), revision)


@dataclass(frozen=True)
class MatchPut:
    """Something else about a match has changed: where it is played, who sits in its lobby, that it is over."""

    commit: Commit
    memory: Remembered[MatchSession]

    @property
    def subject(self) -> Subject:
        return of_match(self.commit.match.id)

    def changes(self) -> Sequence[Change]:
        return (self.commit,)

    def keep(self, revision: int) -> None:  # noqa: ARG002  # it is read anew
        self.memory.forget(self.commit.match.id)


@dataclass(frozen=True)
class ClockStep:
    """Something happens to the clocks of a running match, or to what stops them, while nobody acts."""

    rows: Rows
    events: tuple[ClockEvent, ...] = ()

    @property
    def subject(self) -> Subject:
        return of_match(self.rows.match.id)

    def changes(self) -> Sequence[Change]:
        """What is written depends on the clocks: see `service.process.following`."""
        return ()

    def keep(self, revision: int) -> None:
        """The match itself is as it was."""
