"""Public messages in a match's channel: the start, turns, notices and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile
from typing import Any

from cogs import match_context
from cogs.match_context import MatchContext
from cogs.messages.lobby.practice import LessonParts
from cogs.messages.message_parts import MAIN, Component, Message, Picture, button, cut
from cogs.messages.play import draft, hints
from games.core.emoji_names import seat_colour
from games.core.game import Seat
from service.history import computer_points as computers
from service.match.final_ranking import ranked_below
from service.match.match_rows import AGREED
from service.match.seating import in_joining_order
from service.records import LogEntry, MatchView, Verification
from storage.rows import MatchRow, SeatRow, UserId
from text.labels import label
from text.message_templates import bare, whole_words
from text.play import departure_texts, ending_texts, sealed_bag, turn_texts, view_texts, vote_texts
from text.protocol import ALT, CountedLine
from text.translator import Translator

LINES = 12
"""Moves told in a turn message; what is older is a button away."""

IN_WORDS = 1200
"""Characters of a board that is told because it cannot be shown."""

STORY = 1200
"""Characters of the moves told in a whole message."""

WORDS, BRIEF = 45, 120
"""Words of a turn message with a picture, and characters of its moves: its buttons must be seen on a phone too."""

WHAT_HAPPENED_SINCE = "since"
"""The argument of the button that shows all that has happened since the reader's last move."""


HINTED = 6
"""Rows of the log for each seat after which turns no longer say how to answer by text: about two turns each."""


def game_begins(
    match: MatchRow,
    seats: Sequence[SeatRow],
    names: Sequence[str],
    words: Translator,
    *,
    mirrors: bool = False,
    taught: bool = False,
) -> Message:
    """Return the message at the start of a match: turn order, sealed bag, and the words that players have added to it.

    This message's id is mixed into every draw, unless the match `mirrors` one in another server. `taught`: a practice game, which
    doesn't mention the sealed bag.
    """
    mixed = sealed_bag.mixes_elsewhere if mirrors else sealed_bag.mixes
    added = [(names[seat.seat], seat.word) for seat in in_joining_order(seats) if seat.word]
    return Message(silent=True).say(
        f"**{sealed_bag.begun(words)}** {sealed_bag.order(names, words)}",
        *([sealed_bag.words_added(added, words)] if added else []),
        "" if taught else f"-# {sealed_bag.sealed(match.commitment, words)} · {mixed(words)}",
    )


def turn(
    context: MatchContext,
    entries: tuple[LogEntry, ...],
    legal: Sequence[Any],
    *,
    picture: Picture | None,
    user_id: int,
    time: Sequence[str] = (),
    taught: LessonParts | None = None,
    in_browser: bool = False,
) -> Message:
    """Return a turn message: the active player with a ping, the question, the deadline, and recent moves, in the player's colour.

    For a server's seat, it says that all members can vote; for another server's seat, that its votes are awaited. `legal`: legal
    actions of the active player; `taught`: lesson of a practice game, which replaces the question and the moves; `in_browser`:
    whether to add the button to the board in the browser. Moves that don't fit below the picture are behind a button.
    """
    words, match = context.words, context.match
    seat = context.asked[0] if context.asked else None
    is_elsewhere = seat is not None and context.seats[seat].is_rival
    called = _asked_name(context, seat, user_id)
    question = [context.say.ask(context.view, context.names, words, viewer=seat)] if not is_elsewhere else []
    if taught is not None:
        question = [*taught.said.answers, taught.said.lesson]
    message = Message().beside(
        None if taught is None else taught.example,
        called if picture is not None and taught is None else f"{called} · {context.say.progress(context.view, words)}",
        *question,
        *time,
    )
    message.framed(None if seat is None else seat_colour(seat))
    hint = _hint(context, seat, legal) if taught is None else taught.said.example
    told, folded = _brief(context, entries, _words(message, hint)) if picture is not None else (_story(context, entries), False)
    if taught is not None:
        told, folded = [], False
    message.show(picture).say(*told)
    ways = [button(match, label(key, words), key, version=context.version) for key in ("score", "more")]
    if folded:
        ways.insert(0, button(match, label("what-happened", words), "log", WHAT_HAPPENED_SINCE))
    if in_browser and context.edition.painter.tapping is not None:
        ways.insert(0, button(match, label("open-board", words), "openboard"))
    message.row(None if is_elsewhere else _act(context, seat), overview(context), *ways)
    _spots(message, context, legal)
    return message.say(turn_texts.name_the_square(words) if context.names_squares else "", hint)


