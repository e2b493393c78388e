"""Help about what goes on around the table, the same under every game: settings, absence, finding others, fair draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from text.language import Words, meant, phrase

_SETTINGS = phrase(
    "`/settings` is about you alone, in every server: your language, whether typed moves count at once, colours of "
    "pictures and text below them, reminders and where they reach you, a daily list of the games that wait for you, your "
    "time zone and sleep hours (your clocks stand still then and nothing rings), and people you block. It also gives you "
    "everything that I keep about you, or forgets it. Typed: `/settings setting:… value:…`.\n"
    "`/server` is for people who manage the server: what games are like unless their hosts choose otherwise, language and "
    "colours, where games are opened and results are told, who may open games, who takes over free seats, and who is a "
    "referee or an organiser.",
)

_ABSENCE = phrase(
    "`/away until:10d` announces a vacation: from the next day on the clocks of all your games stand still, in "
    "all servers, and nothing calls you. Twice a year it may begin at once (`begin:0`). A move ends it, after one "
    "question, and `/away until:now` does; `/away` says how many days are left to you in a year. Others see that "
    "you are away in the lobby, below turn messages and when they ask something. At the paces `evening` and `live` "
    "everyone is present, and clocks run on.\n"
    "`/game action:pause` asks all others to let the clocks of one game stand still for some days.\n"
    "**A lost seat** is played by a computer. `/game action:return` takes yours back, once a game. Until then others may **take "
    "over**, for good, in the game, on the list of `/find` or with `/game action:take-over`: members who have been in the "
    "server for two weeks, not in rated games, and not where the terms say “no substitutes”. Whoever comes in is shown "
    "everything that matters in private.\n"
    "`/game action:finish` asks all others to end a game early: computers play the rest, or it counts as it stands.",
)

_FINDING = phrase(
    "`/find` puts you on the list of the server, with the game, the time and the number of players that you want; "
    "what you leave open fits everything. As soon as wishes fit, the game begins by itself and you are pinged. A press on "
    "a wish in the list is the same wish. It lapses after seven days, and **Take me off the list** ends it.\n"
    "The list also shows games that are open to join, and free seats of running games. Only the role that the server has "
    "chosen for it is pinged.\n"
    "`/new` opens a game of your own: everyone who sees it can join until the host starts it. `/practice` is a "
    "short first game against a computer that explains every step.",
)

_FAIR = phrase(
    "When a game opens, its **sealed bag** is published: a number that belongs to a secret and to no other. When it "
    "starts, I post “The game begins.” The number that Discord gives to that message goes into every draw, and so does any "
    "word that players add before (**Add a word**, `/game action:word`). So nobody can choose lucky draws beforehand: neither who "
    "plays nor whoever runs me.\n"
    "What is drawn follows from the secret, that number and those words, and from nothing that happens in the game. A draw "
    "that was undone comes again.\n"
    "After the end the secret is opened: `/game action:verify`, or the button below the result, computes every draw again, and "
    "`/game action:export` gives you all that you need to do it yourself. docs/fair-draws.md explains each step.",
)

_BACK = phrase(
    "**Analyse**, below the result or `/game action:analyse`, goes through a finished game: who was expected to be ahead "
    "after each turn, the turns that cost most with what was better, how lucky the draws were, the best turn. The "
    "first who asks has it posted for everyone; **My turns** shows you your own, in private. All of it is "
    "estimated, one answer ahead, and only what costs 2 points or more is told.\n"
    "`/game action:hint` shows you one good turn in private when it is your turn, in games with all aids that are neither "
    "rated nor part of a tournament. `/game action:log` and the result say how many there were.\n"
    "**The puzzle of the day**: `/puzzle` shows it, in private messages too. You answer in private as in a game, and can "
    "change your answer until the next puzzle brings the solution. A server can choose a channel for puzzles of its own "
    "(`/server`); there you also see who solved most.",
)

TOPICS: Mapping[str, tuple[str, str]] = {
    "settings": (meant("a topic of help", "Settings"), _SETTINGS),
    "absence": (phrase("Vacation, free seats, ending early"), _ABSENCE),
    "finding": (phrase("Finding others to play with"), _FINDING),
    "fair": (phrase("Fair draws"), _FAIR),
    "analysis": (phrase("Analysis, hints and puzzles"), _BACK),
}
"""Title and text of each."""


def texts() -> Mapping[str, tuple[str, Callable[[Words], str]]]:
    """Title of each topic and what says it."""
    return {key: (title, _said(text)) for key, (title, text) in TOPICS.items()}


def _said(text: str) -> Callable[[Words], str]:
    return lambda words: words.say(text)
