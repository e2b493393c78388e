"""Buttons of choices: short enough for a phone in every language, never two alike, the likely ones above the list."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

from ai.turn_search import SearchWidth, search_plans
from cogs.match_context import MatchContext
from cogs.messages.play.draft import BUTTON, LIKELY, MOST, _name, choices, likely
from cogs.messages.play.figure_step import place_explanations
from editions.registry import EDITIONS
from games.carcassonne.view_builder import tile_emojis
from games.core.choice_values import value_choices
from games.core.game import CHANCE, ignore_event
from service.play.drafts import FEW
from tests.everything import ALL as ALL_INSTALLED
from text.translator import translator_for
from tools.samples import asked

NOBODY: Any = None
EDITION = EDITIONS["carcassonne"]
EVERYTHING = {"expansions": ALL_INSTALLED}


def _questions(game: str, chosen: dict[str, str], language: str, number: int) -> Iterator[MatchContext]:
    """Yield scenes of random questions that are not about places, with the worth of the choices."""
    edition, chance = EDITIONS[game], random.Random(4)
    rules = edition.game
    state = rules.start(rules.options(chosen), 4)
    while number:
        if not (seats_to_act := rules.to_act(state)):
            state = rules.start(rules.options(chosen), 4)
            continue
        seat = seats_to_act[0]
        if seat == CHANCE:
            rules.advance(state, seat, rules.deal(state, chance.randrange), ignore_event)
            continue
        legal = tuple(rules.legal(state, seat))
        names = ["Annabel", "Benedict", "Wilhelmina", "Dora"]
        view, spoken = rules.view(state, seat), translator_for(language)
        context = MatchContext(NOBODY, (), seat, view, legal, (seat,), names, rules, edition, spoken, 0)
        if chance.random() < 0.15 and choices(context):
            number -= 1
            values = value_choices(rules, state, seat, [(action,) for action in legal], random.Random(0).randrange)
            yield context.with_gains(dict(zip(legal, values, strict=True)))
        rules.advance(state, seat, chance.choice(legal), ignore_event)


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr", "es", "pt-BR"])
@pytest.mark.parametrize(("game", "chosen"), [("carcassonne", EVERYTHING), ("cardcassonne", {})], ids=["boxes", "cards"])
def test_no_button_of_a_choice_is_cut_by_a_phone_or_like_another(game: str, chosen: dict[str, str], language: str) -> None:
    for context in _questions(game, chosen, language, 12):
        rest = choices(context)
        names = [_name(context, choice) for choice in rest]
        assert max(map(len, names)) <= BUTTON, names
        assert not [name for name in names if "…" in name or name.count("(") != name.count(")")], names
        assert len(set(names)) == len(names), names


def test_no_line_beside_choices_has_a_gap_or_advises_to_keep_what_is_not_there() -> None:
    """A step of the dragon has no figure; of somebody without meeples none are kept."""
    dragon = keeps = 0
    for context in _questions("carcassonne", EVERYTHING, "en", 60):
        lines = place_explanations(context, choices(context))
        assert not [line for line in lines if " :" in line or "  " in line], lines
        dragon += context.view.decision == "dragon" and bool(lines)
        for action in context.legal:
            texts = context.choice(action)
            if texts.label.startswith("no meeple"):
                left = context.view.seat(context.asked[0]).meeples
                assert bool(texts.detail) == (left > 0), texts
                keeps += not left
    assert dragon and keeps


def test_what_brings_most_is_likely_and_nothing_always_is() -> None:
    seen = 0
    for context in _questions("carcassonne", EVERYTHING, "en", 30):
        rest = choices(context)
        if len(rest) <= LIKELY:
            continue
        likely_choices, seat = likely(context, rest), context.asked[0]
        worth = {choice: context.gains[choice.action].now[seat] + context.gains[choice.action].later[seat] for choice in rest}
        real = [choice for choice in rest if choice.number]
        assert {choice for choice in rest if not choice.number} <= set(likely_choices)
        assert len(likely_choices) == LIKELY
        assert max(worth[choice] for choice in real) == worth[likely_choices[0]]
        seen += 1

    assert seen > 3


def _taps(rules: Any, state: Any, seat: Any, actions: Any, language: str = "en") -> int:
    """Presses for a turn of these actions from its message: a list is two, what is the only thing to do none."""
    count, after, is_final = 0, rules.clone(state), False
    for action in actions:
        legal, names = tuple(rules.legal(after, seat)), ["Annabel", "Benedict", "Wilhelmina", "Dora"]
        if len(legal) > 1:
            context = MatchContext(
                NOBODY, (), seat, rules.view(after, seat), legal, (seat,), names, rules, EDITION, translator_for(language), 0
            )
            values = value_choices(rules, after, seat, [(each_action,) for each_action in legal], random.Random(0).randrange)
            context = context.with_gains(dict(zip(legal, values, strict=True)))
            spots, rest = context.spots(legal), choices(context)
            place = next((spot for spot in spots if action in spot.actions), None)
            if place is not None:
                find = EDITION.painter.regions
                count += (1 if len(spots) <= MOST else 2) + (len(find(spots)) > 1 if find else 0) + place.actions.index(action)
            else:
                shown = rest if len(rest) <= FEW else likely(context, rest)
                count += 1 if action in [choice.action for choice in shown] else 2
            is_final = place is None
        rules.advance(after, seat, action, ignore_event)
    return count if is_final else count + 1


@pytest.mark.parametrize(("chosen", "most"), [({}, 2), (EVERYTHING, 3)], ids=["base", "boxes"])
def test_half_of_all_turns_take_few_presses(chosen: dict[str, str], most: int) -> None:
    """Turns that a player who looks ahead would make."""
    rules, chance, counted = EDITION.game, random.Random(8), list[int]()
    state = rules.start(rules.options(chosen), 3)
    while seats_to_act := rules.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            rules.advance(state, seat, rules.deal(state, chance.randrange), ignore_event)
            continue
        turn_plans = search_plans(rules, state, seat, leaves=40, choose=chance.randrange, breadth=SearchWidth(answered=0))[
            0
        ].actions
        if rules.turn_of(state) == seat:
            counted.append(_taps(rules, state, seat, turn_plans))
        for action in turn_plans:
            rules.advance(state, seat, action, ignore_event)
        if len(counted) == 30:
            break

    assert median(counted[5:]) <= most, counted


@pytest.mark.parametrize(("given", "shown"), [({}, True), ({"map": "france"}, False)])
def test_buttons_bear_emoji_of_tiles_of_the_box_only_where_those_are_played(given: dict[str, str], shown: bool) -> None:
    """A map's tiles look different."""
    words = translator_for("en").illustrated({name: f":{name}:" for name in tile_emojis()})
    question = next(sampled for sampled in asked(EDITION.game, given, 2, random.Random(4)) if sampled.view.decision == "place")

    signs = {EDITION.words.say.choice(action, question.view, ["Anna", "Ben"], words).sign for action in question.legal}

    assert all(signs) if shown else signs == {""}
