"""What one person reads alone: refusals, apologies, scores, lists, records, help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import discord
from discord import app_commands
from discord.utils import format_dt

from cogs import permissions
from cogs.present.parts import DETAIL, MAIN, OPTIONS, Line, Message, Picture, button, select
from cogs.scene import Scene
from editions.edition import Edition
from games.core.errors import Refused
from storage.records import MatchRow
from text import faults
from text.labels import label
from text.language import Words
from text.play import moving
from text.refusals import refusal as sentence


def refusal(refused: Refused, words: Words) -> Message:
    """Why not, and what would fit."""
    message = Message().say(sentence(refused.code, refused.params, words))
    if refused.code == "on-vacation":
        message.row(button(cast(MatchRow, refused.params["match"]), label("back-here", words), "backhere"))
    return message


def apology(number: str, words: Words, *, unchanged: bool) -> Message:
    """A mistake of ours."""
    return Message().say((faults.apology_unchanged if unchanged else faults.apology)(number, words))


def busy(words: Words) -> Message:
    """The database could not be written."""
    return Message().say(faults.busy(words))


def unsure(words: Words) -> Message:
    """The database went away in the very moment of saving."""
    return Message().say(faults.unsure(words))


def note(*lines: str) -> Message:
    """Plain lines."""
    return Message().say(*lines)


def draft_of(at: Scene, lines: Sequence[str]) -> Message:
    """A draft that was typed where all can read it: a few lines, and the way to its preview."""
    return Message().say(*lines).row(button(at.match, label("open-draft", at.words), "draft", style=MAIN, version=at.version))


def choices(offers: Sequence[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """(label, value) pairs as an autocomplete answer."""
    return [app_commands.Choice(name=name[:DETAIL], value=value[:DETAIL]) for name, value in offers[:OPTIONS] if name and value]


def help_page(
    edition: Edition, topic: str, words: Words, options: Mapping[str, str] | None = None, legend: Picture | None = None
) -> Message:
    """A topic, and the list of all; `legend` goes with the one about reading the board."""
    say = edition.words.explain
    lines = [Line(title, key, chosen=key == topic) for key, title in say.topics(words, options)]
    return (
        Message()
        .say(say.help(topic or lines[0].value, words, options))
        .show(legend)
        .say(legend.alt if legend else "")
        .row(select(None, "help", lines, edition.game.id, hint=label("topic", words)))
    )


def invitations(application_id: int, words: Words) -> tuple[discord.ui.Item[Any], ...]:
    """Links that add the bot to a server, with the permissions that it uses, and to a person's own account."""
    return (
        discord.ui.Button(label=label("add-server", words), url=permissions.invitation(application_id)),
        discord.ui.Button(label=label("add-account", words), url=permissions.personal_invitation(application_id)),
    )


def passing(match: MatchRow, at: datetime, words: Words, others: Sequence[MatchRow] = ()) -> Message:
    """After Confirm, while the move can be taken back; `at`: until when."""
    return (
        Message()
        .say(moving.passing(format_dt(at, "R"), words))
        .row(
            button(match, label("take-back", words), "takeback"),
            button(match, label("pass", words), "pass"),
            button(others[0], label("next-game", words), "place") if others else None,
        )
    )


def turn_done(names: Sequence[str], words: Words, *, over: bool, mine: bool, others: Sequence[MatchRow]) -> Message:
    """After a move: what comes next, here and elsewhere."""
    said = moving.your_turn_again(words) if mine else moving.turn_over(None if over else words.list(names), words)
    message = Message().say(said)
    if others:
        message.row(button(others[0], label("next-game", words), "place"))
    return message
