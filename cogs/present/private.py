"""What one person reads alone: refusals, apologies, scores, lists, records, help."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, cast

from discord import app_commands
from discord.utils import format_dt

from clocks.aids import Aid
from cogs.present.buttons import Pressed
from cogs.present.parts import DETAIL, END, MAIN, OPTIONS, Line, Message, Picture, button, select
from cogs.refused import Declined
from cogs.scene import Scene
from editions.edition import Edition
from games.core.errors import Refused
from games.core.game import HOUSE
from service.importing import IMPORTED
from service.log import mix_message
from service.records import Entry, Verification
from storage.records import LOST, MatchId, MatchRow
from text import faults, finding, gathering, listing, looking, moving, sealing, times
from text.commands import VIEWS
from text.labels import label
from text.language import Words
from text.protocol import HandWords
from text.refusals import refusal as sentence

FEATURES = "features"
"""The view that tells who stands where, in sentences."""
LEGEND = "board"
"""The topic of help about reading the board, in every game."""

ACROSS = 5
"""Most buttons in a row."""

ON_PAGE = 12
"""Games on one page of a list: what a phone shows without much scrolling."""

T = TypeVar("T")


def refusal(refused: Refused, words: Words) -> Message:
    """Why not, and what would fit."""
    message = Message().say(sentence(refused.code, refused.params, words))
    if refused.code == "on-vacation":
        message.row(button(cast(MatchRow, refused.params["match"]), label("back-here", words), "backhere"))
    return message


def apology(number: str, words: Words, *, unchanged: bool) -> Message:
    """A mistake of ours."""
    return Message().say((faults.apology_unchanged if unchanged else faults.apology)(number, words))


def busy(words: Words) -> Message:
    """The database could not be written."""
    return Message().say(faults.busy(words))


def unsure(words: Words) -> Message:
    """The database went away in the very moment of saving."""
    return Message().say(faults.unsure(words))


class OpenGame(NamedTuple):
    """A lobby in a list: what is played, who sits, who opened it."""

    match: MatchRow
    title: str
    players: Sequence[str]
    host: str


def which_lobby(rows: Sequence[OpenGame], verb: str, words: Words) -> Message:
    """Several lobbies, each with a button that does what was asked."""
    return _listed(Message().say(f"**{finding.which(words)}**"), rows, verb, words)


def _listed(message: Message, rows: Sequence[OpenGame], verb: str, words: Words) -> Message:
    """Lobbies, a line and a button each."""
    lines = [
        finding.open_game(
            *(number, f"<#{row.match.channel_id}>", row.title, row.players),
            *(max(0, row.match.seats_wanted - len(row.players)), words),
        )
        for number, row in enumerate(rows, 1)
    ]
    message.say(*lines)
    for start in range(0, len(rows), ACROSS):
        numbered = list(enumerate(rows, 1))[start : start + ACROSS]
        message.row(*(button(row.match, finding.numbered(n, row.host, words), verb, version=0) for n, row in numbered))
    return message


def elsewhere(
    rows: Sequence[tuple[MatchRow, str]], asked: Collection[MatchId], joinable: Sequence[OpenGame], refused: Refused, words: Words
) -> Message:
    """There is no game here, but the reader plays in others (`asked` are those that wait for him), or can join some."""
    message = refusal(refused, words)
    if rows:
        message.say(
            f"**{listing.elsewhere(len(rows), words)}**",
            *(
                listing.elsewhere_line(f"<#{match.channel_id}>", title, match.status, words, asked=match.id in asked)
                for match, title in rows
            ),
        )
    if joinable:
        _listed(message.say(f"**{finding.open_games(len(joinable), words)}**"), joinable, "join", words)
    return message


def note(*lines: str) -> Message:
    """Plain lines."""
    return Message().say(*lines)


def draft_of(at: Scene, lines: Sequence[str]) -> Message:
    """A draft that was typed where all can read it: a few lines, and the way to its preview."""
    return Message().say(*lines).row(button(at.match, label("open-draft", at.words), "draft", style=MAIN, version=at.version))


def choices(offers: Sequence[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """(label, value) pairs as an autocomplete answer."""
    return [app_commands.Choice(name=name[:DETAIL], value=value[:DETAIL]) for name, value in offers[:OPTIONS] if name and value]


def present(at: Scene, picture: Picture | None, lead: str = "") -> Message:
    """How it stands now, with what this person can do."""
    words, match = at.words, at.match
    return (
        Message()
        .say(lead, moving.waiting_for(at.waited_for, words) if at.asked else "")
        .show(picture)
        .say(at.say.ask(at.view, at.names, words, viewer=at.viewer), at.say.standings(at.view, at.names, words))
        .row(
            button(match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version) if at.is_asked else None,
            overview(at),
            button(match, label("score", words), "score", version=at.version),
            button(match, label("more", words), "more", version=at.version),
        )
    )


def overview(at: Scene) -> Pressed:
    """The button beside the main one: the own hand where players hold cards, else everything that there is to see."""
    if at.edition.words.hands is not None:
        return button(at.match, label("hand", at.words), "hand", version=at.version)
    view = "whole" if at.edition.painter.views else "turn"
    return button(at.match, label(view, at.words), "look", view, version=at.version)


def hand(at: Scene, held: HandWords, picture: Picture | None) -> Message:
    """The reader's own hand, and what he may do with it if he is asked; for nobody else's eyes."""
    words = at.words
    mine = at.say.legal_sentences(at.view, at.legal, at.names, words) if at.is_asked else []
    main = button(at.match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version) if at.is_asked else None
    return Message().say(held.hand(at.view, words) or gathering.none(words)).show(picture).say(*mine).row(main)


def board(at: Scene, view: str, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """One view of the board; private ones can be shown to everybody."""
    message = Message().say(looking.shared_by(shared_by, at.words) if shared_by else "").show(picture)
    if (forecast := at.edition.words.forecast) is not None:
        message.say(*forecast.beside(view, at.view, at.names, at.words))
    message.say(at.say.standings(at.view, at.names, at.words))
    return message if shared_by else message.row(button(at.match, label("share", at.words), "share", view, version=at.version))


def text_views(edition: Edition) -> tuple[str, ...]:
    """The views of a game that are sentences."""
    return ("text", FEATURES) if edition.words.holdings else ("text",)


def as_text(at: Scene, view: str, *, shared_by: str | None = None) -> Message:
    """The position in sentences, and what the reader may do; or what everybody holds. Private ones can be shown to everybody."""
    message = Message().say(looking.shared_by(shared_by, at.words) if shared_by else "")
    if view == FEATURES and at.edition.words.holdings:
        message.say(*at.edition.words.holdings.held(at.view, at.names, at.words))
    else:
        legal = at.say.legal_sentences(at.view, at.listed(at.legal), at.names, at.words) if at.is_asked else []
        message.say(at.say.board(at.view, at.names, at.words), *legal)
    return message if shared_by else message.row(button(at.match, label("share", at.words), "share", view, version=at.version))


def score(at: Scene, picture: Picture | None) -> Message:
    """The score track; points, supply, tiles left, and what open features would bring."""
    words = at.words
    message = Message().show(picture)
    return message.say(
        at.say.panel(at.view, at.names, words),
        at.say.progress(at.view, words),
        forecast.ahead(at.view, at.names, words) if (forecast := at.edition.words.forecast) else "",
    )


def tiles(at: Scene, hole: tuple[int, int] | None, picture: Picture | None) -> Message:
    """What is left, in words where no picture shows it; of a hole, what of it fits there and how likely it comes.

    Refuses `no-stock` where nothing is drawn.
    """
    say, words = at.edition.words, at.words
    if hole is not None and say.holes is not None:
        return Message().show(picture).say(say.holes.odds(at.view, hole, words))
    if say.stock is None:
        raise Declined("no-stock")
    if picture is None:
        return Message().say(say.stock.left(at.view, words))
    in_words = button(at.match, label("in-words", words), "tiles", "text", version=at.version)
    return Message().say(say.stock.count(at.view, words)).show(picture).row(in_words)


def more(at: Scene, *, may_undo: bool) -> Message:
    """Everything that has no button of its own. `may_undo`: whether the reader has something to take back."""
    match, words, now = at.match, at.words, at.version
    named = [(view, words.say(at.edition.words.views[view][0])) for view in at.edition.painter.views if view != "whole"]
    views = [button(match, name, "look", view, version=now) for view, name in named or [("turn", label("turn", words))]]
    texts = [
        button(match, label("text-board", words), "look", "text", version=now),
        button(match, label("text-features", words), "look", FEATURES, version=now) if at.edition.words.holdings else None,
        button(match, label("log", words), "log", version=now),
        button(match, label("replay", words), "replay", version=now),
    ]
    mine = at.viewer is not None and at.match.status == "running"
    return (
        Message()
        .row(*views)
        .row(*texts, button(match, label("legend", words), "help", f"{at.match.game} {_reading(at)}".strip(), version=now))
        .row(
            button(match, label("hint", words), "hint", version=now) if _may_be_hinted(at) else None,
            button(match, label("undo", words), "undo", version=now) if may_undo else None,
            button(match, label("resign", words), "resign", style=END, version=now) if mine else None,
        )
    )


def _may_be_hinted(at: Scene) -> bool:
    """Whether a hint can be asked for; games of events are told so when they are asked."""
    return at.is_asked and Aid.HINTS in at.aids and not at.match.terms.rated


def _reading(at: Scene) -> str:
    """The topic about reading the board; empty, for the first one, in a game without it."""
    return LEGEND if any(key == LEGEND for key, _ in at.edition.words.explain.topics(at.words)) else ""


def log(at: Scene, lines: Sequence[str]) -> Message:
    """Every move."""
    return Message().say(*lines) if lines else Message().say(looking.no_log(at.words))


def bare_log(refused: Refused, names: Sequence[str], entries: Sequence[Entry], words: Words) -> Message:
    """Every move as it is written, and why it is not told in words."""
    lines = [
        looking.move_as_written(row.seq + 1, looking.house(words) if row.seat == HOUSE else names[row.seat], row.text, words)
        for row in entries
    ]
    return refusal(refused, words).say(*lines)


def info(
    match: MatchRow, title: str, settings: Sequence[str], players: Sequence[str], words: Words, lines: Sequence[str] = ()
) -> Message:
    """What is played here, by whom, how far it is."""
    return Message().say(
        _game_line(match, title, players, words),
        *lines,
        *settings,
        sealing.sealed(match.commitment, words),
        f"-# `{match.commitment}`",
    )


class ListedGame(NamedTuple):
    """A game in the list of a server: what is played, and who plays."""

    match: MatchRow
    title: str
    players: Sequence[str]


def on_page(found: Sequence[T], page: int) -> Sequence[T]:
    """What stands on one page of a long list; the last one where it has not so many."""
    page = min(page, _pages(len(found)) - 1)
    return found[page * ON_PAGE : (page + 1) * ON_PAGE]


def games(rows: Sequence[ListedGame], page: int, total: int, words: Words) -> Message:
    """The games of a server, those `on_page` of so many in all."""
    if not rows:
        return Message().say(listing.no_games(words))
    pages = _pages(total)
    page = min(page, pages - 1)
    return (
        Message()
        .say(*(_game_line(*row, words) for row in rows))
        .say("-# " + listing.page(page + 1, pages, words) if pages > 1 else "")
        .row(
            button(None, label("previous", words), "games", f"{page - 1}") if page else None,
            button(None, label("next", words), "games", f"{page + 1}") if page + 1 < pages else None,
        )
    )


def _pages(total: int) -> int:
    return max(1, -(-total // ON_PAGE))


def _game_line(match: MatchRow, title: str, players: Sequence[str], words: Words) -> str:
    """A lost game is named by the number that brings it back: nobody can follow a link to its channel."""
    if match.status == LOST:
        return listing.lost_game_line(match.id, title, players, words)
    state = IMPORTED if (match.result or {}).get(IMPORTED) else match.status
    return listing.game_line(f"<#{match.channel_id}>", title, players, state, words)


def turns(
    waiting: Sequence[tuple[MatchRow, str, Any]], words: Words, lead: str = "", *, ends: Mapping[MatchId, datetime] | None = None
) -> Message:
    """The games that wait for somebody, the longest wait first, below a `lead`; with until when he has time where a clock runs."""
    until = {match: times.until(format_dt(end, "f"), format_dt(end, "R"), words) for match, end in (ends or {}).items()}
    if not waiting:
        return Message().say(listing.no_turns(words))
    return Message().say(
        f"**{lead or listing.turns_title(len(waiting), words)}**",
        *(
            "\n".join(filter(None, (listing.turn_line(_link(match), title, format_dt(since, "R"), words), until.get(match.id))))
            for match, title, since in waiting
        ),
    )


def record(match: MatchRow, data: Mapping[str, Any] | str, words: Words, *, withheld: bool) -> Message:
    """The record of a game, as a file."""
    message = Message().say(sealing.exported(words), sealing.export_withheld(words) if withheld else "")
    if isinstance(data, str):
        return message.attach(f"game-{match.id}.txt", data.encode())
    return message.attach(f"game-{match.id}.json", json.dumps(data, indent=1, ensure_ascii=False).encode())


def verified(match: MatchRow, bag: Verification, words: Words) -> Message:
    """Every draw, recomputed."""
    wrong = [f"{d.index + 1}: {d.text} / {d.expected}" for d in bag.draws if d.text != d.expected]
    return Message().say(
        sealing.bag_opened(bag.secret, bag.commitment, words, sound=bag.secret_fits),
        sealing.verified(len(bag.draws), words, secret_fits=bag.secret_fits, order_fits=bag.order_fits, wrong=wrong),
        sealing.mixed(f"{_link(match)}/{mix_message(bag.mix)}", words) if bag.mix else "",
        sealing.words_fit(words, fit=bag.words_fit) if bag.words_fit is not None else "",
    )


def help_page(
    edition: Edition, topic: str, words: Words, options: Mapping[str, str] | None = None, legend: Picture | None = None
) -> Message:
    """A topic, and the list of all; `legend` goes with the one about reading the board."""
    say = edition.words.explain
    lines = [Line(title, key, chosen=key == topic) for key, title in say.topics(words, options)]
    return (
        Message()
        .say(say.help(topic or lines[0].value, words, options))
        .show(legend)
        .say(legend.alt if legend else "")
        .row(select(None, "help", lines, edition.game.id, hint=label("topic", words)))
    )


def passing(match: MatchRow, at: datetime, words: Words, others: Sequence[MatchRow] = ()) -> Message:
    """After Confirm, while the move can be taken back; `at`: until when."""
    return (
        Message()
        .say(moving.passing(format_dt(at, "R"), words))
        .row(
            button(match, label("take-back", words), "takeback"),
            button(match, label("pass", words), "pass"),
            button(others[0], label("next-game", words), "place") if others else None,
        )
    )


def turn_done(names: Sequence[str], words: Words, *, over: bool, mine: bool, others: Sequence[MatchRow]) -> Message:
    """After a move: what comes next, here and elsewhere."""
    said = moving.your_turn_again(words) if mine else moving.turn_over(None if over else words.list(names), words)
    message = Message().say(said)
    if others:
        message.row(button(others[0], label("next-game", words), "place"))
    return message


def views(edition: Edition, words: Words) -> list[tuple[str, str]]:
    """(label, value) of every view that a game has."""
    lines = {**VIEWS, **{key: line for key, (_, line) in edition.words.views.items()}}
    return [(words.say(lines[key]), key) for key in ("turn", *edition.painter.views, *text_views(edition))]


def _link(match: MatchRow) -> str:
    """A way to a channel that also works in private messages."""
    if match.guild_id is None:
        return f"<#{match.channel_id}>"
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}"
