"""Messages about the record of a match: the move log, the export file, and the verification of its sealed draws."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.match_context import MatchContext
from cogs.messages.ephemeral_messages import refusal
from cogs.messages.lobby.game_lists import ListedGame, game_line, link
from cogs.messages.message_parts import Message
from games.core.errors import RuleRefusedError
from games.core.game import CHANCE
from service.match.match_log import mix_message
from service.records import LogCheck, LogEntry, Verification
from storage.log_chain import SHOWN
from storage.rows import LIVE, MatchRow
from text.play import sealed_bag, view_texts
from text.translator import Translator


def log(context: MatchContext, lines: Sequence[str]) -> Message:
    """Return the move log, a line for each move."""
    return Message().say(*lines) if lines else Message().say(view_texts.no_log(context.words))


def plain_log(refused: RuleRefusedError, names: Sequence[str], entries: Sequence[LogEntry], words: Translator) -> Message:
    """Return the refusal `refused`, followed by the move log in its stored notation.

    Used when the moves can't be told as sentences.
    """
    lines = [
        view_texts.move_as_written(row.seq + 1, view_texts.house(words) if row.seat == CHANCE else names[row.seat], row.text, words)
        for row in entries
    ]
    return refusal(refused, words).say(*lines)


def info(
    match: MatchRow,
    title: str,
    settings: Sequence[str],
    players: Sequence[str],
    words: Translator,
    lines: Sequence[str] = (),
    took: Sequence[tuple[str, float]] = (),
    fingerprint: str | None = None,
) -> Message:
    """Return a match's title, settings, players and progress, and the seconds that computers `took` for their last moves, by name.

    `fingerprint`: hash of the last row of the log; while the match runs, only its beginning is shown.
    """
    return Message().say(
        game_line(ListedGame(match, title, players), words),
        *lines,
        *settings,
        *_estimates(match, words),
        view_texts.last_moves(took, words) if took else "",
        sealed_bag.sealed(match.commitment, words),
        f"-# `{match.commitment}`",
        _fingerprint(match, fingerprint, words) if fingerprint else "",
    )


def _fingerprint(match: MatchRow, fingerprint: str, words: Translator) -> str:
    if match.status in LIVE:
        return "-# " + sealed_bag.fingerprint_so_far(fingerprint[:SHOWN], words)
    return "-# " + sealed_bag.fingerprint(fingerprint, words)


def _estimates(match: MatchRow, words: Translator) -> list[str]:
    """Return a line for each version of the evaluation that the match has used, and from which move on."""
    first = [view_texts.estimates(version, words) for _, version in match.estimates[:1]]
    return first + [view_texts.newer_estimates(since + 1, version, words) for since, version in match.estimates[1:]]


def record(match: MatchRow, data: Mapping[str, Any] | str, words: Translator, *, withheld: bool) -> Message:
    """Return a message with the match's record as a file; `withheld` tells whether parts are left out."""
    message = Message().say(sealed_bag.exported(words), sealed_bag.export_withheld(words) if withheld else "")
    if not isinstance(data, str) and "last" in data:
        message.say("-# " + sealed_bag.fingerprint(data["last"], words))
    if isinstance(data, str):
        return message.attach(f"game-{match.id}.txt", data.encode())
    return message.attach(f"game-{match.id}.json", json.dumps(data, indent=1, ensure_ascii=False).encode())


def verification_message(match: MatchRow, bag: Verification, words: Translator) -> Message:
    """Return the verification of the sealed bag: every draw, recomputed from the opened seed."""
    wrong = [f"{d.index + 1}: {d.text} / {d.expected}" for d in bag.draws if d.text != d.expected]
    mixed = ""
    if bag.mix:
        number = mix_message(bag.mix)
        elsewhere = bag.is_mixed_elsewhere
        mixed = sealed_bag.mixed_elsewhere(str(number), words) if elsewhere else sealed_bag.mixed(f"{link(match)}/{number}", words)
    return Message().say(
        sealed_bag.bag_opened(bag.secret, bag.commitment, words, sound=bag.secret_fits),
        sealed_bag.verified(len(bag.draws), words, secret_fits=bag.secret_fits, order_fits=bag.order_fits, wrong=wrong),
        mixed,
        sealed_bag.words_fit(words, fit=bag.words_fit) if bag.words_fit is not None else "",
        _moves(bag.moves, words),
    )


def _moves(check: LogCheck | None, words: Translator) -> str:
    """Return a sentence on whether the move log is proved to be unchanged."""
    if check is None:
        return sealed_bag.moves_unproved(words)
    return sealed_bag.moves_proved(check.last, words) if check.fits else sealed_bag.moves_changed(check.turn, words)
