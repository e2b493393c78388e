"""The import of entrants and seeds before an event begins: entrants are seeded, other listed users are invited.

Users are never entered by others: a place is reserved for each invited user, who must enter themselves. A list is carried out as a
whole, and only if every line is valid.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.errors import Refusal
from service.interests import Interest
from service.tournaments.letters import HeldPlace
from service.tournaments.log.entrant_events import InvitedEntrants, Seeding
from service.tournaments.permissions import must_be_neutral, must_be_time
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import IN, WAITING, TournamentState
from storage.changes import SaveDraft
from storage.rows import DraftRow, UserId
from storage.tournament_rows import EventId, of_event

MOST_LINES = 100
HELD = timedelta(days=7)
"""How long a place is held for a person who is invited, unless the event begins sooner."""
PERSON_COLUMNS, SEED_COLUMNS = ("user", "player", "name"), ("seed", "place", "rank")
"""Names of columns, the first that is there counts: the last two are those of an exported table."""
UNKNOWN, TWICE, BAD_SEED, SAME_SEED = "unknown", "twice", "bad-seed", "same-seed"
DECIDES, WAITS, FULL = "decides", "waits", "full"
"""Why a line can't be carried out: it names no member; the person is in another line; it names no place of the seeding; another
line has the same place; they organise or have ruled, and so don't play; they are on the waiting list; no place is left.
"""
_SEEDED = re.compile(r"(?P<who>.*?)[\s,;\t]+(?P<seed>\d{1,4})")


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One line of an imported list."""

    number: int
    text: str
    """How the person is named."""
    seed: str = ""
    user: UserId | None = None
    """Who is meant; None while it isn't known, or where no member is."""


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """A line of a list that can't be carried out, with the reason."""

    line: ImportLine
    why: str


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The effects and problems of an imported list."""

    invited: tuple[UserId, ...] = ()
    seeds: Mapping[UserId, int] | None = None
    """Places in the seeding, of those who have entered and of those who are invited."""
    problems: tuple[ImportProblem, ...] = ()
    """Nothing is carried out while there are any."""


def read(text: str) -> list[ImportLine]:
    """Parse a list, a table or text such as `@anna 1; @ben 2`, into lines.

    Refuses `no-import` (most) if it has no lines or too many.
    """
    is_typed = "\n" not in text.strip()
    rows = text.strip().lstrip("\ufeff").split(";" if is_typed else "\n")
    if is_typed and len(rows) == 2 and re.fullmatch(r"\s*\d{0,4}\s*", rows[1]):
        rows = [",".join(rows)]  # a table of one line
    marks = [mark for mark in ("\t", ";", ",") if mark in rows[0]]
    cells = [next(csv.reader([row], delimiter=marks[0] if marks and not is_typed else ","), []) for row in rows]
    head = [cell.strip().casefold() for cell in cells[0]] if cells else []
    person = next((head.index(name) for name in PERSON_COLUMNS if name in head), None)
    seed = next((head.index(name) for name in SEED_COLUMNS if name in head), None) if person is not None else 1
    lines = []
    for number, row in enumerate(cells, 1):
        if (person is not None and number == 1) or not any(cell.strip() for cell in row):
            continue
        column = person or 0
        who, place = (row[index].strip() if index is not None and index < len(row) else "" for index in (column, seed))
        if len(row) == 1 and (parts := _SEEDED.fullmatch(who)):
            who, place = parts.groups()
        lines.append(ImportLine(number, who, place))
    if not 0 < len(lines) <= MOST_LINES:
        raise Refusal("no-import", most=MOST_LINES)
    return lines


class EntrantImport:
    """The use-case of importing entrants; the caller checks the organiser, and finds the user of each line."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def preview(self, event_id: EventId, by: UserId, lines: Sequence[ImportLine], *, now: datetime) -> ImportPreview:
        """Return the effects of a list, and store it for `by` to carry out if every line is valid.

        Refuses `no-event`, `event-running`, `event-over`, `own-ruling`.
        """
        texts = tuple(f"{line.number} {line.user or 0} {line.seed or 0}" for line in lines)
        draft = SaveDraft(of_event(event_id), by, DraftRow(0, texts))

        def decide(state: TournamentState) -> Decision[ImportPreview]:
            _must_be_open(state, by)
            outcome = _judged(state, lines, now)
            return Decision(lambda: outcome, changes=() if outcome.problems else (draft,))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def carry_out(self, event_id: EventId, by: UserId, *, now: datetime) -> ImportPreview:
        """Carry out the stored list of `by` if every line is still valid; return its effects or problems.

        Refuses as `preview`, and `no-import` (most) if no list is stored.
        """

        async def kept(_: TournamentState) -> tuple[Sequence[ImportLine], frozenset[UserId]]:
            draft = await self._tournaments.store.drafts.get(by, of_event(event_id))
            lines = _kept(() if draft is None else draft.texts)
            users = {line.user for line in lines if line.user is not None}
            return lines, frozenset([user for user in users if await self._tournaments.wants_letters(user)])

        def decide(loaded: tuple[TournamentState, tuple[Sequence[ImportLine], frozenset[UserId]]]) -> Decision[ImportPreview]:
            state, (lines, told) = loaded
            if not lines:
                raise Refusal("no-import", most=MOST_LINES)
            _must_be_open(state, by)
            outcome = _judged(state, lines, now)
            if outcome.problems:
                return Decision(lambda: outcome)
            step = TournamentTransaction(state, now)
            _write(step, by, outcome, told)
            gone = SaveDraft(of_event(event_id), by, DraftRow(0, ()))
            return Decision(lambda: outcome, self._tournaments.steps(step), changes=(gone,))

        of = self._tournaments.of(event_id).also(kept)
        return await self._tournaments.unit_of_work.change(of, decide, now=now)


