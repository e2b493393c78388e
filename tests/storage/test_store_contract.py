"""The contract of every store; a further kind of database joins by one more parameter of `store`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, Executable, delete, func, select, update
from sqlalchemy.exc import IntegrityError, StatementError

from clocks.clock_history import ANSWERED, ASKED, GIVEN, OWN, STOPPED, ClockEvent
from games.core.game import CHANCE, Seat
from storage import changes, log_chain, schema
from storage.changes import (
    CommitMatch,
    CompleteTimer,
    DeleteDrafts,
    DelistMap,
    DropRow,
    EraseGuild,
    EraseMatch,
    PutRow,
    QueuePosts,
    SaveClockEvents,
    SaveDraft,
    SaveGuessScores,
    SaveMap,
    SetTimers,
    TakeSeat,
)
from storage.errors import ConflictError
from storage.log_chain import LogChain
from storage.queries.change_handlers import APPLIED
from storage.rows import (
    EVENT,
    PERSON,
    ActionRow,
    BlockRow,
    DraftRow,
    GuessScore,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PersonRow,
    RequestRow,
    SeatRow,
    Secret,
    SeekRow,
    ServerRow,
    SnapshotRow,
    Subject,
    UploadRow,
    UserId,
    VoteRow,
    of_match,
    of_person,
    of_server,
)
from storage.store import Store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
KINDS = ("early", "late", "next")
ANNA, BEN, CHI = UserId(101), UserId(102), UserId(103)


def new_match(channel_id: int = 70, *, guild_id: int = 7, status: str = "running", seats: tuple[SeatRow, ...] = ()) -> NewMatch:
    match = MatchRow(
        *(MatchId(0), "tiny", {"rounds": "3"}, 1, guild_id, channel_id, ANNA, status, 2, "random", "en", "c0ffee", 0, NOW)
    )
    return NewMatch(match, Secret(b"s" * 32), seats or (SeatRow(Seat(0), ANNA), SeatRow(Seat(1), BEN, joined=1)))


def moved(match: MatchRow, *texts: str, at: datetime = NOW) -> CommitMatch:
    rows = tuple(ActionRow(match.version + i, Seat(0), text, at) for i, text in enumerate(texts))
    return CommitMatch(replace(match, version=match.version + len(rows)), at, actions=rows)


def turn(nonce: str, upto: int = 1, seat: int = 0) -> NewPost:
    return NewPost("turn", {"since": 0}, nonce, 70, ANNA, Seat(seat), upto)


async def test_a_note_is_kept_in_place_of_the_former(store: Store) -> None:
    assert await store.notes.read("commands") == ""
    await store.notes.keep("commands", "one")
    await store.notes.keep("commands", "two")

    assert await store.notes.read("commands") == "two"


async def test_a_match_comes_back_as_it_was_kept(store: Store) -> None:
    match = await store.matches.open(new_match())

    loaded = await store.matches.load(match.id)

    assert loaded is not None
    assert (loaded.match, loaded.log, loaded.snapshot) == (match, (), None)
    assert loaded.seats == (SeatRow(Seat(0), ANNA), SeatRow(Seat(1), BEN, joined=1))
    assert (await store.matches.secret(match.id)).key == b"s" * 32
    assert await store.matches.load(MatchId(match.id + 1)) is None


async def test_a_commit_changes_everything_it_names(store: Store) -> None:
    match = await store.matches.open(new_match(status="lobby"))
    after = replace(
        *(match,),
        version=2,
        status="running",
        started_at=NOW,
        ended_at=NOW + timedelta(hours=1),
        result={"scores": [1, 2]},
        channel_id=71,
        host_id=BEN,
        options={"rounds": "9"},
        seats_wanted=3,
        order="joined",
        rules_version=4,
        estimates=((0, 8), (1, 9)),
    )
    rows = (ActionRow(0, CHANCE, "draw 1", NOW), ActionRow(1, Seat(0), "keep", NOW))
    gone = replace(SeatRow(Seat(1), BEN, joined=1), level="greedy", left="resigned", told=2, waiting_since=NOW)

    await store.commit(
        CommitMatch(after, NOW, actions=rows, changed_seats=(gone,), snapshot=SnapshotRow(2, 1, {"a": [1]}), posts=(turn("n1"),))
    )

    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert loaded.match == after
    assert loaded.log == rows
    assert loaded.seats[1] == gone
    assert loaded.snapshot == SnapshotRow(2, 1, {"a": [1]})
    assert [(p.kind, p.payload, p.nonce, p.user_id, p.attempts) for p in await store.posts.of(of_match(match.id))] == [
        ("turn", {"since": 0}, "n1", ANNA, 0)
    ]


async def test_a_match_that_has_ended_keeps_its_log_and_what_may_still_be_edited_or_sent(store: Store) -> None:
    """Of the messages that arrived the newest of each kind; whatever is unsent; no snapshot."""
    match, other = await store.matches.open(new_match()), await store.matches.open(new_match(71))
    await store.posts.note(of_match(match.id), NewPost("lobby", {}, "l1", 70), 900, NOW)
    posts = (turn("n1", 1), turn("n2", 2, 1), turn("n3", 3), NewPost("notice", {"code": "x"}, "n4", 70))
    step = moved(match, "keep", "pass")
    await store.commit(replace(step, posts=posts, snapshot=SnapshotRow(2, 1, {"a": 1})))
    await store.commit(replace(moved(other, "keep"), posts=(turn("o1", 1),), snapshot=SnapshotRow(1, 1, {})))
    for post in [*(await store.posts.of(of_match(match.id))), *(await store.posts.of(of_match(other.id)))]:
        if post.nonce in ("n1", "n2", "o1"):
            await store.posts.sent(post, 1000 + post.id, NOW)
        elif post.nonce == "n4":
            await store.posts.dead(post, NOW, "channel-gone")

    over = replace(moved(step.match, "hold"), posts=(NewPost("end", {"since": 2}, "e1", 70),))
    await store.commit(replace(over, match=replace(over.match, status="finished", ended_at=NOW)))

    loaded, last = await store.matches.load(match.id), await store.posts.last(of_match(match.id), "lobby")
    assert loaded is not None and last is not None
    assert [row.text for row in loaded.log] == ["keep", "pass", "hold"]
    assert (loaded.snapshot, last.message_id) == (None, 900)
    assert [p.nonce for p in await store.posts.of(of_match(match.id))] == ["l1", "n2", "n3", "e1"]
    assert [p.nonce for p in await store.posts.of(of_match(other.id))] == ["o1"]
    assert (await store.matches.load(other.id)).snapshot is not None  # type: ignore[union-attr]


async def test_matches_that_ended_under_an_earlier_program_are_thinned_a_few_at_a_time(store: Store) -> None:
    """They keep what one that ends today keeps, as do those that have not ended; every match is looked at once."""
    matches = [await store.matches.open(new_match(channel)) for channel in (70, 71, 72)]
    for match in matches[:2]:
        ended = replace(match, status="finished", ended_at=NOW)
        await store.commit(CommitMatch(ended, NOW))
    for match in matches:
        for number in (1, 2):
            await store.posts.note(of_match(match.id), NewPost("lobby", {}, f"{match.id}-{number}", 70), 900 + number, NOW)

    more = [await store.matches.thin(2), await store.matches.thin(2), await store.matches.thin(2)]

    assert more == [True, False, False]
    assert [[p.message_id for p in await store.posts.of(of_match(match.id))] for match in matches] == [[902], [902], [901, 902]]


async def test_an_ended_match_keeps_its_log_packed_and_answers_as_before(store: Store) -> None:
    """Of a seat that never acted nothing is said; what comes later stands behind what is packed; no clock has stopped by it."""
    match = await store.matches.open(new_match())
    log = (ActionRow(0, CHANCE, "draw base/ü", NOW), ActionRow(1, Seat(0), "keep", NOW + timedelta(microseconds=1)))
    clocks = (
        ClockEvent(NOW, ASKED, 0, OWN),
        ClockEvent(NOW, STOPPED, None, "outage", since=NOW - timedelta(hours=3), until=NOW + timedelta(days=400)),
        ClockEvent(NOW - timedelta(seconds=1), GIVEN, 1, "seat 0", length=timedelta(days=2, microseconds=1)),
    )
    await store.commit(CommitMatch(replace(match, version=2), NOW, actions=log), SaveClockEvents(match.id, 0, clocks[:2]))
    ended = replace(match, version=2, status="finished", ended_at=NOW)
    moved = (await store.people.about(ANNA))["moves"]

    await store.commit(CommitMatch(ended, NOW), SaveClockEvents(match.id, 2, clocks[2:]))

    assert (await store.matches.load(match.id)).log == log  # type: ignore[union-attr]
    assert await store.clocks.of(match.id) == clocks
    assert (await store.people.about(ANNA))["moves"] == moved != []
    assert await unpacked(store, match.id) == (0, 0)
    later = ActionRow(2, Seat(1), "keep", NOW)
    await store.commit(
        CommitMatch(replace(ended, version=3), NOW, actions=(later,)), SaveClockEvents(match.id, 3, (ClockEvent(NOW, ANSWERED, 0),))
    )
    assert (await store.matches.load(match.id)).log == (*log, later)  # type: ignore[union-attr]
    assert await store.clocks.of(match.id) == (*clocks, ClockEvent(NOW, ANSWERED, 0))


async def test_each_row_carries_the_hash_of_the_row_before_packed_or_not(store: Store) -> None:
    """What comes after the log was packed follows its last row."""
    seats = (SeatRow(Seat(0), ANNA, joined=1), SeatRow(Seat(1), BEN, joined=0))
    new = new_match(seats=seats)
    match = await store.matches.open(new)
    log = tuple(ActionRow(seq, Seat(seq % 2), f"keep {seq}", NOW + timedelta(microseconds=seq)) for seq in range(4))
    *hashes, last = log_chain.hashes(log, log_chain.beginning(match, seats, log, new.secret), new.secret)

    for row in log[:2]:
        await store.commit(CommitMatch(replace(match, version=row.seq + 1), NOW, actions=(row,)))
    assert await store.matches.chain(match.id) == LogChain(tuple(hashes[:2]), hashes[2])
    ended = replace(match, status="finished", ended_at=NOW)
    await store.commit(CommitMatch(replace(ended, version=3), NOW, actions=log[2:3]))
    assert await store.matches.chain(match.id) == LogChain((hashes[0], None, None), hashes[3])
    await store.commit(CommitMatch(replace(ended, version=4), NOW, actions=log[3:]))

    chain = await store.matches.chain(match.id)
    assert chain == LogChain((hashes[0], None, None, hashes[3]), last)
    assert log_chain.first_change(log, chain, new.secret) is None
    assert log_chain.first_change((*log[:1], replace(log[1], text="skip"), *log[2:]), chain, new.secret) == 2


async def unpacked(store: Store, match_id: MatchId) -> tuple[int, int]:
    """Return how many rows of its own a match's log has, and its clock history."""

    def count(con: Connection) -> tuple[int, int]:
        logged, ticked = (
            con.execute(select(func.count()).select_from(table).where(table.c.match_id == match_id)).scalar_one()
            for table in (schema.action, schema.clock_event)
        )
        return logged, ticked

    return await store._db.read(count)


