"""The texts of profiles, ratings and leaderboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from text.clocks import time_controls
from text.input_vocabulary import folded
from text.message_templates import MessageTemplate, labelled, numbered, pattern, sentence
from text.translator import Translator, phrase
from text.users.player_names import plain, safe
from tournament.ratings import SETTLED


class PlayerProfile(Protocol):
    """Interface of one person's record, such as `service.ratings.leaderboards.Profile`."""

    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def average(self) -> float: ...
    @property
    def best(self) -> int: ...


ORDERS: Mapping[str, str] = {
    "rating": phrase("by rating"),
    "wins": phrase("by games won"),
    "season": phrase("by games won this quarter"),
}
"""The ways to order a leaderboard."""


def orders(current: str, words: Translator) -> list[tuple[str, str]]:
    """Return (name, key) of the leaderboard's sort orders whose name contains the typed text."""
    sort_orders = [(words.say(text), key) for key, text in ORDERS.items()]
    return [offer for offer in sort_orders if folded(current) in folded(offer[0])]


def by_rating(kind_: str, words: Translator) -> str:
    """Return the name of the rating leaderboard of one kind of game."""
    return f"{words.say(ORDERS['rating'])} · {kind_}"


def kind(game: str, size: str, words: Translator) -> str:
    """Return the name of a kind of rated game: a game, for two players or for more."""
    if size == "duel":
        return words.say("{game}, two players", game=game)
    return words.say("{game}, three and more", game=game)


title: MessageTemplate[str] = pattern("**{name}** in this server", name=safe)
"""The head of a profile."""
everywhere: MessageTemplate[str] = pattern("**{name}** in all servers", name=safe)
"""The head of what somebody has done in all servers, for that person alone."""


def server(name: str, words: Translator) -> str:
    """Return the heading with a server's name; for an empty name that of an unknown server."""
    return f"**{safe(name)}**" if name else words.say("**Another server**")


games: MessageTemplate[int, int] = numbered("{number} game, {wins} won", "{number} games, {wins} won")
"""How many games, and how many of them won."""


def points(average: float, best: int, words: Translator) -> str:
    """Return the line about average and best points."""
    return words.say("{average} points on average, best: {best}", average=words.number(round(average)), best=best)


def reliability(share: float, turns: int, average: timedelta, words: Translator) -> str:
    """Return the line about the share of turns that were made in time, of those with a clock, and their average length."""
    return words.count(
        "{share} of {number} turn in time, {time} per turn on average",
        "{share} of {number} turns in time, {time} per turn on average",
        turns,
        share=words.share(share),
        time=time_controls.length(average, words),
    )


victory: MessageTemplate[int, str] = numbered("Biggest win: by {number} point, {link}", "Biggest win: by {number} points, {link}")
"""The greatest victory."""


def rating(kind_: str, value: int, number: int, words: Translator, *, provisional: bool) -> str:
    """Return the line about a rating in one kind of game; a provisional rating is not shown as a number."""
    if provisional:
        return words.count(
            "{kind}: provisional ({number} rated game; you get a rating after ten)",
            "{kind}: provisional ({number} rated games; you get a rating after ten)",
            number,
            kind=kind_,
        )
    return words.count(
        "{kind}: **{value}** ({number} rated game)", "{kind}: **{value}** ({number} rated games)", number, kind=kind_, value=value
    )


sources: MessageTemplate[str, str] = pattern("Points in {game}: {shares}")
"""Where somebody's points come from: `shares` by `HighlightTexts.shares`."""
overall: MessageTemplate[str] = pattern("All servers, {kind}")
"""What is rated by itself, over all servers."""


def facts(found: PlayerProfile, words: Translator) -> tuple[tuple[str, str], ...]:
    """Return (value, label) of each number on a profile's card."""
    return (
        (words.number(found.games), words.sense("profile", "Games")),
        (words.number(found.wins), words.sense("profile", "Won")),
        (words.share(found.wins / found.games), words.sense("profile", "Share won")),
        (words.number(round(found.average)), words.sense("profile", "Points on average")),
        (str(found.best), words.sense("profile", "Best score")),
    )


