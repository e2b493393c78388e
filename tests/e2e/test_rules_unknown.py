"""A game goes by rules that this program does not know, as after going back to an older one: nothing is lost or broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot import Settings, build_bot
from editions.edition import Editions
from editions.registry import EDITIONS
from games.carcassonne.game import Carcassonne
from tests.e2e.world import World, named


class Elsewhere(Carcassonne):
    """A copy of the game with renumbered rules."""

    def __init__(self) -> None:
        super().__init__()
        self.rules_version = 99

    def under(self, version: int) -> Carcassonne | None:
        return self if version == 99 else None


def without_its_rules() -> Editions:
    return Editions(replace(EDITIONS["carcassonne"], game=Elsewhere()), EDITIONS["cardcassonne"])


def without_the_game() -> Editions:
    return Editions(EDITIONS["cardcassonne"])


@pytest.mark.parametrize("offered", [without_its_rules, without_the_game])
async def test_a_game_whose_rules_are_unknown_is_listed_read_exported_and_given_up(
    world: World, settings: Settings, offered: Callable[[], Editions]
) -> None:
    match_id, room = await world.start(2)
    line = await world.line(match_id)
    assert line is not None
    player, texts = line
    await player.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])
    rows = await world.services.match_queries.history(match_id)
    played = [row.text for row in rows]

    world._build = lambda: build_bot(settings, offered())
    await world.restart()
    host, guest = world.members[:2]

    for name in ("board", "score", "tiles", "undo"):
        answer = await host.slash(room, name)
        assert "don't know this game's rules" in world.text(answer.response), name
    pressed = await host.click(world.messages(room, "place")[-1], label=named("place"))
    assert "don't know this game's rules" in world.text(pressed.response)
    log = world.text((await host.slash(room, "game", action="log")).response)
    shown = offered is without_its_rules  # of a game that is not known at all, nobody knows what is secret in it
    assert ("N" in log and all(text in log for text in played)) is shown, log
    assert all(name in log for name in ("the draw", player.name))
    assert f"<#{room.id}>" in world.text((await host.slash(room, "game", action="list")).response)
    title = "Base game" if shown else "carcassonne"
    assert title in world.text((await host.slash(room, "game", action="info")).response)
    export = (await guest.slash(room, "game", action="export")).response
    record = json.loads(await export.attachments[0].read())
    own = rows[1].seat if player == guest else None  # what one did oneself one may read
    assert [entry["text"] or "?" for entry in record["log"]] == [
        row.text if shown or row.seat == own or row.text.startswith("mix ") else "?" for row in rows
    ]

    asked = (await guest.slash(room, "game", action="resign")).response
    assert "resigns" in world.text((await guest.click(asked, label=named("yes-resign"))).response)
    asked = (await host.slash(room, "game", action="cancel")).response
    assert "cancelled" in world.text((await host.click(asked, label=named("yes-cancel"))).response).lower()
    left = {seat.user_id: seat.left for seat in await world.services.match_queries.seats(match_id)}
    assert left == {host.id: None, guest.id: "resigned"}
    assert all(entry["text"] for entry in (await world.services.record_export.export(match_id))["log"])


async def test_a_lobby_of_a_game_that_is_not_known_any_more_can_be_left_and_closed(world: World, settings: Settings) -> None:
    """What cannot be done is refused in one sentence; what is done stands in the message at once."""
    host, guest, third = world.members[:3]
    await host.slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    await guest.click(lobby, label=named("join"))
    world._build = lambda: build_bot(settings, without_the_game())
    await world.restart()

    def said(answer: Any) -> list[str]:
        return [world.text(answer.response)] if answer.ephemeral else []

    joining = said(await third.click(lobby, label=named("join")))
    assert len(joining) == 1 and "don't know this game's rules" in joining[0]
    assert "I don't know this game" in world.text(lobby) and "anna, ben" in world.text(lobby)
    assert not said(await guest.click(lobby, label=named("leave")))
    assert "ben" not in world.text(lobby) and "anna" in world.text(lobby)
    await host.click(lobby, label=named("yes-cancel"))
    assert "carcassonne · anna · cancelled" in world.text(lobby) and not world.buttons(lobby)
