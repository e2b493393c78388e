"""A change of the rules while a game runs: it goes on as it began, beside one under the new rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot import Settings, build_bot
from editions.edition import Editions
from editions.registry import EDITIONS
from games.carcassonne import expansion
from games.carcassonne.expansion import FormerRuling
from games.carcassonne.expansions import base
from games.carcassonne.expansions.base import turn
from games.carcassonne.game import Carcassonne, rulebook
from games.carcassonne.state import State
from games.core.action_gateway import LoggedAction, replay
from games.core.game import Emit
from service.match.match_log import standing_rows
from storage.rows import MatchId
from tests.e2e.world import World

TURNS = 6


def kind_next(state: State, emit: Emit) -> None:
    """Give a seat a point after its turn: a rule made up for this test."""
    state.scores[state.seat] += 1
    turn.next_turn(state, emit)


@pytest.fixture
def raised(emptied: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it to raise the rules of the base game: turns end with `kind_next` from then on."""
    until, printed = Carcassonne().rules_version, base.EXPANSION.steps
    old = FormerRuling("turns end as printed", until, lambda _part, _options: {"steps": printed})
    steps = tuple(step._replace(run=kind_next) if step.name == "next" else step for step in printed)
    kind = replace(base.EXPANSION, steps=steps, rulings=(old, *base.EXPANSION.rulings))

    def raise_them() -> None:
        monkeypatch.setattr(base, "EXPANSION", kind)
        emptied(expansion._expansions_of, rulebook)

    return raise_them


async def play_on(world: World, match_id: MatchId, room: Any) -> None:
    """Type a random turn as a reply in the match's channel."""
    line = await world.line(match_id)
    assert line is not None
    member, texts = line
    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])


async def points(world: World, match_id: MatchId, version: int) -> tuple[int, ...]:
    """Return the scores of the match's log under a version of the rules."""
    game = Carcassonne(version)
    log = [LoggedAction(e.seat, e.text) for e in standing_rows(await world.services.match_queries.history(match_id))]
    return game.scores(replay(game, game.options({}), 2, log)[0])


async def test_two_versions_of_the_base_game_are_played_side_by_side(
    world: World, settings: Settings, raised: Callable[[], None]
) -> None:
    present = Carcassonne().rules_version
    old, old_room = await world.start(2)
    for _ in range(TURNS // 2):
        await play_on(world, old, old_room)
    raised()
    newest = Editions(replace(EDITIONS["carcassonne"], game=Carcassonne()), EDITIONS["cardcassonne"])
    world._build = lambda: build_bot(settings, newest)
    await world.restart()
    new, new_room = await world.start(2)

    matches = ((old, old_room), (new, new_room))
    for _ in range(TURNS):
        for match_id, room in matches:
            await play_on(world, match_id, room)

    for match_id, room, version in ((old, old_room, present), (new, new_room, present + 1)):
        other = present if version != present else present + 1
        table = await world.table(match_id)
        assert (table.match.rules_version, table.game.rules_version) == (version, version)
        assert table.scores == await points(world, match_id, version) != await points(world, match_id, other)
        text = world.text(world.messages(room, "place")[-1])
        assert all(str(score) in text for score in table.scores), (text, table.scores)
    host = world.members[0]
    info = await host.slash(old_room, "game", action="info")
    assert "anna" in world.text(info.response)
    export = await host.slash(old_room, "game", action="export")
    assert export.response.attachments
