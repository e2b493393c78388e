"""The texts about a server's maps, the same for every game: listing, adding and removing them.

The description of a map and the errors of a map file belong to its game (`text.protocol.UploadTexts`).
"""

from __future__ import annotations

from text.message_templates import MessageTemplate, pattern, sentence
from text.users.player_names import safe

title: MessageTemplate[str, str] = pattern("**{title}** · `{id}`", title=safe)
"""The head of a map's page."""
origin: MessageTemplate[str] = pattern("Origin: {origin}", origin=safe)
"""Whose design it is."""
own_entry: MessageTemplate[str, str, str] = pattern("{line} · added by {name} {when}", name=safe)
"""A line of the list of a server: who has added the map, and when (a Discord stamp)."""
list_head = sentence("**Maps that come with the game**")
"""Above our own maps."""
own_head: MessageTemplate[int, int] = pattern("**Maps of this server** · {number} of {most}")
"""Above the maps of a server."""
how = sentence("To play on one, choose it in /new. Members who can manage channels or the server add and remove maps here.")
"""What can be done with maps."""
file = sentence("The map: a text file, at most 64 KB")
"""Above the field to upload one."""
file_about = sentence("docs/maps.md says how to write one. You see a preview first.")
"""A line about it."""
removing = sentence("Games on it go on.")
"""What becomes of games on a map that is taken off the list."""
preview = sentence("Here's how it looks. Press **{button[confirm]}** to add it to this server; until then only you see it.")
"""Asks whether an uploaded map is what was meant."""
added: MessageTemplate[str] = pattern("Added to this server: {title}. Choose it in /new with the option map.")
"""It is on the list."""
discarded = sentence("The map wasn't added.")
"""It is not."""
removed: MessageTemplate[str] = pattern("Removed from this server: {title}. Games already on it go on.")
"""It was taken off the list."""
