"""Answers to errors of commands, buttons, forms, typed replies and completions; no other module catches these errors.

A refusal becomes a private message in the user's language that says what would be valid. Any other error is logged under an id, and
the user gets an apology with that id.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from cogs import deferral, delivery, interaction_info, metrics
from cogs.app_context import AppContext
from cogs.interactions import match_lookup
from cogs.messages import component_ids, ephemeral_messages
from cogs.messages.message_parts import Message
from cogs.messages.stored_messages import to_plain_data
from cogs.refusals import as_refused
from service.core.job_queue import JobCancelled
from service.core.outbox import TypedReply
from service.core.unit_of_work import has_written, watch_writing
from storage.errors import CommitUnknownError, DatabaseUnavailableError, StorageError
from storage.rows import MatchRow, UserId
from telemetry.log_line import log_line
from text.translator import Translator
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.entries.errors")


async def run_guarded(app: AppContext, interaction: discord.Interaction, answer: Awaitable[None]) -> None:
    """Await `answer`; if it raises, answer the interaction with the reason."""
    try:
        await answer
    except Exception as error:
        await report(app, interaction, error)
    else:
        metrics.record_outcome(interaction, metrics.ANSWERED)


async def report(app: AppContext, interaction: discord.Interaction, error: BaseException) -> None:
    """Answer the interaction privately with a message about the error, and record the outcome in the metrics.

    Does nothing if another process has answered the interaction, or if the user has cancelled the job.
    """
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if not interaction.response.is_done() and deferral.is_answered_elsewhere(cause):  # a form: they have it before them
        log.info(log_line("answered-elsewhere"))
        return
    if isinstance(cause, JobCancelled):  # and was told so by the press that left
        metrics.record_outcome(interaction, metrics.ANSWERED)
        return
    words, refused = interaction_info.words(interaction), as_refused(error)
    if refused is None:
        message = _apology(error, _request_name(interaction), words)
    elif refused.code == "no-match" and interaction.guild_id is not None:
        message = await match_lookup.no_game_here(app, interaction, refused, words)
    elif refused.code == "which-lobby":
        message = await match_lookup.lobby_question(app, refused, words)
    else:
        message = ephemeral_messages.refusal(refused, words)
    try:
        await delivery.respond_separately(interaction, message)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as unsent:  # void, its channel gone, or Discord out of reach
        log.warning(log_line("unanswered", to=_request_name(interaction), reason=repr(unsent)[:200]))
    metrics.record_outcome(interaction, _outcome(error))


async def run_guarded_reply(app: AppContext, message: discord.Message, match: MatchRow, answer: Awaitable[None]) -> None:
    """Await the answer to a reply in a match's channel; if it raises, post the reason as the answer."""
    watch_writing()
    try:
        await answer
    except Exception as error:
        await report_reply(app, message, match, error)
    else:
        metrics.record_reply_outcome(message, metrics.ANSWERED)


async def report_reply(app: AppContext, message: discord.Message, match: MatchRow, error: BaseException) -> None:
    """Answer a typed move that failed, publicly but without a ping, since Discord has no private answers to replies."""
    words, refused = spoken(match.locale), as_refused(error)
    if refused is not None:
        answer = ephemeral_messages.refusal(refused, words)
    else:
        answer = _apology(error, f"reply in {message.channel.id}", words)
    await reply(app, message, match, answer)
    metrics.record_reply_outcome(message, _outcome(error))


async def reply(app: AppContext, message: discord.Message, match: MatchRow, answer: Message) -> None:
    """Answer a typed move through the outbox, so that the answer isn't lost.

    If the database is unavailable, send the answer directly.
    """
    reply = TypedReply(message.id, UserId(message.author.id), to_plain_data(answer))
    try:
        await app.services.outbox.reply(match.id, reply, channel_id=message.channel.id, now=interaction_info.now())
    except StorageError:
        await _reply_directly(message, answer)


async def _reply_directly(message: discord.Message, answer: Message) -> None:
    try:
        await delivery.reply(message, answer)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as unsent:
        log.warning(log_line("unanswered", channel=message.channel.id, reason=repr(unsent)[:200]))


async def send_completions(
    interaction: discord.Interaction, found: Awaitable[list[app_commands.Choice[str]]]
) -> list[app_commands.Choice[str]]:
    """Send the completions of an option to Discord, and return them; none if computing them fails.

    They are sent here and not by discord.py, so that completions that Discord no longer accepts (too late, answered by another
    process, connection lost) raise no error.
    """
    choices: list[app_commands.Choice[str]] = []
    try:
        choices = await found
    except Exception as error:
        metrics.record_outcome(interaction, _outcome(error))
        if _outcome(error) == metrics.FAILED:
            _log_error(error, _request_name(interaction))
    try:
        await interaction.response.autocomplete(choices)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as unsent:
        log.debug(log_line("uncompleted", where=_request_name(interaction), reason=repr(unsent)[:200]))
        metrics.record_outcome(interaction, metrics.UNACKNOWLEDGED)
    else:
        metrics.record_outcome(interaction, metrics.ANSWERED)
    return choices


def _apology(error: BaseException, where: str, words: Translator) -> Message:
    """Return the apology for an error, which says whether anything was saved.

    Database outages have their own messages, and aren't logged here, since the database module logs them.
    """
    cause = _cause(error)
    if isinstance(cause, CommitUnknownError):
        return ephemeral_messages.unsure(words)
    if isinstance(cause, DatabaseUnavailableError) and not has_written():
        return ephemeral_messages.busy(words)
    return ephemeral_messages.apology(_log_error(error, where), words, unchanged=not has_written())


def _outcome(error: BaseException) -> str:
    if as_refused(error) is not None:
        return metrics.REFUSED
    return metrics.UNAVAILABLE if isinstance(_cause(error), DatabaseUnavailableError) else metrics.FAILED


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _log_error(error: BaseException, where: str) -> str:
    """Log an unexpected error or an answer cut off by a database outage, and return the id under which it was logged."""
    number, cause = secrets.token_hex(4), _cause(error)
    if isinstance(cause, DatabaseUnavailableError):
        log.warning(log_line("answer-cut-off", id=number, where=where, reason=str(cause)[:200]))
    else:
        log.error(log_line("error", id=number, where=where), exc_info=error)
    return number


def _request_name(interaction: discord.Interaction) -> str:
    """Return the name of the command, or the component's verb and match, for logs; without any user input."""
    if interaction.command:
        return interaction.command.qualified_name
    data: Any = interaction.data or {}
    press = component_ids.read(str(data.get("custom_id", "")))
    return f"{press.verb} in match {press.match}" if press else "an unknown component"
