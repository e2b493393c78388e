"""The actions of `/game` and of the panel behind More, in the order of the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cogs.interactions.panel_actions import ActionArgument, ActionRegistry, PanelAction
from cogs.messages.lobby import lobby_settings
from cogs.messages.message_parts import END, GO, MAIN
from cogs.messages.panels import ButtonGroup
from cogs.messages.play import game_views
from cogs.messages.play.match_situation import MatchSituation
from cogs.refusals import InteractionRefused
from games.core.uploads import OPTION
from storage.rows import MatchId
from text.labels import label
from text.play import consent_texts
from text.play import game_panel_texts as said
from text.play.actions import ABOUT
from text.translator import Translator

OFF = "off"
"""The argument of a button that ends what it began."""
DO, SEE, LOOK, ASK, RUN = ButtonGroup.DO, ButtonGroup.SEE, ButtonGroup.LOOK, ButtonGroup.ASK, ButtonGroup.RUN


def _if_over(then: ButtonGroup, otherwise: ButtonGroup) -> Callable[[MatchSituation], ButtonGroup]:
    return lambda at: then if at.is_over else otherwise


def _always(_at: MatchSituation) -> bool:
    return True


def _has_begun(situation: MatchSituation) -> bool:
    return situation.is_running or situation.is_over or situation.is_lost


def _has_board(situation: MatchSituation) -> bool:
    return situation.at is not None


def _holds_cards(situation: MatchSituation) -> bool:
    return situation.at is not None and situation.at.edition.words.hands is not None and situation.at.viewer is not None


def _stock(situation: MatchSituation, words: Translator) -> str:
    stock = situation.at.edition.words.stock if situation.at is not None else None
    return stock.label(words) if stock is not None else label("tiles", words)


def _act(situation: MatchSituation, words: Translator) -> str:
    return label(situation.at.say.act(situation.at.view) if situation.at is not None else "place", words)


def _board(situation: MatchSituation) -> str:
    return "whole" if situation.at is not None and situation.at.edition.painter.views else "turn"


def _views(situation: MatchSituation, words: Translator) -> list[tuple[str, str]]:
    return game_views.views(situation.at.edition, words) if situation.at is not None else []


def _others(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """People who play, and who aren't the one who asks."""
    return [
        (situation.names[i], str(row.seat))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.user
    ]


def _players(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.is_human]


