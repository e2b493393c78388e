"""Looking back turn by turn: what a turn is, what it brought, and what stays hidden."""

from __future__ import annotations

from games.core.game import CHANCE, Seat
from service.wiring.services import Services
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE, begin, make_services, play_turn, refused
from tests.service.tiny_game import State, TinyGame


async def test_a_turn_reaches_from_its_draw_to_the_next(services: Services) -> None:
    """Every row of the log belongs to one turn, the last draw to none before its player has acted."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN, ANNA):
        await play_turn(services, match_id, person)
    log = await services.match_queries.history(match_id)

    frames = await services.turn_replays.frames(match_id)

    assert [frame.seats for frame in frames] == [{0}, {1}, {0}]
    assert frames[0].since == 0
    for frame in frames:
        assert log[frame.since].seat == CHANCE, "it begins with its draw"
        assert log[frame.upto - 1].seat in frame.seats
    assert [later.since for later in frames[1:]] == [frame.upto for frame in frames[:-1]]
    assert log[frames[-1].upto].seat == CHANCE


async def test_the_points_of_all_turns_add_up(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN, ANNA, BEN):
        await play_turn(services, match_id, person)

    frames = await services.turn_replays.frames(match_id)

    sums = tuple(sum(gains) for gains in zip(*(frame.gains for frame in frames), strict=True))
    assert sums == (await services.match_queries.table(match_id)).scores
    assert any(sums), "somebody has points, or this shows nothing"


async def test_the_course_shows_the_table_after_each_turn_as_everybody_sees_it(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)
    frames = await services.turn_replays.frames(match_id)

    course = await services.turn_replays.course(match_id)

    assert len(course) == len(frames) + 1
    for frame, shown in zip(frames, course[1:], strict=True):
        assert shown.view == (await services.match_queries.table(match_id, version=frame.upto)).view
        log_entries = await services.match_queries.history(match_id, since=frame.since, upto=frame.upto)
        assert shown.events == tuple(event for entry in log_entries for event in entry.events)


async def test_what_was_taken_back_is_not_shown(services: Services) -> None:
    """The turn stands once, as it was played in the end."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "keep")
    await services.turns.undo(match_id, ANNA, now=NOW)
    await play_turn(services, match_id, ANNA, "pass")

    frames = await services.turn_replays.frames(match_id)

    assert len(frames) == 1
    log = await services.match_queries.history(match_id)
    assert log[frames[0].upto - 1].text == "pass"
    table = await services.match_queries.table(match_id, version=frames[0].upto)
    assert table.view == (await services.turn_replays.course(match_id))[1].view


async def test_a_lobby_has_nothing_to_look_back_at(services: Services) -> None:
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)

    assert await refused(services.turn_replays.frames(lobby.match.id)) == "not-running"


class OneOwner(TinyGame):
    """Every turn counts as the first seat's, as two turns in a row do that a builder gives."""

    def turn_of(self, state: State) -> Seat | None:
        return Seat(0)


async def test_what_the_house_draws_begins_a_turn_whosever_it_is(store: Store) -> None:
    services = make_services(store, games={"tiny": OneOwner()})
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)

    frames = await services.turn_replays.frames(match_id)
    await services.stop()

    assert [frame.seats for frame in frames] == [{0}, {1}]
