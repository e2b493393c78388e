"""The texts about seats that change hands, and about games that end or pause early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, people, sentence
from text.refusals.permissions import PERMISSIONS
from text.translator import Translator, phrase
from text.users.player_names import safe

VACATED: Mapping[str, str] = {
    "resigned": phrase("{name} resigns. A computer takes over the seat."),
    "left-server": phrase("{name} has left the server. A computer takes over the seat."),
    "skipped": phrase("A moderator lets the computer play for {name}."),
    "timeout": phrase("{name} has run out of time. A computer takes over the seat."),
    "forfeited": phrase("{name} has run out of time and lost. A computer takes over the seat."),
}


LOST_TO: Mapping[str, str] = {
    "resigned": phrase("{name} resigns, so {other} wins this game."),
    "left-server": phrase("{name} has left the server, so {other} wins this game."),
}


def vacated(name: str, why: str, words: Translator, *, winner: str = "") -> str:
    """Return the line about a seat that a computer takes over; `why` is a key of `VACATED`.

    If `winner` is given and `why` is a key of `LOST_TO`, the line says that the game is over and `winner` has won.
    """
    if winner and why in LOST_TO:
        return words.say(LOST_TO[why], name=safe(name), other=safe(winner))
    return words.say(VACATED[why], name=safe(name))


ask_lose: MessageTemplate[str] = pattern("Do you want to resign? Then {name} wins this game, and you can't come back.", name=safe)
"""Before a resignation from a game of two that counts for a duel or a tournament."""
ask_resign = sentence("Do you want to resign? A computer finishes the game for you, and you can't come back.")
"""Before a resignation."""
ask_cancel = sentence("Cancel this game for everyone? It won't have a result.")
"""Before a game is cancelled."""
cancelled: MessageTemplate[str] = pattern("{name} has cancelled the game. There is no result.", name=safe)
"""A lobby or game ended without a result."""
closed_down = sentence("The host of this bot has excluded this server. The game ends here, without a result.")
"""A game of a server that operators have barred."""
expired: MessageTemplate[int] = pattern(
    "This lobby closed because the game didn't start within {days} days. Open a new one with /new."
)
"""Nobody started the lobby in time."""


def paused(where: str, lacks: Sequence[str], words: Translator) -> str:
    """Return the notice that a game is paused because the bot can't write in its channel.

    `where` is a channel mention, `lacks` are the missing permissions, named as in discord.py.
    """
    sentence = words.say("This game is paused: I can't write in {channel}. It goes on as soon as I can.", channel=where)
    return " ".join(part for part in (sentence, lacking(lacks, words)) if part)


def lacking(lacks: Sequence[str], words: Translator) -> str:
    """Return the sentence that names the permissions a moderator must grant; empty if none are known to be missing."""
    if not lacks:
        return ""
    names = words.list([words.say(PERMISSIONS[name]) for name in lacks])
    return words.say("A moderator needs to give me these permissions there: {permissions}.", permissions=names)


def lost(where: str, reason: str, words: Translator) -> str:
    """Return the private notice that a game is paused since its channel can't be reached.

    `where` is a channel mention or name, `reason` a key of `LOST`.
    """
    return words.say(LOST[reason], channel=where)


ended_unheard: MessageTemplate[str] = pattern(
    "Your game in {channel} is over, but I can't write there any more. Here's the result."
)
"""Above the result of a game that could not be told in its channel; `where` is a channel mention."""
goes_on: MessageTemplate[str] = pattern("The game goes on in {channel}.")
"""A game that was lost is played on; `channel` is a channel mention."""
goes_on_here: MessageTemplate[Sequence[str]] = pattern("The game goes on here: {players}.", players=people)
"""Told to everybody in the channel in which a lost game is played on."""


LOST: Mapping[str, str] = {
    "channel-gone": phrase(
        "Your game is paused because its channel ({channel}) is gone. Nothing is lost: continue in another "
        "channel with /game action:resume."
    ),
    "forbidden": phrase(
        "Your game is paused because I can't write in {channel} any more. It goes on as soon as I can, or in "
        "another channel with /game action:resume."
    ),
    "rejected": phrase(
        "Your game is paused because Discord won't take my messages in {channel}. Nothing is lost: press the "
        "button below to try again, or use /game action:resume in another channel."
    ),
}


no_files = sentence(
    "I can't attach files in this channel any more, so there's no picture. A moderator can give me Attach "
    "Files again; until then I describe the board, and /board view:text shows all of it."
)
"""Where the right to attach files was withdrawn in a running game."""
moved: MessageTemplate[str] = pattern("This goes on here: {link}")
"""What stays of a message that was posted again."""
