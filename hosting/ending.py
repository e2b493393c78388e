"""How the process ends: each reason that no retry mends has an exit code of its own and one sentence for the host."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes; `docs/self-hosting.md` lists them, and its unit does not restart after those from 65 to 78 but 74 and 75."""

    DONE = 0
    """Asked to stop, and stopped."""
    DATABASE_TOO_NEW = 65
    """A newer program has written the database."""
    DATABASE = 74
    """The database cannot be opened: a disk that is not there, a folder of somebody else, a damaged file."""
    IN_USE = 75
    """Another process works with the database: of two bots on one file both would post."""
    INTENTS = 76
    """Discord does not grant the intents that the bot asks for."""
    TOKEN = 77
    """Discord does not know the token."""
    SETTINGS = 78
    """A setting that cannot be meant so."""


class Hopeless(Exception):
    """Nothing but the host can mend this: `code` to exit with, and a sentence that says what to do."""

    def __init__(self, code: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
