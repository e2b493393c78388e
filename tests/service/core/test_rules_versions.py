"""Raised rules: a match goes on under those that it began with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.core.game import AnyGame, Emit, Seat
from service.errors import Refusal
from service.records import MatchLocation
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, play_turn
from tests.service.tiny_game import AnyLegal, State, TinyGame

PLAYERS = {"apprentice": AnyLegal(), "citizen": AnyLegal()}


class DoubleRules(TinyGame):
    """Rules 2: what is kept counts twice. Rules 1 are still known."""

    rules_version = 2

    def under(self, version: int) -> AnyGame | None:
        return TinyGame() if version == 1 else None

    def advance(self, state: State, seat: Seat, action: str, emit: Emit) -> None:
        if action == "keep":
            state.scores[seat] += state.number
        super().advance(state, seat, action, emit)


class ForgetfulRules(DoubleRules):
    """Rules 2, which know no earlier ones."""

    def under(self, version: int) -> AnyGame | None:
        return None


def upgraded(store: Store, game: AnyGame) -> Services:
    """Return the program started again with other rules."""
    return assembled(store, {"tiny": game}, PLAYERS)


async def test_a_match_goes_on_under_its_rules_and_the_next_one_under_the_new_ones(services: Services, store: Store) -> None:
    old = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await play_turn(services, old, ANNA, "keep", "bank")
    now = upgraded(store, DoubleRules())

    before = await now.match_queries.table(old, BEN)
    end = await play_turn(now, old, BEN, "keep", "bank")
    new = (await begin(now, ANNA, BEN, rounds="1")).match
    await play_turn(now, new.id, ANNA, "keep", "bank")

    drawn = [int(e.text[-1]) for e in await now.match_queries.history(old) if e.text.startswith("draw")]
    assert before.game.rules_version == 1
    assert end.outcome is not None and end.outcome.scores == tuple(drawn)
    assert new.rules_version == 2
    first = int((await now.match_queries.history(new.id))[0].text[-1])
    assert (await now.match_queries.table(new.id)).scores == (2 * first, 0)
    assert (await now.record_export.verify(old)).is_sound


async def test_nothing_that_a_person_may_ask_refuses_because_the_rules_were_raised(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    now = upgraded(store, DoubleRules())

    record = await now.record_export.export(match_id, ANNA)
    assert (record["rules_version"], len(record["log"])) == (1, 1)
    assert (await now.drafts.push(match_id, ANNA, ["keep"], now=NOW)).game.rules_version == 1
    assert (await now.turns.undo(match_id, ANNA, now=NOW)).from_draft
    assert (await now.resignations.resign(match_id, BEN, now=NOW)).version == 2


async def test_a_lobby_from_before_begins_under_the_present_rules(services: Services, store: Store) -> None:
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)
    now = upgraded(store, DoubleRules())
    await now.lobbies.join(lobby.match.id, BEN, now=NOW)

    assert now.game_of(lobby.match).rules_version == 2
    assert (await now.lobbies.start(lobby.match.id, ANNA, now=NOW)).match.rules_version == 2


async def test_rules_that_are_not_known_are_never_played_but_the_match_keeps_its_name(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    now = upgraded(store, ForgetfulRules())

    for coroutine in (now.match_queries.table(match_id), play_turn(now, match_id, ANNA)):
        with pytest.raises(Refusal) as refused:
            await coroutine
        assert (refused.value.code, refused.value.params) == ("rules-changed", {"had": 1, "have": 2})
    assert now.game_of(await now.match_queries.match(match_id)).id == "tiny"


class MendedRules(TinyGame):
    """Rules 2: passing is allowed only in the first two rounds, and anyone who played so may go on."""

    rules_version = 2
    takes_over = frozenset({1})

    def under(self, version: int) -> AnyGame | None:
        return TinyGame() if version == 1 else None

    def legal(self, state: State, seat: Seat) -> Sequence[str]:
        legal_actions = super().legal(state, seat)
        return tuple(text for text in legal_actions if text != "pass") if state.turn >= 4 else legal_actions


async def test_a_match_whose_log_replays_equal_moves_to_the_newer_rules(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "pass", "bank")
    before = await services.match_queries.table(match_id, BEN)
    await services.drafts.push(match_id, BEN, ["keep"], now=NOW)
    now = upgraded(store, MendedRules())

    assert await now.rules_upgrade.upgrade_all(NOW) == (match_id,)
    assert await now.rules_upgrade.upgrade_all(NOW) == ()

    after = await now.match_queries.table(match_id, BEN)
    assert (after.match.rules_version, after.game.rules_version, after.version) == (2, 2, before.version + 1)
    assert (after.view, after.asked, after.legal) == (before.view, before.asked, before.legal)
    last = (await now.match_queries.history(match_id))[-1]
    assert (last.kind, last.text, last.params) == ("rebase", "rebase 1 2", {"from": 1, "to": 2})
    assert (await now.drafts.open(match_id, BEN, now=NOW)).texts == ("keep",)  # what was begun is not lost
    await now.turns.act(match_id, BEN, ["keep", "bank"], expected_version=before.version, now=NOW)  # an old button still works


async def test_a_moved_match_draws_as_it_would_have_and_its_bag_opens(services: Services, store: Store) -> None:
    """The row of the move is no draw, and a program started again reads the log the same."""
    match_id = (await begin(services, ANNA, BEN, rounds="2")).match.id
    await play_turn(services, match_id, ANNA, "keep", "bank")
    now = upgraded(store, MendedRules())
    await now.rules_upgrade.upgrade_all(NOW)
    loaded = await store.matches.load(match_id)
    assert loaded is not None and loaded.snapshot is not None and loaded.snapshot.rules_version == 2
    for person in (BEN, ANNA, BEN):
        await play_turn(now, match_id, person, "keep", "bank")

    again = upgraded(store, MendedRules())
    assert (await again.record_export.verify(match_id)).is_sound
    assert (await again.match_queries.table(match_id)).scores == (await now.match_queries.table(match_id)).scores


async def test_a_match_whose_log_replays_differently_stays_where_it_is(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody has passed in the third round; and rules that take nothing over move nobody."""
    caplog.set_level("INFO", "bastide.service")
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN, ANNA, BEN, ANNA):
        await play_turn(services, match_id, person, "pass", "bank")

    for rules in (MendedRules(), DoubleRules()):
        now = upgraded(store, rules)
        assert await now.rules_upgrade.upgrade_all(NOW) == ()
        assert (await now.match_queries.table(match_id)).match.rules_version == 1
    assert "replays differently" in caplog.text
    await play_turn(now, match_id, BEN, "pass", "bank")


