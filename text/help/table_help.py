"""The help topics about what surrounds a game: settings, absence, finding opponents, fair draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from text.translator import Translator, meant, phrase

_SETTINGS = phrase(
    "`/settings` is all about you, in every server: your language, whether typed moves count at once, picture "
    "colours and descriptions, reminders and where you get them, a daily list of games waiting for you, your "
    "time zone and sleep hours (your clocks stop then, and nothing pings you), and who you block. It also "
    "gives you everything I keep about you, or makes me forget it. Typed: `/settings setting:… value:…`.\n"
    "`/server` is for people who manage the server. It sets what games are like by default, their language "
    "and colours, where games open and results are posted, who can open games, who takes over free seats, and "
    "who is a referee or an organiser.",
)

_ABSENCE = phrase(
    "`/away until:10d` announces a vacation: from the next day, the clocks of all your games stop, in all "
    "servers, and I leave you alone. Twice a year it can start at once (`begin:0`). A move ends it, after I "
    "ask you once; so does `/away until:now`. `/away` shows how many days you have left this year. Others see "
    "that you're away in the lobby, below turn messages, and when they ask you something. At the paces "
    "`evening` and `live` everyone is there, so clocks keep running.\n"
    "`/game action:pause` asks the others to stop one game's clocks for a few days.\n"
    "**A lost seat** is played by a computer. `/game action:return` gives you yours back, once per game. "
    "Until then others can press **{button[take-over]}** and keep it: in the game, in the list of `/find`, or with `/game "
    "action:take-over`. They must have been in the server for two weeks. It doesn't work in rated games, or "
    "where the terms say “no substitutes”. New players are shown everything that matters in private.\n"
    "`/game action:finish` asks the others to end a game early: computers play the rest, or the points count "
    "as they stand.",
)

_FINDING = phrase(
    "`/find` puts you on the server's list, with the game, time and number of players you want. Anything you "
    "leave out matches everything. As soon as enough requests match, the game begins and I ping you. Press "
    "someone's entry to ask for the same and play with them. Your request ends after seven days, or when you "
    "press **{button[unseek]}**.\n"
    "The list also shows games you can join, and free seats in running games. Only the role the server chose "
    "for this is pinged.\n"
    "`/new` opens your own game: everyone who sees it can join until you start it. `/practice` is a short "
    "first game against a computer that explains every step.",
)

_FAIR = phrase(
    "When a game opens, its **sealed bag** is published: a number that belongs to one secret and no other. "
    "When the game starts, I post “The game begins.” Discord gives that message a number, which goes into "
    "every draw. So does any word that players add before the start (**{button[word]}**, `/game action:word`). "
    "That way nobody can pick lucky draws beforehand, neither the players nor the people who run me.\n"
    "Every draw follows from the secret, that number and those words, and from nothing else. If you undo a "
    "draw, the same one comes again.\n"
    "After the end the secret is opened. `/game action:verify`, or the button below the result, computes "
    "every draw again; `/game action:export` gives you all you need to do it yourself. docs/fair-draws.md "
    "explains each step.",
)

_BACK = phrase(
    "**{button[analyse]}**, below the result or with `/game action:analyse`, goes through a finished game: who was "
    "probably ahead after each turn, the costliest turns and what was better, how lucky the draws were, and "
    "the best turn. The first person to ask has it posted for everyone; **{button[own-turns]}** shows you your own in "
    "private. Everything is an estimate, one reply ahead, and only mistakes of 2 points or more are listed.\n"
    "`/game action:hint` shows you one good turn in private when it's your turn. It needs a game with all "
    "aids that isn't rated or part of a tournament. `/game action:log` and the result show how many hints "
    "there were.\n"
    "**The puzzle of the day**: `/puzzle` shows it, in private messages too. You answer once, in private, as in a "
    "game, and see at once how good your turn is; the solution is posted with the next puzzle. A server can choose a channel "
    "for its own puzzles (`/server`), where you also see the best solvers. **{button[mistakes]}**, below your own turns, "
    "asks you again about your three costliest over the next week, after the puzzle of the day.",
)

TOPICS: Mapping[str, tuple[str, str]] = {
    "settings": (meant("a topic of help", "Settings"), _SETTINGS),
    "absence": (phrase("Vacation, free seats, ending early"), _ABSENCE),
    "finding": (phrase("Finding people to play with"), _FINDING),
    "fair": (phrase("Fair draws"), _FAIR),
    "analysis": (phrase("Analysis, hints and puzzles"), _BACK),
}
"""Title and text of each."""


def texts() -> Mapping[str, tuple[str, Callable[[Translator], str]]]:
    """Return the title of each topic and the function that returns its text, by key."""
    return {key: (title, _spoken(text)) for key, (title, text) in TOPICS.items()}


def _spoken(text: str) -> Callable[[Translator], str]:
    return lambda words: words.say(text)
