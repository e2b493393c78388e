"""Every door of a card game, for every seat and for strangers: what you cannot see cannot change what you are shown.

Of a game in mid-round a second history is made that differs only in cards hidden from one person: a card in another hand and a
card laid face down by somebody else are exchanged for cards of the deck. The bot starts again on that history, and everything
that the person can call up, and everything posted for all, must be the same to the last byte.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Iterable
from typing import Any

import pytest

from bot import Settings
from cogs.background import message_builders
from cogs.messages import layout
from games.cardcassonne.cards import CODES
from games.core.game import Seat
from storage.rows import MatchId, UserId
from tests.e2e.test_card_game import by_buttons, open_draft, opened
from tests.e2e.world import World, verb_of

PLAYERS = 3
VIEWERS = [*((viewer, 8) for viewer in (2, None)), *(pytest.param(viewer, 1, marks=pytest.mark.soak) for viewer in (0, 1, 2, None))]
"""A player and somebody who only watches, and each eighth card; the other players and cards in `make soak`."""


async def to_mid_round(world: World, match_id: MatchId, room: Any) -> None:
    """Play to the middle of the first round, with cards still in hand."""
    while on_turn := await world.waited_for(match_id):
        if on_turn[1].view.round and all(seat.has_begun for seat in on_turn[1].view.seats):
            return
        await by_buttons(world, room, *on_turn)


def other_history(database: Any, match_id: MatchId, state: Any, viewer: int | None) -> int:
    """Exchange in the log what others hide for cards of the deck; return how many cards."""
    bag = [CODES[card] for card, left in enumerate(state.bag) if left]
    changes: list[tuple[int, str, str]] = []
    for seat in range(state.seats):
        if seat == viewer or (viewer is None and seat):
            continue
        own_hand = [CODES[card] for card in state.hands[seat]]
        laid = [CODES[item & 31] for row in state.rows for item in row if item >= 0 and item >> 5 == seat + 1]
        for old in dict.fromkeys((own_hand[0], laid[0])):
            new = next(card for card in bag if card not in (*own_hand, *laid))
            bag.remove(new)
            changes.append((-1, f"deal {old} s{seat}", f"deal {new} s{seat}"))
            if old in laid:
                changes.append((seat, f"hide {old} ", f"hide {new} "))
    with sqlite3.connect(database) as store:
        triggers = store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            store.execute(f"DROP TRIGGER {name}")
        for seat, old, new in changes:
            row = store.execute(
                "SELECT seq, text FROM action WHERE match_id = ? AND seat = ? AND text LIKE ? ORDER BY seq LIMIT 1",
                (match_id, seat, old + "%"),
            ).fetchone()
            store.execute("UPDATE action SET text = ? WHERE match_id = ? AND seq = ?", (row[1].replace(old, new), match_id, row[0]))
        store.execute("DELETE FROM snapshot")
        for _, sql in triggers:
            store.execute(sql)
    store.close()
    return len(changes)


async def said(world: World, answer: Any) -> tuple[Any, ...]:
    """Return all of an answer: text, labels, ids, alt texts, and the bytes of its files."""
    message = answer.response if hasattr(answer, "response") else answer
    files = [(file.filename, await file.read()) for file in message.attachments]
    told = [
        (part.get("label"), part.get("custom_id"), part.get("placeholder"), part.get("options")) for part in world.parts(message)
    ]
    return world.text(message), told, world.alts(message), files


async def shown(world: World, room: Any, match_id: MatchId, member: Any, codes: Iterable[str]) -> dict[str, Any]:
    """Return what one person gets in every way, with each of these cards typed."""
    payloads: dict[str, Any] = {}
    for name, options in (
        ("game hand", {}),
        ("score", {}),
        ("tiles", {}),
        ("help", {}),
        ("turns", {}),
        ("board", {}),
        ("board", {"view": "text"}),
        ("board", {"view": "whole"}),
        ("place", {"spot": "1"}),
        ("meeple", {"where": "nonsense"}),
        ("play", {}),
        ("play", {"card": "nonsense"}),
        *(("play", {"card": code}) for code in codes),
        *(("play", {"card": code, "row": "yellow and nothing else"}) for code in codes),
        ("game info", {}),
        ("game list", {}),
        ("game log", {}),
        ("game export", {"detail": "json"}),
        ("game export", {"detail": "line"}),
        ("game verify", {}),
    ):
        payloads[f"{name} {options}"] = await said(world, await world.ask(member, room, name, **options))
    for command, option in (("play", "card"), ("play", "row"), ("place", "spot"), ("meeple", "where"), ("tiles", "square")):
        payloads[f"{command} {option}"] = await member.autocomplete(room, command, option, "")
    turn = world.messages(room, "place")[-1]
    for name, custom_id in world.buttons(turn).items():
        payloads[name] = await said(world, await member.click(turn, custom_id=custom_id))
    for name, answer in (await world.behind_more(member, turn, but=("undo", "hint"))).items():  # both write to the log
        payloads[f"more: {name}"] = await said(world, answer)
    if member is world.members[5]:
        await world.services.subscriptions.follow_match(member.id, match_id, on=False)  # as before every button was pressed
    return payloads


async def posted(world: World, match_id: MatchId) -> Any:
    """Return what the channel reads, built again."""
    post = await world.services.outbox.last(match_id, "turn")
    message = await message_builders.of_matches().build(world.bot.app, post)
    return message.texts(), message.files, layout.view(message).to_components()


async def drafted(world: World, room: Any, member: Any) -> list[Any]:
    """Return the private window of the asked player: its first question, and the confirmation of every choice on it."""
    first = await open_draft(world, room, member)
    messages = [await said(world, first)]
    final = {name for name, custom_id in world.buttons(first).items() if verb_of(custom_id) == "play"}
    for option in world.options(first):
        if option[0] in final:
            continue  # its label and its line are in the first question
        answer = await world.choose(member, await open_draft(world, room, member), option)
        messages.append(await said(world, answer))
        await member.click(answer, label=next(label for label in world.buttons(answer) if label in ("Back", "Other card")))
    return messages


@pytest.mark.parametrize(("viewer", "each"), VIEWERS, ids=["2", "None", *(f"all cards, {viewer}" for viewer in (0, 1, 2, None))])
async def test_what_you_cannot_see_cannot_change_what_you_are_shown(
    world: World, settings: Settings, viewer: int | None, each: int, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("cogs", "service", "storage", "bastide"):
        caplog.set_level(logging.DEBUG, name)
    match_id, room = await opened(world, PLAYERS)
    await to_mid_round(world, match_id, room)
    seats = await world.services.match_queries.seats(match_id)
    member = world.members[5] if viewer is None else world.member(seats[viewer].user_id)
    await world.services.user_settings.prefer(UserId(member.id), "typed", "preview")  # or a card that fits one row only is played
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    states, payload_rows = [], []

    for _ in range(2):
        live = await world.services.repository.live(match_id)
        states.append(live.state)
        seen = [await shown(world, room, match_id, member, CODES[::each]), await posted(world, match_id)]
        if on_turn[0].id == member.id:
            seen.append(await drafted(world, room, member))
        payload_rows.append(seen)
        if len(payload_rows) == 1:
            assert other_history(settings.database, match_id, live.state, viewer) >= 2
            await world.restart()

    game = world.services.games["cardcassonne"]
    seat = None if viewer is None else Seat(viewer)
    assert game.dump(states[0]) != game.dump(states[1])
    assert game.view(states[0], seat) == game.view(states[1], seat)
    for name, answer in payload_rows[0][0].items():
        assert answer == payload_rows[1][0][name], name
    assert payload_rows[0] == payload_rows[1]
    _nothing_is_logged(caplog)


def _nothing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Check that no log line of the bot names a card or repeats an action."""
    cards = re.compile(rf"\b(deal|hide|play|lay) \S|\b({'|'.join(CODES)})\b")
    ours = [
        r.getMessage() for r in caplog.records if r.name.split(".")[0] in ("cogs", "service", "storage", "bastide", "bot", "render")
    ]
    assert not [line for line in ours if cards.search(line)]


async def test_public_messages_of_a_game_name_no_card_before_it_lies_open(world: World) -> None:
    """Replayed beside the game: what is posted up to each moment never names a code, and tells no hidden card by its buttons."""
    match_id, room = await opened(world, 2)
    for _ in range(16):
        on_turn = await world.waited_for(match_id)
        assert on_turn is not None
        await by_buttons(world, room, *on_turn)

    for message in room.history():
        custom_ids = " ".join(part.get("custom_id", "") for part in world.parts(message))
        assert not re.search(rf"\b({'|'.join(CODES)})\b", world.text(message) + custom_ids + " ".join(world.alts(message)))
        for line in world.text(message).splitlines():
            assert "face down in the" not in line or ": a card face down in the" in line
