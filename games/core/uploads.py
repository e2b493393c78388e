"""Interface of content that a server may upload for a game, such as a map: reading it and making it playable.

A registered text keeps its id for ever and everywhere, so that a match on it can be replayed wherever its text is known. Only the
game and its own texts and painter look into `Upload.sheet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

OPTION = "map"
"""The option by which a match names what it is played on: the same for every game, a host names it in one field."""

NONE = "none"
"""Its value for a match that is played on nothing of the kind."""


class InvalidUploadError(ValueError):
    """Raised for an invalid text; each game has its own subclass, which its `UploadTexts` explain."""


class Upload(NamedTuple):
    """One playable content for a game, such as a map: built in, or added by a server."""

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
    """Interface of the content library of one game."""

    def built_in(self) -> Sequence[str]:
        """Return the ids of the built-in contents, in the order in which hosts see them; servers can't remove them."""

    def read(self, text: str) -> Upload:
        """Return the checked content of a text; raises `InvalidUploadError`.

        May take a second: not for the event loop.
        """

    def register(self, text: str) -> Upload:
        """Read a text, make its content playable from now on, and return it."""

    def takes(self, upload_id: str) -> bool:
        """Return whether this is the id of content registered for this game; ids of two games never have the same form."""

    def remember(self, upload_id: str, text: str) -> None:
        """Register a text under its known id; it is read when first used."""

    def knows(self, upload_id: str) -> bool:
        """Return whether content with this id is registered or built in, so that matches can be played on it."""

    def find(self, upload_id: str) -> Upload:
        """Return the content with this id; raises `KeyError` if it is unknown."""
