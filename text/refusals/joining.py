"""Opening, joining and settling a game, and how many there may be."""

from __future__ import annotations

from collections.abc import Mapping

from text.clocks import clocks
from text.language import Words, phrase
from text.lobby.listing import status
from text.people.names import safe
from text.refusals.params import choices, in_a_while
from text.sentences import Params, Spoken, counting, filled


def _bad_terms(params: Params, words: Words) -> str:
    return clocks.senseless(params["found"], words)


def _lobby_full(params: Params, words: Words) -> str:
    seats, most = int(params.get("seats", 0)), int(params.get("most", 0))
    if seats >= most:
        return words.count(
            "The only seat is taken. Open another game with /new.",
            "All {number} seats are taken, as many as this game has. Open another one with /new.",
            seats,
        )
    return words.count(
        "The only seat is taken. The host can offer more under Settings.",
        "All {number} seats are taken. The host can offer more under Settings.",
        seats,
    )


def _seats_beyond(params: Params, words: Words) -> str:
    leaving = params["leaving"]
    people = words.list([f"<@{user}>" for user in leaving if user is not None])
    if not people:
        return words.count(
            "This choice has {number} seat at most. Remove a computer player first.",
            "This choice has {number} seats at most. Remove a computer player first.",
            int(params["most"]),
        )
    return words.count(
        "This choice has {number} seat at most. To choose it, these would have to leave first: {people}.",
        "This choice has {number} seats at most. To choose it, these would have to leave first: {people}.",
        int(params["most"]),
        people=people,
    )


def _not_in_lobby(params: Params, words: Words) -> str:
    state = params.get("status")
    if state is None:
        return words.say("This is possible only before the game starts.")
    return words.say("This is possible only before the game starts. State: {status}.", status=status(str(state), words))


PLAIN: Mapping[str, str] = {
    "channel-busy": phrase("This channel already has a game. Use another channel, or let /new open a thread."),
    "already-joined": phrase("You have already joined this game."),
    "not-joined": phrase("You have not joined this game yet. Press Join."),
    "no-computer": phrase("There is no computer player to remove."),
    "no-human": phrase("At least one person has to join first."),
    "which-lobby": phrase("Several games are open here. Which one do you mean?"),
}

SPOKEN: Mapping[str, Spoken] = {
    "bad-seats": counting(
        "This game is for {low} to {high} players, not for {number}.",
        "This game is for {low} to {high} players, not for {number}.",
        "seats",
    ),
    "unknown-game": filled(
        "There is no game “{game}”. Games: {choices}.", game=lambda params: safe(str(params.get("game", ""))[:40]), choices=choices
    ),
    "unknown-level": filled(
        "There is no computer player “{level}”. Levels: {choices}.",
        level=lambda params: safe(str(params.get("level", ""))[:40]),
        choices=choices,
    ),
    "bad-terms": _bad_terms,
    "bad-order": filled(
        "I do not know “{value}”. Who begins can be: {choices}.",
        value=lambda params: safe(str(params.get("value", ""))[:40]),
        choices=choices,
    ),
    "lobby-full": _lobby_full,
    "word-too-long": counting("One word, at most {number} character long.", "One word, at most {number} characters long.", "most"),
    "too-many-seated": counting(
        "{number} player has already joined. For fewer seats someone has to leave first.",
        "{number} players have already joined. For fewer seats someone has to leave first.",
        "seated",
    ),
    "seats-beyond": _seats_beyond,
    "not-in-lobby": _not_in_lobby,
    "found-elsewhere": filled(
        "One of you has just begun another game, so this one did not begin. Whoever still looks for one keeps looking."
    ),
    "too-many-lobbies": counting(
        "You already have {number} open game in this server, the maximum. Start or cancel it first.",
        "You already have {number} open games in this server, the maximum. Start or cancel one first.",
        "most",
    ),
    "server-lobbies-full": counting(
        "This server already has {number} open game, the maximum. Join it: /game action:list shows where it is.",
        "This server already has {number} open games, the maximum. Join one of them: /game action:list shows where they are.",
        "most",
    ),
    "server-games-full": counting(
        "This server has room for {number} game at a time. Join an open one: /game action:list.",
        "This server has room for {number} games at a time. Join an open one: /game action:list.",
        "most",
    ),
    "too-many-games": counting(
        "You already play in {number} game, the maximum. Finish or leave it first; /turns shows what waits for you.",
        "You already play in {number} games, the maximum. Finish or leave one first; /turns shows what waits for you.",
        "most",
    ),
    "too-soon": filled(
        "That was a lot in a short time. You can do it again {stamp}.", stamp=lambda params: in_a_while(params["again"])
    ),
    "in-line": filled(
        "I'm still busy with the one that you asked for: it's number {place} in line.", place=lambda params: str(params["place"])
    ),
    "line-full": counting(
        "{number} person is waiting for this already. Try again in a minute.",
        "{number} people are waiting for this already. Try again in a minute.",
        "number",
    ),
    "bad-seats-wanted": filled("Choose {low} to {high} players, or leave the number open."),
    "bad-pace-wanted": filled("Choose one of these paces, or leave it open: {choices}.", choices=choices),
}
