"""The refusals about opening, joining and configuring a game, and about the number of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.clocks import time_controls
from text.lobby.game_list_texts import status as status_words
from text.message_templates import Spoken, counting, filled
from text.refusals.consent_requests import choices, in_a_while
from text.translator import Translator, phrase
from text.users.player_names import safe


def _lobby_full(words: Translator, seats: int = 0, most: int = 0) -> str:
    if seats >= most:
        return words.count(
            "The only seat is taken. Open another game with /new.",
            "All seats are taken. Open another game with /new.",
            seats,
        )
    return words.count(
        "The only seat is taken. The host can offer more under **{button[settings]}**.",
        "All seats are taken. The host can offer more under **{button[settings]}**.",
        seats,
    )


def _seats_beyond(leaving: Sequence[int | None], most: int, words: Translator) -> str:
    people = words.list([f"<@{user}>" for user in leaving if user is not None])
    if not people:
        return words.count(
            "This choice has room for {number} player. Remove a computer player first.",
            "This choice has room for {number} players. Remove a computer player first.",
            most,
        )
    return words.count(
        "This choice has room for {number} player. These people would have to leave first: {people}.",
        "This choice has room for {number} players. These people would have to leave first: {people}.",
        most,
        people=people,
    )


def _not_in_lobby(words: Translator, status: str | None = None) -> str:
    if status is None:
        return words.say("You can only do this before the game starts.")
    return words.say("You can only do this before the game starts. State: {status}.", status=status_words(status, words))


def _bad_seats(seats: int, low: int, high: int, words: Translator) -> str:
    """Return the message about a wrong number of players, with the possible numbers and how to reach one."""
    count = words.count(
        "This game is for {low} to {high} players, not for {number}.",
        "This game is for {low} to {high} players, not for {number}.",
        seats,
        low=low,
        high=high,
    )
    if seats < low:
        return f"{count} {words.say(TOO_FEW)}"
    return f"{count} {words.say(TOO_MANY, high=high)}"


TOO_MANY = phrase("Choose {high} or fewer, or another game.")
TOO_FEW = phrase("Invite somebody, or press **{button[add-computer]}** in **{button[settings]}**.")

NO_LINKS = phrase("Leave the link out: links and web addresses aren't allowed here.")
LINKS_HERE = phrase("Leave the link out: only links to messages and channels in Discord are allowed here.")


def _no_link(places: object, words: Translator) -> str:
    return words.say(LINKS_HERE if places else NO_LINKS)


PLAIN: Mapping[str, str] = {
    "text-mention": phrase("Leave mentions out, such as @everyone: they don't work here."),
    "channel-busy": phrase("This channel already has a game. Use another channel, or let /new open a thread."),
    "already-joined": phrase("You've already joined this game."),
    "not-joined": phrase("You haven't joined this game yet. Press **{button[join]}**."),
    "not-seated-here": phrase("They don't have a seat in this game. Only a player who has joined can host it."),
    "no-computer": phrase("There's no computer player to remove."),
    "no-human": phrase("At least one person has to join first."),
    "which-lobby": phrase("Several games are open here. Which one do you mean?"),
}

SPOKEN: Mapping[str, Spoken] = {
    "bad-seats": _bad_seats,
    "unknown-game": filled(
        "There's no game “{game}”. Games: {choices}.", game=lambda game="": safe(str(game)[:40]), choices=choices
    ),
    "unknown-level": filled(
        "There's no computer player “{level}”. Levels: {choices}.",
        level=lambda level="": safe(str(level)[:40]),
        choices=choices,
    ),
    "bad-terms": lambda found, words: time_controls.senseless(found, words),
    "bad-order": filled(
        "I don't know “{value}”. First player can be: {choices}.",
        value=lambda value="": safe(str(value)[:40]),
        choices=choices,
    ),
    "lobby-full": _lobby_full,
    "text-too-long": filled("Use at most {most} characters here."),
    "text-link": _no_link,
    "text-word": filled("The host of this bot doesn't want “{word}” here. Choose other words.", word=lambda word: safe(word)),
    "too-many-seated": counting(
        "{number} player has already joined. For fewer seats someone has to leave first.",
        "{number} players have already joined. For fewer seats someone has to leave first.",
        "seated",
    ),
    "seats-beyond": _seats_beyond,
    "not-in-lobby": _not_in_lobby,
    "found-elsewhere": filled(
        "One of you just started another game, so this one didn't begin. Anyone still looking stays on the list."
    ),
    "too-many-lobbies": counting(
        "You already have {number} open game in this server, the maximum. Start or cancel it first.",
        "You already have {number} open games in this server, the maximum. Start or cancel one first.",
        "most",
    ),
    "server-lobbies-full": counting(
        "This server already has {number} open game, the maximum. Join it: /game action:list shows where.",
        "This server already has {number} open games, the maximum. Join one: /game action:list shows where.",
        "most",
    ),
    "server-games-full": counting(
        "This server has room for {number} game at a time. Join an open one: /game action:list.",
        "This server has room for {number} games at a time. Join an open one: /game action:list.",
        "most",
    ),
    "too-many-games": counting(
        "You're already playing {number} game, the maximum. Finish or leave it first; /turns shows what's waiting for you.",
        "You're already playing {number} games, the maximum. Finish or leave one first; /turns shows what's waiting for you.",
        "most",
    ),
    "too-soon": filled("You're doing that too often. Try again {stamp}.", stamp=lambda again: in_a_while(again)),
    "in-line": filled("I'm still working on your last one: it's number {place} in line.", place=lambda place: str(place)),
    "line-full": counting(
        "{number} person is already waiting for this. Try again in a minute.",
        "{number} people are already waiting for this. Try again in a minute.",
        "number",
    ),
    "bad-seats-wanted": filled("Choose {low} to {high} players, or leave the number open."),
    "bad-pace-wanted": filled("Choose one of these paces, or leave it open: {choices}.", choices=choices),
}
