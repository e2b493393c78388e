"""A match's position as one reader sees it, with everything that messages need: texts of the game, names and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from clocks.assistance import EVERY, AssistLevel
from cogs.app_context import AppContext
from cogs.render_executor import RenderExecutor, ThreadRenderExecutor
from editions.edition import Charts, Edition, Painter
from editions.restricted_edition import restrict_to_aids
from games.core.choice_values import ChoiceValue
from games.core.game import AnyGame, Seat
from games.core.tutorial import SuggestedMoves, TeachingAdvice
from service.history import disclosure as allowed
from service.records import Draft, LogEntry, MatchView, visible
from service.users.preferences import AS_SERVER, CONTRAST, DARK, STRONG, THEME
from service.users.user_settings import preference
from storage.rows import MatchId, MatchRow, SeatRow, UserId
from text.play import choice_values
from text.protocol import ChoiceTexts, GameNarrator, LessonTexts, MoveParser, NamedSpot
from text.translator import Translator

Painted = TypeVar("Painted", Painter, Charts)


@dataclass(frozen=True)
class MatchContext:
    """A match's position as one reader may see it, with the texts, names and aids for messages about it."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    viewer: Seat | None
    view: Any
    legal: tuple[Any, ...]
    asked: tuple[Seat, ...]
    names: list[str]
    game: AnyGame
    edition: Edition
    words: Translator
    version: int
    aids: frozenset[AssistLevel] = EVERY
    """What of all that could be worked out is shown in this match."""
    painting: RenderExecutor = field(default_factory=ThreadRenderExecutor)
    """Who carries out what its painter is asked."""
    gains: Mapping[Any, ChoiceValue] = field(default_factory=dict)
    """What some choices of the one who is asked bring: of those that are about to be shown."""

    advice: TeachingAdvice | None = None
    """What is good in this turn, where a first game tells the one who is asked."""
    steps: SuggestedMoves | None = None
    """The same for what is about to be chosen; None in all other games."""

    @property
    def lessons(self) -> LessonTexts | None:
        """Lesson texts of the game; None unless this is a practice game."""
        texts = self.edition.words.lessons
        if texts is None or not is_first_game(self.edition, self.match, self.seats):
            return None
        return texts if self.game.teaching(self.game.options(self.match.options)) is not None else None

    def with_advice(self, advice: TeachingAdvice | None) -> MatchContext:
        """Return a copy with advice for the beginning of a turn."""
        first = None if advice is None else SuggestedMoves(tuple(dict.fromkeys(turn[0] for turn in advice.turns)))
        return replace(self, advice=advice, steps=first)

    def is_advised(self, *actions: Any) -> bool:
        """Return whether one of these actions is highlighted as advice."""
        return self.steps is not None and any(action in self.steps.choices for action in actions)

    def with_gains(self, values: Mapping[Any, ChoiceValue]) -> MatchContext:
        """Return a copy with the values of choices, as far as the match's aids allow them to be shown."""
        if AssistLevel.POINTS not in self.aids:
            return self
        if AssistLevel.FORECAST in self.aids:
            return replace(self, gains=values)
        return replace(self, gains={action: gain._replace(later=(0,) * len(gain.later)) for action, gain in values.items()})

    def choice(self, action: Any) -> ChoiceTexts:
        """Return the texts of a choice; its points, if known, are put before its detail."""
        texts = self.say.choice(action, self.view, self.names, self.words)
        return texts._replace(detail=" · ".join(part for part in (self.told_gain(action), texts.detail) if part))

    def pointed(self, action: Any) -> str:
        """Return the label of a choice with the points that it scores at once, for places without a detail."""
        texts = self.say.choice(action, self.view, self.names, self.words)
        return f"{texts.label} {self.points(action)}".rstrip()

    def told_gain(self, action: Any) -> str:
        """Return the points of a choice, at once and at the end, as text; empty for none, or if unknown."""
        gain = self.gains.get(action)
        return choice_values.told(gain, self.asked[0], self.names, self.words) if gain is not None and len(self.asked) == 1 else ""

    def points(self, action: Any) -> str:
        """Return the points that a choice scores at once, as short text for a button; empty for none, or if unknown."""
        gain = self.gains.get(action)
        return choice_values.short(gain, self.asked[0], self.names) if gain is not None and len(self.asked) == 1 else ""

    @property
    def say(self) -> GameNarrator:
        """Narrator of the game."""
        return self.edition.words.say

    @property
    def read(self) -> MoveParser:
        """Parser of typed moves."""
        return self.edition.words.read

    @property
    def names_squares(self) -> bool:
        """Whether players must name squares themselves, since legal squares are neither numbered nor listed.

        Cards of a hand are still listed.
        """
        return AssistLevel.SPOTS not in self.aids and self.edition.words.hands is None

    def spots(self, legal: Sequence[Any]) -> tuple[NamedSpot, ...]:
        """Return the spots that are shown with numbers."""
        return () if self.names_squares else self.say.spots(self.view, legal, self.words)

    def listed(self, legal: Sequence[Any]) -> tuple[Any, ...]:
        """Return those of the legal actions that may be shown in lists."""
        if not self.names_squares:
            return tuple(legal)
        named = {action for spot in self.say.spots(self.view, legal, self.words) for action in spot.actions}
        return tuple(action for action in legal if action not in named)

    @property
    def waited_for(self) -> list[str]:
        """Names of the players whom the match waits for."""
        return [self.names[seat] for seat in self.asked]

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for the reader."""
        return self.viewer is not None and self.viewer in self.asked


def is_first_game(edition: Edition, match: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether a match is a practice game: one user against a computer, in a game that has lessons."""
    texts = edition.words.lessons
    alone = [seat.user_id is not None for seat in seats] == [True, False]
    return texts is not None and alone and texts.is_first_game(match.options)