def _free(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    return [(situation.names[i], str(row.seat)) for i, row in enumerate(situation.seats) if row.seat in situation.free]


def _guests(situation: MatchSituation, _words: Translator) -> list[tuple[str, str]]:
    """Everybody who could host in the place of the present host."""
    return [
        (situation.names[i], str(row.user_id))
        for i, row in enumerate(situation.seats)
        if row.is_human and row.user_id != situation.match.host_id
    ]


def _setting(
    key: str, page: str, verb: str, label: str = "", when: Callable[[MatchSituation], bool] = _always
) -> PanelAction[MatchSituation]:
    """A page of a lobby's settings, or what is typed for it."""

    def offers(situation: MatchSituation, _words: Translator) -> Sequence[tuple[str, str]]:
        return situation.choices.get(key, ())

    return PanelAction(key, "settings", RUN, lambda at: at.sets and when(at), label, lambda _at: page, ActionArgument(verb, offers))


def _formats(_at: MatchSituation, words: Translator) -> Sequence[tuple[str, str]]:
    return [(words.say(name), key) for key, name in said.EXPORTS.items()]


def _turn(typed: str) -> str:
    """A turn as the step through the game wants it. Refuses `bad-value`."""
    if not typed.isdecimal() or len(typed) > 3:
        raise InteractionRefused("bad-value", value=typed)
    return f"{typed} all"


def _may_go_back(situation: MatchSituation) -> bool:
    return situation.may_undo and not situation.is_asked and not situation.is_practice


def _request(situation: MatchSituation) -> str:
    """The number of the request that waits for answers."""
    return "" if situation.request is None else str(situation.request.request.number)


def _may_ask(situation: MatchSituation) -> bool:
    return situation.plays and not situation.is_practice


def _may_agree(situation: MatchSituation) -> bool:
    """Whether something can be asked of all others: not of a server, which only votes on moves."""
    return _may_ask(situation) and not any(row.is_town for row in situation.seats)


ACTIONS = ActionRegistry[MatchSituation](
    lambda at: (at.match.id, at.match.version),
    # the lobby
    PanelAction(
        "join", "join", DO, lambda at: at.is_lobby and at.seat is None and len(at.seats) < at.match.seats_wanted, style=MAIN
    ),
    PanelAction("start", "start", DO, lambda at: at.is_lobby and at.is_host, style=MAIN),
    PanelAction("settings", "settings", DO, lambda at: at.is_lobby, argument=lambda _at: "0"),
    PanelAction("word", "word", DO, lambda at: at.is_lobby and at.seat is not None, detail=ActionArgument("wordset"), form=True),
    # the move
    PanelAction("place", "place", DO, lambda at: at.is_asked, _act, style=MAIN),
    PanelAction("vote", "place", DO, lambda at: at.may_vote, style=MAIN),
    PanelAction("guess", "guess", DO, lambda at: at.may_guess),
    PanelAction("plan", "place", DO, lambda at: at.may_plan),
    PanelAction("end-pause", "endpause", DO, lambda at: at.paused_until is not None, style=GO),
    PanelAction("agree", "agree", DO, lambda at: at.is_asked_to_agree, argument=_request, style=GO),
    PanelAction("disagree", "disagree", DO, lambda at: at.may_disagree, argument=_request),
    PanelAction("return", "return", DO, lambda at: at.may_return, style=GO),
    PanelAction(
        "take-over",
        "takeover",
        DO,
        lambda at: at.is_running and bool(at.free),
        argument=lambda at: str(at.free[0]) if len(at.free) == 1 else "",
        detail=ActionArgument("takeover", _free, as_argument=True),
        style=GO,
    ),
    PanelAction("resume", "resume", DO, lambda at: at.is_lost and at.may_bring_back, "resume-here", lambda _at: "here", style=GO),
    PanelAction("hint", "hint", DO, lambda at: at.may_be_hinted),
    PanelAction("undo", "undo", DO, lambda at: at.may_undo and at.is_asked),
    PanelAction("pass", "pass", DO, _may_go_back, in_panel=False),
    PanelAction("stand-in", "standin", DO, lambda at: at.plays and at.is_kept_waiting),
    PanelAction(
        "follow",
        "follow",
        DO,
        lambda at: at.is_running and at.seat is None and at.match.guild_id is not None,
        lambda at, words: label("unfollow" if at.follows else "follow", words),
        lambda at: OFF if at.follows else "",
    ),
    PanelAction("rematch", "rematch", DO, lambda at: at.can_be_repeated and at.seat is not None, style=MAIN),
    PanelAction("analyse", "analyse", DO, lambda at: at.is_over),
    # looking
    PanelAction("board", "look", SEE, _has_board, "board", _board, detail=ActionArgument("look", _views, as_argument=True)),
    PanelAction("hand", "hand", SEE, _holds_cards),
    PanelAction("score", "score", SEE, _has_board),
    PanelAction(
        "tiles", "tiles", SEE, lambda at: at.is_running and at.at is not None and at.at.edition.words.stock is not None, _stock
    ),
    PanelAction("replay", "replay", _if_over(SEE, LOOK), _has_board, detail=ActionArgument("step", as_argument=True, read=_turn)),
    PanelAction("my-guesses", "guesses", SEE, lambda at: at.is_over and at.seat is None),
    PanelAction("my-turns", "ownturns", SEE, lambda at: at.is_over and at.seat is not None, "own-turns"),
    PanelAction("mistakes", "mistakes", SEE, lambda at: at.is_over and at.seat is not None, in_panel=False),
    PanelAction("share-replay", "replayshare", LOOK, lambda at: at.is_over, "share", lambda _at: "1", in_panel=False),
    PanelAction("share-analysis", "analysisshare", LOOK, lambda at: at.is_over, "share", in_panel=False),
    PanelAction("info", "info", LOOK, _always),
    PanelAction("log", "log", LOOK, _has_begun),
    PanelAction("why", "scorings", LOOK, lambda at: at.at is not None and at.at.edition.words.scores is not None, "why-scored"),
    PanelAction("clocks", "clocks", LOOK, lambda at: at.is_running and at.has_clock),
    PanelAction("legend", "help", LOOK, _has_board, argument=lambda at: game_views.legend_of(at.at) if at.at is not None else ""),
    PanelAction("verify", "verify", LOOK, lambda at: at.is_over),
    PanelAction("export", "export", LOOK, _has_begun, detail=ActionArgument("export", _formats, as_argument=True)),
    PanelAction("notation", "export", LOOK, _has_begun, argument=lambda _at: "line"),
    PanelAction("list", "games", LOOK, _always),
    # asking the others, leaving
    PanelAction("back", "undo", ASK, _may_go_back, "go-back"),
    PanelAction("ask-back", "askundo", ASK, _may_go_back, "ask-others", in_panel=False),
    PanelAction(
        "pause",
        "pause",
        ASK,
        lambda at: _may_agree(at) and at.has_clock and at.paused_until is None,
        detail=ActionArgument("pauseset", lambda at, words: said.pauses(words, short=not at.match.terms.pace.rests)),
        form=True,
    ),
    PanelAction(
        "finish",
        "finish",
        ASK,
        lambda at: _may_agree(at) and not at.in_event,
        "finish-early",
        detail=ActionArgument("finish", lambda _at, words: consent_texts.ways("", words), as_argument=True),
    ),
    PanelAction(
        "give",
        "give",
        ASK,
        lambda at: _may_ask(at) and at.has_clock and at.others_play,
        detail=ActionArgument("giveset", lambda _at, _words: [(length, length) for length in said.LENGTHS]),
        form=True,
    ),
    PanelAction("leave", "leave", ASK, lambda at: at.is_lobby and at.seat is not None),
    PanelAction("leave-practice", "leavepractice", ASK, lambda at: at.plays and at.is_practice, style=END),
    PanelAction("resign", "resign", ASK, lambda at: at.plays and not at.is_practice, style=END, sure=("resignsure", "yes-resign")),
    # hosts and referees
    _setting("preset", lobby_settings.GAME, "setgame", "game"),
    _setting("seats", lobby_settings.SEATS, "seats"),
    _setting("rules", lobby_settings.RULES, "setrules"),
    _setting("map", f"{lobby_settings.MAP} {OPTION}", "set", when=lambda at: OPTION in at.match.options),
    _setting("time", lobby_settings.TIME, "setterms"),
    _setting("language", f"{lobby_settings.GAME} language", "speaks"),
    _setting("invite", lobby_settings.INVITE, "invite", "invite-people"),
    _setting("computer", lobby_settings.COMPUTER, "level", "add-computer"),
    PanelAction("remove-computer", "uncomputer", RUN, lambda at: at.sets and at.has_computers),
    PanelAction(
        "host",
        "handover",
        RUN,
        lambda at: at.hands_over,
        "hand-over",
        detail=ActionArgument("handover", _guests, as_argument=True),
    ),
    PanelAction(
        "skip",
        "skip",
        RUN,
        lambda at: at.is_running and at.judges and at.others_play,
        detail=ActionArgument("skip", _others, as_argument=True),
        sure=("skipsure", "yes-skip"),
    ),
    PanelAction(
        "let-back",
        "letback",
        RUN,
        lambda at: at.is_running and at.judges and not at.in_event and not at.is_practice,
        detail=ActionArgument("letback", _players, as_argument=True),
        sure=("letbacksure", "yes-let-back"),
    ),
    PanelAction(
        "cancel",
        "cancel",
        RUN,
        lambda at: at.is_host and (at.is_lobby or at.is_running or at.is_lost) and not at.is_practice,
        style=END,
        sure=("cancelsure", "yes-cancel"),
    ),
    about=ABOUT,
)
"""Every action of a game."""

IMPORT = PanelAction[Any]("import", "import", LOOK, lambda _at: False, form=True)
"""About no game: a button of the list."""

EVERY = ActionRegistry[Any](lambda _at: (MatchId(0), 0), *ACTIONS.all, IMPORT, about=ABOUT)
"""Everything that can be typed."""
