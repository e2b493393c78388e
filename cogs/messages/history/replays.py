"""Messages of a replay: the animation of a game, and single turns with buttons to other turns."""

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
    """One turn in a replay, among the turns that the reader steps through."""

    frames: Sequence[ReplayFrame]
    number: int
    """From 1."""
    only: str

    @property
    def frame(self) -> ReplayFrame:
        """The frame of the present turn."""
        return self.frames[self.number - 1]

    @property
    def is_last(self) -> bool:
        """Whether this is the last turn."""
        return self.number == len(self.frames)


def wanted_turn(frames: Sequence[ReplayFrame], number: int, only: str, viewer: Seat | None) -> ReplayPosition:
    """Return the replay position of turn `number`.

    If that turn isn't among those selected by `only`, return the next that is, or else the last that is; with no selected turn at
    all, step through all turns.
    """
    wanted = only if only in ONLY and turn_numbers(frames, only, viewer) else "all"
    numbers = turn_numbers(frames, wanted, viewer)
    number = max(1, min(number, len(frames)))
    return ReplayPosition(frames, next((each for each in numbers if each >= number), numbers[-1]), wanted)


def turn_numbers(frames: Sequence[ReplayFrame], only: str, viewer: Seat | None) -> list[int]:
    """Return the numbers of the turns selected by `only`: all turns, those of the viewer, or those that scored points."""
    return [number for number, frame in enumerate(frames, 1) if _belongs(frame, only, viewer)]


def _belongs(frame: ReplayFrame, only: str, viewer: Seat | None) -> bool:
    if only == "mine":
        return viewer in frame.seats
    return only != "scored" or any(frame.gains)


def replay_message(context: MatchContext, turns: int, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """Return the message with a game's animation, if there is one, and the buttons to its turns."""
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
    """Return whether the match can have no further turns."""
    return context.match.status in (FINISHED, CANCELLED)


def import_message(context: MatchContext, title: str, turns: int, last: str | None) -> Message:
    """Return the message about an imported record: its title, number of turns and next steps.

    `last`: fingerprint of the record's last move, if the record has one.
    """
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
    """Return the message of one turn: its events, the board after it, and the buttons to other turns."""
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
    """Return the buttons to the first, previous, next and last turn.

    All four are always there, in the same order; those that lead nowhere are disabled.
    """
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
    """Return the button that restricts the replay to the turns selected by `only`."""
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
    """Return entries for a select of turns: up to `OPTIONS`, spread evenly over the game, including the present turn."""
    apart = -(-len(numbers) // (OPTIONS - 1))
    shown = sorted({*numbers[::apart], place.number})
    return [_line(context, place.frames[number - 1], number, chosen=number == place.number) for number in shown]


def _line(context: MatchContext, frame: ReplayFrame, number: int, *, chosen: bool) -> SelectEntry:
    names = [context.names[seat] for seat in sorted(frame.seats)]
    gains = [replays.gain(context.names[seat], points, context.words) for seat, points in enumerate(frame.gains) if points]
    return SelectEntry(replays.line(number, names, context.words), str(number), " · ".join(gains), chosen=chosen)
