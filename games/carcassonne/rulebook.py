"""The rulebook of one game: the chosen expansions combined into flat tables, and the loop that runs the turn.

The tuple of steps *is* the order of the turn. Two steps that claim the same position in it are an error, unless one declares that
it comes after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

from games.carcassonne.actions import Action, act
from games.carcassonne.catalog import tiles_with
from games.carcassonne.edges import BASE_LETTERS, EdgeBits
from games.carcassonne.expansion import Expansion, Overprint, TurnStep
from games.carcassonne.state import NOBODY, Apply, Offer, Rules, ScoreRule, State
from games.carcassonne.tile import BASE_KINDS, PieceKind, SegmentKind, Tile
from games.carcassonne.tile_layout import LayoutRules, TileLayout
from games.core.game import CHANCE, Emit, Seat
from games.core.options import Options

HOUSE_ASKED: tuple[Seat, ...] = (CHANCE,)
SEAT_ASKED: tuple[tuple[Seat, ...], ...] = tuple((Seat(n),) for n in range(6))

LAID_OUT = 16
"""Sets of layouts that are kept."""


class RulesConflictError(ValueError):
    """Raised when expansions can't be combined; the message names them and the reason."""


class Rulebook(Rules):
    """Compiled rules for one choice of expansions and options."""

    def __init__(self, expansions: Sequence[Expansion], options: Options, version: int | None = None) -> None:
        """Compile the rules; `version` is the version of the rules (None: the present one)."""
        parts = [_adapt_expansion(expansion, options, version) for expansion in expansions]
        self.options = options
        self.expansions = tuple(part.id for part in parts)
        self.kinds = (*BASE_KINDS, *chain.from_iterable(part.kinds for part in parts))
        self._read_pieces(parts)
        self._read_tiles(parts)
        self._read_turn(parts)
        self._read_rules(parts)

    def _read_pieces(self, parts: Sequence[Expansion]) -> None:
        self.pieces = tuple(chain.from_iterable(part.pieces for part in parts))
        self.piece_of = {piece.id: place for place, piece in enumerate(self.pieces)}
        self.followers = tuple(place for place, piece in enumerate(self.pieces) if piece.follower)
        self.usual = tuple(place for place in self.followers if self.pieces[place].stands_on is None)
        self.bound = tuple(place for place in self.followers if self.pieces[place].stands_on is not None)

    def _read_tiles(self, parts: Sequence[Expansion]) -> None:
        marks = tuple(chain.from_iterable(part.marks for part in parts))
        letters = dict.fromkeys((*BASE_LETTERS, *(kind.letter for kind in self.kinds if kind.letter)))
        settled = {kind for kind in self.kinds if kind.settled} - ({SegmentKind.FIELD} if not self.options["farmers"] else set())
        sets = tuple(part.tiles for part in parts if part.tiles)
        self.layout_rules, self.tiles, self.layouts, self.fits = _lay_out_tiles(
            sets,
            frozenset(part.tiles for part in parts if part.tiles and part.plain),
            tuple(chain.from_iterable(part.overprints for part in parts)),
            self.pieces,
            marks,
            frozenset(settled),
            "".join(letters),
        )
        self.shift = self.layout_rules.shift
        self.kind_of = {tile.id: kind for kind, tile in enumerate(self.tiles)}
        self.draws = tuple(act("draw", tile.id) for tile in self.tiles)
        self.start = next((self.kind_of[part.start] for part in parts if part.start), -1)
        self.order = tuple(self.kind_of[name] for part in parts for name in part.order)
        copied = {overprint.id: overprint.tile for part in parts for overprint in part.overprints}
        stacks = chain.from_iterable(part.stacks for part in parts)
        self.stacks = tuple(
            frozenset(kind for name, kind in self.kind_of.items() if copied.get(name, name) in stack) for stack in stacks
        )

    def _read_turn(self, parts: Sequence[Expansion]) -> None:
        self.turn = order_steps(parts[0].steps, tuple(chain.from_iterable(part.steps for part in parts[1:])))
        self.steps = tuple(step.run for step in self.turn)
        self.step_of = {step.name: place for place, step in enumerate(self.turn)}
        self.offers = _offers_by_decision(chain.from_iterable(part.offers for part in parts))
        self.limits = _offers_by_decision(chain.from_iterable(part.limits for part in parts))
        self.asking = {decision: (*offers, *self.limits.get(decision, ())) for decision, offers in self.offers.items()}
        verbs = tuple(chain.from_iterable(part.verbs for part in parts))
        self.apply: dict[str, Apply] = {verb.name: verb.apply for verb in verbs}
        self.shapes = tuple((verb.name, verb.shapes) for verb in verbs)

    def _read_rules(self, parts: Sequence[Expansion]) -> None:
        score: dict[SegmentKind, tuple[ScoreRule, ...]] = {}
        for part in parts:
            for kind, rules in part.score.items():
                score[kind] = score.get(kind, ()) + rules
        self.score = score | {kind: () for kind in self.kinds if kind not in score}
        looking = {rule for part in parts for rule in part.positional}
        self.positional = frozenset(kind for kind, rules in self.score.items() if not looking.isdisjoint(rules))
        self.drawn = tuple(chain.from_iterable(part.drawn for part in parts))
        self.bars = tuple(chain.from_iterable(part.bars for part in parts))
        self.scored = tuple(chain.from_iterable((*(part.scored for part in parts), *(part.spoils for part in parts))))
        self.gone = tuple(chain.from_iterable(part.gone for part in parts))
        self.orphaned = tuple(chain.from_iterable(part.orphaned for part in parts))
        self.finale = tuple(chain.from_iterable(part.finale for part in parts))
        self.guesses = tuple(chain.from_iterable(part.guesses for part in parts))
        self.prospects = tuple(chain.from_iterable(part.prospects for part in parts))
        self.begin = tuple(chain.from_iterable(part.begin for part in reversed(parts)))
        self.chances = {decision: odds for part in parts for decision, odds in part.chances.items()}
        self.printed = next((part.printed for part in parts if part.printed), None)
        self.extras = tuple(chain.from_iterable(part.extras for part in parts))
        self.aside = tuple(chain.from_iterable(part.aside for part in parts))
        self.custody = tuple(chain.from_iterable(part.custody for part in parts))
        self.decorate = tuple(chain.from_iterable(part.decorate for part in parts))
        self.slots = tuple(chain.from_iterable(part.memory for part in parts))


