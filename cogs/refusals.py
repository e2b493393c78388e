"""Refusals by the Discord layer itself, and the conversion of discord.py's errors to refusals."""

from __future__ import annotations

from discord import app_commands

from games.core.errors import RuleRefusedError

CODES: frozenset[str] = frozenset(
    {
        "unknown-button",  # a component that this program does not know (any more)
        "not-ours",  # a message that somebody else has written
        "no-number",  # of Discord's
        "operators-in-private",  # done only where nobody else reads it
        "bar-owner",  # who runs the bot can't be barred
        "not-owner",  # a command of the bot's owner
        "excluded",  # the host of the bot has excluded this person or this server
        "unknown-command",  # a command that Discord still shows and this program does not know, or not so
        "no-board",  # the host serves no pages in the browser (any more)
        "page-closed",  # a page in the browser that was closed, has expired, or was never opened
        "sign-in-failed",
        "not-public",  # a game that this server, or its channel, does not let be shown to everybody with a link
        "link-closed",  # a public link that nobody has shared (any more)
        "which-lobby",  # lobbies, verb: several are shown in this channel, and each of them may be meant
        "too-soon",  # again: when it may be done again; it is public or dear, and was done often lately
        "missing-permissions",  # names: what the bot lacks here, as Discord calls it
        "champion-deleted",  # role: what is wrong with a role that was chosen for champions
        "champion-above",
        "champion-powerful",
        "champion-lacking",
        "channel-hidden",  # names: players who cannot see the channel in which their game should go on
        "own-permissions",  # names: what the person lacks here themselves
        "may-not-open",  # role: only who has it opens games in this server
        "no-private-thread",  # the game isn't played in a thread (any more) to which people could be added
        "no-place-for-duels",  # neither this channel nor the room of the server can have threads below messages
        "no-more-threads",  # Discord allows no further thread here for now
        "not-among",  # value, choices: none of what is offered
        "no-end-of-vacation",  # a vacation with a first day only
        "no-such-person",  # value: nobody of that name is known here
        "secret-reply",  # a move typed where all can read it, in a game with hidden hands; it was not even looked at
        "secret-vote",  # a vote typed where all can read it
        "aid-off",  # the terms of this game keep it back
        "name-the-square",  # a number of a place, in a game whose players name squares
        "does-not-go-there",  # a move that does not fit, in a game that tells nobody what would
        "no-hand",  # nobody holds anything in this game
        "no-holes",  # this game has no squares whose odds could be told
        "no-scores",  # this game tells with each score how it came about, and has no more to say
        "not-a-turn",  # a message that is about no game of ours
        "no-stock",  # nothing is drawn in this game
        "misread",  # misread, say, view: what the words of the game (`MoveParser`) could not read, and the view it was read against
        "no-letters",  # the person takes no private messages of the bot
        "not-in-private",  # a command for servers, in a private message
        "bad-value",  # value: an option that could not be read at all
        "not-allowed",  # a check of Discord's
    }
)


class InteractionRefused(RuleRefusedError):
    """Raised when the Discord layer refuses a request; `code` is one of `CODES`."""

    def __init__(self, code: str, **params: object) -> None:
        assert code in CODES, code
        super().__init__(code, **params)


def as_refused(error: BaseException) -> RuleRefusedError | None:
    """Return the refusal that an error stands for; None if the error is a program error."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, RuleRefusedError):
        return error
    if isinstance(error, app_commands.NoPrivateMessage):
        return InteractionRefused("not-in-private")
    if isinstance(error, app_commands.TransformerError):
        return InteractionRefused("bad-value", value=str(error.value))
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return InteractionRefused("unknown-command")
    return InteractionRefused("not-allowed") if isinstance(error, app_commands.CheckFailure) else None
