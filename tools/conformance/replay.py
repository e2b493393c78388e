"""Replay of one record with the engine, step by step, through the `Game` protocol.

Chance draws what the record drew, and seats choose what they chose there. After every step the offered actions and the effects are
compared in the record's notation; the first difference ends the replay.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeGuard

from editions.registry import GAMES
from games.carcassonne.events import (
    FeatureScored,
    FigureReturned,
    PointsPaid,
    SeatPoints,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)
from games.carcassonne.expansions.dragon.events import DragonMoved
from games.carcassonne.expansions.tower.events import FigureCaptured, PrisonersExchanged
from games.carcassonne.expansions.traders.events import GoodsTaken
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, Event, Seat
from tools.conformance.naming import Choice, ReplayedBoard, choice, figures, frozen, picture, tile_id

Record = dict[str, Any]
"""One game: `sets`, `options`, `seats`, `start`, `steps`, `final`."""

Step = dict[str, Any]
"""One entry of `steps`; `t` says which kind."""


def found(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the record files of `paths`, those of a folder sorted by name.

    Raises `FileNotFoundError` if a path does not exist.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.name.endswith((".json", ".json.gz")))
        elif path.is_file():
            yield path
        else:
            raise FileNotFoundError(path)


def read(path: Path) -> Record:
    """Return the record in a file; raise `ValueError` if the file holds none."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    record: Record = json.loads(raw)
    if record.get("format") != 1:
        raise ValueError(f"{path}: format {record.get('format')!r} is not 1")
    return record


GAME = GAMES["carcassonne"]

FORCED = ("dragon", "tower", "princess", "orphan")
"""Reasons for which a figure comes home against its owner's will."""


class Difference(Exception):
    """Raised when the engine and the record differ."""

    def __init__(self, what: str, expected: object, got: object) -> None:
        super().__init__(f"{what}: expected {expected}, got {got}")


def same(what: str, expected: object, got: object) -> None:
    """Raise `Difference` unless `expected` equals `got`; `what` names the compared value."""
    if expected != got:
        raise Difference(what, expected, got)


def same_bag(what: str, expected: Iterable[Any], got: Iterable[Any]) -> None:
    """Raise `Difference` unless both hold the same elements equally often.

    The error names only the elements that one side lacks.
    """
    want, have = Counter(frozen(v) for v in expected), Counter(frozen(v) for v in got)
    if want != have:
        lacking, beyond = (sorted(bag.elements(), key=str) for bag in (want - have, have - want))
        raise Difference(what, f"also {lacking}", f"instead {beyond}")


def given_options(record: Record) -> dict[str, str]:
    """Return the game options of a record, as text values by key, in the form a host would enter."""
    sets = [name for name in record["sets"] if name not in ("base", "winter")]
    given = {"expansions": ",".join(sets)} if sets else {}
    if "winter" in record["sets"]:
        given["edition"] = "winter"
    return given | {key: str(value) for key, value in record["options"].items()}


