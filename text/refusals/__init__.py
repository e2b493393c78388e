"""The messages about refused actions, one for each code of a `RuleRefusedError`.

Each module covers one kind of action with two tables: `PLAIN` of fixed sentences, and `SPOKEN` of those with placeholders. Messages
about what a game couldn't read belong to that game: `MoveParser.refusal`, `UploadTexts.wrong`.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.lobby import option_errors
from text.message_templates import Params, Spoken, spoken
from text.refusals import availability, consent_requests, lobby, moves, permissions, settings, uploads
from text.tournaments import refusals as events
from text.translator import Translator

_TABLES = (consent_requests, lobby, permissions, moves, settings, availability, uploads, events)

PLAIN: Mapping[str, str] = {code: said for table in _TABLES for code, said in table.PLAIN.items()}
"""Refusals whose sentence needs no parameters."""

SPOKEN: Mapping[str, Spoken] = {
    **option_errors.REFUSALS,
    **{code: said for table in _TABLES for code, said in table.SPOKEN.items()},
}
"""Refusals whose sentence is filled in."""


def refusal(code: str, params: Params, words: Translator) -> str:
    """Return the message for the code of a refusal; `params` are the refusal's parameters."""
    if code in PLAIN:
        return words.say(PLAIN[code])
    return spoken(SPOKEN[code], params, words)