@pytest.mark.parametrize("spoilt", [delete(schema.archive), update(schema.archive).values(logged=0)])
async def test_what_is_packed_is_never_changed_and_goes_only_when_it_is_erased(store: Store, spoilt: Executable) -> None:
    match = await store.matches.open(new_match())
    ended = replace(match, version=1, status="finished", ended_at=NOW)
    await store.commit(CommitMatch(ended, NOW, actions=(ActionRow(0, Seat(0), "keep", NOW),)))
    before = (await store.matches.load(match.id)).log  # type: ignore[union-attr]

    with pytest.raises(IntegrityError, match="append-only"):
        await store._db.write(lambda con: con.execute(spoilt))

    assert (await store.matches.load(match.id)).log == before != ()  # type: ignore[union-attr]
    await store.commit(EraseMatch(match.id, NOW))
    assert not (await store.people.about(ANNA))["moves"]


async def test_timers_of_ended_matches_that_are_done_go_and_no_number_is_given_twice(store: Store) -> None:
    match, other = await store.matches.open(new_match()), await store.matches.open(new_match(71))
    for _ in range(3):
        await store.commit(SetTimers(of_match(match.id), NOW, (NewTimer("late", NOW),), "late"))
    (last,) = await store.timers.of(of_match(match.id))

    await store.commit(CommitMatch(replace(match, status="finished", ended_at=NOW), NOW, drop_timers="late"))
    await store.commit(SetTimers(of_match(other.id), NOW, (NewTimer("late", NOW),)))

    (new,) = await store.timers.of(of_match(other.id))
    assert new.id > last.id
    with pytest.raises(ConflictError):
        await store.commit(CompleteTimer(last, NOW))
    assert await store._db.read(lambda con: con.execute(select(schema.timer.c.id)).scalars().all()) == [last.id, new.id]


