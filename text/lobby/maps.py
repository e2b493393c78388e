"""What is said about maps whatever game they are for: the list of a server, adding one and taking one off.

What is on a map, and what is wrong with one, is said by the words of its game (`text.protocol.UploadWords`).
"""

from __future__ import annotations

from text.language import Words
from text.people.names import safe


def title(name: str, map_id: str, words: Words) -> str:
    """The head of a map's page."""
    return words.say("**Map of {title}** · `{id}`", title=safe(name), id=map_id)


def origin(text: str, words: Words) -> str:
    """Whose design it is."""
    return words.say("Origin: {origin}", origin=safe(text))


def entry(name: str, map_id: str, figures: str, words: Words) -> str:
    """A line of the list."""
    return words.say("- {title} · `{id}` · {figures}", title=safe(name), id=map_id, figures=figures)


def own_entry(line: str, who: str, when: str, words: Words) -> str:
    """A line of the list of a server: who has added the map, and when (a Discord stamp)."""
    return words.say("{line} · added by {name} {when}", line=line, name=safe(who), when=when)


def list_head(words: Words) -> str:
    """Above our own maps."""
    return words.say("**Maps of the game**")


def own_head(number: int, most: int, words: Words) -> str:
    """Above the maps of a server."""
    return words.say("**Maps of this server** · {number} of {most}", number=number, most=most)


def how(words: Words) -> str:
    """What can be done with maps."""
    return words.say("Play on one with the option map of /game new. Anyone who can manage the server can add maps with /map add.")


def preview(words: Words) -> str:
    """Asks whether an uploaded map is what was meant."""
    return words.say("This is how it looks. Press Confirm to add it to this server; until then only you see it.")


def added(name: str, words: Words) -> str:
    """It is on the list."""
    return words.say("Added to this server: {title}. Choose it in /game new, option map.", title=name)


def discarded(words: Words) -> str:
    """It is not."""
    return words.say("The map was not added.")


def removed(name: str, words: Words) -> str:
    """It was taken off the list."""
    return words.say("Removed from this server: {title}. Games on it go on.", title=name)
