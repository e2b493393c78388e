"""What everybody in the channel reads: one message a turn with one ping, notices, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import dropwhile
from typing import Any

from cogs import scene
from cogs.present.lobby import practice
from cogs.present.parts import MAIN, Message, Picture, button, cut
from cogs.present.play import boards, draft, hints
from cogs.scene import Scene
from games.core.game import Seat
from service.play.ranking import below
from service.play.seating import by_joining
from service.process.rows import AGREED
from service.records import Entry, Table, Verification
from storage.records import MatchRow, SeatRow, UserId
from text.labels import label
from text.language import Words
from text.play import ending, leaving, looking, moving, sealing
from text.signs import bare

LINES = 12
"""Moves told in a turn message; what is older is a button away."""

IN_WORDS = 1200
"""Characters of a board that is told because it cannot be shown."""

STORY = 1200
"""Characters of the moves told: the whole message stays readable on a phone."""


def begun(match: MatchRow, seats: Sequence[SeatRow], names: Sequence[str], words: Words) -> Message:
    """That a game begins: in which order, under which seal, with whose words. Its number goes into every draw."""
    added = [(names[seat.seat], seat.word) for seat in by_joining(seats) if seat.word]
    return Message(silent=True).say(
        f"**{sealing.begun(words)}** {sealing.order(names, words)}",
        *([sealing.words_added(added, words)] if added else []),
        f"-# {sealing.sealed(match.commitment, words)} · {sealing.mixes(words)}",
    )


def turn(
    at: Scene,
    entries: tuple[Entry, ...],
    legal: Sequence[Any],
    *,
    first: bool,
    picture: Picture | None,
    user_id: int,
    time: Sequence[str] = (),
) -> Message:
    """Whose turn it is, until when, what happened since, how it stands. `legal`: what the one who is asked could choose."""
    words, match = at.words, at.match
    asked = moving.your_turn if _is_own_turn(at) else moving.you_are_asked
    story = _story(at, entries)
    message = Message().say(asked(f"<@{user_id}>", words), "-# " + at.say.progress(at.view, words))
    practice.with_turn(message, at, entries)
    message.show(picture).say(
        at.say.ask(at.view, at.names, words),
        *time,
        *([f"**{moving.since_start(words) if first else moving.since_your_turn(words)}**", *story] if story else ()),
        at.say.standings(at.view, at.names, words),
    )
    _spots(message, at, legal)
    return (
        message.row(
            button(match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version),
            boards.overview(at),
            button(match, label("score", words), "score", version=at.version),
            button(match, stock.label(words), "tiles", version=at.version) if (stock := at.edition.words.stock) else None,
            button(match, label("more", words), "more", version=at.version),
        )
        .row(practice.leave(match, words) if practice.lessons(at) else None)
        .say(moving.name_the_square(words) if at.names_squares else "", at.read.hint(at.view, at.listed(legal), words))
    )


def in_words(message: Message, at: Scene) -> Message:
    """A message whose picture may not go along, and why: with it the board in words."""
    message.board = None
    return message.say(leaving.no_files(at.words), board_in_words(at))


def board_in_words(at: Scene) -> str:
    """The board, as far as a message that says other things too has room for it."""
    return cut(at.say.board(at.view, at.names, at.words), IN_WORDS)


def end(
    at: Scene,
    table: Table,
    entries: tuple[Entry, ...],
    latest: tuple[Entry, ...],
    bag: Verification | None,
    picture: Picture | None,
    *,
    lead: str = "",
) -> Message:
    """The result, told once to everybody who has played to the end, and the opened bag, unless others still draw from it."""
    words, match, events = at.words, at.match, scene.told(entries, None)
    players = tuple(
        UserId(seat.user_id) for seat in at.seats if (seat.is_human or seat.left == AGREED) and seat.user_id is not None
    )
    days = (match.ended_at - match.started_at).days if match.ended_at and match.started_at else 0
    moments = words_of.highlights(events, at.view, at.names, words) if (words_of := at.edition.words.highlights) else []
    story = _story(at, latest)
    message = (
        Message(pings=players)
        .say(
            lead,
            f"**{ending.finished(days, at.say.length(at.view, words), words)}**",
            ending.told_to([f"<@{player}>" for player in players], _winner(at, table), words),
        )
        .show(picture)
        .say(*at.say.result(events, at.view, at.names, words, below=below(match)))
        .say(*([f"**{ending.highlights(words)}**", *moments] if moments else ()))
        .say(*([f"**{ending.last_moves(words)}**", *story] if story else ()))
        .say(hints.sums(entries, at.names, at))
        .say("-# " + _bag(match, bag, words))
    )
    message.board = partial(board_in_words, at)
    return message


def _bag(match: MatchRow, bag: Verification | None, words: Words) -> str:
    if bag is None:
        return sealing.bag_stays_sealed(match.commitment, words)
    return sealing.bag_opened(bag.secret, bag.commitment, words, sound=bag.is_sound)


def after_end(message: Message, match: MatchRow, words: Words) -> Message:
    """What can be done below the result, where the game was played."""
    return message.row(
        button(match, label("rematch", words), "rematch", style=MAIN),
        button(match, label("analyse", words), "analyse"),
        button(match, label("replay", words), "replay"),
    ).row(
        button(match, label("log", words), "log"),
        button(match, label("verify", words), "verify"),
        button(match, label("export", words), "export"),
    )


def _winner(at: Scene, table: Table) -> str:
    """Who has won; empty for a game that has no result."""
    outcome = table.outcome
    if outcome is None:
        return ""
    return ending.won([at.names[seat] for seat in outcome.winners], outcome.scores[outcome.winners[0]], at.words)


def _spots(message: Message, at: Scene, legal: Sequence[Any]) -> None:
    """A button for each spot where there are few, else lists: the draft opens there. Never where they would tell of a hand."""
    spots, base = at.spots(legal), draft.base_of(())
    if at.edition.words.hands is not None or not spots:
        return
    if buttons := draft.region_buttons(at, spots):
        for first in range(0, len(buttons), draft.ROW):
            message.row(*buttons[first : first + draft.ROW])
        return
    buttons = draft.spot_buttons(at, spots, base, draft.ROW)
    message.row(*buttons)
    for listed in () if buttons else draft.spot_lists(at, spots, base):
        message.row(listed)


def _story(at: Scene, entries: tuple[Entry, ...]) -> list[str]:
    """The moves that still stand, a line each, the newest kept."""
    lines = numbered(at.say.story(scene.told(entries, at.viewer), at.view, at.names, at.words))
    kept: list[str] = []
    for line in reversed(lines):
        if len(kept) == LINES or not _has_room(kept, line):
            break
        kept.insert(0, line)
    missing = len(lines) - len(kept)
    return [looking.earlier_moves(missing, at.words), *kept] if missing else kept


def _has_room(kept: Sequence[str], line: str) -> bool:
    """Whether a line fits beside those that are kept: as it is read, and with its signs as it is sent."""
    text = "\n".join((*kept, line))
    return len(bare(text)) <= STORY and len(text) <= 2 * STORY


def after_own(entries: tuple[Entry, ...], seat: Seat | None) -> tuple[Entry, ...]:
    """What came after the move that the reader was asked for before: that one he has seen when he made it.

    Later actions of his seat are news to him: they were no choice, so nobody asked him.
    """
    entries = tuple(dropwhile(lambda entry: entry.seat != seat or entry.undone, entries)) or entries
    return tuple(dropwhile(lambda entry: entry.seat == seat, entries))


def numbered(lines: Sequence[str]) -> list[str]:
    """The lines with the numbers that the picture shows at the same moves."""
    return [f"`{number}` {line}" for number, line in enumerate(lines, 1)] if len(lines) > 1 else list(lines)


def _is_own_turn(at: Scene) -> bool:
    return at.say.act(at.view) != "choose" or len(at.asked) != 1
