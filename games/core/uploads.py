"""What a server may add for a game to be played on, such as a map: the side of the game that reads it and makes it playable.

A text that was registered once keeps its id for ever and everywhere, so that a match on it can be replayed wherever its text is
known. Nobody but the game and its own words and painter looks into `Upload.sheet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

OPTION = "map"
"""The option by which a match names what it is played on: the same for every game, a host names it in one field."""

NONE = "none"
"""Its value for a match that is played on nothing of the kind."""


class InvalidUploadError(ValueError):
    """A text that cannot be: each game has a kind of its own, which its `UploadTexts` can explain."""


class Upload(NamedTuple):
    """One of them: ours, or one that a server has added."""

    id: str
    game: str
    """The id of the game that is played on it."""
    title: str
    origin: str
    """Whose design it is, as the file says."""
    text: str
    """The file."""
    sheet: Any
    """Figures and picture as plain data, for the words and the painter of its game."""


class Uploads(Protocol):
    """All that can be added for one game."""

    def built_in(self) -> Sequence[str]:
        """Return the ids of our own, in the order in which a host should see them; nobody can take them away."""

    def read(self, text: str) -> Upload:
        """Return what a text holds, checked and fit to be played on; raises `InvalidUploadError`. May take a second: not for the
        event loop.
        """

    def register(self, text: str) -> Upload:
        """As `read`, and from now on matches can be played on it."""

    def takes(self, upload_id: str) -> bool:
        """Return whether this is the id of something registered for this game: no two games may give ids of the same form."""

    def remember(self, upload_id: str, text: str) -> None:
        """As `register`, for a text that was registered under this id once: it is read when somebody looks at it."""

    def knows(self, upload_id: str) -> bool:
        """Return whether a match can be played on it."""

    def find(self, upload_id: str) -> Upload:
        """Return the one with this id; `KeyError` if it is not known."""
