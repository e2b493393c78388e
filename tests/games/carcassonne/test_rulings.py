"""Readings of the rules that were given up: a game goes on under the one that it began with."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.carcassonne import expansion
from games.carcassonne.events import FeatureScored
from games.carcassonne.expansion import Expansion, FormerRuling
from games.carcassonne.expansions import base
from games.carcassonne.game import COMPILED, Carcassonne, rulebook, versions
from games.carcassonne.rulebook import _lay_out_tiles
from games.carcassonne.tile import SegmentKind
from games.core.action_gateway import GameRegistry, LoggedAction, replay
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame
from tools.selfplay import house

Empty = Callable[..., None]

PLAIN_TWICE = "traders/tr23"
FARMS = {"farm_rule": "2"}
PIGS = {"expansions": "traders", "farm_rule": "2"}


def played(game: AnyGame, given: Mapping[str, str], seed: int) -> list[LoggedAction]:
    """Return the log of a whole random game of two."""
    chance = random.Random(seed)
    state = game.start(game.options(given), 2)
    log = []
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        log.append(LoggedAction(seat, game.write(action)))
        game.advance(state, seat, action, lambda _event: None)
    return log


def points(game: AnyGame, given: Mapping[str, str], log: list[LoggedAction]) -> tuple[int, ...]:
    return game.scores(replay(game, game.options(given), 2, log)[0])


def test_farm_rule_2_pays_a_city_in_the_first_meadow_under_rules_1_and_in_the_best_one_since() -> None:
    """First edition 4 with TB 6: a pig on the meadow that was begun later is worth its point all the same."""
    first, best = Carcassonne(1), Carcassonne(2)
    logs = [played(best, PIGS, seed) for seed in range(60)]

    gained = [sum(points(best, PIGS, log)) - sum(points(first, PIGS, log)) for log in logs]

    assert min(gained) == 0
    assert max(gained) >= 1
    assert sum(map(bool, gained)) < len(gained) / 4


def test_where_no_pig_stands_both_readings_are_the_same() -> None:
    """Each city counts once for an owner either way."""
    first, best = Carcassonne(1), Carcassonne(2)

    for seed in range(8):
        log = played(best, {"farm_rule": "2"}, seed)
        assert points(best, {"farm_rule": "2"}, log) == points(first, {"farm_rule": "2"}, log)


@pytest.mark.parametrize("version", [1, 2])
def test_a_second_meadow_at_a_city_that_is_paid_says_why_it_brings_nothing(version: int) -> None:
    """Farm rule 2: where a meadow with finished cities pays 0, they are paid to that seat in another one; and only there."""
    game = Carcassonne(version)
    told = 0

    for seed in range(20):
        state, events = game.opening(game.options(FARMS), 2)
        for row in played(game, FARMS, seed):
            game.advance(state, row.seat, game.read(row.text), events.append)
        farm_fields = [event for event in events if isinstance(event, FeatureScored) and event.kind == "meadow"]
        gains = [gain for event in farm_fields for gain in event.gains]
        told += sum("paid-elsewhere" in gain.tags for gain in gains)
        assert all(not gain.points for gain in gains if "paid-elsewhere" in gain.tags)
        assert all(any(other.points and other.seat == g.seat for other in gains) for g in gains if "paid-elsewhere" in g.tags)

    assert told


def test_every_version_up_to_the_present_one_is_known_and_no_other() -> None:
    """Anyone who raises the version keeps the reading that it gives up."""
    present = Carcassonne()
    registry = GameRegistry({present.id: present})

    assert present.rules_version == versions()[-1] == 3
    assert [registry.at(present.id, version).rules_version for version in versions()] == list(versions())  # type: ignore[union-attr]
    assert registry.at(present.id, present.rules_version) is registry[present.id] is present
    assert registry.at(present.id, 1) is registry.at(present.id, 1)
    assert registry.at(present.id, 0) is registry.at(present.id, present.rules_version + 1) is None
    assert registry.closest(present.id, present.rules_version + 1) is present
    assert registry.at("chess", 1) is None


def test_running_games_stay_under_the_first_meadow() -> None:
    """What only shows at the end cannot be proved by a log that has not ended."""
    assert Carcassonne().takes_over == frozenset()


def test_a_plain_tile_is_offered_once_in_turns_that_only_an_idle_symbol_tells_apart() -> None:
    """tr23 on maps; nothing else on any map, and nothing where the symbols are played with (maps 1)."""
    on_map = {"map": "germany"}
    before, since = Carcassonne(2), Carcassonne(3)
    options = since.options(on_map)

    old, new = rulebook(options, 2), rulebook(options, 3)

    kind = new.kind_of[PLAIN_TWICE]
    assert [k for k in range(len(new.tiles)) if old.fits[k] != new.fits[k]] == [kind]
    assert (old.fits[kind][0], new.fits[kind][0]) == (0b1111, 0b0011)
    with_goods = since.options({"expansions": "traders"})
    assert rulebook(with_goods, 3).fits[rulebook(with_goods, 3).kind_of[PLAIN_TWICE]][0] == 0b1111
    log = next(log for log in (played(before, on_map, seed) for seed in range(40)) if goes_back(log))
    replay(before, options, 2, log)
    with pytest.raises(IllegalActionError):
        replay(since, options, 2, log)


def goes_back(log: list[LoggedAction]) -> bool:
    """Return whether tr23 was laid in a turn that is no longer offered."""
    after = [log[index + 1].text for index, row in enumerate(log[:-1]) if row.text == f"draw {PLAIN_TWICE}"]
    return any(text.endswith((" r2", " r3")) for text in after)


def no_roads(part: Expansion, _options: Any) -> Mapping[str, Any]:
    """Make roads worthless: a rule made up for this test."""
    return {"score": {**part.score, SegmentKind.ROAD: ()}}


def test_a_ruling_that_lets_go_may_be_left_by_running_games(emptied: Empty, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two versions that both let go, with one between that does not."""
    made_up = [FormerRuling(f"reading {until}", until, no_roads, lets_go=until != 4) for until in (5, 4, 3)]
    monkeypatch.setattr(base, "EXPANSION", replace(base.EXPANSION, rulings=(*made_up, *base.EXPANSION.rulings)))
    emptied(expansion._expansions_of, rulebook)

    assert Carcassonne().rules_version == 6
    assert Carcassonne().takes_over == {5}
    assert Carcassonne(4).takes_over == {3}


def test_compiled_rules_are_kept_in_bounds_and_share_their_layouts(emptied: Empty) -> None:
    """Options that concern no tile cost next to nothing; odd ones push each other out."""
    emptied(rulebook, _lay_out_tiles)
    game = Carcassonne()
    states = [game.start(game.options({"expansions": "traders", "goods_points": str(n)}), 2) for n in range(COMPILED + 10)]

    assert rulebook.cache_info().currsize <= COMPILED
    assert len({id(state.rules) for state in states}) == len(states)
    assert len({id(state.rules.layouts) for state in states}) == 1
