"""Whatever refuses, it is one kind of refusal with one way to say it; a mistake of ours is none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import AppCommandOptionType, app_commands

from cogs.commands.lobby import game_channels, maps
from cogs.messages import ephemeral_messages
from cogs.refusals import InteractionRefused, as_refused
from editions.registry import EDITIONS
from games.core.errors import IllegalActionError
from service.errors import Refusal
from text.protocol import Misread
from text.translator import translator_for

EN = translator_for("en")


@app_commands.command(name="board", description="x")
async def board(interaction: Any) -> None:
    """Stand in for any command."""


COMMAND = cast(Any, board)
WHOLE = cast(Any, type("Whole", (), {"_error_display_name": "whole"})())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refusal("not-host"), "Only the host or a moderator can do this."),
        (IllegalActionError("not-your-turn"), "It's not your turn."),
        (InteractionRefused("no-hand"), "This game has no secret hands"),
        (
            InteractionRefused("missing-permissions", names=("send_messages",)),
            "needs to give me these permissions in this channel: Send Messages.",
        ),
        (app_commands.NoPrivateMessage(), "This only works in a server."),
        (app_commands.MissingPermissions(["manage_channels"]), "You can't do this in this channel."),
        (app_commands.TransformerError("many", AppCommandOptionType.integer, WHOLE), "“many” doesn't fit there."),
        (app_commands.CommandNotFound("old", []), "This command has changed"),
        (app_commands.CommandSignatureMismatch(COMMAND), "This command has changed"),
        (app_commands.CommandInvokeError(COMMAND, Refusal("not-host")), "Only the host or a moderator can do this."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_refusal_is_said_the_same_way(error: Exception, said: str) -> None:
    refused = as_refused(error)

    assert refused is not None
    assert said in "".join(ephemeral_messages.refusal(refused, EN).texts())


@pytest.mark.parametrize("error", [KeyError("card"), app_commands.CommandInvokeError(COMMAND, KeyError("card"))])
def test_a_mistake_of_ours_is_no_refusal(error: Exception) -> None:
    assert as_refused(error) is None


def test_what_cannot_be_read_is_said_by_the_words_of_its_game() -> None:
    misread, say = Misread("no-topic", text="x", topics=("dragon", "fields")), EDITIONS["carcassonne"].words.read

    refused = InteractionRefused("misread", misread=misread, say=say, view=None)

    text = "".join(ephemeral_messages.refusal(refused, EN).texts())
    assert text == say.refusal(misread.code, misread.params, None, EN)
    assert "dragon, fields" in text


async def test_nobody_is_added_to_a_channel_that_is_no_thread() -> None:
    """The game may have moved since its button was written; it was a mistake of ours."""
    client: Any = SimpleNamespace(get_channel=lambda _number: object())

    with pytest.raises(InteractionRefused) as refused:
        await game_channels.invite(cast(Any, SimpleNamespace(client=client)), 5, [1])

    assert refused.value.code == "no-private-thread"


def test_forms_about_maps_are_for_servers() -> None:
    """Discord keeps commands out of private messages, not what an old form brings."""
    with pytest.raises(InteractionRefused) as refused:
        maps._guild(cast(Any, SimpleNamespace(guild_id=None)))

    assert refused.value.code == "not-in-private"
