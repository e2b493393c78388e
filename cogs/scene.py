"""A table as one reader sees it, with everything that messages about it need: the game's words, players' names, the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cogs.desk import Desk
from editions.edition import Edition
from games.core.game import AnyGame, Seat
from service.records import Draft, Entry, Table, visible
from storage.records import MatchId, MatchRow, SeatRow, UserId
from text.language import Words
from text.protocol import Reading, Saying


@dataclass(frozen=True)
class Scene:
    """What is on the table, and in whose words it is told."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    viewer: Seat | None
    view: Any
    legal: tuple[Any, ...]
    asked: tuple[Seat, ...]
    names: list[str]
    game: AnyGame
    edition: Edition
    words: Words
    version: int

    @property
    def say(self) -> Saying:
        """What tells the table."""
        return self.edition.words.say

    @property
    def read(self) -> Reading:
        """What reads typed moves."""
        return self.edition.words.read

    @property
    def waited_for(self) -> list[str]:
        """The names of those who are asked."""
        return [self.names[seat] for seat in self.asked]

    @property
    def is_asked(self) -> bool:
        """Whether the reader is asked."""
        return self.viewer is not None and self.viewer in self.asked


async def of_table(desk: Desk, table: Table, words: Words) -> Scene:
    """The scene of a table."""
    names = await desk.people.names(table.seats, table.match.guild_id, words)
    edition, shown = desk.editions[table.match.game], desk.emojis.words(words)
    return Scene(
        *(table.match, table.seats, table.viewer, table.view, table.legal, table.asked, names, table.game, edition, shown),
        version=table.version,
    )


async def of_draft(desk: Desk, draft: Draft, words: Words) -> Scene:
    """The scene that a draft would lead to; nobody is asked in it but its author."""
    names = await desk.people.names(draft.seats, draft.match.guild_id, words)
    asked = () if draft.may_confirm else (draft.seat,)
    edition, shown = desk.editions[draft.match.game], desk.emojis.words(words)
    return Scene(
        *(draft.match, draft.seats, draft.seat, draft.view, draft.legal, asked, names, draft.game, edition, shown),
        version=draft.version,
    )


async def seen(desk: Desk, match_id: MatchId, user_id: UserId | None, words: Words, *, version: int | None = None) -> Scene:
    """The table of a match as a person sees it now, or as it was at a version."""
    return await of_table(desk, await desk.services.looking.table(match_id, user_id, version=version), words)


def told(entries: Sequence[Entry], viewer: Seat | None) -> list[Any]:
    """The events of log rows that still stand, as far as the viewer may know them."""
    return list(visible([event for entry in entries if not entry.undone for event in entry.events], viewer))