def shown(value: int, words: Translator, *, provisional: bool) -> str:
    """Return a rating as text, or the word for a provisional one."""
    return words.sense("profile", "provisional") if provisional else str(value)


def alt(name: str, curve: Sequence[int], words: Translator) -> str:
    """Return the alt text of a profile's card, with the course of the rating."""
    sentence = words.say("Profile of {name}", name=plain(name))
    if len(curve) < 2:
        return sentence
    went = words.say(
        "the rating went from {first} to {last}, {low} at the lowest and {high} at the highest",
        first=curve[0],
        last=curve[-1],
        low=min(curve),
        high=max(curve),
    )
    return labelled(sentence, went, words)


against: MessageTemplate[int, int, int] = numbered(
    "With you: {number} game, {won} ahead of you, {lost} behind", "With you: {number} games, {won} ahead of you, {lost} behind"
)
"""How the reader and this person fared against each other."""
duels: MessageTemplate[int, int] = pattern("Duels against you: {won} won, {lost} lost")
"""How this person's duels with the reader went."""

SEASONS: Mapping[int, str] = {
    1: phrase("winter {year}"),
    2: phrase("spring {year}"),
    3: phrase("summer {year}"),
    4: phrase("autumn {year}"),
}
"""Seasons by the quarter of the year."""


def season(year: int, quarter: int, words: Translator) -> str:
    """Return the name of a season, which is a quarter of a year."""
    return words.say(SEASONS[quarter], year=year)


def titles(seasons: Sequence[str], tournaments: Sequence[str], words: Translator) -> list[str]:
    """Return the lines about the titles that a person has won."""
    title_lines = [words.say("🏅 Most wins in a season: {seasons}", seasons=words.list(list(seasons)))] if seasons else []
    won = words.list([safe(name) for name in tournaments])
    return title_lines + ([words.say("🏆 Tournaments won: {names}", names=won)] if tournaments else [])


def of_season(name: str, champions: Sequence[str], words: Translator) -> str:
    """Return the heading of a season's leaderboard, with its champions once it is over."""
    head = words.say("**Most wins in a season**: {season}", season=name)
    return head + (f" · 🏅 {words.list([safe(champion) for champion in champions])}" if champions else "")


def changed(lines: Sequence[str], words: Translator) -> str:
    """Return the line of rating changes after a rated game."""
    return words.say("-# Ratings: {ratings}", ratings=" · ".join(lines))


def change(name: str, before: int | None, after: int, number: int, words: Translator, *, provisional: bool) -> str:
    """Return a player's rating change: `Anna 1043 (+12)`."""
    if provisional:
        return words.say("{name} provisional ({number} of {ten})", name=safe(name), number=number, ten=SETTLED)
    if before is None:
        return words.say("{name} {rating}, the first that counts", name=safe(name), rating=after)
    return f"{safe(name)} {after} ({after - before:+d})".replace("(-", "(\N{MINUS SIGN}")


nothing = sentence("No finished game counts here yet. A game between people counts once they've made ten moves in it.")
"""Nobody has finished a game yet, or only games that ended before the tenth move."""
still_counting = sentence("I'm still counting older games of this server, so these numbers may be too low.")
"""After an update: not all older games are in these numbers yet."""
nobody = sentence("Nobody has a rating yet: it takes ten rated games. Use the menu below to sort differently.")
"""An empty leaderboard."""


def leaders(order: str, kind_: str, words: Translator) -> str:
    """Return the heading of a leaderboard; `order` is a key of `ORDERS`."""
    sentence = words.say(ORDERS[order])
    return words.say("**This server's best players**, {order}", order=sentence) + (f" · {kind_}" if kind_ else "")


line: MessageTemplate[int, str, int, int] = numbered(
    "{place}. {name} **{value}** · {number} game", "{place}. {name} **{value}** · {number} games", name=safe
)
"""One line of a leaderboard."""
