"""Opening, joining and settling a game, and how many there may be."""

from __future__ import annotations

from collections.abc import Mapping

from text.clocks import clocks
from text.language import Words, phrase
from text.lobby.listing import status
from text.people.names import safe
from text.refusals.params import Params, Spoken, choices, in_a_while


def _bad_seats(params: Params, words: Words) -> str:
    return words.count(
        "This game is for {low} to {high} players, not for {number}.",
        "This game is for {low} to {high} players, not for {number}.",
        int(params["seats"]),
        low=params["low"],
        high=params["high"],
    )


def _unknown_game(params: Params, words: Words) -> str:
    return words.say(
        "There is no game “{game}”. Games: {choices}.", game=safe(str(params.get("game", ""))[:40]), choices=choices(params)
    )


def _unknown_level(params: Params, words: Words) -> str:
    return words.say(
        "There is no computer player “{level}”. Levels: {choices}.",
        level=safe(str(params.get("level", ""))[:40]),
        choices=choices(params),
    )


def _bad_terms(params: Params, words: Words) -> str:
    return clocks.senseless(params["found"], words)


def _bad_order(params: Params, words: Words) -> str:
    return words.say(
        "I do not know “{value}”. Who begins can be: {choices}.",
        value=safe(str(params.get("value", ""))[:40]),
        choices=choices(params),
    )


def _lobby_full(params: Params, words: Words) -> str:
    seats, most = int(params.get("seats", 0)), int(params.get("most", 0))
    if seats >= most:
        return words.count(
            "The only seat is taken. Open another game with /game new.",
            "All {number} seats are taken, as many as this game has. Open another one with /game new.",
            seats,
        )
    return words.count(
        "The only seat is taken. The host can offer more under Settings.",
        "All {number} seats are taken. The host can offer more under Settings.",
        seats,
    )


def _too_many_seated(params: Params, words: Words) -> str:
    return words.count(
        "{number} player has already joined. For fewer seats someone has to leave first.",
        "{number} players have already joined. For fewer seats someone has to leave first.",
        int(params.get("seated", 0)),
    )


def _not_in_lobby(params: Params, words: Words) -> str:
    state = params.get("status")
    if state is None:
        return words.say("This is possible only before the game starts.")
    return words.say("This is possible only before the game starts. State: {status}.", status=status(str(state), words))


def _too_many_lobbies(params: Params, words: Words) -> str:
    return words.count(
        "You already have {number} open game in this server, the maximum. Start or cancel it first.",
        "You already have {number} open games in this server, the maximum. Start or cancel one first.",
        int(params["most"]),
    )


def _server_lobbies_full(params: Params, words: Words) -> str:
    return words.count(
        "This server already has {number} open game, the maximum. Join it: /game list shows where it is.",
        "This server already has {number} open games, the maximum. Join one of them: /game list shows where they are.",
        int(params["most"]),
    )


def _server_games_full(params: Params, words: Words) -> str:
    return words.count(
        "This server has room for {number} game at a time. Join an open one: /game list.",
        "This server has room for {number} games at a time. Join an open one: /game list.",
        int(params["most"]),
    )


def _too_many_games(params: Params, words: Words) -> str:
    return words.count(
        "You already play in {number} game, the maximum. Finish or leave it first; /turns shows what waits for you.",
        "You already play in {number} games, the maximum. Finish or leave one first; /turns shows what waits for you.",
        int(params["most"]),
    )


def _too_soon(params: Params, words: Words) -> str:
    return words.say("That was a lot in a short time. You can do it again {stamp}.", stamp=in_a_while(params["again"]))


def _bad_seats_wanted(params: Params, words: Words) -> str:
    return words.say("Choose {low} to {high} players, or leave the number open.", low=params["low"], high=params["high"])


def _bad_pace_wanted(params: Params, words: Words) -> str:
    return words.say("Choose one of these paces, or leave it open: {choices}.", choices=choices(params))


def _word_too_long(params: Params, words: Words) -> str:
    return words.count("One word, at most {number} character long.", "One word, at most {number} characters long.", params["most"])


PLAIN: Mapping[str, str] = {
    "channel-busy": phrase("This channel already has a game. Use another channel, or let /game new open a thread."),
    "already-joined": phrase("You have already joined this game."),
    "not-joined": phrase("You have not joined this game yet. Press Join."),
    "no-computer": phrase("There is no computer player to remove."),
    "no-human": phrase("At least one person has to join first."),
    "which-lobby": phrase("Several games are open here. Which one do you mean?"),
}

SPOKEN: Mapping[str, Spoken] = {
    "bad-seats": _bad_seats,
    "unknown-game": _unknown_game,
    "unknown-level": _unknown_level,
    "bad-terms": _bad_terms,
    "bad-order": _bad_order,
    "lobby-full": _lobby_full,
    "word-too-long": _word_too_long,
    "too-many-seated": _too_many_seated,
    "not-in-lobby": _not_in_lobby,
    "too-many-lobbies": _too_many_lobbies,
    "server-lobbies-full": _server_lobbies_full,
    "server-games-full": _server_games_full,
    "too-many-games": _too_many_games,
    "too-soon": _too_soon,
    "bad-seats-wanted": _bad_seats_wanted,
    "bad-pace-wanted": _bad_pace_wanted,
}
