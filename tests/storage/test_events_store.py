"""The contract of every store about events."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from games.core.game import Seat
from storage.changes import CommitMatch, CommitTournament, EraseGuild, QueuePosts, SetTimers, WakeTournament
from storage.errors import ConflictError
from storage.maintenance.salvage import examine, salvage
from storage.rows import ActionRow, MatchId, MatchRow, NewMatch, NewPost, NewTimer, SeatRow, Secret, UserId
from storage.store import Store, open_sqlite
from storage.tournament_rows import OPEN, RUNNING, EntrantRow, EventEntry, EventId, EventRow, of_event

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANNA, BEN, ORGANISER, FORMER = UserId(101), UserId(102), UserId(109), UserId(-7)
WAKES = NewTimer("event-seated", NOW + timedelta(minutes=1))


def new_event(guild_id: int = 7, status: str = OPEN) -> EventRow:
    return EventRow(EventId(0), "Cup", guild_id, 70, ORGANISER, status, {"preset": "cup"}, "en", "seed", "c0ffee", 0, NOW)


def entered(row: EventRow, number: int, user: UserId) -> CommitTournament:
    entry = EventEntry(row.version, "enter", {"entrant": number}, NOW, user)
    return CommitTournament(replace(row, version=row.version + 1), (entry,), (EntrantRow(number, user),))


async def two_in(store: Store) -> EventRow:
    """Return an event that Anna and Ben have entered."""
    row = await store.events.open(new_event())
    for number, user in ((1, ANNA), (2, BEN)):
        await store.commit(entered(row, number, user))
        row = replace(row, version=row.version + 1)
    return row


def new_match(channel_id: int = 80) -> NewMatch:
    row = MatchRow(
        *(MatchId(0), "tiny", {}, 1, 7, channel_id, ORGANISER, "running", 2, "joined", "en", "c0ffee", 0, NOW), started_at=NOW
    )
    return NewMatch(row, Secret(b"s" * 32), (SeatRow(Seat(0), ANNA, waiting_since=NOW), SeatRow(Seat(1), BEN, joined=1)))


async def test_an_event_comes_back_as_it_was_kept(store: Store) -> None:
    post, timer = NewPost("board", {}, "n1", 70), NewTimer("event-due", NOW)
    row = await store.events.open(new_event(), (post,), (timer,))

    assert row.id > 0
    assert await store.events.load(row.id) == (row, (), ())
    assert [p.nonce for p in await store.posts.of(of_event(row.id))] == ["n1"]
    assert [t.kind for t in await store.timers.of(of_event(row.id))] == ["event-due"]
    assert "seed" not in repr(row).replace("c0ffee", "")
    assert await store.events.load(EventId(99)) is None


async def test_a_commit_appends_to_the_log_and_says_who_stands_behind_a_number(store: Store) -> None:
    row = await two_in(store)

    event = await store.events.load(row.id)

    assert event is not None
    assert event[0].version == 2
    assert event[1] == (EntrantRow(1, ANNA), EntrantRow(2, BEN))
    assert [(entry.seq, entry.kind, entry.payload, entry.by) for entry in event[2]] == [
        (0, "enter", {"entrant": 1}, ANNA),
        (1, "enter", {"entrant": 2}, BEN),
    ]


async def test_of_two_who_commit_on_the_same_version_one_is_refused(store: Store) -> None:
    row = await store.events.open(new_event())
    await store.commit(entered(row, 1, ANNA))

    with pytest.raises(ConflictError):
        await store.commit(QueuePosts(of_event(row.id), NOW, (NewPost("board", {}, "n9", 70),)), entered(row, 1, BEN))

    event = await store.events.load(row.id)
    assert event is not None and event[1] == (EntrantRow(1, ANNA),)
    assert await store.posts.of(of_event(row.id)) == ()


async def test_nobody_enters_twice(store: Store) -> None:
    row = await two_in(store)

    with pytest.raises(ConflictError):
        await store.commit(entered(row, 3, ANNA))


async def test_events_are_found_by_server_state_and_person(store: Store) -> None:
    row = await two_in(store)
    ended = await store.events.open(new_event(status="finished"))
    await store.events.open(new_event(guild_id=8))

    assert [each.id for each in await store.events.of_guild(7, (OPEN, "finished"))] == [ended.id, row.id]
    assert [each.id for each in await store.events.of_guild(7, (OPEN,))] == [row.id]
    assert await store.events.of_user(ANNA) == (row.id,)
    assert len(await store.events.under_way()) == 2


async def test_a_match_of_an_event_tells_how_it_stands(store: Store) -> None:
    row = await two_in(store)
    match = await store.events.open_match(row.id, 1, 2, 1, new_match(), WAKES)
    acted = ActionRow(0, Seat(0), "keep", NOW)
    await store.commit(CommitMatch(replace(match, version=1), NOW, actions=(acted,)))

    (event_match,) = await store.events.matches(row.id, 1)

    assert (event_match.round, event_match.table, event_match.game, event_match.match_id, event_match.status) == (
        1,
        2,
        1,
        match.id,
        "running",
    )
    assert [(seat.user_id, seat.waiting_since, seat.has_acted) for seat in event_match.seats] == [
        (ANNA, NOW, True),
        (BEN, None, False),
    ]
    ended = replace(match, version=1, status="finished", ended_at=NOW)
    await store.commit(CommitMatch(ended, NOW))
    (event_match,) = await store.events.matches(row.id, 1)
    assert [seat.has_acted for seat in event_match.seats] == [True, False]
    assert await store.events.matches(row.id, 2) == ()
    assert await store.events.event_of(match.id) == row.id
    assert await store.events.event_of(MatchId(99)) is None


async def test_a_game_of_a_pairing_is_opened_once(store: Store) -> None:
    row = await two_in(store)
    await store.events.open_match(row.id, 1, 1, 1, new_match(), WAKES)

    with pytest.raises(ConflictError):
        await store.events.open_match(row.id, 1, 1, 1, new_match(81), WAKES)

    assert await store.matches.in_channel(81) is None


async def test_the_end_of_a_match_wakes_its_event_and_no_other(store: Store) -> None:
    row = await two_in(store)
    heard: list[str] = []
    store.after_timers.append(lambda _due: heard.append("set"))
    match = await store.events.open_match(row.id, 1, 1, 1, new_match(), WAKES)

    await store.commit(WakeTournament(match.id, "event-news", NOW), WakeTournament(MatchId(99), "event-news", NOW))

    assert [(t.subject, t.kind) for t in await store.timers.due(NOW, ("event-news",), 10)] == [(of_event(row.id), "event-news")]
    assert heard == ["set", "set"]


async def test_matches_that_begin_one_after_the_other_wake_their_event_once(store: Store) -> None:
    row = await two_in(store)
    later = replace(WAKES, due_at=WAKES.due_at + timedelta(seconds=9))
    await store.events.open_match(row.id, 1, 1, 1, new_match(), WAKES)
    await store.events.open_match(row.id, 1, 2, 1, new_match(81), later)

    assert [(t.kind, t.due_at) for t in await store.timers.of(of_event(row.id))] == [("event-seated", later.due_at)]


async def test_a_forgotten_person_stays_as_a_former_member_and_reasons_about_them_go(store: Store) -> None:
    row = await two_in(store)
    ruled = EventEntry(2, "out", {"entrant": 1}, NOW, BEN, about=1, reason="insults")
    other = EventEntry(3, "out", {"entrant": 2}, NOW, ORGANISER, about=2, reason="never came")
    await store.commit(CommitTournament(replace(row, version=4, status=RUNNING), (ruled, other)))
    kept = await store.people.about(ANNA)
    assert [event["number"] for event in kept["events"]] == [1]
    assert [event["kind"] for event in (await store.people.about(BEN))["rulings"]] == ["enter", "out"]

    await store.people.forget(ANNA, FORMER, NOW)
    await store.people.forget(ORGANISER, UserId(-9), NOW)

    each_event = await store.events.load(row.id)
    assert each_event is not None
    assert each_event[0].host_id == -9
    assert [entrant.user_id for entrant in each_event[1]] == [FORMER, BEN]
    assert [(entry.by, entry.reason) for entry in each_event[2]] == [(FORMER, None), (BEN, None), (BEN, None), (-9, "never came")]


async def test_an_event_goes_with_its_server_but_for_its_number(store: Store) -> None:
    row = await two_in(store)
    await store.commit(SetTimers(of_event(row.id), NOW, (NewTimer("event-due", NOW),)))
    other = await store.events.open(new_event(guild_id=8))

    await store.commit(EraseGuild(7, NOW))

    assert await store.events.load(row.id) is None
    assert await store.events.of_guild(7, (OPEN, "cancelled")) == ()
    assert await store.timers.of(of_event(row.id)) == ()
    assert not any((await store.people.about(ANNA)).values())
    assert (await store.events.open(new_event())).id > other.id


async def test_the_log_of_an_event_is_append_only(tmp_path: Path) -> None:
    """The database itself refuses, whatever a program does."""
    store: Store = await open_sqlite(tmp_path / "bastide.db")
    row = await two_in(store)

    for statement in ("UPDATE event_entry SET kind = 'x'", "DELETE FROM event_entry"):
        with pytest.raises((IntegrityError, ConflictError)):
            await store._db.write(lambda con, statement=statement: con.exec_driver_sql(statement))

    event = await store.events.load(row.id)
    assert event is not None and len(event[2]) == 2
    await store.close()


async def test_of_two_turns_the_later_timer_waits(store: Store) -> None:
    """An event's own next moment does not push aside what matches have told it meanwhile."""
    row = await two_in(store)
    match = await store.events.open_match(row.id, 1, 1, 1, new_match(), WAKES)
    await store.commit(WakeTournament(match.id, "event-news", NOW))

    later = NewTimer("event-due", NOW + timedelta(days=1))
    await store.commit(SetTimers(of_event(row.id), NOW, (later,), instead_of="event-due"))

    assert [t.kind for t in await store.timers.of(of_event(row.id))] == ["event-news", WAKES.kind, "event-due"]


