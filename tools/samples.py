"""Sampled decisions of random games of every kind, with everything that the asked player is sent."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from editions.edition import ListedChoice
from editions.registry import EDITIONS, GAMES
from games.core.game import CHANCE, AnyGame, Seat
from text.protocol import CHOICES

KINDS: Sequence[tuple[str, str, Mapping[str, str], int]] = (
    ("base", "carcassonne", {}, 2),
    ("inns", "carcassonne", {"expansions": "inns"}, 3),
    ("traders", "carcassonne", {"expansions": "traders"}, 3),
    ("dragon", "carcassonne", {"expansions": "dragon"}, 4),
    ("tower", "carcassonne", {"expansions": "tower"}, 3),
    ("all-four", "carcassonne", {"expansions": "inns,traders,dragon,tower"}, 6),
    ("winter", "carcassonne", {"edition": "winter"}, 2),
    ("new-box", "carcassonne", {"expansions": "river,abbot"}, 2),
    ("winter-river", "carcassonne", {"edition": "winter", "expansions": "river"}, 3),
    ("benelux", "carcassonne", {"map": "benelux"}, 3),
    ("france", "carcassonne", {"map": "france"}, 4),
    ("cards", "cardcassonne", {}, 5),
)
"""Name, game, options and seats of every kind of game."""

NAMES = ("Anna", "Benedikt von Löwenstein", "Χλόη", "Дмитрий", "山田花子", "فاطمة")


class SampledQuestion(NamedTuple):
    """One decision of a player in a sampled game: view, events, legal actions and state."""

    view: Any
    """As everybody sees it."""
    events: Sequence[Any]
    """What has happened since their own last move."""
    legal: Sequence[Any]
    state: Any
    """The position; not to be changed."""


def asked(game: AnyGame, given: Mapping[str, str], seats: int, chance: random.Random) -> Iterator[SampledQuestion]:
    """Yield every decision of a random game that has more than one legal action.

    Players sometimes keep their figures back, as people do.
    """
    state = game.start(game.options(given), seats)
    events: list[tuple[Seat, list[Any]]] = []
    while to_act := game.to_act(state):
        seat = to_act[0]
        happened: list[Any] = []
        if seat == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            legal = list(game.legal(state, seat))
            own = max((number for number, (who, _) in enumerate(events, 1) if who == seat), default=0)
            if len(legal) > 1:
                told = [event for _, each in events[own:] for event in each]
                yield SampledQuestion(game.view(state, None), told, legal, game.clone(state))
            passing = [action for action in legal if game.write(action) == "skip"]
            action = chance.choice(passing if passing and chance.random() < 0.4 else legal)
        game.advance(state, seat, action, happened.append)
        events.append((seat, happened))


def picture(game_id: str, question: SampledQuestion) -> bytes:
    """Return the picture of a decision's turn message as PNG bytes."""
    edition = EDITIONS[game_id]
    painter, say = edition.painter, edition.words.say
    spots = say.spots(question.view, question.legal)
    listed = () if spots else [ListedChoice(action, number) for number, action in enumerate(question.legal, 1)][:CHOICES]
    view = question.view if painter.named is None else painter.named(question.view, NAMES)
    return painter.turn(view, question.events, spots, 0, listed)


def sampled(turns: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the picture of `turns` decisions, over all kinds of games and their kinds of decision in turn."""
    chance = random.Random(seed)
    for number in range(turns):
        name, game_id, given, seats = KINDS[number % len(KINDS)]
        chosen = list(asked(GAMES[game_id], given, seats, chance))
        decisions = sorted({question.view.decision for question in chosen})
        wanted = decisions[(number // len(KINDS)) % len(decisions)]
        question = chance.choice([each for each in chosen if each.view.decision == wanted])
        yield f"{number:02}-{name}-{wanted}", picture(game_id, question)
