"""The overview page: a private message with everything that the user can do here now.

It begins with up to three buttons; all other actions follow in one list per group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cogs.messages.component_ids import Press
from cogs.messages.message_parts import OPTIONS, Button, Component, Message, SelectEntry, button, line_list
from storage.rows import MatchId
from text.help import front_door as said
from text.labels import label
from text.lobby import game_list_texts
from text.translator import Translator

NO_MATCH = MatchId(0)
EVENTS = 4
"""So many tournaments are named."""


@dataclass(frozen=True)
class OwnDoor:
    """An action on the overview page that concerns this channel's match or a tournament, possible for this user."""

    key: str
    label: str
    press: Press
    about: str
    """What it does, in the reader's language."""


@dataclass(frozen=True)
class DoorSituation:
    """Everything about a user and the channel that decides what the overview page offers."""

    in_server: bool
    moderates: bool = False
    match: MatchId = NO_MATCH
    """The game of this channel; 0 without one."""
    version: int = 0
    offers: Sequence[OwnDoor] = ()
    """What is possible in it for this person."""
    events: Sequence[OwnDoor] = ()
    """What is possible for them in the tournaments here, and these themselves."""


@dataclass(frozen=True)
class Door:
    """An entry of the overview page that concerns no match: the key of its label, its press, and its condition."""

    key: str
    verb: str
    group: str
    when: Callable[[DoorSituation], bool] = lambda _at: True


def _is_in_server(situation: DoorSituation) -> bool:
    return situation.in_server


DOORS = (
    Door("play-computer", "solo", said.PLAY, _is_in_server),
    Door("games-here", "games", said.PLAY, _is_in_server),
    Door("try", "practice", said.LEARN),
    Door("puzzle-of-the-day", "puzzle", said.LEARN),
    Door("event-list", "tlist", said.COMPETE, _is_in_server),
    Door("guess-table", "guesstable", said.COMPETE, _is_in_server),
    Door("own-preferences", "preferences", said.PLAY),
    Door("set-up", "serverpage", said.PLAY, lambda at: at.in_server and at.moderates),
)
"""Lines that open no form: what opens one is a button."""

FORMS = (("open-game", "new"), ("find-players", "findform"), ("challenge", "challenge"))
"""Label and verb of the buttons that open a form in a server."""

OF_GAME: Mapping[str, str] = {
    **dict.fromkeys(("vote", "guess", "plan", "take-over", "return", "hint", "follow", "rematch", "word", "start"), said.PLAY),
    **dict.fromkeys(("analyse", "my-turns", "mistakes", "my-guesses", "replay", "why"), said.LEARN),
}
"""The actions of a game that the page names, and the group of each; all others are behind the game's own panel."""


def page(
    situation: DoorSituation, steps: Sequence[Component], waiting: int, words: Translator, *, first: str = "", lead: str = ""
) -> Message:
    """Return the overview page: `lead`, buttons of `steps`, actions that open forms, then a list for each group.

    `first`: key of the entry that the user has typed a word for; it gets a button of its own above all others.
    """
    told = game_list_texts.turns_title(waiting, words).rstrip(":") if waiting else ""
    message = Message().say(lead).say(f"**{said.title(words)}**", told)
    message.row(_button_for(first, situation, words)).row(*steps)
    shown = [step.press for step in steps if isinstance(step, Button)]
    if situation.in_server:
        forms = [button(None, label(key, words), verb) for key, verb in FORMS if key != first]
        message.row(*(form for form in forms if form.press not in shown))
    for group in said.GROUPS:
        message.row(_group_select(group, situation, words))
    return message


def _button_for(key: str, situation: DoorSituation, words: Translator) -> Component | None:
    verbs = {**{door.key: door.verb for door in DOORS if door.when(situation)}, **(dict(FORMS) if situation.in_server else {})}
    return button(None, label(key, words), verbs[key]) if key in verbs else None


def _group_select(group: str, situation: DoorSituation, words: Translator) -> Component | None:
    """Return the select of a group's actions, those of this channel's match first; None if there are none."""
    lines = [
        SelectEntry(offer.label, f"{offer.press.verb} {offer.press.argument}".strip(), offer.about)
        for offer in (*situation.offers, *situation.events)
        if (OF_GAME.get(offer.key) if offer in situation.offers else said.COMPETE) == group
    ]
    lines += [
        SelectEntry(label(door.key, words), door.verb, said.about(door.key, words))
        for door in DOORS
        if door.group == group and door.when(situation)
    ]
    return line_list(
        Press(situation.match, situation.version, "lookat", group), lines[:OPTIONS], hint=words.say(said.GROUPS[group])
    )
