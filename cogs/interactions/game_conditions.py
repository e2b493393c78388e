"""Conditions under which the actions of a match are possible, and completions of their typed arguments; the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.declarations import ActionArgument, ButtonGroup
from cogs.messages.play import game_views
from cogs.messages.play.match_situation import MatchSituation
from cogs.refusals import InteractionRefused
from text.labels import label
from text.play import game_panel_texts as said
from text.translator import Translator


def if_over(then: ButtonGroup, otherwise: ButtonGroup) -> Callable[[MatchSituation], ButtonGroup]:
    """Return a function that chooses a button's group: `then` after the match has ended, `otherwise` before."""
    return lambda at: then if at.is_over else otherwise


def has_begun(situation: MatchSituation) -> bool:
    """Return whether the match has started, even if it has since ended or lost its channel."""
    return situation.is_running or situation.is_over or situation.is_lost


def has_board(situation: MatchSituation) -> bool:
    """Return whether the user can see the game's position (False before the start)."""
    return situation.at is not None


def holds_cards(situation: MatchSituation) -> bool:
    """Return whether the user has a seat in a game with hands, which only their owner sees."""
    return situation.at is not None and situation.at.edition.words.hands is not None and situation.at.viewer is not None


def stock(situation: MatchSituation, words: Translator) -> str:
    """Return the game's name for its stock, such as tiles, as a button label."""
    stock = situation.at.edition.words.stock if situation.at is not None else None
    return stock.label(words) if stock is not None else label("tiles", words)


def act(situation: MatchSituation, words: Translator) -> str:
    """Return the label of the button that opens the move that the game now waits for."""
    return label(situation.at.say.act(situation.at.view) if situation.at is not None else "place", words)


def board(situation: MatchSituation) -> str:
    """Return the key of the board view that the button shows: `whole`, or `turn` in a game with a single view."""
    return "whole" if situation.at is not None and situation.at.edition.painter.views else "turn"


def views(situation: MatchSituation, words: Translator) -> list[tuple[str, str]]:
    """Return the board's views as (name, key); empty if the user sees no position."""
    return game_views.views(situation.at.edition, words) if situation.at is not None else []


def other_players(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the human players other than the user, as (name, seat index)."""
    return [
        (situation.names[i], str(row.seat))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.user
    ]


def players(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the human players as (name, seat index)."""
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.is_human]


def free(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the seats that the user may take over, as (name, seat index)."""
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.seat in situation.free]


def guests(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the human players who could become host, as (name, user id): all except the present host."""
    return [
        (situation.names[i], str(row.user_id))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.match.host_id
    ]


def choices(key: str, verb: str) -> ActionArgument[MatchSituation]:
    """Return the typed argument for a lobby setting: its completions, and the verb that receives the value."""

    def offers(situation: MatchSituation, _words: Translator) -> Sequence[tuple[str, str]]:
        return situation.choices.get(key, ())

    return ActionArgument(verb, offers)


def formats(_at: MatchSituation, words: Translator) -> Sequence[tuple[str, str]]:
    """Return the export formats of a game as (name, key)."""
    return [(words.say(name), key) for key, name in said.EXPORTS.items()]


def turn(typed: str) -> str:
    """Return a typed turn number as the argument of a replay step.

    Refuses `bad-value` unless it is a number of at most three digits.
    """
    if not typed.isdecimal() or len(typed) > 3:
        raise InteractionRefused("bad-value", value=typed)
    return f"{typed} all"


def may_go_back(situation: MatchSituation) -> bool:
    """Return whether the user may take back their last turn by an action of its own.

    False while the game waits for their move, and in practice games.
    """
    return situation.may_undo and not situation.is_asked and not situation.is_practice


def request(situation: MatchSituation) -> str:
    """Return the number of the open consent request as text; empty if there is none."""
    return "" if situation.request is None else str(situation.request.request.number)


def may_ask(situation: MatchSituation) -> bool:
    """Return whether the user may ask the other players for their consent."""
    return situation.plays and not situation.is_practice


def may_agree(situation: MatchSituation) -> bool:
    """Return whether the other players can be asked for consent.

    False if a server holds a seat, since a server only votes on moves.
    """
    return may_ask(situation) and not any(row.is_town for row in situation.seats)
