"""Looking back: the animation of a game, and one turn of it with the ways to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.match_context import MatchContext
from cogs.messages.dynamic_components import DynamicComponent
from cogs.messages.message_parts import MAIN, OPTIONS, PLAIN, Message, Picture, SelectEntry, button, select
from games.core.game import Seat
from service.review.recorded import ELSEWHERE
from service.review.replay import ReplayFrame
from storage.records import CANCELLED, FINISHED
from text.labels import label
from text.play import view_texts
from text.review import replays

ONLY = ("all", "mine", "scored")
"""Which turns are gone through."""


@dataclass(frozen=True)
class ReplayPosition:
    """A turn of a game among those that are gone through."""

    frames: Sequence[ReplayFrame]
    number: int
    """From 1."""
    only: str

    @property
    def frame(self) -> ReplayFrame:
        """The turn itself."""
        return self.frames[self.number - 1]

    @property
    def is_last(self) -> bool:
        """Whether no turn came after it."""
        return self.number == len(self.frames)


def found(frames: Sequence[ReplayFrame], number: int, only: str, viewer: Seat | None) -> ReplayPosition:
    """The turn `number`, or the next one of those that are wanted, else the last of them; all turns where there are none."""
    wanted = only if only in ONLY and among(frames, only, viewer) else "all"
    numbers = among(frames, wanted, viewer)
    number = max(1, min(number, len(frames)))
    return ReplayPosition(frames, next((each for each in numbers if each >= number), numbers[-1]), wanted)


def among(frames: Sequence[ReplayFrame], only: str, viewer: Seat | None) -> list[int]:
    """The numbers of all turns, of those in which the viewer acted, or of those that brought points."""
    return [number for number, frame in enumerate(frames, 1) if _belongs(frame, only, viewer)]


def _belongs(frame: ReplayFrame, only: str, viewer: Seat | None) -> bool:
    if only == "mine":
        return viewer in frame.seats
    return only != "scored" or any(frame.gains)


def whole(at: MatchContext, turns: int, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """The animation, where the game has one."""
    words = at.words
    message = Message().say(view_texts.shared_by(shared_by, words) if shared_by else "")
    message.say(f"**{replays.title(turns, words, over=is_over(at))}**").show(picture)
    message.say(at.say.standings(at.view, at.names, words))
    if shared_by:
        return message
    return message.row(
        button(at.match, label("step-through", words), "step", "1 all begin", style=MAIN, version=at.version),
        button(at.match, label("last-turn", words), "step", f"{turns} all end", version=at.version),
        button(at.match, label("share", words), "replayshare", f"{turns}", version=at.version) if picture else None,
    )


def is_over(at: MatchContext) -> bool:
    """Whether no turn will follow."""
    return at.match.status in (FINISHED, CANCELLED)


def imported(at: MatchContext, title: str, turns: int) -> Message:
    """A record has become a game; what can be done with it."""
    words = at.words
    unnamed = any(seat.level == ELSEWHERE for seat in at.seats)
    return (
        Message()
        .say(replays.imported(title, at.names, turns, words), replays.strangers(words) if unnamed else "")
        .say(at.say.standings(at.view, at.names, words))
        .row(
            button(at.match, label("replay", words), "replay", style=MAIN),
            button(at.match, label("step-through", words), "step", "1 all begin"),
            button(at.match, label("score", words), "score"),
            button(at.match, label("log", words), "log"),
            button(at.match, label("verify", words), "verify"),
        )
    )


def step(at: MatchContext, place: ReplayPosition, lines: Sequence[str], picture: Picture) -> Message:
    """One turn: what happened, the table after it, and where to go from here."""
    words = at.words
    message = Message().show(picture)
    message.say(f"**{replays.step(place.number, len(place.frames), words)}**", *lines, at.say.standings(at.view, at.names, words))
    numbers = among(place.frames, place.only, at.viewer)
    message.row(*_ways(at, place, numbers))
    message.row(select(at.match, "stepto", _listed(at, place, numbers), place.only, hint=label("which-turn", words)))
    kinds = [only for only in ONLY if among(place.frames, only, at.viewer)]
    return message.row(
        *(_kind(at, place, only) for only in kinds if len(kinds) > 1),
        button(at.match, label("replay", words), "replay", "whole"),
    )


def _ways(at: MatchContext, place: ReplayPosition, numbers: Sequence[int]) -> list[DynamicComponent]:
    """First, back, forward, last: always the same four, so that a thumb finds them; what leads nowhere is dim."""
    earlier = [number for number in numbers if number < place.number]
    later = [number for number in numbers if number > place.number]
    ways = (("first-turn", earlier[:1]), ("earlier-turn", earlier[-1:]), ("later-turn", later[:1]), ("last-turn", later[-1:]))
    return [
        button(
            at.match,
            label(key, at.words),
            "step",
            f"{to[0] if to else 0} {place.only} {key}",
            style=MAIN if key == "later-turn" else PLAIN,
            dim=not to,
        )
        for key, to in ways
    ]


def _kind(at: MatchContext, place: ReplayPosition, only: str) -> DynamicComponent:
    """Go through these turns only."""
    chosen = only == place.only
    return button(
        at.match,
        label(f"turns-{only}", at.words),
        "step",
        f"{place.number} {only} only",
        style=MAIN if chosen else PLAIN,
        dim=chosen,
    )


def _listed(at: MatchContext, place: ReplayPosition, numbers: Sequence[int]) -> list[SelectEntry]:
    """As many turns as a select holds, evenly over the game; the present one among them."""
    apart = -(-len(numbers) // (OPTIONS - 1))
    shown = sorted({*numbers[::apart], place.number})
    return [_line(at, place.frames[number - 1], number, chosen=number == place.number) for number in shown]


def _line(at: MatchContext, frame: ReplayFrame, number: int, *, chosen: bool) -> SelectEntry:
    names = [at.names[seat] for seat in sorted(frame.seats)]
    gains = [replays.gain(at.names[seat], points, at.words) for seat, points in enumerate(frame.gains) if points]
    return SelectEntry(replays.line(number, names, at.words), str(number), " · ".join(gains), chosen=chosen)
