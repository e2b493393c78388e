"""Records brought in: what an export wrote becomes the same game again, anything else is refused and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from games.core.errors import RuleRefusedError
from service.errors import Refusal
from service.history.record_parser import ELSEWHERE, LARGEST
from service.match.eligibility import IMPORTED, PLACES, POINTS, UNRATED
from service.ratings.leaderboards import BY_WINS
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import FINISHED, MatchId, MatchRow, UserId, of_match, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, play_turn

ELSE = MatchLocation(9, 90)
LATER = NOW + timedelta(days=1)


async def exported(services: Services) -> tuple[MatchId, dict[str, Any]]:
    """Return a whole tiny game with a move taken back, and its record as written to a file."""
    match_id = (await begin(services, ANNA, BEN, rounds="2")).match.id
    await play_turn(services, match_id, ANNA, "keep")
    await services.turns.undo(match_id, ANNA, now=NOW)
    while (await services.match_queries.match(match_id)).status == "running":
        turn = (await services.match_queries.table(match_id)).asked[0]
        await play_turn(services, match_id, (ANNA, BEN)[turn])
    return match_id, json.loads(json.dumps(dict(await services.record_export.export(match_id, ANNA))))


def unchained(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as it was written before rows had hashes, so that only the rules judge its moves."""
    rows = [{key: value for key, value in row.items() if key != "previous"} for row in record["log"]]
    return {**{key: value for key, value in record.items() if key != "last"}, "log": rows}


async def brought(services: Services, record: Any, here: tuple[Any, ...] = (ANNA,)) -> MatchRow:
    """Return the game that a record becomes in another server."""
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    validated_record = await services.record_import.read(content, now=LATER)
    return await services.record_import.bring(validated_record, ELSE, CHI, here=here, locale="en", now=LATER)


async def test_a_record_becomes_the_same_game(services: Services) -> None:
    """Log, points, secret and dates; it can be exported, verified and looked back at as the first one."""
    first, record = await exported(services)

    match = await brought(services, record, here=(ANNA, BEN))

    assert (match.guild_id, match.channel_id, match.host_id, match.status) == (9, 90, CHI, FINISHED)
    again = json.loads(json.dumps(dict(await services.record_export.export(match.id))))
    told = {key: value for key, value in record.pop("result").items() if key not in (PLACES, POINTS, UNRATED)}
    assert again.pop("result") == {**told, IMPORTED: True}, "who counts is not asked of a game that counts for nobody"
    assert "clock" in record and again == record
    assert (await services.record_export.verify(match.id)).is_sound
    assert await services.turn_replays.frames(match.id) == await services.turn_replays.frames(first)
    assert (await services.match_queries.table(match.id)).view == (await services.match_queries.table(first)).view
    assert [each.id for each in await services.match_queries.guild_matches(9, ended=True)] == [match.id]


async def test_by_which_estimates_computers_played_comes_along(services: Services) -> None:
    """Files from before they were told have none."""
    _, record = await exported(services)
    without = {key: value for key, value in record.items() if key != "estimates"}
    told = {**record, "estimates": [{"since": 4, "version": 8}, {"since": 9, "version": 12}]}

    matches = [await brought(services, each) for each in (without, told)]

    assert [match.estimates for match in matches] == [(), ((4, 8), (9, 12))]
    assert (await services.record_export.export(matches[1].id))["estimates"] == told["estimates"]


async def test_who_is_not_here_is_nobody(services: Services) -> None:
    """A file can name anybody; the seats of people of other servers keep no number of theirs."""
    _, record = await exported(services)

    match = await brought(services, record)

    seats = {seat.user_id: seat.level for seat in await services.match_queries.seats(match.id)}
    assert seats == {ANNA: None, None: ELSEWHERE}
    written = await services.record_export.export(match.id)
    drawn = {"secret", "commitment"}  # in whose digits any number may stand by chance
    assert str(BEN) not in json.dumps({key: value for key, value in written.items() if key not in drawn}, default=str)


