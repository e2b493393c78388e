"""What the Discord layer itself refuses; the services and the rules have refusals of their own."""

from __future__ import annotations

from typing import Any

from text.protocol import Misread


class Unknown(Exception):
    """A component that this program does not know (any more)."""


class Missing(Exception):
    """The bot lacks permissions here: `names` as Discord calls them."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.names = names


class Unfit(Exception):
    """A value that is none of those offered: `value`, and the `known` ones."""

    def __init__(self, value: str, known: tuple[str, ...]) -> None:
        super().__init__(value)
        self.value = value
        self.known = known


class Secret(Exception):
    """A move typed where everybody can read it, in a game with hidden hands: it was not even looked at."""


class NoHand(Exception):
    """Nobody holds anything in this game."""


class Misfit(Exception):
    """A typed text that fits nothing: what the words of the game `game` could not read, and the view that it was read against."""

    def __init__(self, misread: Misread, game: str, view: Any) -> None:
        super().__init__(misread.code)
        self.misread = misread
        self.game = game
        self.view = view
