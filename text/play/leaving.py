"""Seats that change hands, and games that end or pause before their time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from text.people.names import safe

VACATED: Mapping[str, str] = {
    "resigned": phrase("{name} resigns. The computer plays on in this seat."),
    "left-server": phrase("{name} has left the server. The computer plays on in this seat."),
    "skipped": phrase("A moderator lets the computer play for {name}."),
    "timeout": phrase("{name}: time ran out. The computer plays on in this seat."),
    "forfeited": phrase("{name}: time ran out, and the game is lost. The computer plays on in this seat."),
}


def vacated(name: str, why: str, words: Words) -> str:
    """A seat goes to the computer; `why` is a key of VACATED."""
    return words.say(VACATED[why], name=safe(name))


def ask_resign(words: Words) -> str:
    """Before a resignation."""
    return words.say("Do you want to resign? The computer will play your seat to the end; you cannot come back.")


def ask_cancel(words: Words) -> str:
    """Before a game is cancelled."""
    return words.say("Do you want to cancel this game for everyone? It will have no result.")


def cancelled(name: str, words: Words) -> str:
    """A lobby or game ended without a result."""
    return words.say("{name} has cancelled the game. It has no result.", name=safe(name))


def expired(days: int, words: Words) -> str:
    """Nobody started the lobby in time."""
    return words.say("This game was not started within {days} days, so it is closed. Open a new one with /game new.", days=days)


def lost(where: str, reason: str, words: Words) -> str:
    """Told in private when the channel of a running game cannot be reached; `where` is a channel mention or name."""
    return words.say(LOST[reason], channel=where)


def ended_unheard(where: str, words: Words) -> str:
    """Above the result of a game that could not be told in its channel; `where` is a channel mention."""
    return words.say("Your game in {channel} is over, and I can no longer write there. This is how it ended.", channel=where)


def goes_on(channel: str, words: Words) -> str:
    """A game that was lost is played on; `channel` is a channel mention."""
    return words.say("The game goes on in {channel}.", channel=channel)


def goes_on_here(players: Sequence[str], words: Words) -> str:
    """Told to everybody in the channel in which a lost game is played on."""
    return words.say("The game goes on here: {players}.", players=words.list([safe(name) for name in players]))


LOST: Mapping[str, str] = {
    "channel-gone": phrase(
        "The channel of your game ({channel}) is gone, so your game is paused. Nothing is lost: continue in "
        "another channel with /game resume."
    ),
    "forbidden": phrase(
        "I can no longer write in {channel}, so your game is paused. Once I can, press the button below or use /game resume."
    ),
    "rejected": phrase(
        "Discord takes no message from me in {channel}, so your game is paused. Nothing is lost: press the "
        "button below to try again, or use /game resume in another channel."
    ),
}


def no_files(words: Words) -> str:
    """Where the right to attach files was withdrawn in a running game."""
    return words.say(
        "I can no longer attach files in this channel, so there is no picture. A moderator can give me Attach "
        "Files again; until then the board comes in words, all of it with /board view:text."
    )


def moved(link: str, words: Words) -> str:
    """What stays of a message that was posted anew."""
    return words.say("This goes on here: {link}", link=link)
