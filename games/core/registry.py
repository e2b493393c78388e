"""Every game under every version of its rules: a match goes on under those that it began with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core.game import AnyGame


class Registry(Mapping[str, AnyGame]):
    """The games by id, as they are played now; `at` finds what they were."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._present = dict(games)
        self._earlier: dict[tuple[str, int], AnyGame | None] = {}

    def __getitem__(self, game_id: str) -> AnyGame:
        return self._present[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._present)

    def __len__(self) -> int:
        return len(self._present)

    def at(self, game_id: str, version: int) -> AnyGame | None:
        """The game under this version of its rules; None where this program does not know them."""
        present = self._present.get(game_id)
        if present is None or present.rules_version == version:
            return present
        key = (game_id, version)
        if key not in self._earlier:
            self._earlier[key] = present.under(version)
        return self._earlier[key]

    def closest(self, game_id: str, version: int) -> AnyGame:
        """As `at`, or else the present rules: for names and settings, never for playing. Raises `KeyError` for an unknown game."""
        return self.at(game_id, version) or self[game_id]
