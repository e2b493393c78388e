"""Private settings pages of a lobby, with which its host changes the game, seats, rules, map and time limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.messages import game_settings, panels
from cogs.messages.component_ids import Press
from cogs.messages.lobby import game_form
from cogs.messages.message_parts import (
    END,
    MAIN,
    OPTIONS,
    Component,
    Message,
    Picture,
    SelectEntry,
    button,
    member_select,
    select,
)
from editions.edition import Edition
from games.core.options import Option, holds
from games.core.uploads import OPTION
from service.match.match_log import MIXED
from service.records import Lobby
from storage.rows import RIVAL, TOWN, UserId
from text.clocks import time_controls
from text.labels import label
from text.lobby import cross_server_texts, lobby_texts
from text.message_templates import labelled
from text.play import departure_texts
from text.protocol import RulesTexts
from text.translator import Translator
from text.translator import translator_for as spoken
from text.users import members, preferences

HOME, GAME, SEATS, RULES, MAP, TIME, INVITE, COMPUTER, CANCEL = (
    *("home", "game", "seats", "rules", "map", "time"),
    *("invite", "computer", "cancel"),
)
"""The pages. A page of rules about one expansion is `rules-<expansion>`, a further page of a long list `map-<number>`."""

CHOSEN_WITH_GAME = ("edition", "expansions")
"""Options that stand on the page of the game; all others are house rules."""


@dataclass(frozen=True)
class LobbyPage:
    """A lobby with everything that its settings pages need for one viewer."""

    lobby: Lobby
    edition: Edition
    schema: Sequence[Option]
    """The options of the game, with what the server has added."""
    known: Mapping[str, RulesTexts]
    """Every game that there is."""
    levels: Sequence[str]
    """The computer players that there are."""
    words: Translator
    viewer: UserId
    turns: int = 0
    """About so many turns each seat will have, where that is told."""

    @property
    def say(self) -> RulesTexts:
        """Texts that explain the game's rules and options."""
        return self.edition.words.explain

    @property
    def open(self) -> list[Option]:
        """Options that apply to the current settings and can be chosen from a list."""
        given = self.edition.game.options(self.lobby.match.options)
        return [option for option in self.schema if holds(option.needs, given) and _lines(self.say, option, "", self.words)]

    @property
    def topics(self) -> dict[str, list[Option]]:
        """House rules by page: general rules, and rules of each chosen expansion."""
        options_by_topic: dict[str, list[Option]] = {}
        for option in self.open:
            if option.key not in CHOSEN_WITH_GAME and option.key != OPTION and (option.needs is None or option.needs[0] != OPTION):
                options_by_topic.setdefault(
                    f"{RULES}-{option.needs[1]}" if option.needs and option.needs[0] == "expansions" else RULES, []
                ).append(option)
        return options_by_topic

    @property
    def has_map(self) -> bool:
        """Whether the game can be played on maps."""
        return any(option.key == OPTION for option in self.schema)


def page(lobby_page: LobbyPage, named: str, message: Message, picture: Picture | None = None) -> Message:
    """Return the settings page `named`, added below the existing text of `message`.

    An unknown name means the first page; `picture`: preview for the map page.
    """
    return _page(lobby_page, named, message, picture).framed(panels.HOUSE)


def _page(page: LobbyPage, named: str, message: Message, picture: Picture | None) -> Message:
    topic, _, rest = named.partition("-")
    if topic == RULES:
        return _rules(page, named, message)
    make = {GAME: _game, SEATS: _seats, TIME: _time, INVITE: _invite, COMPUTER: _computer, CANCEL: _cancel}.get(topic)
    if topic == MAP and page.has_map:
        return _map(page, int(rest) if rest.isdecimal() and len(rest) < 3 else 0, message, picture)
    return make(page, message) if make is not None else _home(page, message)


def choices(page: LobbyPage) -> dict[str, Sequence[tuple[str, str]]]:
    """Return the completions (name, value) that can be typed for each settings page."""
    match, words = page.lobby.match, page.words
    named = {option: _lines(page.say, option, "", words) for option in page.open}
    rules = [
        (labelled(page.say.option(option.key, words)[0], line.label, words), f"{option.key}={line.value}")
        for option, lines in named.items()
        for line in lines
        if option.key != OPTION
    ]
    terms = [
        (labelled(time_controls.name(key, words)[0], time_controls.value(key, text, words), words), f"{key}={text}")
        for key in time_controls.listed(match.terms)
        for text in time_controls.choices(key, match.terms)
    ]
    return {
        "preset": [(words.say(preset.name), preset.key) for explain in page.known.values() for preset in explain.presets()],
        SEATS: [(lobby_texts.seats_offered(number, words), str(number)) for number in page.lobby.seats_allowed],
        RULES: rules,
        MAP: [(line.label, line.value) for option, lines in named.items() if option.key == OPTION for line in lines],
        TIME: terms,
        "language": preferences.offered(""),
        COMPUTER: [(line.label, line.value) for line in _levels(page)],
    }


