"""What every store keeps to. A second backend joins by one more line in `STORES`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import StatementError

from games.core.game import HOUSE, Seat
from storage.errors import Conflict
from storage.records import (
    ActionRow,
    Commit,
    DraftRow,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PersonRow,
    SeatRow,
    Secret,
    SnapshotRow,
    UploadRow,
    UserId,
)
from storage.sqlite_store import SqliteStore
from storage.store import Store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
KINDS = ("early", "late", "next")
ANNA, BEN = UserId(101), UserId(102)

STORES: dict[str, Callable[[Path], Awaitable[Store]]] = {
    "sqlite file": lambda folder: SqliteStore.open(folder / "new" / "bastide.db"),
    "sqlite in memory": lambda folder: SqliteStore.open(":memory:"),
}


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await STORES[request.param](tmp_path)
    yield opened
    await opened.close()


def new_match(channel_id: int = 70, *, guild_id: int = 7, status: str = "running", seats: tuple[SeatRow, ...] = ()) -> NewMatch:
    match = MatchRow(
        *(MatchId(0), "tiny", {"rounds": "3"}, 1, guild_id, channel_id, ANNA, status, 2, "random", "en", "c0ffee", 0, NOW)
    )
    return NewMatch(match, Secret(b"s" * 32), seats or (SeatRow(Seat(0), ANNA), SeatRow(Seat(1), BEN, joined=1)))


def moved(match: MatchRow, *texts: str, at: datetime = NOW) -> Commit:
    rows = tuple(ActionRow(match.version + i, Seat(0), text, at) for i, text in enumerate(texts))
    return Commit(replace(match, version=match.version + len(rows)), match.version, at, actions=rows)


def turn(nonce: str, upto: int = 1, seat: int = 0) -> NewPost:
    return NewPost("turn", {"since": 0}, nonce, 70, ANNA, Seat(seat), upto)


async def test_a_match_comes_back_as_it_was_kept(store: Store) -> None:
    match = await store.open_match(new_match())

    loaded = await store.load(match.id)

    assert loaded is not None
    assert (loaded.match, loaded.log, loaded.snapshot) == (match, (), None)
    assert loaded.seats == (SeatRow(Seat(0), ANNA), SeatRow(Seat(1), BEN, joined=1))
    assert (await store.secret(match.id)).key == b"s" * 32
    assert await store.load(MatchId(match.id + 1)) is None


async def test_a_commit_changes_everything_it_names(store: Store) -> None:
    match = await store.open_match(new_match(status="lobby"))
    after = replace(
        *(match,),
        version=2,
        status="finished",
        started_at=NOW,
        ended_at=NOW + timedelta(hours=1),
        result={"scores": [1, 2]},
        channel_id=71,
        host_id=BEN,
        options={"rounds": "9"},
        seats_wanted=3,
        order="joined",
        rules_version=4,
    )
    rows = (ActionRow(0, HOUSE, "draw 1", NOW), ActionRow(1, Seat(0), "keep", NOW))
    gone = replace(SeatRow(Seat(1), BEN, joined=1), level="greedy", left="resigned", told=2, waiting_since=NOW)

    await store.commit(
        Commit(after, 0, NOW, actions=rows, changed_seats=(gone,), snapshot=SnapshotRow(2, 1, {"a": [1]}), posts=(turn("n1"),))
    )

    loaded = await store.load(match.id)
    assert loaded is not None
    assert loaded.match == after
    assert loaded.log == rows
    assert loaded.seats[1] == gone
    assert loaded.snapshot == SnapshotRow(2, 1, {"a": [1]})
    assert [(p.kind, p.payload, p.nonce, p.user_id, p.attempts) for p in await store.posts(match.id)] == [
        ("turn", {"since": 0}, "n1", ANNA, 0)
    ]


async def test_a_commit_on_another_version_is_a_conflict_and_writes_nothing(store: Store) -> None:
    match = await store.open_match(new_match())
    await store.commit(moved(match, "keep"))

    for only_advances in (True, False):
        with pytest.raises(Conflict):
            await store.commit(replace(moved(match, "pass", "hold"), only_advances=only_advances, posts=(turn("n1"),)))

    loaded = await store.load(match.id)
    assert loaded is not None
    assert [row.text for row in loaded.log] == ["keep"]
    assert await store.posts(match.id) == ()


async def test_a_number_of_the_log_is_given_once(store: Store) -> None:
    match = await store.open_match(new_match())
    await store.commit(moved(match, "keep"))
    liar = replace(match, version=1)

    with pytest.raises(Conflict):
        await store.commit(Commit(replace(liar, version=2), 1, NOW, actions=(ActionRow(0, Seat(1), "pass", NOW),)))


async def test_a_failing_part_takes_the_whole_commit_back(store: Store) -> None:
    match = await store.open_match(new_match())
    await store.commit(replace(moved(match, "keep"), posts=(turn("n1"),)))
    after = replace(match, version=1)

    with pytest.raises(Conflict):
        await store.commit(replace(moved(after, "hold"), posts=(turn("n2", upto=2), turn("n1", upto=3))))

    loaded = await store.load(match.id)
    assert loaded is not None
    assert loaded.match.version == 1
    assert len(await store.posts(match.id)) == 1


async def test_a_turn_is_told_once_whatever_the_program_believes(store: Store) -> None:
    match = await store.open_match(new_match())

    with pytest.raises(Conflict):
        await store.commit(replace(moved(match, "keep"), posts=(turn("n1"), turn("n2"))))

    await store.commit(replace(moved(match, "keep"), posts=(turn("n1"), turn("n2", seat=1))))
    assert len(await store.posts(match.id)) == 2


async def test_a_channel_holds_one_live_match(store: Store) -> None:
    first = await store.open_match(new_match())

    with pytest.raises(Conflict):
        await store.open_match(new_match(status="lobby"))

    await store.commit(Commit(replace(first, status="cancelled"), 0, NOW))
    second = await store.open_match(new_match())
    assert await store.match_in(70) == second
    await store.commit(Commit(replace(second, status="finished"), 0, NOW))
    assert (await store.match_in(70)) == replace(second, status="finished")
    assert await store.match_in(99) is None


async def test_the_live_match_of_a_channel_goes_before_newer_ended_ones(store: Store) -> None:
    live = await store.open_match(new_match())
    await store.open_match(new_match(status="expired"))

    assert await store.match_in(70) == live


async def test_a_person_sits_once_in_a_match(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.open_match(new_match(seats=(SeatRow(Seat(0), ANNA), SeatRow(Seat(1), ANNA))))


async def test_all_seats_are_replaced_at_once(store: Store) -> None:
    match = await store.open_match(new_match(status="lobby"))
    swapped = (SeatRow(Seat(0), BEN, joined=1), SeatRow(Seat(1), ANNA, told=3), SeatRow(Seat(2), None, "random"))

    await store.commit(Commit(match, 0, NOW, all_seats=swapped))

    assert await store.seats(match.id) == swapped


async def test_waiting_matches_come_longest_wait_first(store: Store) -> None:
    ids = []
    for channel, hours in ((70, 1), (71, 3), (72, 2)):
        match = await store.open_match(new_match(channel))
        waits = SeatRow(Seat(0), ANNA, waiting_since=NOW - timedelta(hours=hours))
        await store.commit(Commit(match, 0, NOW, changed_seats=(waits,)))
        ids.append(match.id)
    lost = await store.load(ids[2])
    assert lost is not None
    await store.commit(Commit(replace(lost.match, status="lost"), 0, NOW))

    assert [(w.match.id, w.since) for w in await store.waiting_for(ANNA)] == [
        (ids[1], NOW - timedelta(hours=3)),
        (ids[0], NOW - timedelta(hours=1)),
    ]
    assert await store.waiting_for(BEN) == ()


async def test_matches_are_found_by_server_and_by_person(store: Store) -> None:
    lobby = await store.open_match(new_match(70, status="lobby"))
    running = await store.open_match(new_match(71))
    await store.open_match(new_match(72, status="finished"))
    elsewhere = await store.open_match(new_match(80, guild_id=8))
    computer = SeatRow(Seat(1), BEN, "greedy", "resigned", joined=1)
    await store.commit(Commit(running, 0, NOW, changed_seats=(computer,)))

    assert [m.id for m in await store.matches_of_guild(7, ("lobby", "running"), 10)] == [running.id, lobby.id]
    assert [m.id for m in await store.matches_of_guild(7, ("lobby", "running"), 1)] == [running.id]
    assert await store.live_of_user(ANNA, 7) == (lobby.id, running.id)
    assert await store.live_of_user(BEN, 7) == (lobby.id,)
    assert await store.live_of_user(ANNA, 8) == (elsewhere.id,)
    assert await store.with_computers() == (running.id,)


async def test_drafts_are_replaced_and_dropped(store: Store) -> None:
    match = await store.open_match(new_match())
    assert await store.draft(match.id, Seat(0)) is None

    await store.put_draft(match.id, DraftRow(Seat(0), 1, ("keep",)))
    await store.put_draft(match.id, DraftRow(Seat(0), 1, ("keep", "bank")))
    await store.put_draft(match.id, DraftRow(Seat(1), 1, ("pass",)))

    assert await store.draft(match.id, Seat(0)) == DraftRow(Seat(0), 1, ("keep", "bank"))
    await store.commit(replace(moved(match, "keep"), drop_drafts=(Seat(0),)))
    assert await store.draft(match.id, Seat(0)) is None
    await store.drop_draft(match.id, Seat(1))
    assert await store.draft(match.id, Seat(1)) is None


async def test_snapshots_are_disposable(store: Store) -> None:
    match = await store.open_match(new_match())
    for seq in (1, 2):
        await store.commit(Commit(match, 0, NOW, snapshot=SnapshotRow(seq, 1, [seq])))
    loaded = await store.load(match.id)
    assert loaded is not None
    assert loaded.snapshot == SnapshotRow(2, 1, [2])

    await store.drop_snapshots()

    bare = await store.load(match.id)
    assert bare == replace(loaded, snapshot=None)


async def test_due_posts_lead_their_match_and_are_due(store: Store) -> None:
    first = await store.open_match(new_match(70))
    second = await store.open_match(new_match(71))
    await store.commit(Commit(first, 0, NOW, posts=(turn("a1"), turn("a2", upto=2))))
    await store.commit(Commit(second, 0, NOW, posts=(turn("b1"),)))

    assert [p.nonce for p in await store.due_posts(NOW, 10)] == ["a1", "b1"]
    assert [p.nonce for p in await store.due_posts(NOW, 1)] == ["a1"]
    assert await store.due_posts(NOW - timedelta(seconds=1), 10) == ()

    a1, b1 = await store.due_posts(NOW, 10)
    await store.post_delayed(a1.id, NOW + timedelta(minutes=1), "503")
    await store.post_sent(b1.id, 9001, NOW)
    assert await store.due_posts(NOW, 10) == ()
    assert await store.next_post_at() == NOW + timedelta(minutes=1)
    await store.post_dead(a1.id, NOW, "bad")
    assert [p.nonce for p in await store.due_posts(NOW, 10)] == ["a2"]
    last = await store.last_post(second.id, "turn")
    assert last is not None
    assert (last.message_id, last.sent_at) == (9001, NOW)
    assert await store.last_post(first.id, "turn") is None


async def test_the_first_attempt_is_remembered_and_all_are_counted(store: Store) -> None:
    match = await store.open_match(new_match())
    await store.commit(Commit(match, 0, NOW, posts=(turn("a1"),)))
    post = (await store.due_posts(NOW, 1))[0]

    await store.begin_post(post.id, NOW)
    await store.begin_post(post.id, NOW + timedelta(minutes=5))

    again = (await store.posts(match.id))[0]
    assert (again.attempts, again.tried_at) == (2, NOW)


async def test_posts_given_up_with_their_channel_come_back_with_a_new_one(store: Store) -> None:
    match = await store.open_match(new_match())
    letter = NewPost("lost", {}, "l1", None, ANNA)
    await store.commit(Commit(match, 0, NOW, posts=(turn("a1"), turn("a2", upto=2))))
    await store.commit(Commit(replace(match, status="lost"), 0, NOW, kill_posts="channel-gone", posts=(letter,)))
    assert [p.nonce for p in await store.due_posts(NOW, 10)] == ["l1"]
    await store.post_dead((await store.due_posts(NOW, 1))[0].id, NOW, "user-unreachable")

    await store.commit(Commit(replace(match, channel_id=71), 0, NOW, revive_posts=True))

    posts = await store.posts(match.id)
    assert [(p.nonce, p.channel_id, p.dead_at) for p in posts] == [("a1", 71, None), ("a2", 71, None), ("l1", None, NOW)]


async def test_a_message_sent_by_other_means_is_kept_as_sent(store: Store) -> None:
    match = await store.open_match(new_match())

    await store.note_posted(match.id, NewPost("lobby", {}, "x1", 70), 4711, NOW)

    last = await store.last_post(match.id, "lobby")
    assert last is not None
    assert (last.message_id, last.sent_at, last.channel_id) == (4711, NOW, 70)
    assert await store.due_posts(NOW, 10) == ()


async def test_timers_fire_once_most_overdue_first(store: Store) -> None:
    new = new_match(status="lobby")
    timers = (NewTimer("late", NOW + timedelta(hours=2)), NewTimer("early", NOW + timedelta(hours=1), {"why": "x"}))
    match = await store.open_match(replace(new, timers=timers))

    assert await store.due_timers(NOW, KINDS, 10) == ()
    due = await store.due_timers(NOW + timedelta(hours=2), KINDS, 10)
    assert [(t.kind, t.payload, t.match_id) for t in due] == [("early", {"why": "x"}, match.id), ("late", {}, match.id)]

    await store.commit(Commit(match, 0, NOW, done_timer=due[0].id))
    assert [t.kind for t in await store.due_timers(NOW + timedelta(hours=2), KINDS, 10)] == ["late"]
    await store.commit(Commit(match, 0, NOW, drop_timers="late", timers=(NewTimer("next", NOW),)))
    assert [t.kind for t in await store.due_timers(NOW + timedelta(hours=2), KINDS, 10)] == ["next"]


async def test_people_are_kept(store: Store) -> None:
    assert await store.person(ANNA) is None

    await store.put_person(PersonRow(ANNA, "nl"))
    await store.put_person(PersonRow(ANNA, "de", {"dm": True}))

    assert await store.person(ANNA) == PersonRow(ANNA, "de", {"dm": True})


def new_map(map_id: str = "isle-1", guild_id: int = 7, *, hours: int = 0) -> MapRow:
    return MapRow(map_id, guild_id, "My isle", f"map: {map_id}\nÆrø ~\n", ANNA, NOW + timedelta(hours=hours))


async def test_each_server_has_its_own_list_of_maps_oldest_first(store: Store) -> None:
    for row in (later := new_map("isle-2", hours=2), first := new_map(), elsewhere := new_map(guild_id=8)):
        await store.add_map(row)

    assert await store.maps_of_guild(7) == (first, later)
    assert await store.maps_of_guild(8) == (elsewhere,)
    assert await store.maps_of_guild(9) == ()
    assert await store.map_texts() == (("isle-1", first.text), ("isle-2", later.text))


async def test_a_removed_map_leaves_the_list_and_keeps_its_text(store: Store) -> None:
    await store.add_map(new_map())

    assert await store.remove_map(7, "isle-1", NOW)

    assert await store.maps_of_guild(7) == ()
    assert await store.map_text("isle-1") == new_map().text
    assert await store.map_texts() == (("isle-1", new_map().text),)
    assert await store.map_text("isle-2") is None
    assert not await store.remove_map(7, "isle-1", NOW)
    assert not await store.remove_map(8, "isle-1", NOW)


async def test_a_map_that_was_removed_comes_back_with_who_added_it_now(store: Store) -> None:
    await store.add_map(new_map())
    await store.remove_map(7, "isle-1", NOW)

    await store.add_map(again := replace(new_map(hours=3), added_by=BEN))

    assert await store.maps_of_guild(7) == (again,)


async def test_a_person_has_one_upload_in_a_server_until_he_adds_it(store: Store) -> None:
    first, second, foreign = (UploadRow(7, ANNA, "one", NOW), UploadRow(7, ANNA, "two", NOW), UploadRow(7, BEN, "three", NOW))
    for row in (first, second, foreign):
        await store.put_map_upload(row)
    assert await store.map_upload(7, ANNA) == second
    assert await store.map_upload(8, ANNA) is None

    await store.add_map(new_map())

    assert await store.map_upload(7, ANNA) is None
    assert await store.map_upload(7, BEN) == foreign
    await store.drop_map_upload(7, BEN)
    assert await store.map_upload(7, BEN) is None


async def test_naive_times_are_a_mistake(store: Store) -> None:
    with pytest.raises(StatementError, match="aware"):
        await store.due_timers(datetime(2026, 3, 1), KINDS, 1)
