"""A match replayed from its log: rows, game state and events; a cache entry that can always be rebuilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.core.action_gateway import check, play
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Event, Seat
from games.core.options import Options
from games.core.tutorial import Teaching
from service.errors import Refusal
from service.match import match_log as logs
from service.match import sealed_bag
from service.match.match_rows import MatchRows
from storage.rows import ActionRow, LoadedMatch, SeatRow, Secret, SnapshotRow

EARLIER = 4
"""Earlier positions that a match in memory keeps: messages are posted soon after what they tell."""


@dataclass(frozen=True)
class MatchSession(MatchRows):
    """One running or ended match with its log replayed; immutable."""

    game: AnyGame
    options: Options
    secret: Secret
    state: Any = field(repr=False)
    told: Mapping[int, tuple[Event, ...]] = field(repr=False)
    """What each action caused, by number, taken back or not; actions that were not replayed are missing."""
    earlier: tuple[tuple[int, Any], ...] = field(default=(), repr=False)
    """Some earlier versions and their states, oldest first: where a look back begins. Never changed either."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that must act now, including the chance seat if a draw is due."""
        return tuple(self.game.to_act(self.state))

    def computers_asked(self) -> tuple[Seat, ...]:
        """Return the seats that must act now and are played by a computer."""
        return tuple(s for s in self.asked if s != CHANCE and self.seats[s].is_computer)

    @property
    def teaching(self) -> Teaching | None:
        """The tutorial for the one user of this match, seated first with a computer second; None in all other matches."""
        return self.game.teaching(self.options) if [seat.is_human for seat in self.seats] == [True, False] else None


@dataclass(frozen=True)
class TentativePosition:
    """The position after some actions of one seat that are tried but not carried out."""

    base: Any = field(repr=False)
    """The state that they were tried on."""
    texts: tuple[str, ...]
    """As the game writes them."""
    told: tuple[tuple[Event, ...], ...]
    """What each caused."""
    asked: tuple[tuple[Seat, ...], ...]
    """Who was asked after each."""
    before: tuple[tuple[Any, ...], ...]
    """Among which actions each was chosen."""
    state: Any = field(repr=False)


def try_actions(live: MatchSession, seat: Seat, texts: Sequence[str], start: TentativePosition | None = None) -> TentativePosition:
    """Return the position after `texts`, continuing from `start` if it is given.

    Raises `IllegalActionError`.
    """
    start_position = start or TentativePosition(live.state, (), (), (), (), live.state)
    for text in texts:
        action = live.game.read(text)
        before = tuple(live.game.legal(start_position.state, seat))
        state, events = play(live.game, start_position.state, seat, action)
        start_position = TentativePosition(
            live.state,
            (*start_position.texts, live.game.write(action)),
            (*start_position.told, tuple(events)),
            (*start_position.asked, tuple(live.game.to_act(state))),
            (*start_position.before, before),
            state,
        )
    return start_position


def revive(game: AnyGame, loaded: LoadedMatch, secret: Secret) -> MatchSession:
    """Return the match replayed from its log, beginning at its snapshot if that is usable under these rules."""
    options = game.options(loaded.match.options)
    snapshot = _usable(loaded)
    if snapshot is not None:
        state, first = game.load(snapshot.state), snapshot.seq
    else:
        state, first = game.start(options, len(loaded.seats)), 0
    earlier = ((first, game.clone(state)),)
    told = replay_rows(game, state, [row for row in logs.standing_rows(loaded.log) if row.seq >= first])
    summary = logs.summarise_log(loaded.log)
    return MatchSession(loaded.match, loaded.seats, loaded.log, game, options, secret, state, told, earlier, summary=summary)


def replay_rows(game: AnyGame, state: Any, rows: Sequence[ActionRow]) -> dict[int, tuple[Event, ...]]:
    """Apply `rows` to `state` in place, checking each; return the events that each row caused, by row number.

    Raises `IllegalActionError`.
    """
    told: dict[int, tuple[Event, ...]] = {}
    for row in rows:
        events: list[Event] = []
        if logs.kind_of(row) == logs.CONCLUDE:
            if not game.to_act(state):
                raise IllegalActionError("game-over")
            game.conclude(state, events.append)
        else:
            action = game.read(row.text)
            check(game, state, row.seat, action)
            game.advance(state, row.seat, action, events.append)
        told[row.seq] = tuple(events)
    return told