def read(page: LobbyPage, lead: str) -> Message:
    """Return the settings for users who can't change them.

    Users with a seat get buttons to add a word to the bag, and to leave.
    """
    match, words = page.lobby.match, page.words
    message = game_settings.settings_page(match, page.edition, words, lead)
    return message.row(_word(page), _leave(page)).framed(panels.HOUSE)


def _home(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    free = page.lobby.match.seats_wanted - len(page.lobby.seats)
    pace = time_controls.value("pace", time_controls.listed(page.lobby.terms)["pace"], words)
    message.say(f"**{game_settings.title(match, page.edition, words)}** · {pace}", lobby_texts.settings_hint(words))
    message.row(*(_page_button(page, topic) for topic in (GAME, SEATS, RULES, *((MAP,) if page.has_map else ()), TIME)))
    message.row(
        _page_button(page, INVITE),
        button(match, label("add-computer", words), "settings", COMPUTER, version=0) if free > 0 else None,
        button(match, label("remove-computer", words), "uncomputer", version=0) if _computers(page) else None,
        _word(page),
    )
    message.line_below()
    others = any(seat.is_human and seat.user_id != match.host_id for seat in page.lobby.seats)
    hand_over = button(match, label("hand-over", words), "handover", version=0) if others else None
    return message.row(_leave(page), hand_over, button(match, label("cancel", words), "settings", CANCEL, version=0))


def _game(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    lines = [
        SelectEntry(words.say(preset.name), preset.key, words.say(preset.about))
        for explain in page.known.values()
        for preset in explain.presets()
    ]
    message.say(f"**{label('game', words)}** · {game_settings.title(match, page.edition, words)}")
    message.row(select(match, "setgame", lines, hint=label("other-game", words), version=0))
    for option in page.open:
        if option.key in CHOSEN_WITH_GAME:
            _option(page, option, GAME, message)
    speaking = [SelectEntry(name, key, chosen=key == spoken(match.locale).locale) for name, key in preferences.offered("")]
    return _foot(page, message.say(f"**{preferences.language(words)}**").row(select(match, "speaks", speaking, version=0)))


def _seats(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    numbers = page.lobby.seats_allowed
    lines = [SelectEntry(lobby_texts.seats_offered(n, words), str(n), chosen=n == match.seats_wanted) for n in numbers]
    return _foot(page, message.say(f"**{label('seats', words)}**").row(select(match, "seats", lines, version=0)))


def _rules(page: LobbyPage, named: str, message: Message) -> Message:
    words, topics = page.words, page.topics
    if not topics:
        return _foot(page, message.say(lobby_texts.no_rules(words)))
    shown = named if named in topics else next(iter(topics))
    message.say(f"**{_topic(page, shown)}** · {lobby_texts.rules_hint(words)}")
    for option in topics[shown]:
        _option(page, option, shown, message)
    others = [button(page.lobby.match, _topic(page, topic), "settings", topic, version=0) for topic in topics if topic != shown]
    for start in range(0, len(others), 5):
        message.row(*others[start : start + 5])
    return _foot(page, message)


def _map(lobby_page: LobbyPage, number: int, message: Message, picture: Picture | None) -> Message:
    match, words = lobby_page.lobby.match, lobby_page.words
    option = next(map_option for map_option in lobby_page.schema if map_option.key == OPTION)
    lines = _lines(lobby_page.say, option, match.options[OPTION], words)
    shown = panels.page_of(lines, number)
    message.say(f"**{lobby_page.say.option(OPTION, words)[0]}**")
    message.row(select(match, "set", shown.rows, f"{MAP}-{shown.number} {OPTION}", version=0))
    message.show(picture)
    for open_option in lobby_page.open:
        if open_option.needs is not None and open_option.needs[0] == OPTION:
            _option(lobby_page, open_option, MAP, message)
    return _foot(lobby_page, message.row(*shown.turns(lambda page: Press(match.id, 0, "settings", f"{MAP}-{page}"), words)))


def _time(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    if page.turns:
        message.say(time_controls.meaning(match.terms.pace, page.turns, words))
    for key, chosen in time_controls.listed(match.terms).items():
        name, about = time_controls.name(key, words)
        lines = [
            SelectEntry(time_controls.value(key, text, words), text, time_controls.about(key, text, words), chosen=text == chosen)
            for text in time_controls.choices(key, match.terms)
        ]
        message.say(f"**{name}** · {about}").row(select(match, "term", lines, f"{TIME} {key}", version=0))
    return _foot(page, message)


def _invite(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    message.say(lobby_texts.invite_hint(words))
    return _foot(page, message.row(member_select(match, "invite", hint=label("invite", words), most=game_form.INVITED)))


def _computer(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    return _foot(page, message.row(select(match, "level", _levels(page), hint=label("level", words), version=0)))


def _levels(page: LobbyPage) -> list[SelectEntry]:
    """Return entries for the players that aren't human: computers and, without hidden hands, this or another server."""
    words = page.words
    lines = [SelectEntry(members.computer_name(level, words), level, members.computer_about(level, words)) for level in page.levels]
    if page.lobby.match.guild_id is not None and not page.edition.game.has_secrets:
        lines.append(SelectEntry(members.the_server(words), TOWN, members.votes(words)))
        lines.append(SelectEntry(cross_server_texts.another(words), RIVAL, cross_server_texts.about_another(words)))
    return lines


def _cancel(page: LobbyPage, message: Message) -> Message:
    match, words = page.lobby.match, page.words
    yes = button(match, label("yes-cancel", words), "cancelsure", style=END, version=0)
    return message.say(departure_texts.ask_cancel(words)).row(yes, _back(page))


def _option(page: LobbyPage, option: Option, named: str, message: Message) -> None:
    """Add an option's name, explanation and select to the message."""
    match, words = page.lobby.match, page.words
    name, about = page.say.option(option.key, words)
    lines = _lines(page.say, option, match.options[option.key], words)
    is_set = option.kind == "set"
    menu = select(match, "set", lines, f"{named} {option.key}", several=is_set, hint=lobby_texts.none(words), version=0)
    message.say(f"**{name}** · {about}").row(menu)


def _topic(page: LobbyPage, named: str) -> str:
    """Return the name of a page of rules."""
    expansion = named.partition("-")[2]
    return page.say.value("expansions", expansion, page.words) if expansion else label("rules", page.words)


def _computers(page: LobbyPage) -> bool:
    return any(not seat.is_human for seat in page.lobby.seats)


def _is_seated(page: LobbyPage) -> bool:
    return any(seat.user_id == page.viewer for seat in page.lobby.seats)


def _page_button(page: LobbyPage, named: str) -> Component:
    return button(page.lobby.match, label(_NAMES[named], page.words), "settings", named, version=0)


_NAMES = {GAME: "game", SEATS: "seats", RULES: "rules", MAP: "map", TIME: "time", INVITE: "invite-people"}


def _word(page: LobbyPage) -> Component | None:
    may = _is_seated(page) and page.lobby.match.bag >= MIXED
    return button(page.lobby.match, label("word", page.words), "word", version=0) if may else None


def _leave(page: LobbyPage) -> Component | None:
    return button(page.lobby.match, label("leave", page.words), "leave", version=0) if _is_seated(page) else None


def _back(page: LobbyPage) -> Component:
    return button(page.lobby.match, label("back", page.words), "settings", HOME, style=MAIN, version=0)


def _foot(page: LobbyPage, message: Message) -> Message:
    return message.row(_back(page))


def _lines(say: RulesTexts, option: Option, chosen: str, words: Translator) -> list[SelectEntry]:
    """Return the values of an option as select entries; empty if the value must be typed."""
    if option.kind == "flag":
        values: Sequence[str] = ("on", "off")
    elif option.kind == "number":
        step = -(-(option.high - option.low + 1) // OPTIONS)  # every number, or as many of them as a select holds
        numbers = {*range(option.low, option.high + 1, step), *([int(chosen)] if chosen else ())}
        values = [str(number) for number in sorted(numbers)]
    elif option.kind == "numbers":
        values = ()
    else:
        values = option.choices
    picked = chosen.split(",") if option.kind == "set" else [chosen]
    return [SelectEntry(game_settings.value(say, option, text, words), text, chosen=text in picked) for text in values]
