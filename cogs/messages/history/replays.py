"""Looking back: the animation of a game, and one turn of it with the ways to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.match_context import MatchContext
from cogs.messages.message_parts import MAIN, OPTIONS, PLAIN, Component, Message, Picture, SelectEntry, button, select
from games.core.game import Seat
from service.history.record_parser import ELSEWHERE
from service.history.replay import ReplayFrame
from storage.rows import CANCELLED, FINISHED
from text.history import replays
from text.labels import label
from text.play import sealed_bag, view_texts

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


def wanted_turn(frames: Sequence[ReplayFrame], number: int, only: str, viewer: Seat | None) -> ReplayPosition:
    """Return the turn `number`, or the next wanted one, else the last wanted; of all turns where none is wanted."""
    wanted = only if only in ONLY and turn_numbers(frames, only, viewer) else "all"
    numbers = turn_numbers(frames, wanted, viewer)
    number = max(1, min(number, len(frames)))
    return ReplayPosition(frames, next((each for each in numbers if each >= number), numbers[-1]), wanted)


def turn_numbers(frames: Sequence[ReplayFrame], only: str, viewer: Seat | None) -> list[int]:
    """Return the numbers of all turns, of those in which the viewer acted, or of those that brought points."""
    return [number for number, frame in enumerate(frames, 1) if _belongs(frame, only, viewer)]


def _belongs(frame: ReplayFrame, only: str, viewer: Seat | None) -> bool:
    if only == "mine":
        return viewer in frame.seats
    return only != "scored" or any(frame.gains)


def replay_message(context: MatchContext, turns: int, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """Return the animation, where the game has one."""
    words = context.words
    message = Message().say(view_texts.shared_by(shared_by, words) if shared_by else "")
    message.say(f"**{replays.title(turns, words, over=is_over(context))}**").show(picture)
    message.say(context.say.standings(context.view, context.names, words))
    if shared_by:
        return message
    return message.row(
        button(context.match, label("step-through", words), "step", "1 all begin", style=MAIN, version=context.version),
        button(context.match, label("last-turn", words), "step", f"{turns} all end", version=context.version),
        button(context.match, label("share", words), "replayshare", f"{turns}", version=context.version) if picture else None,
    )


def is_over(context: MatchContext) -> bool:
    """Return whether no turn will follow."""
    return context.match.status in (FINISHED, CANCELLED)


def import_message(context: MatchContext, title: str, turns: int, last: str | None) -> Message:
    """Return the message about a record that has become a game, with its next steps; `last` is its fingerprint, if it has one."""
    words = context.words
    unnamed = any(seat.level == ELSEWHERE for seat in context.seats)
    return (
        Message()
        .say(replays.imported(title, context.names, turns, words), replays.strangers(words) if unnamed else "")
        .say(sealed_bag.import_proved(last, words) if last else sealed_bag.import_unproved(words))
        .say(context.say.standings(context.view, context.names, words))
        .row(
            button(context.match, label("replay", words), "replay", style=MAIN),
            button(context.match, label("step-through", words), "step", "1 all begin"),
            button(context.match, label("score", words), "score"),
            button(context.match, label("log", words), "log"),
            button(context.match, label("verify", words), "verify"),
        )
    )


def step(context: MatchContext, place: ReplayPosition, lines: Sequence[str], picture: Picture) -> Message:
    """Return one turn: its events, the table after it, and the buttons to others."""
    words = context.words
    message = Message().show(picture)
    message.say(
        f"**{replays.step(place.number, len(place.frames), words)}**",
        *lines,
        context.say.standings(context.view, context.names, words),
    )
    numbers = turn_numbers(place.frames, place.only, context.viewer)
    message.row(*_step_buttons(context, place, numbers))
    message.row(
        select(context.match, "stepto", _turn_entries(context, place, numbers), place.only, hint=label("which-turn", words))
    )
    kinds = [only for only in ONLY if turn_numbers(place.frames, only, context.viewer)]
    return message.row(
        *(_kind(context, place, only) for only in kinds if len(kinds) > 1),
        button(context.match, label("replay", words), "replay", "whole"),
    )


def _step_buttons(context: MatchContext, place: ReplayPosition, numbers: Sequence[int]) -> list[Component]:
    """First, back, forward, last: always the same four, so that a thumb finds them; what leads nowhere is dim."""
    earlier = [number for number in numbers if number < place.number]
    later = [number for number in numbers if number > place.number]
    ways = (("first-turn", earlier[:1]), ("earlier-turn", earlier[-1:]), ("later-turn", later[:1]), ("last-turn", later[-1:]))
    return [
        button(
            context.match,
            label(key, context.words),
            "step",
            f"{to[0] if to else 0} {place.only} {key}",
            style=MAIN if key == "later-turn" else PLAIN,
            dim=not to,
        )
        for key, to in ways
    ]


def _kind(context: MatchContext, place: ReplayPosition, only: str) -> Component:
    """Go through these turns only."""
    chosen = only == place.only
    return button(
        context.match,
        label(f"turns-{only}", context.words),
        "step",
        f"{place.number} {only} only",
        style=MAIN if chosen else PLAIN,
        dim=chosen,
    )


def _turn_entries(context: MatchContext, place: ReplayPosition, numbers: Sequence[int]) -> list[SelectEntry]:
    """As many turns as a select holds, evenly over the game; the present one among them."""
    apart = -(-len(numbers) // (OPTIONS - 1))
    shown = sorted({*numbers[::apart], place.number})
    return [_line(context, place.frames[number - 1], number, chosen=number == place.number) for number in shown]


def _line(context: MatchContext, frame: ReplayFrame, number: int, *, chosen: bool) -> SelectEntry:
    names = [context.names[seat] for seat in sorted(frame.seats)]
    gains = [replays.gain(context.names[seat], points, context.words) for seat, points in enumerate(frame.gains) if points]
    return SelectEntry(replays.line(number, names, context.words), str(number), " · ".join(gains), chosen=chosen)
