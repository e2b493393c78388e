"""Maps and records that somebody uploads."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase
from text.people.names import safe
from text.refusals.params import Params, Spoken, choices


def _unknown_map(params: Params, words: Words) -> str:
    return words.say("There is no map “{map}” in this server. /map list shows all.", map=safe(str(params.get("map", ""))[:40]))


def _map_file_name(params: Params, words: Words) -> str:
    return words.say(
        "“{name}” does not look like a map: its name must end with one of {choices}.",
        name=safe(str(params["name"])[:60]),
        choices=choices(params),
    )


def _map_too_large(params: Params, words: Words) -> str:
    return words.say("The file is too large for a map: at most {most} KB.", most=params["most"])


def _bad_map(params: Params, words: Words) -> str:
    """`say` is added by who has the words of the game that could not read the map."""
    return words.say("I cannot add this map. {reason}", reason=params["say"].wrong(params["found"], words))


def _too_many_maps(params: Params, words: Words) -> str:
    return words.say("This server already has {most} maps, the maximum. Remove one first with /map remove.", most=params["most"])


def _record_too_large(params: Params, words: Words) -> str:
    return words.say("The file is too large: a record has at most {kilobytes} KB.", kilobytes=params["most"])


def _record_field(params: Params, words: Words) -> str:
    return words.say(
        "The record is damaged at “{field}”: that is missing or impossible. Upload the file as /game export made it.",
        field=safe(str(params["field"])),
    )


def _record_row(params: Params, words: Words) -> str:
    return words.say(
        "Row {row} of the log is not possible there: “{text}”. Nothing was added.",
        row=params["row"],
        text=safe(str(params["text"])),
    )


def _record_result(params: Params, words: Words) -> str:
    return words.say(
        "By its moves this record ends {has}, but it says {had}. Nothing was added.",
        had=" : ".join(map(str, params["had"])),
        has=" : ".join(map(str, params["has"])),
    )


PLAIN: Mapping[str, str] = {
    "map-not-text": phrase("The file is not plain text (UTF-8). Save the map as plain text and upload it again."),
    "map-there-already": phrase("This server already has this map."),
    "not-a-record": phrase("I cannot read this as the record of a game. Upload the JSON file as /game export made it."),
    "record-not-ended": phrase("This record is of an unfinished game. Export it once more after the end."),
    "record-secret": phrase("The secret in this record does not match the seal from before the game: the file has been changed."),
    "no-upload": phrase("That upload is no longer there. Upload the file again with /map add."),
    "no-maps": phrase("No game here is played on maps."),
    "built-in-map": phrase("This map belongs to the game and cannot be removed."),
}

SPOKEN: Mapping[str, Spoken] = {
    "unknown-map": _unknown_map,
    "map-file-name": _map_file_name,
    "map-too-large": _map_too_large,
    "bad-map": _bad_map,
    "too-many-maps": _too_many_maps,
    "record-too-large": _record_too_large,
    "record-field": _record_field,
    "record-row": _record_row,
    "record-result": _record_result,
}