@lru_cache(maxsize=LAID_OUT)
def _lay_out_tiles(
    sets: tuple[str, ...],
    plain: frozenset[str],
    overprints: tuple[Overprint, ...],
    pieces: tuple[PieceKind, ...],
    marks: tuple[str, ...],
    settled: frozenset[SegmentKind],
    letters: str,
) -> tuple[LayoutRules, tuple[Tile, ...], tuple[tuple[TileLayout, ...], ...], tuple[Mapping[int, int] | Sequence[int], ...]]:
    """Return all tiles, each with its layout in every turn and its table of fitting turns.

    Cached, because this is most of a rulebook's memory and the same for all options that concern no tile.
    """
    edges = EdgeBits(letters)
    layout_rules = LayoutRules(pieces, marks, settled, edges)
    by_set = {name: tiles_with(name, overprints) for name in sets}
    tiles = tuple(chain.from_iterable(by_set.values()))
    layouts = tuple(tuple(TileLayout(tile, kind, turn, layout_rules) for turn in range(4)) for kind, tile in enumerate(tiles))
    turns = [tile.alike_plain if name in plain else tile.alike for name in sets for tile in by_set[name]]
    fits = tuple(edges.fits(tile.edges, sorted(set(alike)), tile.going_on) for tile, alike in zip(tiles, turns, strict=True))
    return layout_rules, tiles, layouts, fits