async def test_what_is_worth_something_else_by_now_does_not_move(services: Services, store: Store) -> None:
    """Every action is allowed under both rules, but brings other points."""

    class DearRules(DoubleRules):
        takes_over = frozenset({1})

    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "keep", "bank")

    assert await upgraded(store, DearRules()).rules_upgrade.upgrade_all(NOW) == ()


async def test_without_its_rules_a_match_is_still_read_exported_and_given_up(services: Services, store: Store) -> None:
    """Whatever needs no replay works, and a program that knows the rules again goes on from there."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "pass", "bank")
    told = await services.record_export.export(match_id)
    lost = upgraded(store, ForgetfulRules())

    assert await lost.record_export.export(match_id) == told
    assert await lost.record_export.notation(match_id, BEN) == await services.record_export.notation(match_id, BEN)
    rows = await lost.match_queries.record(match_id)
    assert [(row.text, row.events) for row in rows] == [(entry["text"], ()) for entry in told["log"]]
    given_up = await lost.resignations.resign(match_id, BEN, now=NOW)
    assert (given_up.version, given_up.entries[-1].params) == (len(rows) + 1, {"why": "resigned", "level": "citizen"})
    for person, code in ((CHI, "not-seated"), (BEN, "seat-vacant")):
        with pytest.raises(Refusal, match=code):
            await lost.resignations.resign(match_id, person, now=NOW)
    assert (await lost.resignations.skip(match_id, Seat(0), now=NOW, moderator=True)).seats[0].left == "skipped"

    again = upgraded(store, DoubleRules())
    table = await again.match_queries.table(match_id)
    assert (table.version, [seat.left for seat in table.seats]) == (len(rows) + 2, ["skipped", "resigned"])
    assert [row.kind for row in await again.match_queries.history(match_id)][-2:] == ["vacate", "vacate"]
    assert await store.matches.waited_for(PLACE.guild_id or 0) == ()


async def test_without_its_rules_nobody_is_shown_what_may_be_secret(services: Services, store: Store) -> None:
    class Forgetful(ForgetfulRules):
        has_secrets = True

    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "pass", "bank")
    lost = upgraded(store, Forgetful())

    shown = {user: [row.text for row in await lost.match_queries.record(match_id, user)] for user in (ANNA, BEN, None)}
    assert shown == {ANNA: ["", "pass", "bank", ""], BEN: [""] * 4, None: [""] * 4}
    nameless = assembled(store, {}, PLAYERS)  # a whole game that this program does not know
    assert [row.text for row in await nameless.match_queries.record(match_id, ANNA)] == shown[ANNA]
    assert "secret" not in await lost.record_export.export(match_id, ANNA)

    await nameless.resignations.cancel(match_id, ANNA, now=NOW)
    assert all(row.text for row in await nameless.match_queries.record(match_id))
    assert (await nameless.record_export.export(match_id))["secret"] == (await store.matches.secret(match_id)).key.hex()


async def test_who_leaves_the_server_leaves_games_whose_rules_are_unknown_too(services: Services, store: Store) -> None:
    first = (await begin(services, ANNA, BEN)).match.id
    second = (await begin(services, ANNA, CHI, place=MatchLocation(7, 71))).match.id
    lost = upgraded(store, ForgetfulRules())

    assert await lost.resignations.left_guild(7, ANNA, now=NOW) == (first, second)
    assert [(await lost.match_queries.seats(match_id))[0].left for match_id in (first, second)] == ["left-server"] * 2


async def test_a_log_that_its_own_rules_refuse_is_still_exported(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake of ours, such as rules that changed without a new version: nothing is lost by it."""

    class Spoilt(TinyGame):
        def legal(self, state: State, seat: Seat) -> Sequence[str]:
            return [text for text in super().legal(state, seat) if text != "pass"]

    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "pass", "bank")
    spoilt = upgraded(store, Spoilt())

    with pytest.raises(Refusal, match="rules-changed"):
        await spoilt.match_queries.table(match_id)
    assert "does not replay" in caplog.text
    assert (await spoilt.record_export.export(match_id))["log"][1]["text"] == "pass"