def all_events(live: MatchSession) -> list[Event]:
    """Return all events of the game in its present course, the opening included and undone actions left out.

    Actions are not checked again; a long game takes some milliseconds.
    """
    state, events = live.game.opening(live.options, len(live.seats))
    for row in logs.standing_rows(live.log):
        if logs.kind_of(row) == logs.CONCLUDE:
            live.game.conclude(state, events.append)
        else:
            live.game.advance(state, row.seat, live.game.read(row.text), events.append)
    return events


def state_at(live: MatchSession, version: int) -> Any:
    """Return the game state after the first `version` rows; the caller must not change it."""
    if version >= live.version:
        return live.state
    known = next((state for at, state in live.earlier if at == version), None)
    if known is not None:
        return known
    log = live.log[:version]
    for at, known in reversed(live.earlier):
        if at <= version and not _is_undone_after(log, at):
            state = live.game.clone(known)
            replay_rows(live.game, state, [row for row in logs.standing_rows(log) if row.seq >= at])
            return state
    state = live.game.start(live.options, len(live.seats))
    replay_rows(live.game, state, logs.standing_rows(log))
    return state


def remember_session(live: MatchSession) -> MatchSession:
    """Return the match with its present state kept among the earlier ones, and its log summarised."""
    kept = (*live.earlier, (live.version, live.state))
    return replace(live, earlier=kept[-EARLIER:], summary=live.known)


def with_all_events(live: MatchSession) -> MatchSession:
    """Return the match with the events of every action, including those that were taken back."""
    told: dict[int, tuple[Event, ...]] = {}
    state = live.game.start(live.options, len(live.seats))
    before: list[tuple[int, Any]] = []
    for row in live.log:
        kind = logs.kind_of(row)
        if kind in logs.MOVES:
            before.append((row.seq, live.game.clone(state)))
            told.update(replay_rows(live.game, state, (row,)))
        while kind == logs.UNDO and before and before[-1][0] >= logs.undo_target(row):
            state = before.pop()[1]
    return replace(live, told=told)


def play_action(live: MatchSession, seat: Seat, text: str, at: datetime) -> MatchSession:
    """Return the match after one more action; raise `IllegalActionError`."""
    action = live.game.read(text)
    state, events = play(live.game, live.state, seat, action)
    row = ActionRow(live.version, seat, live.game.write(action), at)
    return replace(live, log=(*live.log, row), state=state, told={**live.told, row.seq: tuple(events)})


def play_tried(live: MatchSession, seat: Seat, tried: TentativePosition, at: datetime) -> MatchSession:
    """Return the match after the tried actions, which must have been tried on its present state."""
    assert tried.base is live.state
    rows = tuple(ActionRow(live.version + n, seat, text, at) for n, text in enumerate(tried.texts))
    told = {row.seq: events for row, events in zip(rows, tried.told, strict=True)}
    return replace(live, log=(*live.log, *rows), state=tried.state, told={**live.told, **told})


def with_draw(live: MatchSession, at: datetime) -> MatchSession:
    """Return the match after the next chance draw, which the sealed bag determines."""
    known, way = live.known, live.match.bag
    assert not known.awaits_mix(way), "nothing is drawn before it is mixed"
    odds = [(live.game.write(action), weight) for action, weight in live.game.odds(live.state)]
    bag = sealed_bag.mixed_secret(live.secret, known.mixed(way))
    return play_action(live, CHANCE, sealed_bag.draw(bag, known.next_draw(way), odds), at)


def with_mix(live: MatchSession, message_id: int, words: str, at: datetime) -> MatchSession:
    """Return the match with the row `mix`, from which all draws follow."""
    row = ActionRow(live.version, CHANCE, logs.write_mix(message_id, words), at)
    return replace(live, log=(*live.log, row))


def conclude(live: MatchSession, seat: Seat, at: datetime) -> MatchSession:
    """Return the match ended by consent in its present position, at the request of this seat."""
    row = ActionRow(live.version, seat, logs.CONCLUDE, at)
    state = live.game.clone(live.state)
    return replace(live, log=(*live.log, row), state=state, told={**live.told, **replay_rows(live.game, state, (row,))})


