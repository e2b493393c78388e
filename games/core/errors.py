"""Refusals: the errors raised when a game or an option does not allow a request.

A refusal is a code and its parameters, never a sentence; `text.refusals` has one sentence per code and language.
"""

from __future__ import annotations

CODES: frozenset[str] = frozenset(
    {
        "unreadable",  # text: not an action of this game
        "not-your-turn",  # nobody asked this seat
        "not-legal",  # action: readable, but not among the legal ones
        "game-over",  # nobody is asked any more
        "unknown-option",  # key: no such option
        "bad-option",  # key, value, choices: a value outside its choices
        "option-needs",  # key, needs: only together with another option's value
        "option-clash",  # key, value, other, other_value: two choices that cannot go together
        "bad-seats",  # seats, low, high: the wrong number of players
        "nothing-to-undo",  # no action of this seat can be taken back
        "undo-too-late",  # something was revealed since
    }
)


class RuleRefusedError(Exception):
    """Raised when a request is not allowed, before any change: `code` is the reason, `params` fill its sentence.

    Every layer has its own subclass with its own codes; code that answers a user catches this one.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class IllegalActionError(RuleRefusedError):
    """Raised when the rules of a game refuse an action or option: `code` is one of `CODES`."""

    def __init__(self, code: str, **params: object) -> None:
        assert code in CODES, code
        super().__init__(code, **params)