async def test_of_a_damaged_file_whole_events_are_saved_and_broken_ones_left_out(tmp_path: Path) -> None:
    damaged, saved = tmp_path / "bastide.db", tmp_path / "new.db"
    store = await open_sqlite(damaged)
    whole, broken = await two_in(store), await two_in(store)
    await store.commit(SetTimers(of_event(broken.id), NOW, (NewTimer("event-due", NOW),)))
    await store.close()
    with closing(sqlite3.connect(damaged)) as raw:
        raw.execute("DROP TRIGGER event_entry_is_never_deleted")
        raw.execute("DELETE FROM event_entry WHERE event_id = ? AND seq = 0", (broken.id,))
        raw.commit()

    salvage(examine(damaged, tmp_path, lambda _: lambda *_: ""), saved)

    store = await open_sqlite(saved)
    event = await store.events.load(whole.id)
    assert event is not None and [entrant.user_id for entrant in event[1]] == [ANNA, BEN] and len(event[2]) == 2
    assert await store.events.load(broken.id) is None
    assert await store.timers.of(of_event(broken.id)) == ()
    assert await store.events.of_user(ANNA) == (whole.id,)
    await store.close()


async def test_an_event_lacks_a_seat_where_a_pairing_was_posted_and_no_game_opened_or_a_game_lost_its_channel(store: Store) -> None:
    """Pairings and games of other events, later games of a pairing, and messages that were not sent yet make no difference."""
    cup = await store.events.open(new_event(status=RUNNING), (NewPost("pairing", {"round": 1, "table": 2}, "n1", 70),))
    other = await store.events.open(new_event(status=RUNNING))
    await store.events.open_match(other.id, 1, 1, 1, new_match(90), WAKES)
    assert await store.events.unseated() == (), "not posted yet"

    for number in (1, 2):
        sent = NewPost("pairing", {"round": 1, "table": number}, f"s{number}", 70)
        await store.posts.note(of_event(cup.id), sent, 500 + number, NOW)
    first = await store.events.open_match(cup.id, 1, 1, 1, new_match(81), WAKES)
    await store.commit(CommitMatch(replace(first, status="finished", ended_at=NOW), NOW))
    await store.events.open_match(cup.id, 1, 1, 2, new_match(82), WAKES)
    assert await store.events.unseated() == (cup.id,), "the second pairing has no game"

    second = await store.events.open_match(cup.id, 1, 2, 1, new_match(83), WAKES)
    assert await store.events.unseated() == ()
    await store.commit(CommitMatch(replace(second, status="lost"), NOW))
    assert await store.events.unseated() == (cup.id,), "its channel is gone"