def state_before(live: MatchSession, target: int) -> Any:
    """Return the game state before row `target`, to which an undo leads; replays the log, which is slow if it is long."""
    state = live.game.start(live.options, len(live.seats))
    replay_rows(live.game, state, [row for row in logs.standing_rows(live.log) if row.seq < target])
    return state


def undo_to(live: MatchSession, seat: Seat, target: int, state: Any, at: datetime) -> MatchSession:
    """Return the match after taking back every row from `target` on.

    `state` is the result of `state_before` for this row.
    """
    return replace(live, log=(*live.log, ActionRow(live.version, seat, logs.write_undo(target), at)), state=state)


def turns_since(live: MatchSession, target: int, state: Any) -> Counter[Seat]:
    """Return by seat how many of its own turns ended since row `target`; `state` is the state before that row."""
    counter: Counter[Seat] = Counter()
    there = live.game.clone(state)
    owner = live.game.turn_of(there)
    for row in logs.standing_rows(live.log):
        if row.seq >= target:
            replay_rows(live.game, there, (row,))
            following = live.game.turn_of(there)
            if owner is not None and following not in (None, owner):
                counter[owner] += 1
            owner = owner if following is None else following
    return counter


def rebase(live: MatchSession, game: AnyGame, at: datetime) -> MatchSession | None:
    """Return the match under another version of its rules; None unless its log replays equal under both.

    Equal means: every action is allowed, and the events and the final state are the same.
    """
    options = game.options(live.match.options)
    state = game.start(options, len(live.seats))
    try:
        told = replay_rows(game, state, logs.standing_rows(live.log))
    except IllegalActionError:
        return None
    before = live.game.start(live.options, len(live.seats))
    if told != replay_rows(live.game, before, logs.standing_rows(live.log)) or game.dump(state) != live.game.dump(live.state):
        return None
    row = ActionRow(live.version, CHANCE, logs.write_rebase(live.match.rules_version, game.rules_version), at)
    match = replace(live.match, rules_version=game.rules_version)
    return replace(
        live, match=match, game=game, options=options, log=(*live.log, row), state=state, told={**live.told, **told}, earlier=()
    )


def _usable(loaded: LoadedMatch) -> SnapshotRow | None:
    snapshot = loaded.snapshot
    if snapshot is None or snapshot.rules_version != loaded.match.rules_version or snapshot.seq > len(loaded.log):
        return None
    return None if _is_undone_after(loaded.log, snapshot.seq) else snapshot


def _is_undone_after(log: Sequence[ActionRow], seq: int) -> bool:
    """Return whether a later undo row takes back a row before `seq`."""
    return any(logs.undo_target(row) < seq for row in log[seq:] if logs.kind_of(row) == logs.UNDO)


def check_version(live: MatchSession, seat: SeatRow, expected: int, texts: Sequence[str], *, after: int = 0) -> None:
    """Raise `Refusal` if an action was meant for another position than the present one.

    `after` is the number of the seat's actions that precede `texts` on top of that position. That a seat went to a computer in
    between does not matter. Refuses as `refuse_stale`.
    """
    if not 0 <= expected <= live.version:
        raise Refusal("stale", version=live.version, expected=expected)
    newer = logs.position_changes_since(live.log, expected)
    if newer:
        back = logs.undone_numbers(live.log)
        meant = [(seat.seat, _normal(live.game, text)) for text in texts]
        done = newer[after : after + len(meant)]
        same = [(row.seat, row.text) for row in done if row.seq not in back] == meant
        refuse_stale(live, seat, expected, own=same)


def refuse_stale(live: MatchSession, seat: SeatRow, expected: int, *, own: bool) -> None:
    """Raise `Refusal` with code `stale`, or `already-done` if this seat itself has acted since version `expected`.

    `own` says whether the seat's actions since then can be the very ones that are requested.
    """
    first = next(iter(logs.position_changes_since(live.log, expected)), None)
    is_own = first is not None and own and first.seat == seat.seat and first.seq not in logs.undone_numbers(live.log)
    raise Refusal("already-done" if is_own else "stale", version=live.version, expected=expected)


def _normal(game: AnyGame, text: str) -> str:
    return game.write(game.read(text))