async def test_what_happened_to_clocks_comes_back_in_order_and_is_numbered_once(store: Store) -> None:
    match = await store.matches.open(new_match())
    first = (
        ClockEvent(NOW, ASKED, 0, OWN),
        ClockEvent(NOW, STOPPED, None, "outage", since=NOW - timedelta(hours=3), until=NOW),
        ClockEvent(NOW, GIVEN, 1, "seat 0", length=timedelta(days=2, microseconds=1)),
    )
    await store.commit(SaveClockEvents(match.id, 0, first))
    await store.commit(SaveClockEvents(match.id, 3, (ClockEvent(NOW, ANSWERED, 0),)))

    assert await store.clocks.of(match.id) == (*first, ClockEvent(NOW, ANSWERED, 0))
    with pytest.raises(ConflictError):
        await store.commit(SaveClockEvents(match.id, 3, (ClockEvent(NOW, ANSWERED, 1),)))
    await store.commit(EraseMatch(match.id, NOW))
    assert await store.clocks.of(match.id) == ()


async def test_running_matches_are_found_also_those_of_a_person(store: Store) -> None:
    mine, lobby = await store.matches.open(new_match()), await store.matches.open(new_match(71, status="lobby"))
    others = await store.matches.open(
        new_match(72, seats=(SeatRow(Seat(0), BEN), SeatRow(Seat(1), ANNA, level="greedy", joined=1)))
    )

    assert await store.matches.running() == (mine.id, others.id)
    assert await store.matches.running(ANNA) == (mine.id,)
    assert lobby.id not in await store.matches.running(BEN)


