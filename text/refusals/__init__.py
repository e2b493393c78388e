"""Why not, and what would be right: one sentence for each code of a `Refused`, whichever layer refuses.

A module for each thing that people do has two tables: `PLAIN` of sentences that stand as they are, `SPOKEN` of those that are
filled in. What a player typed or uploaded and no game could read is said by the words of that game: `Reading.refusal`,
`UploadWords.wrong`.
"""

from __future__ import annotations

from collections.abc import Mapping

from text.events import refusals as events
from text.language import Words
from text.lobby import chosen
from text.refusals import asking, joining, permitting, playing, preferring, reaching, uploading
from text.sentences import Params, Spoken

_TABLES = (asking, joining, permitting, playing, preferring, reaching, uploading, events)

PLAIN: Mapping[str, str] = {code: said for table in _TABLES for code, said in table.PLAIN.items()}
"""Refusals whose sentence needs no parameters."""

SPOKEN: Mapping[str, Spoken] = {
    **chosen.REFUSALS,
    **{code: said for table in _TABLES for code, said in table.SPOKEN.items()},
}
"""Refusals whose sentence is filled in."""


def refusal(code: str, params: Params, words: Words) -> str:
    """The sentence for a refused action; `params` as the refusal carries them."""
    if code in PLAIN:
        return words.say(PLAIN[code])
    return SPOKEN[code](params, words)
