"""The refusals about uploaded maps and records of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from text.message_templates import Spoken, filled
from text.refusals.consent_requests import choices
from text.translator import Translator, phrase
from text.users.player_names import safe


def _bad_map(say: Any, found: Any, words: Translator) -> str:
    """Return the message about a map file with errors; the caller adds `say`, the texts of the game that refused the map."""
    return words.say("I can't add this map. {reason}", reason=say.wrong(found, words))


PLAIN: Mapping[str, str] = {
    "map-not-text": phrase("The file isn't plain text (UTF-8). Save the map as plain text and upload it again."),
    "map-there-already": phrase("This server already has this map."),
    "not-a-record": phrase("I can't read this as the record of a game. Upload the JSON file just as /game action:export made it."),
    "record-not-ended": phrase("This is the record of an unfinished game. Export it again after the end."),
    "record-began": phrase(
        "The game, its options or the order of seats in this record aren't the ones it began with. Export the game again."
    ),
    "record-secret": phrase("The secret in this record doesn't match the seal from before the game: the file has been changed."),
    "no-upload": phrase("That upload is gone. Upload the file again at /help topic:maps."),
    "no-own-maps": phrase("This server has added no maps, so there's none to remove."),
    "no-maps": phrase("None of the games here has maps."),
    "built-in-map": phrase("This map comes with the game, so you can't remove it."),
}

SPOKEN: Mapping[str, Spoken] = {
    "unknown-map": filled(
        "There's no map “{map}” in this server. /help topic:maps shows all of them.",
        map=lambda params: safe(str(params.get("map", ""))[:40]),
    ),
    "map-file-name": filled(
        "“{name}” doesn't look like a map: its name must end with one of {choices}.",
        name=lambda name: safe(str(name)[:60]),
        choices=choices,
    ),
    "map-too-large": filled("The file is too large for a map: at most {most} KB."),
    "bad-map": _bad_map,
    "too-many-maps": filled("This server already has {most} maps, the maximum. Remove one first: /help topic:maps."),
    "record-too-large": filled("The file is too large: a record can have at most {kilobytes} KB.", kilobytes=lambda most: most),
    "record-field": filled(
        "The record is damaged at “{field}”: it's missing or impossible. Upload the file just as /game action:export made it.",
        field=lambda field: safe(str(field)),
    ),
    "record-row": filled(
        "Row {row} of the log isn't possible there: “{text}”. Nothing was added.", text=lambda text: safe(str(text))
    ),
    "record-changed": filled(
        "Turn {turn} of this record isn't what was played: row {row}, “{text}”, doesn't match its fingerprint. Nothing was added."
        " Export the game again.",
        text=lambda text: safe(str(text)),
    ),
    "log-changed": filled(
        "Turn {turn} is NOT what was played: row {row}, “{text}”, doesn't match its fingerprint, and the rules don't allow it.",
        text=lambda text: safe(str(text)),
    ),
    "record-result": filled(
        "The moves in this record lead to {has}, but it says {had}. Nothing was added.",
        had=lambda had: " : ".join(map(str, had)),
        has=lambda has: " : ".join(map(str, has)),
    ),
}