async def test_a_commit_on_another_version_is_a_conflict_and_writes_nothing(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.commit(moved(match, "keep"))

    for only_advances in (True, False):
        with pytest.raises(ConflictError):
            await store.commit(replace(moved(match, "pass", "hold"), only_advances=only_advances, posts=(turn("n1"),)))

    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert [row.text for row in loaded.log] == ["keep"]
    assert await store.posts.of(of_match(match.id)) == ()


async def test_a_number_of_the_log_is_given_once(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.commit(moved(match, "keep"))
    liar = replace(match, version=1)

    with pytest.raises(ConflictError):
        await store.commit(CommitMatch(replace(liar, version=2), NOW, actions=(ActionRow(0, Seat(1), "pass", NOW),)))


async def test_a_failing_part_takes_the_whole_commit_back(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.commit(replace(moved(match, "keep"), posts=(turn("n1"),)))
    after = replace(match, version=1)

    with pytest.raises(ConflictError):
        await store.commit(replace(moved(after, "hold"), posts=(turn("n2", upto=2), turn("n1", upto=3))))

    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert loaded.match.version == 1
    assert len(await store.posts.of(of_match(match.id))) == 1


async def test_a_turn_is_told_once_whatever_the_program_believes(store: Store) -> None:
    match = await store.matches.open(new_match())

    with pytest.raises(ConflictError):
        await store.commit(replace(moved(match, "keep"), posts=(turn("n1"), turn("n2"))))

    await store.commit(replace(moved(match, "keep"), posts=(turn("n1"), turn("n2", seat=1))))
    assert len(await store.posts.of(of_match(match.id))) == 2


async def test_a_channel_holds_one_live_match(store: Store) -> None:
    first = await store.matches.open(new_match())

    with pytest.raises(ConflictError):
        await store.matches.open(new_match(status="lobby"))

    await store.commit(CommitMatch(replace(first, status="cancelled"), NOW))
    second = await store.matches.open(new_match())
    assert await store.matches.in_channel(70) == second
    await store.commit(CommitMatch(replace(second, status="finished"), NOW))
    assert (await store.matches.in_channel(70)) == replace(second, status="finished")
    assert await store.matches.in_channel(99) is None


async def test_the_live_match_of_a_channel_goes_before_newer_ended_ones(store: Store) -> None:
    live = await store.matches.open(new_match())
    await store.matches.open(new_match(status="expired"))

    assert await store.matches.in_channel(70) == live


async def test_a_person_sits_once_in_a_match(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.matches.open(new_match(seats=(SeatRow(Seat(0), ANNA), SeatRow(Seat(1), ANNA))))


async def test_all_seats_are_replaced_at_once(store: Store) -> None:
    match = await store.matches.open(new_match(status="lobby"))
    swapped = (SeatRow(Seat(0), BEN, joined=1), SeatRow(Seat(1), ANNA, told=3), SeatRow(Seat(2), None, "random"))

    await store.commit(CommitMatch(match, NOW, all_seats=swapped))

    assert await store.matches.seats(match.id) == swapped


async def test_waiting_matches_come_longest_wait_first(store: Store) -> None:
    ids = []
    for channel, hours in ((70, 1), (71, 3), (72, 2)):
        match = await store.matches.open(new_match(channel))
        waits = SeatRow(Seat(0), ANNA, waiting_since=NOW - timedelta(hours=hours))
        await store.commit(CommitMatch(match, NOW, changed_seats=(waits,)))
        ids.append(match.id)
    lost = await store.matches.load(ids[2])
    assert lost is not None
    await store.commit(CommitMatch(replace(lost.match, status="lost"), NOW))

    assert [(w.match.id, w.since) for w in await store.matches.waiting_for(ANNA)] == [
        (ids[1], NOW - timedelta(hours=3)),
        (ids[0], NOW - timedelta(hours=1)),
    ]
    assert await store.matches.waiting_for(BEN) == ()


async def test_matches_are_found_by_server_and_by_person(store: Store) -> None:
    lobby = await store.matches.open(new_match(70, status="lobby"))
    running = await store.matches.open(new_match(71))
    await store.matches.open(new_match(72, status="finished"))
    elsewhere = await store.matches.open(new_match(80, guild_id=8))
    computer = SeatRow(Seat(1), BEN, "greedy", "resigned", joined=1)
    await store.commit(CommitMatch(running, NOW, changed_seats=(computer,)))

    assert [m.id for m in await store.matches.of_guild(7, ("lobby", "running"), 10)] == [running.id, lobby.id]
    assert [m.id for m in await store.matches.of_guild(7, ("lobby", "running"), 1)] == [running.id]
    assert await store.matches.live_of_user(ANNA, 7) == (lobby.id, running.id)
    assert await store.matches.live_of_user(BEN, 7) == (lobby.id,)
    assert await store.matches.live_of_user(ANNA, 8) == (elsewhere.id,)
    assert await store.matches.with_computers() == (running.id,)


async def test_lobbies_are_found_by_server_and_by_the_channel_that_shows_them(store: Store) -> None:
    first, second = [await store.matches.open(new_match(channel, status="lobby")) for channel in (70, 71)]
    running = await store.matches.open(new_match(72))
    away = await store.matches.open(new_match(80, guild_id=8, status="lobby"))
    for number, match in enumerate((first, running, away)):
        shown = NewPost("lobby", {}, f"{number}", 700, None, None, 0)
        await store.posts.note(of_match(match.id), shown, 1000 + number, NOW)
    other = NewPost("turn", {}, "other", 700, None, None, 0)
    await store.posts.note(of_match(second.id), other, 2000, NOW)

    assert [m.id for m in await store.matches.lobbies(7)] == [second.id, first.id]
    assert [m.id for m in await store.matches.lobbies(7, limit=1)] == [second.id]
    assert [m.id for m in await store.matches.lobbies(7, beside=700)] == [first.id]
    assert await store.matches.lobbies(7, beside=70) == ()


async def test_a_seat_that_was_lost_can_be_somebody_elses(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.matches.open(new_match(71))
    lost = replace((await store.matches.seats(match.id))[0], level="greedy", left="resigned")
    await store.commit(CommitMatch(match, NOW, changed_seats=(lost,)))
    assert [row.id for row in await store.matches.vacated(7, 5)] == [match.id]
    assert await store.matches.vacated(8, 5) == ()

    there = replace(lost, level=None, left=None)
    await store.commit(CommitMatch(match, NOW, changed_seats=(there,)), TakeSeat(match.id, lost.seat, UserId(999)))

    assert (await store.matches.seats(match.id))[0].user_id == 999
    assert await store.matches.vacated(7, 5) == ()


async def test_a_draft_belongs_to_a_person_and_a_subject(store: Store) -> None:
    match = await store.matches.open(new_match())
    its, riddle = of_match(match.id), Subject("puzzle", match.id)
    assert await store.drafts.get(ANNA, its) is None

    await store.commit(SaveDraft(its, ANNA, DraftRow(1, ("keep",))))
    await store.commit(SaveDraft(its, ANNA, DraftRow(1, ("keep", "bank"))))
    await store.commit(SaveDraft(riddle, ANNA, DraftRow(0, ("solve",))))
    await store.commit(SaveDraft(its, BEN, DraftRow(1, ("pass",))))

    assert await store.drafts.get(ANNA, its) == DraftRow(1, ("keep", "bank"))
    await store.commit(replace(moved(match, "keep"), drop_drafts=(ANNA,)))
    assert await store.drafts.get(ANNA, its) is None
    assert await store.drafts.get(ANNA, riddle) == DraftRow(0, ("solve",))
    await store.commit(DeleteDrafts(its, (BEN,)))
    assert await store.drafts.get(BEN, its) is None


async def test_a_request_belongs_to_a_match_and_goes_with_it(store: Store) -> None:
    match, other = await store.matches.open(new_match()), await store.matches.open(new_match(71))
    request = RequestRow(1, "undo", Seat(1), {"to": 4}, 7, NOW)
    settled = replace(request, status="granted", agreed=(Seat(0), Seat(2)), closed_at=NOW, closed_by=Seat(2))

    for row in (replace(request, number=2), request, settled):
        await store.commit(PutRow(row, match.id))

    assert await store.requests.of(match.id) == (settled, replace(request, number=2))
    assert await store.requests.of(other.id) == ()
    await store.commit(EraseMatch(match.id, NOW))
    assert await store.requests.of(match.id) == ()


async def test_nobody_waits_for_who_has_confirmed_a_move(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.commit(replace(moved(match, "keep"), changed_seats=(SeatRow(Seat(0), ANNA, waiting_since=NOW),)))
    its, confirmed = of_match(match.id), DraftRow(1, ("bank",), NOW, taken_back=True, planned=True)
    assert [w.match.id for w in await store.matches.waiting_for(ANNA)] == [match.id]

    await store.commit(SaveDraft(its, ANNA, confirmed))

    assert await store.drafts.get(ANNA, its) == confirmed
    assert await store.matches.waiting_for(ANNA) == ()
    await store.commit(SaveDraft(its, ANNA, replace(confirmed, passes_at=None)))
    assert [w.match.id for w in await store.matches.waiting_for(ANNA)] == [match.id]


async def test_snapshots_are_disposable(store: Store) -> None:
    match = await store.matches.open(new_match())
    for seq in (1, 2):
        await store.commit(CommitMatch(match, NOW, snapshot=SnapshotRow(seq, 1, [seq])))
    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert loaded.snapshot == SnapshotRow(2, 1, [2])

    await store.matches.drop_snapshots()

    bare = await store.matches.load(match.id)
    assert bare == replace(loaded, snapshot=None)


async def test_due_posts_lead_their_match_and_are_due(store: Store) -> None:
    first = await store.matches.open(new_match(70))
    second = await store.matches.open(new_match(71))
    await store.commit(CommitMatch(first, NOW, posts=(turn("a1"), turn("a2", upto=2))))
    await store.commit(CommitMatch(second, NOW, posts=(turn("b1"),)))

    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["a1", "b1"]
    assert [p.nonce for p in await store.posts.due(NOW, 1)] == ["a1"]
    assert [p.nonce for p in await store.posts.due(NOW - timedelta(seconds=1), 10)] == ["a1", "b1"], "untried, it waits for nothing"

    a1, b1 = await store.posts.due(NOW, 10)
    await store.posts.delayed(a1, NOW + timedelta(minutes=1), "503")
    await store.posts.sent(b1, 9001, NOW)
    assert await store.posts.due(NOW, 10) == ()
    assert await store.posts.next_at() == NOW + timedelta(minutes=1)
    await store.posts.dead(a1, NOW, "bad")
    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["a2"]
    last = await store.posts.last(of_match(second.id), "turn")
    assert last is not None
    assert (last.message_id, last.sent_at) == (9001, NOW)
    assert await store.posts.last(of_match(first.id), "turn") is None


async def test_a_clock_that_ran_ahead_silences_nobody(store: Store) -> None:
    ahead = NOW + timedelta(days=365)
    match = await store.matches.open(new_match())
    await store.commit(CommitMatch(match, ahead, posts=(turn("a1"),)))

    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["a1"]

    await store.posts.delayed((await store.posts.due(NOW, 1))[0], NOW + timedelta(minutes=15), "503")
    assert await store.posts.due(NOW, 10) == ()
    assert len(await store.posts.due(NOW + timedelta(minutes=15), 10)) == 1


async def test_the_first_attempt_is_remembered_and_all_are_counted(store: Store) -> None:
    match = await store.matches.open(new_match())
    await store.commit(CommitMatch(match, NOW, posts=(turn("a1"),)))

    taken = [(await store.posts.take(NOW + timedelta(minutes=wait), 1))[0] for wait in (0, 5, 9)]

    assert [(post.attempts, post.tried_at) for post in taken] == [(0, None), (1, NOW), (2, NOW)]  # as they were before
    await store.posts.delayed(taken[-1], NOW, "503")
    again = (await store.posts.of(of_match(match.id)))[0]
    assert (again.attempts, again.tried_at) == (3, NOW)


async def test_posts_given_up_with_their_channel_come_back_with_a_new_one(store: Store) -> None:
    match = await store.matches.open(new_match())
    letter = NewPost("lost", {}, "l1", None, ANNA)
    await store.commit(CommitMatch(match, NOW, posts=(turn("a1"), turn("a2", upto=2))))
    await store.commit(CommitMatch(replace(match, status="lost"), NOW, kill_posts="channel-gone", posts=(letter,)))
    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["l1"]
    await store.posts.dead((await store.posts.due(NOW, 1))[0], NOW, "user-unreachable")

    await store.commit(CommitMatch(replace(match, channel_id=71), NOW, revive_posts=True))

    posts = await store.posts.of(of_match(match.id))
    assert [(p.nonce, p.channel_id, p.dead_at) for p in posts] == [("a1", 71, None), ("a2", 71, None), ("l1", None, NOW)]


async def test_what_was_sent_goes_out_once_more_where_it_is_wanted_again(store: Store) -> None:
    """Under another nonce and as if never tried; what is not named stays sent."""
    match = await store.matches.open(new_match())
    await store.commit(CommitMatch(match, NOW, posts=(turn("a1"), turn("a2", upto=2))))
    first, second = await store.posts.of(of_match(match.id))
    for number, post in enumerate((first, second)):
        await store.posts.take(NOW, 1)
        await store.posts.sent(post, 100 + number, NOW)

    await store.commit(CommitMatch(replace(match, channel_id=71), NOW, revive_posts=True, again=((second.id, "b2"),)))

    posts = await store.posts.of(of_match(match.id))
    assert [(p.nonce, p.channel_id, p.message_id) for p in posts] == [("a1", 70, 100), ("b2", 71, None)]
    assert [(p.attempts, p.tried_at) for p in await store.posts.due(NOW, 10)] == [(0, None)]


async def test_what_becomes_of_a_message_on_its_way_is_noted_of_no_other_one(store: Store) -> None:
    """A game that its event ends gives its messages up while one is on its way, and the next game begins at once."""
    match, following = await store.matches.open(new_match()), await store.matches.open(new_match(channel_id=71))
    await store.commit(CommitMatch(match, NOW, posts=(turn("a1"),)))
    (on_its_way,) = await store.posts.take(NOW, 1)
    await store.commit(CommitMatch(replace(match, status="finished", ended_at=NOW), NOW, kill_posts="decided"))
    await store.commit(CommitMatch(following, NOW, posts=(turn("b1"),)))

    await store.posts.sent(on_its_way, 100, NOW)

    assert [(p.nonce, p.sent_at) for p in await store.posts.of(of_match(following.id))] == [("b1", None)]


async def test_a_message_sent_by_other_means_is_kept_as_sent(store: Store) -> None:
    match = await store.matches.open(new_match())

    await store.posts.note(of_match(match.id), NewPost("lobby", {}, "x1", 70), 4711, NOW)

    last = await store.posts.last(of_match(match.id), "lobby")
    assert last is not None
    assert (last.message_id, last.sent_at, last.channel_id) == (4711, NOW, 70)
    assert await store.posts.due(NOW, 10) == ()


async def test_timers_fire_once_most_overdue_first(store: Store) -> None:
    new = new_match(status="lobby")
    timers = (NewTimer("late", NOW + timedelta(hours=2)), NewTimer("early", NOW + timedelta(hours=1), {"why": "x"}))
    match = await store.matches.open(replace(new, timers=timers))
    its = of_match(match.id)

    assert await store.timers.due(NOW, KINDS, 10) == ()
    due = await store.timers.due(NOW + timedelta(hours=2), KINDS, 10)
    assert [(t.kind, t.payload, t.subject) for t in due] == [("early", {"why": "x"}, its), ("late", {}, its)]

    await store.commit(CompleteTimer(due[0], NOW))
    assert [t.kind for t in await store.timers.due(NOW + timedelta(hours=2), KINDS, 10)] == ["late"]
    await store.commit(CommitMatch(match, NOW, drop_timers="late", timers=(NewTimer("next", NOW),)))
    assert [t.kind for t in await store.timers.due(NOW + timedelta(hours=2), KINDS, 10)] == ["next"]


async def test_a_timer_is_done_by_one_transaction_only(store: Store) -> None:
    server = of_server(7)
    await store.commit(SetTimers(server, NOW, (NewTimer("early", NOW),)))
    timer = (await store.timers.of(server))[0]
    await store.commit(CompleteTimer(timer, NOW))

    with pytest.raises(ConflictError):
        await store.commit(QueuePosts(server, NOW, (turn("n1"),)), CompleteTimer(timer, NOW))

    assert await store.posts.of(server) == ()
    assert await store.timers.of(server) == ()


async def test_a_timer_may_wait_again(store: Store) -> None:
    server, later = of_server(7), NOW + timedelta(hours=1)
    await store.commit(SetTimers(server, NOW, (NewTimer("early", NOW, {"a": 1}, Seat(2)),)))
    timer = (await store.timers.of(server))[0]

    await store.commit(CompleteTimer(timer, NOW, again_at=later))

    assert await store.timers.due(NOW, KINDS, 10) == ()
    assert await store.timers.next_at(KINDS) == later
    assert await store.timers.of(server) == (replace(timer, due_at=later),)


async def test_a_kind_of_timer_that_nobody_knows_is_left_alone(store: Store) -> None:
    await store.commit(SetTimers(of_server(7), NOW, (NewTimer("of a newer program", NOW), NewTimer("early", NOW))))

    assert [t.kind for t in await store.timers.due(NOW, KINDS, 10)] == ["early"]
    assert await store.timers.next_at(("late",)) is None
    assert await store.timers.due(NOW, (), 10) == ()
    assert len(await store.timers.of(of_server(7))) == 2


async def test_no_wait_is_longer_than_it_was_set_when_the_clock_has_jumped(store: Store) -> None:
    ahead = NOW + timedelta(days=365)
    await store.commit(SetTimers(of_server(7), ahead, (NewTimer("early", ahead + timedelta(hours=2)),)))

    assert await store.timers.due(NOW, KINDS, 10) == ()

    assert await store.timers.next_at(KINDS) == NOW + timedelta(hours=2)
    assert len(await store.timers.due(NOW + timedelta(hours=2), KINDS, 10)) == 1


async def test_who_waits_for_timers_hears_of_new_ones(store: Store) -> None:
    heard: list[str] = []
    store.after_timers.append(lambda _due: heard.append("set"))

    match = await store.matches.open(replace(new_match(), timers=(NewTimer("early", NOW),)))
    await store.commit(moved(match, "keep"))
    assert heard == ["set"]
    await store.commit(SetTimers(of_server(7), NOW, (NewTimer("early", NOW),)))
    await store.commit(CompleteTimer((await store.timers.of(of_server(7)))[0], NOW, again_at=NOW))

    assert heard == ["set"] * 3


async def test_one_transaction_takes_changes_of_several_subjects(store: Store) -> None:
    match = await store.matches.open(new_match())
    cup = Subject(EVENT, 5)
    announced = (QueuePosts(cup, NOW, (turn("e1"),)), SetTimers(cup, NOW, (NewTimer("early", NOW),)))

    await store.commit(moved(match, "keep"), *announced)
    with pytest.raises(ConflictError):
        await store.commit(QueuePosts(cup, NOW, (turn("e2", upto=2),)), moved(match, "pass"))

    assert [p.nonce for p in await store.posts.of(cup)] == ["e1"]
    assert await store.posts.of(of_match(MatchId(5))) == ()
    assert [t.subject for t in await store.timers.of(cup)] == [cup]
    assert [p.topic for p in await store.posts.due(NOW, 10)] == [cup]


async def test_topics_with_the_same_number_do_not_hold_each_other_back(store: Store) -> None:
    match = await store.matches.open(new_match())
    for topic, nonces in ((of_match(match.id), "ab"), (Subject(EVENT, match.id), "cd"), (of_server(match.id), "ef")):
        await store.commit(QueuePosts(topic, NOW, tuple(turn(nonce, upto=number) for number, nonce in enumerate(nonces))))

    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["a", "c", "e"]

    await store.commit(QueuePosts(Subject(EVENT, match.id), NOW, kill="over"))
    assert [p.nonce for p in await store.posts.due(NOW, 10)] == ["a", "e"]


async def test_whom_a_server_waits_for_is_told_once_for_all_its_matches(store: Store) -> None:
    for channel, guild in ((70, 7), (71, 7), (72, 8)):
        match = await store.matches.open(new_match(channel, guild_id=guild))
        who = (SeatRow(Seat(0), ANNA, waiting_since=NOW),) if guild == 7 else (SeatRow(Seat(1), BEN, waiting_since=NOW),)
        await store.commit(CommitMatch(match, NOW, changed_seats=who))

    assert await store.matches.waited_for(7) == (ANNA,)
    assert await store.matches.waited_for(8) == (BEN,)
    assert await store.matches.waited_for(9) == ()


async def test_people_are_kept(store: Store) -> None:
    assert await store.people.get(ANNA) is None

    await store.commit(PutRow(PersonRow(ANNA, "nl")))
    await store.commit(PutRow(PersonRow(ANNA, "de", {"dm": True})))

    assert await store.people.get(ANNA) == PersonRow(ANNA, "de", {"dm": True})


async def test_what_servers_have_chosen_is_kept_and_goes_with_them(store: Store) -> None:
    await store.commit(PutRow(ServerRow(7, {"aids": "club"})), PutRow(ServerRow(8)))
    await store.commit(PutRow(ServerRow(7, {"aids": "all"})))

    assert sorted(await store.servers.all(), key=lambda row: row.guild_id) == [ServerRow(7, {"aids": "all"}), ServerRow(8)]

    await store.commit(EraseGuild(7, NOW))

    assert await store.servers.all() == (ServerRow(8),)


async def test_each_person_has_one_wish_in_a_server(store: Store) -> None:
    older, newer = (
        SeekRow(7, BEN, "tiny", "", 0, NOW),
        SeekRow(
            *(7, ANNA, "tiny", "brisk", 3, NOW + timedelta(hours=1), "first"),
            languages=("nl", "de"),
            most_wait_s=3600,
            least_kept=90,
        ),
    )
    await store.commit(PutRow(SeekRow(7, ANNA, "tiny", "", 2, NOW)), PutRow(older), PutRow(SeekRow(8, ANNA, "tiny", "", 0, NOW)))
    await store.commit(PutRow(newer))

    assert await store.servers.wishes(7) == (older, newer)

    await store.commit(DropRow(SeekRow, (7, ANNA)))
    assert await store.servers.wishes(7) == (older,) and len(await store.servers.wishes(8)) == 1
    await store.commit(EraseGuild(7, NOW))
    assert await store.servers.wishes(7) == ()


async def test_somebody_stays_blocked_until_the_block_ends(store: Store) -> None:
    await store.commit(PutRow(BlockRow(ANNA, BEN, NOW)))
    await store.commit(PutRow(BlockRow(ANNA, BEN, NOW + timedelta(hours=1))))
    await store.commit(PutRow(BlockRow(CHI, BEN, NOW)))

    assert await store.people.blocked_by(ANNA) == (BEN,)
    assert await store.people.blockers_of(BEN) == {ANNA, CHI}

    await store.commit(DropRow(BlockRow, (ANNA, BEN)))
    await store.commit(DropRow(BlockRow, (ANNA, BEN)))
    assert await store.people.blockers_of(BEN) == {CHI}


async def test_who_is_forgotten_blocks_nobody_and_is_blocked_by_nobody(store: Store) -> None:
    await store.commit(PutRow(BlockRow(ANNA, BEN, NOW)))
    await store.commit(PutRow(BlockRow(BEN, ANNA, NOW)))
    own = Subject(PERSON, ANNA)
    await store.commit(SetTimers(own, NOW, (NewTimer("digest", NOW),)), QueuePosts(own, NOW, (turn("p"),)))

    await store.people.forget(ANNA, UserId(-5), NOW)

    assert await store.people.blockers_of(ANNA) == await store.people.blockers_of(BEN) == frozenset()
    assert await store.timers.of(own) == () and await store.posts.of(own) == ()


def new_map(map_id: str = "isle-1", guild_id: int = 7, *, hours: int = 0) -> MapRow:
    return MapRow(map_id, guild_id, "My isle", f"map: {map_id}\nÆrø ~\n", ANNA, NOW + timedelta(hours=hours))


async def test_each_server_has_its_own_list_of_maps_oldest_first(store: Store) -> None:
    for row in (later := new_map("isle-2", hours=2), first := new_map(), elsewhere := new_map(guild_id=8)):
        await store.commit(SaveMap(row))

    assert await store.maps.of_guild(7) == (first, later)
    assert await store.maps.of_guild(8) == (elsewhere,)
    assert await store.maps.of_guild(9) == ()
    assert await store.maps.texts() == (("isle-1", first.text), ("isle-2", later.text))


async def test_a_removed_map_leaves_the_list_and_keeps_its_text(store: Store) -> None:
    await store.commit(SaveMap(new_map()))

    for guild_id in (7, 7, 8):
        await store.commit(DelistMap(guild_id, "isle-1", NOW))

    assert await store.maps.of_guild(7) == ()
    assert await store.maps.text("isle-1") == new_map().text
    assert await store.maps.texts() == (("isle-1", new_map().text),)
    assert await store.maps.text("isle-2") is None


async def test_a_map_that_was_removed_comes_back_with_who_added_it_now(store: Store) -> None:
    await store.commit(SaveMap(new_map()))
    await store.commit(DelistMap(7, "isle-1", NOW))

    await store.commit(SaveMap(again := replace(new_map(hours=3), added_by=BEN)))

    assert await store.maps.of_guild(7) == (again,)


async def test_a_person_has_one_upload_in_a_server_until_it_is_added(store: Store) -> None:
    first, second, foreign = (UploadRow(7, ANNA, "one", NOW), UploadRow(7, ANNA, "two", NOW), UploadRow(7, BEN, "three", NOW))
    for row in (first, second, foreign):
        await store.commit(PutRow(row))
    assert await store.maps.upload(7, ANNA) == second
    assert await store.maps.upload(8, ANNA) is None

    await store.commit(SaveMap(new_map()))

    assert await store.maps.upload(7, ANNA) is None
    assert await store.maps.upload(7, BEN) == foreign
    await store.commit(DropRow(UploadRow, (7, BEN)))
    assert await store.maps.upload(7, BEN) is None


async def test_naive_times_are_a_mistake(store: Store) -> None:
    with pytest.raises(StatementError, match="aware"):
        await store.timers.due(datetime(2026, 3, 1), KINDS, 1)


async def test_an_erased_match_is_gone_but_for_its_number(store: Store) -> None:
    """The guard of the log lets this one go and no other; nobody is ever given its number."""
    kept, gone = [await store.matches.open(new_match(channel_id=channel)) for channel in (70, 71)]
    for match in (kept, gone):
        await store.commit(moved(match, "keep"), QueuePosts(of_match(match.id), NOW, (turn(f"n{match.id}"),)))

    await store.commit(EraseMatch(gone.id, NOW))

    assert await store.matches.load(gone.id) is None
    assert await store.posts.of(of_match(gone.id)) == ()
    assert await store.matches.servers() == {7}
    loaded = await store.matches.load(kept.id)
    assert loaded is not None and len(loaded.log) == 1 and len(await store.posts.of(of_match(kept.id))) == 1
    assert (await store.matches.open(new_match(channel_id=72))).id > gone.id


async def test_an_erased_server_loses_what_belongs_to_no_match_and_may_come_back(store: Store) -> None:
    """Its maps are guarded again as soon as that is done."""
    for guild in (7, 8):
        await store.commit(SaveMap(MapRow("isle-1", guild, "My isle", "text", ANNA, NOW)))
        await store.commit(SetTimers(of_server(guild), NOW, (NewTimer("early", NOW),)))

    for _ in range(2):
        await store.commit(EraseGuild(7, NOW))
        assert await store.maps.servers() == {8}
        assert await store.timers.subjects("early") == {of_server(8)}
        await store.commit(SaveMap(MapRow("isle-1", 7, "My isle", "text", ANNA, NOW)))

    with pytest.raises(IntegrityError, match="a map is never deleted"):
        await store._db.write(lambda con: con.exec_driver_sql("DELETE FROM map"))  # type: ignore[attr-defined]


def test_every_kind_of_change_can_be_carried_out() -> None:
    """And nothing else is."""
    kinds = {each for each in vars(changes).values() if isinstance(each, type) and issubclass(each, changes.Change)}

    assert kinds - {changes.Change} == set(APPLIED)


async def test_votes_are_one_for_each_person_and_turn_and_guesses_add_up_by_month(store: Store) -> None:
    """The last turns on which anybody voted are read, and no others."""
    match_id = (await store.matches.open(new_match())).id
    cast = [
        VoteRow(Seat(0), version, user, ("keep",), NOW + timedelta(minutes=n))
        for n, (version, user) in enumerate([(3, ANNA), (5, BEN), (5, ANNA), (9, BEN)])
    ]
    await store.commit(*(PutRow(row, match_id) for row in cast), PutRow(replace(cast[0], seat=Seat(1)), match_id))
    changed = replace(cast[3], texts=("pass", "bank"), tenths=12)
    await store.commit(PutRow(changed, match_id))

    assert await store.votes.recent(match_id, Seat(0), 2) == (cast[1], cast[2], changed)
    assert await store.votes.on(match_id, Seat(0), 5) == (cast[1], cast[2])
    assert len(await store.votes.of(match_id)) == 5

    await store.commit(SaveGuessScores(7, 202611, (GuessScore(ANNA, 2, 1, 2), GuessScore(BEN, 1, 0, 0))))
    await store.commit(
        SaveGuessScores(7, 202611, (GuessScore(ANNA, 1, 0, 0),)), SaveGuessScores(7, 202612, (GuessScore(BEN, 1, 1, 1),))
    )
    assert await store.votes.guess_scores(7, 202611) == (GuessScore(ANNA, 3, 1, 2), GuessScore(BEN, 1, 0, 0))
    await store.commit(EraseMatch(match_id, NOW), EraseGuild(7, NOW))
    assert await store.votes.of(match_id) == await store.votes.guess_scores(7, 202611) == ()


async def test_what_is_kept_once_stays_as_it_was_first(store: Store) -> None:
    """A secret of all processes, the link to a page, and the public link to a game."""
    assert [await store.notes.keep_first("secret", value) for value in ("one", "two")] == ["one", "one"]
    until = NOW + timedelta(hours=1)
    assert [await store.web.open_page("nonce", ANNA, until, NOW) for _ in range(2)] == [True, False]
    assert await store.web.is_page_open("nonce", NOW)
    assert [await store.web.share(of_person(ANNA), value) for value in ("first", "second")] == ["first", "first"]
    await store.web.unshare(of_person(ANNA))
    assert await store.web.shared(of_person(ANNA)) == ""


async def test_a_mirror_lives_as_long_as_the_other_servers_copy_of_this_very_match(store: Store) -> None:
    def new(channel_id: int, mirror: int | None = None) -> NewMatch:
        seats = (SeatRow(Seat(0), ANNA), SeatRow(Seat(1), BEN, joined=1, mirror=None if mirror is None else MatchId(mirror)))
        return new_match(channel_id, seats=seats)

    copy = await store.matches.open(new(70))
    here, alone = await store.matches.open(new(71, copy.id)), await store.matches.open(new(72))

    assert await store.matches.mirror_is_live(here.id)
    assert not await store.matches.mirror_is_live(alone.id)
    await store.commit(CommitMatch(replace(copy, status="finished", ended_at=NOW), NOW))
    assert not await store.matches.mirror_is_live(here.id), "it has ended there"
