"""The cost of a move, equal late and early in a game: the whole log is never read again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.core.game import CHANCE, Seat
from service.match import match_log as logs
from service.wiring.services import Services
from storage.rows import ActionRow
from tests.service.conftest import ANNA, BEN, NOW, begin

ROWS = (
    [ActionRow(0, CHANCE, "draw 1", NOW), ActionRow(0, Seat(0), "keep", NOW), ActionRow(0, CHANCE, "draw 2", NOW)],
    [ActionRow(0, CHANCE, "mix 12", NOW), ActionRow(0, Seat(0), "request pause granted 1", NOW)],
    [ActionRow(0, Seat(0), "undo 3", NOW), ActionRow(0, Seat(1), "keep", NOW), ActionRow(0, CHANCE, "draw 2", NOW)],
)


@pytest.mark.parametrize("seed", range(5))
def test_a_summary_that_goes_on_is_the_summary_of_the_whole_log(seed: int) -> None:
    dice, log, known = Random(seed), list[ActionRow](), logs.LogSummary()
    for _ in range(30):
        for row in dice.choice(ROWS)[: dice.randrange(1, 4)]:
            text = f"undo {dice.randrange(len(log) + 1)}" if row.text.startswith("undo") else row.text
            log.append(ActionRow(len(log), row.seat, text, NOW))
        known = logs.summarise_log(log, known)
        assert known == logs.summarise_log(log)
        assert known.next_draw(logs.BY_STANDING) == logs.draws_before(log, logs.BY_STANDING)
        assert known.next_draw(logs.BY_ALL) == logs.draws_before(log, logs.BY_ALL)
        assert known.mixed(logs.MIXED) == logs.mix(log, logs.MIXED)
    other = [ActionRow(0, CHANCE, "draw 9", NOW)]
    assert logs.summarise_log(other, known) == logs.summarise_log(other), "a summary of another log says nothing"


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that counts the log rows looked at since its last call."""
    number = 0
    kind_of = logs.kind_of

    def counted(row: ActionRow) -> str:
        nonlocal number
        number += 1
        return kind_of(row)

    def since() -> int:
        nonlocal number
        each_number, number = number, 0
        return each_number

    monkeypatch.setattr(logs, "kind_of", counted)
    return since


async def test_a_late_move_looks_at_as_few_rows_as_an_early_one(services: Services, looked_at: Callable[[], int]) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="9")).match.id
    looked: list[int] = []
    for turn in range(17):
        version = (await services.match_queries.match(match_id)).version
        looked_at()
        await services.turns.act(match_id, BEN if turn % 2 else ANNA, ("keep", "bank"), expected_version=version, now=NOW)
        looked.append(looked_at())

    assert (await services.match_queries.match(match_id)).status == "running"
    assert looked[2:] == [looked[2]] * 15, "each looks at its own rows"