def _must_be_open(state: TournamentState, by: UserId) -> None:
    must_be_time(state, "seed")
    must_be_neutral(state, by, "seed")


def _judged(state: TournamentState, lines: Sequence[ImportLine], now: datetime) -> ImportPreview:
    """Return the effects of the lines, with the first problem of each."""
    invited: list[UserId] = []
    seeds: dict[UserId, int] = {}
    problems: list[ImportProblem] = []
    users: set[UserId] = set()
    limit = state.settings.limit
    free = limit - len(state.having(IN)) - state.kept_free(now)
    for line in lines:
        member = None if line.user is None else state.member(line.user)
        is_in = member is not None and member.status == IN
        is_held = line.user is not None and state.numbers.get(line.user) in state.held and state.kept_free(now) > 0
        seed = int(line.seed) if line.seed.isdecimal() else 0
        if line.user is None:
            why = UNKNOWN
        elif line.user in users:
            why = TWICE
        elif line.seed not in ("", "0") and not 0 < seed <= limit:
            why = BAD_SEED
        elif seed and seed in seeds.values():
            why = SAME_SEED
        elif line.user in state.officials or Interest.RULED in state.interested.get(line.user, ()):
            why = DECIDES
        elif member is not None and member.status == WAITING:
            why = WAITS
        elif not is_in and not is_held and not free:
            why = FULL
        else:
            users.add(line.user)
            if seed:
                seeds[line.user] = seed
            if not is_in:
                invited.append(line.user)
                free -= not is_held
            continue
        problems.append(ImportProblem(line, why))
    return ImportPreview(tuple(invited), seeds, tuple(problems))


def _write(step: TournamentTransaction, by: UserId, outcome: ImportPreview, told: frozenset[UserId]) -> None:
    seeds, state = outcome.seeds or {}, step.state
    taken = set(seeds.values())
    for member in state.members.values():
        user = state.users[member.number]
        place = seeds.get(user, None if member.seed in taken else member.seed)
        if member.status == IN and place != member.seed:
            step.note(Seeding(member.number, place), by)
    if outcome.invited:
        until = min(filter(None, (step.now + HELD, state.settings.starts_at)))
        numbers = tuple(step.meet(user) for user in outcome.invited)
        places = tuple(seeds.get(user, 0) for user in outcome.invited)
        step.note(InvitedEntrants(numbers, places, until), by)
        for user in outcome.invited:
            if user in told and state.numbers.get(user) not in state.held:
                step.write_to(user, HeldPlace(until))
    step.wake()


def _kept(texts: Sequence[str]) -> list[ImportLine]:
    """Return the lines of a stored list."""
    rows = [text.split(" ") for text in texts]
    return [ImportLine(int(number), user, seed, UserId(int(user)) if int(user) else None) for number, user, seed in rows]
