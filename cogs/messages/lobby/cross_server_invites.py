"""Private messages in which the managers of two servers agree on a game between the servers."""

from __future__ import annotations

from discord.utils import format_dt

from cogs.messages import game_settings, panels
from cogs.messages.lobby import lobby_settings
from cogs.messages.message_parts import GO, MAIN, Message, button
from editions.edition import Edition
from service.lobby.cross_server_invites import ServerOffer, space_code
from storage.rows import InvitationRow, MatchRow
from text.labels import label
from text.lobby import cross_server_texts as said
from text.translator import Translator

INVITE, WITHDRAW = "invite", "withdraw"
"""Arguments of the buttons."""


def page(match: MatchRow, invitation: InvitationRow | None, words: Translator, *lines: str) -> Message:
    """Return the page about a game between servers.

    Without an `invitation` it offers to make or enter a code; otherwise it shows the code. `lines`: what has just happened.
    """
    message = Message().say(*lines, f"**{said.title(words)}**")
    back = button(match, label("back", words), "settings", lobby_settings.HOME, version=0)
    if invitation is None:
        message.say(said.explained(words), said.shown_to_both(words), said.ways(words)).row(
            button(match, label("make-code", words), "rival", INVITE, style=MAIN, version=0),
            button(match, label("enter-code", words), "rivalcode", version=0),
            back,
        )
        return message.framed(panels.HOUSE)
    until = said.works_once(format_dt(invitation.until, "f"), format_dt(invitation.until, "R"), words)
    message.say(said.code(space_code(invitation.code), words), said.pass_on(words), until, f"-# {said.shown_to_both(words)}")
    withdraw = button(match, label("withdraw-code", words), "rival", WITHDRAW, version=0)
    return message.row(withdraw, back).framed(panels.HOUSE)


def offer(match: MatchRow, offered: ServerOffer, code: str, edition: Edition, name: str, words: Translator) -> Message:
    """Return the page on which a server agrees to the offered game, in its own lobby `match`.

    `name`: the server's own name as the other server will see it.
    """
    rules = game_settings.unusual_options(offered.match, edition, words, without=lobby_settings.CHOSEN_WITH_GAME)
    message = Message().say(said.offered(offered.name, words), f"**{game_settings.title(offered.match, edition, words)}**", *rules)
    message.say(said.open_for(words), said.shown_to_both(words), said.will_show(name, words), said.this_thread(words))
    agree = button(match, label("agree-begin", words), "rivalagree", f"{code} {offered.digest}", style=GO, version=0)
    return message.row(agree, button(match, label("back", words), "settings", lobby_settings.HOME, version=0)).framed(panels.HOUSE)
