"""The texts of games between two servers: agreeing on one, and what happens to it.

Functions escape the names that they are given; Discord timestamps are inserted unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

another = sentence("Another server")
"""Whom to play against, among the computer players."""
about_another = sentence("two servers play each other, and both vote on their moves")
"""One line about that."""
title = sentence("Play against another server")
"""Above its page."""
explained = sentence("Both servers play the same game, each in its own thread. Members vote on their own server's moves.")
"""Below: how it goes."""
shown_to_both = sentence("Each server sees the other's name and moves, but never its votes or members.")
"""Below: what the other server learns."""
ways = sentence("Make a code here and send it to the other server, or enter one that you were sent.")
"""Below: how they find each other."""
code: MessageTemplate[str] = pattern("Your code: **`{code}`**")
"""Where a lobby waits for another server."""
pass_on = sentence("Send it to someone who manages the other server. They open a game with /new and enter it there.")
"""Below: who needs it."""
works_once: MessageTemplate[str, str] = pattern("It works once, until {moment} ({how_long}). Your game starts when they agree.")
"""Below; `moment` and `how_long` are stamps of the same time."""
withdrawn = sentence("The code doesn't work any more.")
"""After that was wanted."""
form_title = sentence("Code of the other server")
"""Above the form that asks for one."""
form_hint = sentence("The code that you were sent")
"""Above its line."""
form_about = sentence("12 letters and digits. You see the game before you agree.")
"""Below that."""
offered: MessageTemplate[str] = pattern("**{name}** wants to play against this server.", name=safe)
"""Before one agrees."""
open_for = sentence("Each turn is open for votes for 20 hours at most.")
"""Below: how long that takes."""
will_show: MessageTemplate[str] = pattern("They'll see your moves and this server's name, **{name}**.", name=safe)
"""Below: what one agrees to."""
this_thread = sentence("The game starts at once, with your side of it here. It isn't rated.")
"""Below: what happens then."""
begun: MessageTemplate[str] = pattern("✅ The game against {name} begins.", name=safe)
"""To who has agreed."""
back: MessageTemplate[str] = pattern("{name} can play again.", name=safe)
"""A server that was gone has come back."""
went_on: MessageTemplate[str] = pattern("{name} is finishing this game without you, as you couldn't play for some days.", name=safe)
"""A server comes back too late."""


def lost(name: str, until: str, words: Translator) -> str:
    """Return the line that the other server can't play at present; `until` is the timestamp from which a computer plays."""
    return words.say(
        "**{name}** can't play just now: my thread there is gone, or I am. A computer plays for them from {until} on.",
        name=safe(name),
        until=until,
    )


_LEFT: Mapping[str, str] = {
    "resigned": phrase("**{name}** has ended the game on its side. A computer plays on for them, and they can't win any more."),
    "left-server": phrase("**{name}** hasn't come back. A computer plays on for them, and they can't win any more."),
}


def left(name: str, why: str, words: Translator) -> str:
    """Return the line that a computer plays for the other server from now on; `why` is a key of `_LEFT`."""
    return words.say(_LEFT[why], name=safe(name))


_NONE: Mapping[str, str] = {
    "private": phrase("Only servers can play against each other."),
    "hidden": phrase("Servers can't play this game: its hands are secret."),
    "seats": phrase("Two servers need a game for two. Choose another one first."),
    "others": phrase("Only the two servers play, so the other players have to leave first."),
    "here": phrase("That's a code of this server. Send it to another one."),
}


def none_so(why: str, words: Translator) -> str:
    """Return the reason why two servers can't play against each other; `why` as in `service.lobby.cross_server_invites`."""
    return words.say(_NONE[why])