def _offers_by_decision(named: Iterable[tuple[str, Offer]]) -> dict[str, tuple[Offer, ...]]:
    by_decision: dict[str, tuple[Offer, ...]] = {}
    for decision, offer in named:
        by_decision[decision] = (*by_decision.get(decision, ()), offer)
    return by_decision


def _adapt_expansion(expansion: Expansion, options: Options, version: int | None) -> Expansion:
    """Return the expansion with the slots that its options change, as that version of the rules reads it."""
    changes: dict[str, Any] = dict(expansion.adapt(options)) if expansion.adapt else {}
    adapted = replace(expansion, **changes)
    for ruling in expansion.rulings:
        if version is not None and version <= ruling.until:
            adapted = replace(adapted, **ruling.adapt(adapted, options))
    return adapted


def order_steps(turn: Sequence[TurnStep], added: Sequence[TurnStep]) -> tuple[TurnStep, ...]:
    """Return the base game's steps with each added step right after the first present step that it names.

    Raises `RulesConflictError` if two added steps claim the same position: one of them must declare that it comes after the other.
    """
    steps = list(turn)
    names = {step.name for step in (*turn, *added)}
    waiting = list(added)
    claimed: dict[str, str] = {}
    while waiting:
        step = next((s for s in waiting if _anchor(s, names) in {t.name for t in steps}), None)
        if step is None:
            raise RulesConflictError(f"steps {[s.name for s in waiting]} come after none of the turn")
        anchor = _anchor(step, names)
        if anchor in claimed:
            raise RulesConflictError(f"steps {claimed[anchor]} and {step.name} both come right after {anchor}")
        claimed[anchor] = step.name
        steps.insert([s.name for s in steps].index(anchor) + 1, step)
        waiting.remove(step)
    return tuple(steps)


def _anchor(step: TurnStep, names: set[str]) -> str:
    return next((name for name in step.after if name in names), "")


def select(expansions: Sequence[Expansion], options: Options) -> list[Expansion]:
    """Return those of `expansions` that are in play with these options.

    A pair is in play if both of its expansions are.
    """
    chosen: dict[str, Expansion] = {}
    for expansion in expansions:
        if expansion.needs:
            is_played = all(need in chosen for need in expansion.needs)
        else:
            is_played = expansion.played(options) if expansion.played else expansion.id in options.names("expansions")
        if is_played:
            chosen[expansion.id] = expansion
    return list(chosen.values())


def is_barred(state: State, cell: int) -> bool:
    """Return whether a rule currently forbids placing a figure on the tile at `cell`."""
    for bar in state.rules.bars:  # noqa: SIM110 - a generator costs more than the question, and this is the hot path
        if bar(state, cell):
            return True
    return False


def ask(state: State, decision: str, seat: int) -> None:
    """Wait for a decision of `seat`: set its legal actions in the state, which stops the turn."""
    choices: list[Action] = []
    for offer in state.rules.asking[decision]:
        offer(state, seat, choices)
    state.decision = decision
    state.choices = choices
    state.asked = SEAT_ASKED[seat]


def ask_unless_idle(state: State, decision: str, seat: int) -> None:
    """Wait for a decision of `seat`, unless its only legal action is to skip (base 3)."""
    ask(state, decision, seat)
    if len(state.choices) == 1 and state.choices[0].verb == "skip":
        state.asked = NOBODY


def ask_house(state: State, decision: str = "draw") -> None:
    """Wait for a chance action: the next draw, or another decision of chance."""
    state.decision = decision
    state.choices = ()
    state.asked = HOUSE_ASKED


def proceed(state: State, emit: Emit) -> None:
    """Run the steps of the turn until a seat or chance must decide, or the game is over."""
    steps = state.rules.steps
    while True:
        step = state.step
        state.step = step + 1
        steps[step](state, emit)
        if state.asked or state.over:
            return