def _asked_name(context: MatchContext, seat: Seat | None, user_id: int) -> str:
    """Return the heading that names who has to move: a player, the members of this server, or those of another server."""
    if seat is not None and context.seats[seat].is_town:
        return vote_texts.called(context.words)
    if seat is not None and context.seats[seat].is_rival:
        return vote_texts.called_elsewhere(context.names[seat], context.words)
    message_template = turn_texts.your_turn if _is_own_turn(context) else turn_texts.you_are_asked
    return message_template(f"<@{user_id}>", context.words)


def _act(context: MatchContext, seat: Seat | None) -> Component:
    """Return the main button of a turn message, which opens the private draft of a move or of a vote."""
    is_vote = seat is not None and context.seats[seat].is_town
    key = "vote" if is_vote else context.say.act(context.view)
    return button(context.match, label(key, context.words), "place", style=MAIN, version=context.version)


def _hint(context: MatchContext, seat: Seat | None, legal: Sequence[Any]) -> str:
    """Return a line on how to type the move; empty after the first turns (`HINTED`) and for votes."""
    is_voted_on = seat is not None and (context.seats[seat].is_town or context.seats[seat].is_rival)
    has_hint = context.version <= HINTED * len(context.seats) and not is_voted_on
    return context.read.hint(context.view, context.listed(legal), context.words) if has_hint else ""


def with_full_alt_text(context: MatchContext, entries: tuple[LogEntry, ...], picture: Picture) -> Picture:
    """Return the turn's picture with a complete alt text: progress, all recent moves and the standings."""
    plain = context.words.unillustrated
    texts = [
        context.say.progress(context.view, plain),
        *context.say.story(match_context.visible_events(entries, context.viewer), context.view, context.names, plain),
        context.say.standings(context.view, context.names, plain),
    ]
    return replace(picture, alt=whole_words(" ".join((*(f"{line}." for line in texts if line), picture.alt)), ALT))


def without_picture(message: Message, context: MatchContext) -> Message:
    """Add the board as text to a message whose picture may not be attached, with the reason, and return the message."""
    message.board = None
    return message.say(departure_texts.no_files(context.words), board_in_words(context))


def board_in_words(context: MatchContext) -> str:
    """Return the board as text, cut to `IN_WORDS` characters so that other text fits beside it."""
    return cut(context.say.board(context.view, context.names, context.words), IN_WORDS)


def best_moments(context: MatchContext, entries: Sequence[LogEntry]) -> list[CountedLine]:
    """Return the highlights of a finished match; `entries` are the whole log."""
    story_of = context.edition.words.highlights
    return story_of.moments(match_context.whole_game(entries, None), context.view, context.names, context.words) if story_of else []


def end(
    context: MatchContext,
    table: MatchView,
    entries: tuple[LogEntry, ...],
    bag: Verification | None,
    pictures: tuple[Picture | None, Picture | None, Picture | None],
    *,
    recalled: Sequence[CountedLine] = (),
    lead: str = "",
) -> Message:
    """Return the message at the end of a match: result, board, decisive moments and score curve, pinging all remaining players.

    It has a frame in the winner's colour. `pictures`: board, scenes of the highlights, score curve; `recalled`: the highlights;
    `lead`: text above everything else.
    """
    words, match, events, story_of = (
        context.words,
        context.match,
        match_context.whole_game(entries, None),
        context.edition.words.highlights,
    )
    players = _players_to_the_end(context.seats)
    board, scenes, curve = pictures
    message = (
        Message(pings=players)
        .say(
            lead,
            f"**{ending_texts.finished(_days(match), context.say.length(context.view, words), words)}**",
            ending_texts.told_to([f"<@{player}>" for player in players], _winner(context, table), words),
            _players_behind(context, table),
        )
        .framed(colour_of(table.outcome.winners if table.outcome else ()))
        .show(board)
        .say(
            *([story_of.decided(events, context.view, context.names, words)] if story_of else _result(context, events)),
            *(
                [f"**{ending_texts.highlights(words)}**", *number_lines([counted_line.text for counted_line in recalled])]
                if recalled
                else ()
            ),
        )
        .show(scenes)
        .say(
            *([story_of.foremost(events, context.view, context.names, words)] if story_of else ()),
            *(
                ending_texts.by_computer(context.names[seat], points, words)
                for seat, points in computers.points_by_computers(context.edition.game, entries, context.seats)
            ),
        )
        .show(curve)
        .say("-# " + _bag(match, bag, words))
    )
    message.board = partial(board_in_words, context)
    return message