def teaches(app: AppContext, match: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether a match is a practice game, even if its game is no longer known."""
    return match.game in app.editions and is_first_game(app.editions[match.game], match, seats)


async def names_of(app: AppContext, match: MatchRow, seats: Sequence[SeatRow], words: Translator) -> list[str]:
    """Return the names of all seats; in a practice game the computer is named as the teacher."""
    names = await app.people.names(seats, match.guild_id, words)
    texts = app.editions[match.game].words.lessons if teaches(app, match, seats) else None
    return (
        names
        if texts is None
        else [texts.teacher if seat.user_id is None else name for seat, name in zip(seats, names, strict=True)]
    )


async def context_for_view(app: AppContext, table: MatchView, words: Translator, reader: UserId | None = None) -> MatchContext:
    """Return the context of a position, for one reader or for all."""
    return await _scene(app, table, words, reader, viewer=table.viewer, asked=table.asked)


async def context_for_draft(app: AppContext, draft: Draft, words: Translator) -> MatchContext:
    """Return the context after the actions of a draft, in which only the draft's author is to move."""
    asked = () if draft.may_confirm else (draft.seat,)
    author = None if draft.is_aside else draft.seats[draft.seat].user_id
    return await _scene(app, draft, words, author, viewer=draft.seat, asked=asked)


async def _scene(
    app: AppContext,
    table: MatchView | Draft,
    words: Translator,
    reader: UserId | None,
    *,
    viewer: Seat | None,
    asked: tuple[Seat, ...],
) -> MatchContext:
    aids, shown = allowed.allowed_aids(table.match), app.emojis.words(words)
    edition = edition_for(app, table.match, reader)
    return MatchContext(
        match=table.match,
        seats=table.seats,
        viewer=viewer,
        view=table.view,
        legal=table.legal,
        asked=asked,
        names=await names_of(app, table.match, table.seats, words),
        game=table.game,
        edition=edition if aids == EVERY else restrict_to_aids(edition, aids),
        words=shown,
        version=table.version,
        aids=aids,
        painting=app.painting,
    )


def speaking(context: MatchContext, words: Translator) -> MatchContext:
    """Return a copy with another translator, such as one without Discord's emojis for a web page."""
    return replace(context, words=words)


async def load(
    app: AppContext, match_id: MatchId, user_id: UserId | None, words: Translator, *, version: int | None = None
) -> MatchContext:
    """Return the context of a match for a user, at present or at an earlier version."""
    return await context_for_view(app, await app.services.match_queries.table(match_id, user_id, version=version), words, user_id)


def edition_for(app: AppContext, match: MatchRow, reader: UserId | None) -> Edition:
    """Return the edition with a painter in the reader's preferred colours, or in the server's for public pictures."""
    edition = app.editions[match.game]
    return with_painter(app, edition, match.guild_id, reader)


def with_painter(app: AppContext, edition: Edition, guild_id: int | None, reader: UserId | None) -> Edition:
    """Return the edition with a painter in the chosen colours."""
    return replace(edition, painter=painter_for(app, edition.painter, guild_id, reader))


def painter_for(app: AppContext, usual: Painted, guild_id: int | None, reader: UserId | None) -> Painted:
    """Return the painter in dark or light colours (`is_dark`), with strong contrast if the reader prefers that."""
    painter = usual.dark if usual.dark is not None and is_dark(app, guild_id, reader) else usual
    is_strong = reader is not None and preference(app.services.user_settings.known(reader), CONTRAST) == STRONG
    return painter.strong if is_strong and painter.strong is not None else painter


def is_dark(app: AppContext, guild_id: int | None, reader: UserId | None) -> bool:
    """Return whether pictures are dark, as the reader prefers; without a preference or a reader, as the server does."""
    chosen = AS_SERVER if reader is None else preference(app.services.user_settings.known(reader), THEME)
    return (app.services.server_settings.value(guild_id, THEME) if chosen == AS_SERVER else chosen) == DARK


def visible_events(entries: Sequence[LogEntry], viewer: Seat | None) -> list[Any]:
    """Return the events of log rows that weren't undone, as far as `viewer` may know them."""
    return list(visible([event for entry in entries if not entry.undone for event in entry.events], viewer))


def whole_game(entries: Sequence[LogEntry], viewer: Seat | None) -> list[Any]:
    """Return all events of a match, including its opening; `entries` are all rows of its log."""
    return [*(event for entry in entries[:1] for event in entry.opening), *visible_events(entries, viewer)]