class Replay:
    """Replay of one record; `step` counts from 0 and is -1 before the first and `len(steps)` at the final scoring."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.step = -1
        self.table = ReplayedBoard()
        self.here = (0, 0)
        self.asides: list[Event] = []
        """Events of the last action alone."""
        self.now: list[Event] = []
        """Events of this part of the turn."""
        self.later: list[Event] = []
        """Events of the next part, which the engine begins at once."""
        self.incomes: list[Choice] = []
        self.promised: list[dict[str, Any]] = []
        """Points of the last part: the engine goes on to the final scoring, so both are compared together."""
        self.unasked = False
        self.seen: BoardView | None = None
        self.under_way = False
        """Whether a part has been played: only then did we hear the turn begin."""

    def run(self) -> None:
        """Replay the whole record; raises `Difference` at the first difference."""
        options = GAME.options(given_options(self.record))
        self.state = GAME.start(options, self.record["seats"])
        self._begin()
        for step in self.record["steps"]:
            self.step += 1
            self._by_kind[step["t"]](self, step)
        self.step += 1
        self._final(self.record["final"])

    def _begin(self) -> None:
        start = self.record["start"]
        for tile in GAME.view(self.state, None).tiles:
            self.table.lay(tile.x, tile.y, tile.tile, tile.turn)
        same_bag(
            "start",
            [(start["x"], start["y"], tile_id(start["tile"]), start["turns"])],
            [(x, y, lying.tile.id, lying.turn) for (x, y), lying in self.table.lying.items()],
        )

    # What the record does.

    def _act(self, seat: int, fits: Callable[[str], bool], wanted: object) -> None:
        """Perform the first legal action of `seat` that `fits`; raises `Difference`, naming `wanted`, if there is none."""
        actor = Seat(seat)
        open_to = [action for action, _ in GAME.odds(self.state)] if actor == CHANCE else GAME.legal(self.state, actor)
        action = next((a for a in open_to if fits(GAME.write(a))), None)
        if action is None:
            raise Difference("action", wanted, [GAME.write(a) for a in open_to])
        self.asides, self.seen = [], None
        GAME.advance(self.state, actor, action, self.asides.append)
        for event in self.asides:
            if isinstance(event, TurnBegan) or self.later:
                self.later.append(event)
            else:
                self.now.append(event)
            if isinstance(event, TilePlaced):
                self.table.lay(event.x, event.y, event.tile, event.turn)
                self.here = (event.x, event.y)

    def _check_asked(self, seat: int, decision: str) -> None:
        view = self._view()
        same("asked", ((seat,), decision), (view.to_act, view.decision))

    def _view(self) -> BoardView:
        """Return the current board view, computed at most once per action."""
        if self.seen is None:
            self.seen = GAME.view(self.state, None)
            assert isinstance(self.seen, BoardView)
        return self.seen

    def _offered_choices(self, seat: int) -> dict[Choice, str]:
        """Return the legal actions of `seat` in the record's notation, each with this engine's text; placements are left out."""
        texts = [text for text in map(GAME.write, GAME.legal(self.state, Seat(seat))) if not text.startswith("place ")]
        standing: dict[tuple[int, int, str], Choice] = {}
        if any(text.split(" ")[0] in ("capture", "fairy", "princess") for text in texts):
            standing = figures(self.table, self._view())
        offered = {choice(text, self.table, self.here, standing): text for text in texts}
        same("offered twice", [], texts if len(offered) < len(texts) else [])
        return offered

    # Steps.

    def _income(self, step: Step) -> None:
        self.incomes.append((step["seat"], step["points"]))

    def _draw(self, step: Step) -> None:
        self._check_draw(step, TileDrawn(tile_id(step["tile"])))

    def _discard(self, step: Step) -> None:
        self._check_draw(step, TileDiscarded(tile_id(step["tile"])))

    def _check_draw(self, step: Step, expected: Event) -> None:
        self._leave_idle_wood()
        began = [(e.seat, e.part) for e in self.now if isinstance(e, TurnBegan)]
        same("turn", [(step["seat"], step["part"])], began if self.under_way else [(0, 1)])
        same_bag("income", self.incomes, [(e.seat, e.points) for e in self.now if _is_income(e)])
        text = f"draw {tile_id(step['tile'])}"
        self._act(CHANCE, lambda t: t == text, text)
        same_bag("drawn", [expected], [e for e in self.asides if isinstance(e, TileDrawn | TileDiscarded)])

    def _ransom(self, step: Step) -> None:
        self._check_asked(step["seat"], "place")
        offered = self._offered_choices(step["seat"])
        same_bag("ransoms", step["legal"], offered)
        self._act(step["seat"], lambda t: t == offered.get(frozen(step["do"])), step["do"])

    def _place(self, step: Step) -> None:
        seat, tile = step["seat"], tile_id(step["tile"])
        self._check_asked(seat, "place")
        legal = [GAME.write(action).split(" ") for action in GAME.legal(self.state, Seat(seat))]
        placed = [(*map(int, w[1].split(",")), picture(tile, int(w[2][1:]))) for w in legal if w[0] == "place"]
        wanted = {(x, y, picture(tile, turn)) for x, y, turns in step["legal"] for turn in turns}
        if Counter(placed) != Counter(wanted):
            words = sorted(" ".join(w) for w in legal if w[0] == "place")
            raise Difference("placements", sorted(step["legal"]), words)
        same_bag("ransoms", step.get("ransoms", ()), self._offered_choices(seat))
        cell, seen = f"{step['x']},{step['y']}", picture(tile, step["turns"])
        self._act(
            seat,
            lambda t: t.startswith(f"place {cell} ") and picture(tile, int(t[-1])) == seen,
            f"place {cell} r{step['turns']}",
        )
        self.unasked = step.get("unasked") == "ransom"
        self._effects(step)

    def _wood(self, step: Step) -> None:
        view = self._view()
        if step["legal"] == [["pass"]] and not (view.to_act == (step["seat"],) and view.decision == "deploy"):
            return  # a disputed step of which nothing is left: we ask nothing
        same("asked", ((step["seat"],), "deploy"), (view.to_act, view.decision))
        self._choose("wood", step)

    def _capture(self, step: Step) -> None:
        self._check_asked(step["seat"], "capture")
        self._choose("captures", step)

    def _exchange(self, step: Step) -> None:
        self._check_asked(step["seat"], "exchange")
        self._choose("exchanges", step)

    def _dragon(self, step: Step) -> None:
        self._leave_idle_wood()
        self._check_asked(step["seat"], "dragon")
        self._choose("dragon steps", step)

    def _choose(self, what: str, step: Step) -> None:
        offered = self._offered_choices(step["seat"])
        same_bag(what, step["legal"], offered)
        self._act(step["seat"], lambda t: t == offered[frozen(step["do"])], step["do"])
        self._effects(step)

    def _leave_idle_wood(self) -> None:
        """Skip a decision that offers only a ransom if the record contains no such decision (README, `unasked`)."""
        if not self.unasked:
            return
        self.unasked = False
        view = self._view()
        if view.decision == "deploy" and view.to_act:
            offered = self._offered_choices(view.to_act[0])
            same_bag("unasked", [("pass",)], [c for c in offered if c[0] != "ransom"])
            self._act(view.to_act[0], lambda t: t == "skip", "skip")

    def _score(self, step: Step) -> None:
        self._leave_idle_wood()
        if GAME.outcome(self.state) is not None:
            self.promised = list(step["points"])
        else:
            same_bag("points", self._points(step["points"]), self._gains_of(self.now))
        if "goods" in step:
            same_bag("goods", self._goods(step["goods"]), self._choices_taken())

    def _state(self, step: Step) -> None:
        view = self._view()
        if GAME.outcome(self.state) is None:
            income = Counter({e.seat: e.points for e in self.later if _is_income(e)})
            same("totals", step["totals"], [s.score - income[s.seat] for s in view.seats])
        same("left", step["left"], view.left)
        for kind, counts in step["supply"].items():
            same(f"supply of {kind}", counts, [dict(s.supply)[kind] for s in view.seats])
        standing = figures(self.table, view)
        same_bag("figures", step["figures"], standing.values())
        self._expansion_state(step, view, standing)
        if GAME.outcome(self.state) is None:
            self.now, self.later, self.incomes = self.later, [], []
        self.under_way = True

    def _expansion_state(self, step: Step, view: BoardView, standing: dict[tuple[int, int, str], Choice]) -> None:
        if "goods" in step:
            same("goods", step["goods"], [{k: n for k, n in s.extras if k in ("wine", "grain", "cloth") and n} for s in view.seats])
        if "towers" in step:
            same_bag("towers", step["towers"], [(m.x, m.y, m.value) for m in view.marks if m.kind == "tower" and m.value])
            same("pieces", step["pieces"], [dict(s.extras)["tower-pieces"] for s in view.seats])
            prisoners = [(s.seat, owner, kind, number) for s in view.seats for owner, kind, number in s.prisoners if number]
            same_bag("prisoners", step["prisoners"], prisoners)
        if "dragon" in step:
            same("dragon", [step["dragon"]], [[p.x, p.y] for p in view.pieces if p.kind == "dragon"] or [None])
            wanted = step["fairy"] and {"at": step["fairy"]["at"], "with": frozen(step["fairy"]["with"])}
            fairies = [{"at": [p.x, p.y], "with": standing.get((p.x, p.y, p.part))} for p in view.pieces if p.kind == "fairy"]
            same("fairy", [wanted], fairies or [None])

    def _final(self, final: Step) -> None:
        self._leave_idle_wood()
        outcome = GAME.outcome(self.state)
        if outcome is None:
            raise Difference("end", "the game is over", f"{tuple(GAME.to_act(self.state))} asked")
        same_bag("final points", self._points([*self.promised, *final["points"]]), self._gains_of([*self.now, *self.later]))
        same("final totals", final["totals"], list(outcome.scores))

    _by_kind: dict[str, Callable[[Replay, Step], None]] = {
        "income": _income,
        "discard": _discard,
        "draw": _draw,
        "ransom": _ransom,
        "place": _place,
        "wood": _wood,
        "capture": _capture,
        "exchange": _exchange,
        "dragon": _dragon,
        "score": _score,
        "state": _state,
    }

    # What followed, in the record's words.

    def _points(self, entries: Iterable[dict[str, Any]]) -> list[Choice]:
        return [
            (e["seat"], e["points"], e["kind"], frozen(e["items"]), min(self.table.feature(frozen(e["at"]))) if "at" in e else None)
            for e in entries
        ]

    def _gains_of(self, events: Iterable[Event]) -> list[Choice]:
        return [
            (
                gain.seat,
                gain.points,
                _kind(event, gain),
                frozen(_items(gain)),
                min(self.table.feature(self.table.place(*gain.at))) if gain.at else None,
            )
            for event in events
            if isinstance(event, FeatureScored)
            for gain in event.gains
        ]

    def _goods(self, entries: Iterable[dict[str, Any]]) -> list[Choice]:
        return [(e["seat"], e["goods"], e["count"], self._squares(frozen(e["at"]))) for e in entries]

    def _squares(self, choice: Choice) -> frozenset[tuple[int, int]]:
        return frozenset((x, y) for x, y, *_ in self.table.feature(choice))

    def _choices_taken(self) -> list[Choice]:
        return [
            (e.seat, goods, count, frozenset(e.squares))
            for e in [*self.now, *self.later]
            if isinstance(e, GoodsTaken)
            for goods, count in e.goods
        ]

    def _effects(self, step: Step) -> None:
        same_bag("effects", step.get("effects", ()), [effect for event in self.asides for effect in self._effect(event)])

    def _effect(self, event: Event) -> Iterator[Choice]:
        """Yield an event's effects that records list, in their notation.

        These are figures removed by force, captured or exchanged, and the dragon summoned by a volcano.
        """
        match event:
            case FigureReturned() if event.reason in FORCED:
                yield ("home", event.seat, event.piece, *self.table.place(event.x, event.y, event.part))
            case FigureCaptured():
                yield ("prisoner", event.owner, event.piece, event.seat)
            case PrisonersExchanged():
                yield ("exchanged",)
            case DragonMoved(seat=None):
                yield ("dragon", event.x, event.y)
            case _:
                pass


def _is_income(event: Event) -> TypeGuard[PointsPaid]:
    return isinstance(event, PointsPaid) and event.reason == "fairy-income"


def _kind(event: FeatureScored, gain: SeatPoints) -> str:
    if event.kind in ("fairy-bonus", "meadow") or event.kind.startswith("goods-"):
        return event.kind.replace("-", "_")
    if "small-city" in gain.tags:
        return "small_city"
    return event.kind if event.complete else f"{event.kind}_unfinished"


def _items(gain: SeatPoints) -> dict[str, int]:
    items = {line.what: line.number for line in gain.lines if line.what in ("tiles", "shields", "cities") and line.number}
    return items | {tag: 1 for tag in gain.tags if tag in ("inn", "cathedral", "pig")}