def details(context: MatchContext, entries: tuple[LogEntry, ...], bag: Verification | None, picture: Picture | None) -> Message:
    """Return the private details of a finished match: points by source, last moves, hints, and the opened bag."""
    words, match, events = context.words, context.match, match_context.whole_game(entries, context.viewer)
    story = _story(context, entries)
    secret = _bag_text(bag, words) if bag else _bag(match, bag, words)
    return (
        Message()
        .show(picture)
        .say(*_result(context, events))
        .say(*([f"**{ending_texts.last_moves(words)}**", *story] if story else ()))
        .say(hints.sums(entries, context.names, context), f"-# {secret}")
        .row(
            button(match, label("replay", words), "replay"),
            button(match, label("log", words), "log"),
            button(match, label("verify", words), "verify"),
            button(match, label("export", words), "export"),
        )
    )


def _days(match: MatchRow) -> int:
    return (match.ended_at - match.started_at).days if match.ended_at and match.started_at else 0


def _players_to_the_end(seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
    """Return the user ids of the players who played to the end, or who agreed to end early."""
    return tuple(UserId(seat.user_id) for seat in seats if (seat.is_human or seat.left == AGREED) and seat.user_id is not None)


def _result(context: MatchContext, events: Sequence[Any]) -> list[str]:
    return context.say.result(events, context.view, context.names, context.words, below=ranked_below(context.match))


def _bag(match: MatchRow, bag: Verification | None, words: Translator) -> str:
    if bag is None:
        return sealed_bag.bag_stays_sealed(match.commitment, words)
    if not bag.is_sound:
        return _bag_text(bag, words)
    checked = sealed_bag.bag_checked(words)
    return f"{checked} {sealed_bag.fingerprint(bag.moves.last, words)}" if bag.moves else checked


def _bag_text(bag: Verification, words: Translator) -> str:
    """Return a sentence about the opened bag and, if the moves were changed afterwards, since which turn."""
    draws_fit = replace(bag, moves=None).is_sound
    opened = sealed_bag.bag_opened(bag.secret, bag.commitment, words, sound=draws_fit)
    changed = bag.moves is not None and not bag.moves.fits
    return f"{opened} {sealed_bag.moves_changed(bag.moves.turn, words)}" if bag.moves and changed else opened


def add_end_buttons(message: Message, context: MatchContext, *, guessed: bool = False) -> Message:
    """Add the buttons below the result; `guessed` tells whether spectators have guessed moves."""
    match, words = context.match, context.words
    return message.row(
        button(match, label("rematch", words), "rematch", style=MAIN) if match.terms.series is None else None,
        button(match, label("analyse", words), "analyse"),
        button(match, label("details", words), "details"),
        button(match, label("keepsake", words), "keepsake") if context.edition.painter.share_card is not None else None,
        button(match, label("my-guesses", words), "guesses") if guessed else None,
    )


def _players_behind(context: MatchContext, table: MatchView) -> str:
    """Return a line with the players who did not win, by score; empty for a match without a result."""
    if table.outcome is None:
        return ""
    scores, winners = table.outcome.scores, table.outcome.winners
    order = sorted(range(len(scores)), key=lambda seat: (seat in ranked_below(context.match), -scores[seat]))
    return ending_texts.behind([(context.names[seat], scores[seat]) for seat in order if seat not in winners], context.words)


def colour_of(winners: Sequence[int]) -> int | None:
    """Return the colour of the only winner, as 0xRRGGBB; None without exactly one winner."""
    return seat_colour(winners[0]) if len(winners) == 1 else None


def _winner(context: MatchContext, table: MatchView) -> str:
    """Return a line with the winners and their score; empty for a match without a result."""
    outcome = table.outcome
    if outcome is None:
        return ""
    return ending_texts.won([context.names[seat] for seat in outcome.winners], outcome.scores[outcome.winners[0]], context.words)


def _spots(message: Message, context: MatchContext, legal: Sequence[Any]) -> None:
    """Add buttons that open the draft at each spot of the picture, or selects if there are many, and buttons to other regions.

    In games with hidden hands only the regions get buttons, since the spots would reveal cards.
    """
    spots, base = context.spots(legal), draft.base_of(())
    if not spots:
        return
    shown = draft.shown_region(context, spots)
    if context.edition.words.hands is None:
        here = draft.regions(context, spots)[shown]
        buttons = draft.spot_buttons(context, here, base)
        draft.rows(message, buttons or draft.advised_buttons(context, here, base))
        for listed in () if buttons else draft.spot_lists(context, here, base, counted=len(here) < len(spots)):
            message.row(listed)
    draft.rows(message, draft.region_buttons(context, spots, shown))


def _brief(context: MatchContext, entries: tuple[LogEntry, ...], words: int) -> tuple[list[str], bool]:
    """Return the newest moves as lines that fit beside a picture, and whether older ones are left out.

    A milestone such as the end of a round comes first and is always included. `words`: number of words in the rest of the message.
    """
    events = match_context.visible_events(entries, context.viewer)
    first = context.say.milestone(events, context.view, context.names, context.words)
    begun = [first] if first else []
    lines, kept = context.say.brief(events, context.view, context.names, context.words), list[str]()
    for line in reversed(lines):
        shown = bare("\n".join((*begun, line, *kept)))
        if len(shown) > BRIEF or len(shown.split()) > WORDS - words:
            return [*begun, *kept], True
        kept.insert(0, line)
    return [*begun, *kept], bool(begun)


def _words(message: Message, *more: str) -> int:
    return len(bare(" ".join((*message.texts(), *more))).split())


def _story(context: MatchContext, entries: tuple[LogEntry, ...]) -> list[str]:
    """Return the latest moves that weren't undone, a line each, and a line with the number of those left out."""
    story = context.say.story(match_context.visible_events(entries, context.viewer), context.view, context.names, context.words)
    lines = number_lines(story)
    kept: list[str] = []
    for line in reversed(lines):
        if len(kept) == LINES or not _has_room(kept, line, STORY):
            break
        kept.insert(0, line)
    missing = len(lines) - len(kept)
    return [view_texts.earlier_moves(missing, context.words), *kept] if missing else kept


def _has_room(kept: Sequence[str], line: str, room: int) -> bool:
    """Return whether a line fits in addition to the kept lines, within `room` characters without emojis."""
    text = "\n".join((*kept, line))
    return len(bare(text)) <= room and len(text) <= 2 * room


def entries_after_own_move(entries: tuple[LogEntry, ...], seat: Seat | None) -> tuple[LogEntry, ...]:
    """Return the log entries after the last move that the reader chose.

    Forced later actions of the same seat are included, since the reader has not seen them.
    """
    entries = tuple(dropwhile(lambda entry: entry.seat != seat or entry.undone, entries)) or entries
    return tuple(dropwhile(lambda entry: entry.seat == seat, entries))


def entries_since_own_move(entries: Sequence[LogEntry], seat: Seat | None) -> tuple[LogEntry, ...]:
    """Return the log entries after the reader's last move that wasn't undone; the whole log without a seat."""
    own = [number for number, entry in enumerate(entries, 1) if entry.seat == seat and not entry.undone]
    return tuple(entries[own[-1] if own else 0 :])


def number_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines, numbered if there is more than one."""
    return [f"`{number}` {line}" for number, line in enumerate(lines, 1)] if len(lines) > 1 else list(lines)


def _is_own_turn(context: MatchContext) -> bool:
    return context.say.act(context.view) != "choose" or len(context.asked) != 1


def overview(context: MatchContext) -> Component:
    """Return the second button of a turn message: the reader's hand in card games, otherwise the whole board."""
    if context.edition.words.hands is not None:
        return button(context.match, label("hand", context.words), "hand", version=context.version)
    view = "whole" if context.edition.painter.views else "turn"
    return button(context.match, label(view, context.words), "look", view, version=context.version)
