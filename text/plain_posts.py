"""The plain messages sent in place of a message that could not be built."""

from __future__ import annotations

from text.message_templates import MessageTemplate, pattern, sentence

of_game: MessageTemplate[str] = pattern("Open {place} to see what's new in your game: I couldn't show the message itself.")
"""About a game, with the link to it."""
of_event: MessageTemplate[str] = pattern("Open {place} to see what's new in the tournament: I couldn't show the message itself.")
"""About a tournament or duel, with the link to it."""
of_nothing = sentence("See /game for what's new: I couldn't show the message that belongs here.")
"""About a server or a person, without a link."""
