"""Why not, and what would be right: one sentence for each code of a `RuleRefusedError`, whichever layer refuses.

A module for each thing that people do has two tables: `PLAIN` of sentences that stand as they are, `SPOKEN` of those that are
filled in. What a player typed or uploaded and no game could read is said by the words of that game: `MoveParser.refusal`,
`UploadTexts.wrong`.
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
    """Return the sentence for a refused action; `params` as the refusal carries them."""
    if code in PLAIN:
        return words.say(PLAIN[code])
    return spoken(SPOKEN[code], params, words)