async def test_an_imported_game_asks_nobody_and_is_in_nobodys_way(services: Services) -> None:
    _, record = await exported(services)
    before = await services.match_queries.games_of(ANNA, 9)

    await brought(services, record)

    assert await services.match_queries.waiting_for(ANNA) == ()
    assert await services.match_queries.games_of(ANNA, 9) == before == ()
    lobby = await services.lobbies.open(ELSE, ANNA, "tiny", {}, now=LATER)
    assert (await services.match_queries.in_channel(90)).id == lobby.match.id


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Change one thing of a record: `log 3 text`."""

    def change(record: dict[str, Any]) -> None:
        node: Any = record
        *way, last = [int(step) if step.isdigit() else step for step in path.split()]
        for step in way:
            node = node[step]
        node[last] = value

    return change


WRONG: tuple[tuple[Callable[[dict[str, Any]], None], str, dict[str, Any]], ...] = (
    (_set("format", "other-1"), "not-a-record", {}),
    (_set("status", "running"), "record-not-ended", {}),
    (_set("game", "chess"), "unknown-game", {}),
    (_set("game", 5), "record-field", {"field": "game"}),
    (_set("rules_version", 99), "rules-changed", {"had": 99}),
    (_set("rules_version", True), "record-field", {"field": "rules_version"}),
    (_set("options rounds", 3), "record-field", {"field": "options.rounds"}),
    (_set("options rounds", "many"), "bad-option", {"key": "rounds"}),
    (_set("options nothing", "1"), "unknown-option", {"key": "nothing"}),
    (_set("secret", "00" * 32), "record-secret", {}),
    (_set("secret", "short"), "record-field", {"field": "secret"}),
    (_set("started_at", "yesterday"), "record-field", {"field": "started_at"}),
    (_set("started_at", "2026-03-01T12:00:00"), "record-field", {"field": "started_at"}),
    (_set("ended_at", "2999-01-01T00:00:00+00:00"), "record-field", {"field": "ended_at"}),
    (_set("seats 0 user", "anna"), "record-field", {"field": "seats 1"}),
    (_set("seats 1 user", None), "record-field", {"field": "seats 2"}),
    (_set("seats 0 computer", "*greedy*"), "record-field", {"field": "seats 1"}),
    (_set("seats 0 joined", 1), "record-field", {"field": "seats"}),
    (_set("seats", []), "record-row", {"row": 2}),
    (_set("log 3 text", "fly"), "record-row", {"row": 4, "text": "fly"}),
    (_set("log 3 text", ""), "record-row", {"row": 4}),
    (_set("log 3 seat", 7), "record-row", {"row": 4}),
    (_set("log 3 seq", 9), "record-row", {"row": 4}),
    (_set("log 3 at", None), "record-row", {"row": 4}),
    (_set("log 0", "draw"), "record-row", {"row": 1}),
    (_set("log 3 text", "undo 900"), "record-row", {"row": 4}),
    (_set("log 3 text", "undo it"), "record-row", {"row": 4}),
    (_set("log 3 text", "request tea granted 0"), "record-row", {"row": 4}),
    (_set("log 3 text", "request undo granted 7"), "record-row", {"row": 4}),
    (_set("log", None), "record-field", {"field": "log"}),
    (_set("estimates", [4]), "record-field", {"field": "estimates"}),
    (_set("estimates", [{"since": 4, "version": "new"}]), "record-field", {"field": "estimates"}),
    (_set("result scores", [900, 0]), "record-result", {"had": (900, 0)}),
    (_set("result scores", [1]), "record-field", {"field": "result.scores"}),
    (_set("result scores", [True, 0]), "record-field", {"field": "result.scores"}),
    (_set("result winners", ["0"]), "record-field", {"field": "result.winners"}),
    (_set("result winners", 0), "record-field", {"field": "result.winners"}),
)


async def test_what_is_wrong_is_named_and_nothing_is_kept(services: Services) -> None:
    _, record = await exported(services)
    for change, code, params in WRONG:
        wrong = deepcopy(unchained(record))
        change(wrong)

        with pytest.raises(RuleRefusedError) as refused:
            await brought(services, wrong)

        assert refused.value.code == code
        assert {key: refused.value.params.get(key) for key in params} == params, code
        assert await services.match_queries.guild_matches(9, ended=True) == (), code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not-a-record"),
        (b"\xff\xfe", "not-a-record"),
        (b"[]", "not-a-record"),
        (b"[" * 100_000, "not-a-record"),
        (b'{"format": "bastide-1"}', "record-field"),
        (b" " * (LARGEST + 1), "record-too-large"),
    ],
)
async def test_any_file_is_refused_with_a_sentence(services: Services, content: bytes, code: str) -> None:
    with pytest.raises(RuleRefusedError) as refused:
        await brought(services, content)

    assert refused.value.code == code


async def test_a_record_of_a_running_game_waits_for_its_end(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)

    with pytest.raises(RuleRefusedError) as refused:
        await brought(services, dict(await services.record_export.export(match_id, ANNA)))

    assert refused.value.code == "record-not-ended"


async def test_a_cut_off_log_is_no_ended_game(services: Services) -> None:
    """The points of a game that was not played out are not those that its record says."""
    record = unchained((await exported(services))[1])
    record["log"] = record["log"][:4]

    with pytest.raises(RuleRefusedError) as refused:
        await brought(services, record)

    assert refused.value.code in ("record-result", "record-not-ended")


async def test_a_rematch_seats_no_computer_that_nobody_knows_here(services: Services) -> None:
    """Who sat there is asked again by nobody; the seat is open."""
    _, record = await exported(services)
    match = await brought(services, record)

    lobby = await services.lobbies.rematch(match.id, ANNA, now=LATER)

    assert [(seat.user_id, seat.level) for seat in lobby.seats] == [(ANNA, None)]
    assert lobby.match.seats_wanted == 2


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("terms", {"pace": "weekly"}),
        ("terms", {"pace": "daily", "aids": "magic"}),
        ("terms", {"pace": "daily", "take_back_s": "soon"}),
        ("terms", {"pace": 7}),
        ("clock", {"pace": "brisk", "seats": 2, "events": []}),
        ("clock", {"pace": "daily", "seats": 3, "events": []}),
        ("clock", {"pace": "daily", "seats": 2, "events": [{"at": "yesterday"}]}),
    ],
)
async def test_times_that_cannot_be_are_named(services: Services, key: str, wrong: object) -> None:
    _, record = await exported(services)

    with pytest.raises(Refusal) as refused:
        await brought(services, {**record, key: wrong})

    assert (refused.value.code, refused.value.params["field"]) == ("record-field", key)


async def test_what_was_played_elsewhere_counts_for_nobody_here(services: Services) -> None:
    """A record could be written by hand: neither ratings nor victories come from one."""
    _, record = await exported(services)
    record["terms"] |= {"rated": True}

    await brought(services, record, here=(ANNA, BEN))

    assert (await services.leaderboards.profile(9, ANNA, ANNA)).games == 0
    assert await services.leaderboards.leaders(9, BY_WINS, LATER) == ()


async def test_a_game_brought_in_under_the_names_of_others_does_nothing_to_them(services: Services, store: Store) -> None:
    """A file can name any member: no figure changes, nothing is written to them, and no seat waits."""
    first, record = await exported(services)
    people = [UserId(seat.user_id) for seat in await services.match_queries.seats(first) if seat.user_id is not None]

    async def theirs() -> list[object]:
        boards = services.leaderboards
        told: list[object] = [await store.stats.kept(9, people), await boards.records(9), await boards.kinds(9)]
        for user in people:
            told += [await boards.profile(9, user, user), await services.reliability.of(9, user), await boards.games(9, user)]
            told += [await services.match_queries.waiting_for(user), await store.posts.of(of_person(user))]
        return told

    before = await theirs()
    matches = [await brought(services, record, here=tuple(people)) for _ in range(3)]

    assert await theirs() == before
    assert all([await store.posts.of(of_match(match.id)) == () for match in matches]), "nobody is pinged"
