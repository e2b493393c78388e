"""Conditions of the actions of a game, and what can be typed with them; no game is asked which one it is."""

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
    """Return what puts a button into one group after the end, else into the other."""
    return lambda at: then if at.is_over else otherwise


def has_begun(situation: MatchSituation) -> bool:
    """Return whether the game has been started."""
    return situation.is_running or situation.is_over or situation.is_lost


def has_board(situation: MatchSituation) -> bool:
    """Return whether there is a table to look at."""
    return situation.at is not None


def holds_cards(situation: MatchSituation) -> bool:
    """Return whether they hold cards that only they see."""
    return situation.at is not None and situation.at.edition.words.hands is not None and situation.at.viewer is not None


def stock(situation: MatchSituation, words: Translator) -> str:
    """Return what the game calls its stock."""
    stock = situation.at.edition.words.stock if situation.at is not None else None
    return stock.label(words) if stock is not None else label("tiles", words)


def act(situation: MatchSituation, words: Translator) -> str:
    """Return what the move that is asked for is called."""
    return label(situation.at.say.act(situation.at.view) if situation.at is not None else "place", words)


def board(situation: MatchSituation) -> str:
    """Return the view of the board that the button shows."""
    return "whole" if situation.at is not None and situation.at.edition.painter.views else "turn"


def views(situation: MatchSituation, words: Translator) -> list[tuple[str, str]]:
    """Return the views of the board."""
    return game_views.views(situation.at.edition, words) if situation.at is not None else []


def other_players(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the people who play, and who aren't the one who asks."""
    return [
        (situation.names[i], str(row.seat))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.user
    ]


def players(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the people who play."""
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.is_human]


def free(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return the seats that can be taken over."""
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.seat in situation.free]


def guests(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Return all players who could host in the place of the present host."""
    return [
        (situation.names[i], str(row.user_id))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.match.host_id
    ]


def choices(key: str, verb: str) -> ActionArgument[MatchSituation]:
    """Return what can be typed for a setting of a lobby, and the verb of the select or form that takes it."""

    def offers(situation: MatchSituation, _words: Translator) -> Sequence[tuple[str, str]]:
        return situation.choices.get(key, ())

    return ActionArgument(verb, offers)


def formats(_at: MatchSituation, words: Translator) -> Sequence[tuple[str, str]]:
    """Return the ways in which a game can be written down."""
    return [(words.say(name), key) for key, name in said.EXPORTS.items()]


def turn(typed: str) -> str:
    """Return a turn as the step through the game wants it. Refuses `bad-value`."""
    if not typed.isdecimal() or len(typed) > 3:
        raise InteractionRefused("bad-value", value=typed)
    return f"{typed} all"


def may_go_back(situation: MatchSituation) -> bool:
    """Return whether they could take their last turn again."""
    return situation.may_undo and not situation.is_asked and not situation.is_practice


def request(situation: MatchSituation) -> str:
    """Return the number of the request that waits for answers."""
    return "" if situation.request is None else str(situation.request.request.number)


def may_ask(situation: MatchSituation) -> bool:
    """Return whether they can ask the others for consent."""
    return situation.plays and not situation.is_practice


def may_agree(situation: MatchSituation) -> bool:
    """Return whether the others can be asked to agree: a server can't, as it only votes on moves."""
    return may_ask(situation) and not any(row.is_town for row in situation.seats)
