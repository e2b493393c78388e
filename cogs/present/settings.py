"""The settings of a game, from its schema: as a line, as a form of selects. Knows options, not games."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.desk import Desk
from cogs.present.buttons import Pressed
from cogs.present.parts import MAIN, OPTIONS, Line, Message, button, select
from editions.edition import Edition
from games.core.errors import Refused
from games.core.options import Option, holds, written
from service.records import Lobby
from storage.records import MatchRow
from text.clocks import clocks
from text.labels import label
from text.language import Words
from text.language import words as spoken
from text.lobby import gathering, listing
from text.people import preferences
from text.protocol import Explaining

ON_PAGE = 8
"""Options on one page of the form: with their headings they stay below the limit of components."""


def title(match: MatchRow, edition: Edition, words: Words) -> str:
    """What is played, in a few words: "Winter edition + Inns & Cathedrals"."""
    return edition.words.explain.title(written(edition.game.schema(), edition.game.options(match.options)), words)


def called(desk: Desk, match: MatchRow, words: Words) -> str:
    """As `title`; where this program does not know the game, or one of its settings, the game's id."""
    return described(desk, match, words)[0]


def described(desk: Desk, match: MatchRow, words: Words) -> tuple[str, list[str]]:
    """What is played, in a few words, and every setting; of what this program does not know, the id and what was stored."""
    try:
        edition = desk.edition(match)
        return title(match, edition, words), whole(match, edition, words)
    except Refused:
        return match.game, [gathering.setting(key, value, words) for key, value in match.options.items()]


def line(match: MatchRow, edition: Edition, words: Words) -> list[str]:
    """What differs from the usual game, an option each."""
    game, say = edition.game, edition.words.explain
    changed = written(game.schema(), game.options(match.options))
    return [
        gathering.setting(say.option(option.key, words)[0], value(say, option, changed[option.key], words), words)
        for option in game.schema()
        if option.key in changed
    ]


def value(say: Explaining, option: Option, text: str, words: Words) -> str:
    """A value in words; sets as a list."""
    if option.kind == "set":
        return words.list([say.value(option.key, part, words) for part in text.split(",") if part]) or gathering.none(words)
    return say.value(option.key, text, words)


def whole(match: MatchRow, edition: Edition, words: Words) -> list[str]:
    """Every setting that has a meaning in this game, also those that are as usual."""
    say, given = edition.words.explain, edition.game.options(match.options)
    texts = match.options
    return [
        gathering.setting(say.option(option.key, words)[0], value(say, option, texts[option.key], words), words)
        for option in edition.game.schema()
        if holds(option.needs, given) and option.key in texts
    ]


def form(
    lobby: Lobby, edition: Edition, schema: Sequence[Option], page: int, words: Words, message: Message | None = None
) -> Message:
    """Selects for everything that a host may choose, one page of it, below what `message` says already. The last page is that of
    the terms.

    `schema` is that of the game, perhaps with further choices.
    """
    game, say, match = edition.game, edition.words.explain, lobby.match
    given = game.options(match.options)
    open_now = [option for option in schema if holds(option.needs, given) and _lines(say, option, "", words)]
    last = max(1, -(-(len(open_now) + 1) // ON_PAGE))
    page = min(max(page, 0), last)
    message = (message or Message()).say(gathering.settings_hint(words))
    if page == 0:
        message.say(f"**{label('seats', words)}**").row(_seats(lobby, words))
        message.say(f"**{preferences.language(words)}**").row(_speaking(match))
    for option in open_now[max(0, page * ON_PAGE - 1) : (page + 1) * ON_PAGE - 1] if page < last else ():
        name, about = say.option(option.key, words)
        lines = _lines(say, option, match.options[option.key], words)
        message.say(f"**{name}** · {about}").row(
            select(match, "set", lines, f"{page} {option.key}", several=option.kind == "set", hint=gathering.none(words))
        )
    if page == last:
        _add_terms(message, match, page, words)
    return message.say("-# " + listing.page(page + 1, last + 1, words)).row(
        button(match, label("previous", words), "settings", f"{page - 1}") if page else None,
        button(match, label("next", words), "settings", f"{page + 1}") if page + 1 < last else None,
        button(match, label("terms", words), "settings", f"{last}") if page < last else None,
        button(match, label("done", words), "done", style=MAIN),
    )


def _add_terms(message: Message, match: MatchRow, page: int, words: Words) -> None:
    """A select for each term of the match that means something in it."""
    for key, chosen in clocks.listed(match.terms).items():
        name, about = clocks.name(key, words)
        lines = [
            Line(clocks.value(key, text, words), text, clocks.about(key, text, words), chosen=text == chosen)
            for text in clocks.choices(key, match.terms)
        ]
        message.say(f"**{name}** · {about}").row(select(match, "term", lines, f"{page} {key}"))


def terms(match: MatchRow, words: Words) -> list[str]:
    """Every term of a match, a line each."""
    return [
        gathering.setting(clocks.name(key, words)[0], clocks.value(key, text, words), words)
        for key, text in clocks.listed(match.terms).items()
    ]


def chosen(match: MatchRow, edition: Edition, words: Words, lead: str) -> Message:
    """The settings as they are, for reading."""
    return Message().say(lead, f"**{title(match, edition, words)}**", *whole(match, edition, words), *terms(match, words))


def _seats(lobby: Lobby, words: Words) -> Pressed | None:
    lines = [Line(gathering.seats_offered(n, words), str(n), chosen=n == lobby.match.seats_wanted) for n in lobby.seats_allowed]
    return select(lobby.match, "seats", lines)


def _speaking(match: MatchRow) -> Pressed | None:
    """The language of what all read."""
    lines = [Line(name, one, chosen=one == spoken(match.locale).locale) for name, one in preferences.offered("")]
    return select(match, "speaks", lines)


def _lines(say: Explaining, option: Option, chosen: str, words: Words) -> list[Line]:
    """The values of one option as lines of a select; empty for what must be typed."""
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
    return [Line(value(say, option, text, words), text, chosen=text in picked) for text in values]
