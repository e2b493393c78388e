"""What goes wrong is answered here, and only here: commands, buttons, forms, typed replies and autocomplete let errors rise.

A refusal becomes a private sentence in the reader's language that says what would fit. Anything else is a mistake of ours: it
is logged under an id, and the person gets an apology with that id and nothing else.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from cogs import acknowledging, asking, deliver, measured
from cogs.desk import Desk
from cogs.entries import finding
from cogs.present import ids, private
from cogs.present.kept import kept
from cogs.present.parts import Message
from cogs.refused import as_refused
from journal.entry import entry
from service.process.admission import LeftTheLine
from service.process.changing import has_written, watch_writing
from storage.errors import StorageError, Unavailable, Unsure
from storage.records import MatchRow
from text.language import Words
from text.language import words as spoken

log = logging.getLogger("cogs.entries.errors")


async def guarded(desk: Desk, interaction: discord.Interaction, answer: Awaitable[None]) -> None:
    """Await `answer`; should it fail, answer with the reason."""
    try:
        await answer
    except Exception as error:
        await report(desk, interaction, error)
    else:
        measured.ended(interaction, measured.ANSWERED)


async def report(desk: Desk, interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the person privately what went wrong."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if not interaction.response.is_done() and acknowledging.answered_elsewhere(cause):  # a form: they have it before them
        log.info(entry("answered-elsewhere"))
        return
    if isinstance(cause, LeftTheLine):  # and was told so by the press that left
        measured.ended(interaction, measured.ANSWERED)
        return
    words, refused = asking.words(interaction), as_refused(error)
    if refused is None:
        message = _apology(error, _where(interaction), words)
    elif refused.code == "no-match" and interaction.guild_id is not None:
        message = await finding.elsewhere(desk, interaction, refused, words)
    elif refused.code == "which-lobby":
        message = await finding.which(desk, refused, words)
    else:
        message = private.refusal(refused, words)
    try:
        await deliver.aside(interaction, message)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as unsent:  # void, its channel gone, or Discord out of reach
        log.warning(entry("unanswered", to=_where(interaction), reason=repr(unsent)[:200]))
    measured.ended(interaction, _outcome(error))


async def guarded_reply(desk: Desk, message: discord.Message, match: MatchRow, answer: Awaitable[None]) -> None:
    """Await the answer to what somebody typed in the channel of a match; should it fail, answer with the reason."""
    watch_writing()
    try:
        await answer
    except Exception as error:
        await report_reply(desk, message, match, error)
    else:
        measured.reply_ended(message, measured.ANSWERED)


async def report_reply(desk: Desk, message: discord.Message, match: MatchRow, error: BaseException) -> None:
    """Answer a typed move that failed: nothing typed can be answered in private, so quietly and without a ping."""
    words, refused = spoken(match.locale), as_refused(error)
    if refused is not None:
        answer = private.refusal(refused, words)
    else:
        answer = _apology(error, f"reply in {message.channel.id}", words)
    await reply(desk, message, match, answer)
    measured.reply_ended(message, _outcome(error))


async def reply(desk: Desk, message: discord.Message, match: MatchRow, answer: Message) -> None:
    """Answer a typed move through the outbox, which loses nothing: without it somebody believes that they have moved. Where the
    database does not work, which is what this answer says then, straight away.
    """
    payload = {"to": message.id, "user": message.author.id, "said": kept(answer)}
    try:
        await desk.services.outbox.reply(match.id, payload, channel_id=message.channel.id, now=asking.now())
    except StorageError:
        await _reply_directly(message, answer)


async def _reply_directly(message: discord.Message, answer: Message) -> None:
    try:
        await deliver.reply(message, answer)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as unsent:
        log.warning(entry("unanswered", channel=message.channel.id, reason=repr(unsent)[:200]))


async def completed(
    interaction: discord.Interaction, found: Awaitable[list[app_commands.Choice[str]]]
) -> list[app_commands.Choice[str]]:
    """What an autocomplete offers; nothing where it fails: suggestions are a courtesy, the command itself will say what is wrong.

    It is sent here, so that a completion Discord no longer takes (too late, answered by another process, connection lost) is no
    unhandled error: discord.py, which would send the answer, leaves an answered interaction alone.
    """
    choices: list[app_commands.Choice[str]] = []
    try:
        choices = await found
    except Exception as error:
        measured.ended(interaction, _outcome(error))
        if _outcome(error) == measured.FAILED:
            _logged(error, _where(interaction))
    try:
        await interaction.response.autocomplete(choices)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as unsent:
        log.debug(entry("uncompleted", where=_where(interaction), reason=repr(unsent)[:200]))
        measured.ended(interaction, measured.UNACKNOWLEDGED)
    else:
        measured.ended(interaction, measured.ANSWERED)
    return choices


def _apology(error: BaseException, where: str, words: Words) -> Message:
    """What is true: that nothing was changed where nothing was written, and why where the database could not work, of which the
    database itself tells the host.
    """
    cause = _cause(error)
    if isinstance(cause, Unsure):
        return private.unsure(words)
    if isinstance(cause, Unavailable) and not has_written():
        return private.busy(words)
    return private.apology(_logged(error, where), words, unchanged=not has_written())


def _outcome(error: BaseException) -> str:
    if as_refused(error) is not None:
        return measured.REFUSED
    return measured.UNAVAILABLE if isinstance(_cause(error), Unavailable) else measured.FAILED


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _logged(error: BaseException, where: str) -> str:
    """Log a mistake of ours, or that an outage has cut an answer off; the id under which it is found."""
    number, cause = secrets.token_hex(4), _cause(error)
    if isinstance(cause, Unavailable):
        log.warning(entry("answer-cut-off", id=number, where=where, reason=str(cause)[:200]))
    else:
        log.error(entry("error", id=number, where=where), exc_info=error)
    return number


def _where(interaction: discord.Interaction) -> str:
    """The command or the component's verb: nothing that anybody typed, holds or chose."""
    if interaction.command:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    press = ids.read(str(data.get("custom_id", "")))
    return f"{press.verb} in match {press.match}" if press else "an unknown component"
