"""A game as Bastide offers it: its rules, texts and pictures, and its uploadable content.

This module names no game. Code that shows, reads or paints a game is given `Editions` and looks the game up by the match's game id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.core.game import AnyGame
from games.core.uploads import Uploads
from render.protocol import Charts, EmojiArt, Json, ListedChoice, NumberedSpot, Painter, Tapping
from text.protocol import GameTexts, RulesTexts

__all__ = ["Charts", "Edition", "Editions", "EmojiArt", "Json", "ListedChoice", "NumberedSpot", "Painter", "Tapping"]


@dataclass(frozen=True)
class Edition:
    """One game with its rules, texts, painter and optional uploads."""

    game: AnyGame
    words: GameTexts
    painter: Painter
    uploads: Uploads | None = None
    """What servers may add to be played on; the game has the option `games.core.uploads.OPTION` then."""

    def __post_init__(self) -> None:
        assert (self.uploads is None) == (self.words.uploads is None) == (self.painter.sheet is None), self.game.id
        assert set(self.painter.views) == {*self.words.views, *(("whole",) if self.painter.views else ())}, self.game.id


class Editions(Mapping[str, Edition]):
    """All editions by game id, in the order in which hosts see them; and the painter of tournament charts."""

    def __init__(self, *editions: Edition, charts: Charts | None = None) -> None:
        self.charts = charts
        """None: events and profiles are told in lines alone."""
        self._by_id = {edition.game.id: edition for edition in editions}
        assert len(self._by_id) == len(editions), "an id names one game"

    def __getitem__(self, game_id: str) -> Edition:
        return self._by_id[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    @cached_property
    def games(self) -> Mapping[str, AnyGame]:
        """Rules of each game by id, for services and computer players."""
        return {game_id: edition.game for game_id, edition in self.items()}

    @cached_property
    def uploads(self) -> Mapping[str, Uploads]:
        """Kinds of uploaded content by game id, for the games that allow uploads."""
        return {game_id: edition.uploads for game_id, edition in self.items() if edition.uploads is not None}

    @cached_property
    def explain(self) -> Mapping[str, RulesTexts]:
        """Texts by game id that name and explain the game, for hosts who choose one."""
        return {game_id: edition.words.explain for game_id, edition in self.items()}
