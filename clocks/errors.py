"""What cannot be agreed on: terms and windows that make no sense."""

from __future__ import annotations


class InvalidTerms(ValueError):
    """A value that nobody could play by. Codes, with the values that their sentences name:

    `no-duration` (value), `no-pace` (value), `no-zone` (value), `unknown-term` (key), `missing-term` (key),
    `bank-too-short` (least), `bank-too-long` (most), `increment-too-long` (most), `cap-below-bank`,
    `window-too-long` (most), `window-empty`, `bad-row` (where), `bad-term` (key, value, choices), `take-back-too-long` (most),
    `rated-without-clock`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
