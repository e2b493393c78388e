"""Why not, and what would be right: one sentence for each code of a `Refused`, whichever layer refuses.

What a player typed or uploaded and no game could read is said by the words of that game: `Reading.refusal`, `UploadWords.wrong`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.core.errors import Refused
from text import absence, chosen, clocks, requests, times
from text.language import Words, phrase
from text.messages import status
from text.names import safe
from text.tournament import refusals as events

Params = Mapping[str, Any]


def refusal(code: str, params: Params, words: Words) -> str:
    """The sentence for a refused action; `params` as the refusal carries them."""
    if code in PLAIN:
        return words.say(PLAIN[code])
    return SPOKEN[code](params, words)


PERMISSIONS: Mapping[str, str] = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "create_public_threads": phrase("Create Public Threads"),
    "create_private_threads": phrase("Create Private Threads"),
    "attach_files": phrase("Attach Files"),
    "embed_links": phrase("Embed Links"),
    "read_message_history": phrase("Read Message History"),
    "manage_channels": phrase("Manage Channels"),
    "manage_guild": phrase("Manage Server"),
    "manage_threads": phrase("Manage Threads"),
    "manage_messages": phrase("Manage Messages"),
    "mention_everyone": phrase("Mention Everyone"),
}
"""Permissions as Discord's settings call them."""


def _move_made(params: Params, words: Words) -> str:
    return words.say(
        "Your move is made, and the turn passes on {stamp}. Until then you can take it back with /undo or the button Take back.",
        stamp=f"<t:{math.ceil(params['at'].timestamp())}:R>",
    )


def _too_many_requests(params: Params, words: Words) -> str:
    return words.count(
        "You have asked the others {number} time in this game already. That is all.",
        "You have asked the others {number} times in this game already. That is all.",
        params["most"],
    )


def _request_rests(params: Params, words: Words) -> str:
    return words.say(
        "The others have not agreed lately. You can ask them again {stamp}.",
        stamp=f"<t:{math.ceil(params['again'].timestamp())}:R>",
    )


def _bad_pause(params: Params, words: Words) -> str:
    return words.say("A pause lasts 1 to {most} days.", most=params["most"])


def _request_over(params: Params, words: Words) -> str:
    return requests.over(params["status"], words)


def _choices(params: Params) -> str:
    choices: Sequence[object] = params.get("choices", ())
    return ", ".join(safe(str(choice)) for choice in choices)


def _unreadable(params: Params, words: Words) -> str:
    return words.say(
        "“{text}” is not a move. Choose with the buttons; /help tells what can be typed.",
        text=safe(str(params.get("text", ""))[:60]),
    )


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
        "There is no game “{game}”. Games: {choices}.", game=safe(str(params.get("game", ""))[:40]), choices=_choices(params)
    )


def _unknown_level(params: Params, words: Words) -> str:
    return words.say(
        "There is no computer player “{level}”. Levels: {choices}.",
        level=safe(str(params.get("level", ""))[:40]),
        choices=_choices(params),
    )


def _bad_terms(params: Params, words: Words) -> str:
    return clocks.senseless(params["found"], words)


def _bad_gift(params: Params, words: Words) -> str:
    return words.say("Give some time, and at most {most} at once.", most=clocks.length(params["most"], words))


def _no_return(params: Params, words: Words) -> str:
    return times.no_return(str(params["left"]), words)


def _bad_order(params: Params, words: Words) -> str:
    return words.say(
        "“{value}” is no way to decide who begins. Possible: {choices}.",
        value=safe(str(params.get("value", ""))[:40]),
        choices=_choices(params),
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
        "{number} player sits already, so there cannot be only {seats} seats. Somebody has to leave first.",
        "{number} players sit already, so there cannot be only {seats} seats. Somebody has to leave first.",
        int(params.get("seated", 0)),
        seats=params.get("seats", 0),
    )


def _not_in_lobby(params: Params, words: Words) -> str:
    state = params.get("status")
    if state is None:
        return words.say("This is possible only before the game starts.")
    return words.say("This is possible only before the game starts; it is {status}.", status=status(str(state), words))


def _not_running(params: Params, words: Words) -> str:
    state = params.get("status")
    if state is None:
        return words.say("This is possible only while a game runs.")
    return words.say("This is possible only while a game runs; this one is {status}.", status=status(str(state), words))


def _unknown_map(params: Params, words: Words) -> str:
    return words.say("There is no map “{map}” in this server. /map list shows all.", map=safe(str(params.get("map", ""))[:40]))


def _map_file_name(params: Params, words: Words) -> str:
    return words.say(
        "“{name}” does not look like a map: its name must end with one of {choices}.",
        name=safe(str(params["name"])[:60]),
        choices=_choices(params),
    )


def _map_too_large(params: Params, words: Words) -> str:
    return words.say("The file is too large for a map: at most {most} KB.", most=params["most"])


def _bad_map(params: Params, words: Words) -> str:
    """`say` is added by who has the words of the game that could not read the map."""
    return words.say("This map cannot be added. {reason}", reason=params["say"].wrong(params["found"], words))


def _record_too_large(params: Params, words: Words) -> str:
    return words.say("The file is too large: a record has at most {kilobytes} KB.", kilobytes=params["most"])


def _record_field(params: Params, words: Words) -> str:
    return words.say(
        "The record is damaged at “{field}”: it is missing there, or cannot be so. Upload the file as /game export wrote it.",
        field=safe(str(params["field"])),
    )


def _record_row(params: Params, words: Words) -> str:
    return words.say(
        "Row {row} of the log, “{text}”, cannot be, or is not allowed there. Nothing was brought in.",
        row=params["row"],
        text=safe(str(params["text"])),
    )


def _record_result(params: Params, words: Words) -> str:
    return words.say(
        "The moves of this record lead to {has}, but it says {had}. Nothing was brought in.",
        had=" : ".join(map(str, params["had"])),
        has=" : ".join(map(str, params["has"])),
    )


def _too_many_maps(params: Params, words: Words) -> str:
    return words.say("This server has {most} maps, which is the most. Take one off with /map remove first.", most=params["most"])


def _missing_permissions(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.say(
        "I cannot do this here: a moderator has to give me {permissions} in this channel.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _own_permissions(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.say(
        "What all will see here needs a right that you lack in this channel: {permissions}. Your own games you may always play.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _channel_hidden(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.count(
        "The game can go on only where all its players can read, and {names} cannot see this channel.",
        "The game can go on only where all its players can read, and {names} cannot see this channel.",
        len(names),
        names=words.list([safe(name) for name in names]),
    )


def _not_among(params: Params, words: Words) -> str:
    return words.say(
        "“{name}” is not among the choices: {choices}.", name=safe(str(params.get("value", ""))[:30]), choices=_choices(params)
    )


def _bad_value(params: Params, words: Words) -> str:
    return words.say("“{value}” cannot be used there.", value=safe(str(params.get("value", ""))[:60]))


def _misread(params: Params, words: Words) -> str:
    misread: Refused = params["misread"]
    said: str = params["say"].refusal(misread.code, misread.params, params["view"], words)
    return said


def _too_many_lobbies(params: Params, words: Words) -> str:
    return words.count(
        "You have {number} open lobby in this server, which is the most. Start or cancel it first.",
        "You have {number} open lobbies in this server, which is the most. Start or cancel one first.",
        int(params["most"]),
    )


def _server_lobbies_full(params: Params, words: Words) -> str:
    return words.count(
        "This server has {number} open lobby, which is the most. Join it: /game list shows where it is.",
        "This server has {number} open lobbies, which is the most. Join one of them: /game list shows where they are.",
        int(params["most"]),
    )


def _too_many_games(params: Params, words: Words) -> str:
    return words.count(
        "You sit in {number} game, which is the most. Play or leave it first; /turns shows what waits for you.",
        "You sit in {number} games, which is the most. Finish or leave one first; /turns shows what waits for you.",
        int(params["most"]),
    )


def _too_soon(params: Params, words: Words) -> str:
    return words.say(
        "That was often in a short time. You can do it again {stamp}.", stamp=f"<t:{math.ceil(params['again'].timestamp())}:R>"
    )


def _server_games_full(params: Params, words: Words) -> str:
    return words.count(
        "This server wants no more than {number} game at a time. Join an open one: /game list.",
        "This server wants no more than {number} games at a time. Join an open one: /game list.",
        int(params["most"]),
    )


def _may_not_open(params: Params, words: Words) -> str:
    return words.say("In this server games are opened by {role}. You can join an open one: /game list.", role=params["role"])


def _on_vacation(params: Params, words: Words) -> str:
    return absence.asked(_stamp(params["end"]), words)


def _on_vacation_already(params: Params, words: Words) -> str:
    return words.say(
        "You have a vacation until {when} already. /vacation end ends it, or calls it off.", when=_stamp(params["end"])
    )


def _vacation_too_short(params: Params, words: Words) -> str:
    return words.say(
        "A vacation lasts {time} at least; sleep hours are for shorter times.", time=clocks.length(params["least"], words)
    )


def _vacation_too_soon(params: Params, words: Words) -> str:
    return words.say(
        "A vacation is announced {time} before it begins; only {number} in a year may begin at once, and those you have had.",
        time=clocks.length(params["ahead"], words),
        number=params["most"],
    )


def _vacation_too_long(params: Params, words: Words) -> str:
    return words.say(
        "That is more than is left to you: {left} of {budget} in a year.",
        left=clocks.length(params["left"], words),
        budget=clocks.length(params["budget"], words),
    )


def _no_moment(params: Params, words: Words) -> str:
    return words.say(
        "“{text}” is no day that I know. Write 2026-12-31, 31.12. or 31.12. 18:00, or how long from now: 10d.",
        text=safe(str(params.get("value", ""))[:40]),
    )


def _stamp(moment: datetime) -> str:
    return f"<t:{int(moment.timestamp())}:f>"


def _bad_seats_wanted(params: Params, words: Words) -> str:
    return words.say("Look for a game of {low} to {high}, or leave it open.", low=params["low"], high=params["high"])


def _bad_pace_wanted(params: Params, words: Words) -> str:
    return words.say("Look for one of these paces, or leave it open: {choices}.", choices=_choices(params))


def _no_zone(params: Params, words: Words) -> str:
    like, typed = [str(zone) for zone in params.get("like", ())], safe(str(params.get("value", ""))[:40])
    if not like:
        return words.say("“{text}” is no time zone. Name a large city near you, such as Europe/Paris or New York.", text=typed)
    return words.say("“{text}” is no time zone that I know. Do you mean {zones}?", text=typed, zones=", ".join(like))


def _no_time(params: Params, words: Words) -> str:
    typed = safe(str(params.get("value", ""))[:20])
    if not typed:
        return words.say("Name both ends of your sleep hours, such as 23:00 and 7:00, or leave both out for none.")
    return words.say("“{text}” is no time of the day. Write it like 23:00 or 11 pm.", text=typed)


PLAIN: Mapping[str, str] = {
    # the rules
    "not-your-turn": phrase("It is not your turn. You will be pinged when it is."),
    "not-legal": phrase("The rules do not allow that move now. The picture shows the numbered spots that fit."),
    "game-over": phrase("The game is over. Start another with Rematch or /game new."),
    "nothing-to-undo": phrase("There is nothing of yours to take back."),
    "take-back-too-late": phrase(
        "Too late to take back: the turn has passed on. With /undo you can ask the others to let you go back."
    ),
    "undo-too-late": phrase("Too late to take back: the next tile has been drawn, or somebody else has moved."),
    # finding the match
    "no-match": phrase("There is no game in this channel. Open one with /game new."),
    "rules-changed": phrase(
        "This program does not know the rules that this game goes by, so it can neither show it nor play it. "
        "Nothing is lost: /game log, /game export, /game resign and /game cancel work."
    ),
    # lobby
    "channel-busy": phrase("This channel already has a game. Use another channel, or let /game new open a thread."),
    "already-joined": phrase("You already sit at this table."),
    "not-joined": phrase("You do not sit at this table. Use Join to take a seat."),
    "no-computer": phrase("No computer player sits here."),
    "not-host": phrase("Only the host or a moderator can do this."),
    "not-moderator": phrase("Only a moderator of this channel can do this (permission Manage Channels)."),
    "not-owner": phrase("Only whoever runs this bot can do this: the owner of the application at Discord, or its team."),
    "no-human": phrase("At least one person has to play."),
    # playing
    "match-lost": phrase("The channel of this game cannot be reached. A player has to resume it in another channel first."),
    "not-seated": phrase("You do not play in this game. You may look: /board, /score and /tiles work for everybody."),
    "seat-vacant": phrase("The computer plays your seat now. /game return takes it back, unless you gave it up for good."),
    "stale": phrase("The game has moved on since. This is the present state; nothing was played."),
    "already-done": phrase("That move was already accepted; it counts once."),
    "nothing-given": phrase("Say what you want to play: a spot, a facing, a figure."),
    # requests of all others
    "no-request": phrase("That was never asked."),
    "request-open": phrase("You have asked the others something already. Wait for their answers; Do not agree takes it back."),
    "request-own": phrase("You have asked this yourself; the others must answer. Do not agree takes it back."),
    "paused-already": phrase("The clocks of this game stand still already. /game pause days:0 ends the pause."),
    "not-paused": phrase("No pause is on in this game."),
    "undo-rated": phrase("This game counts for ratings: only a referee can let you go back."),
    # drafts
    "draft-empty": phrase("There is nothing to confirm yet. Choose a spot first."),
    "draft-complete": phrase("Everything is chosen. Confirm, or go back a step."),
    "draft-changed": phrase("You went on with another draft elsewhere. Open your draft again."),
    "draft-incomplete": phrase("One more choice is needed before you can confirm."),
    # what a person prefers
    "window-empty": phrase("Sleep hours begin and end at different times, such as 23:00 and 7:00. Leave both out for none."),
    "window-too-long": phrase("Sleep hours last ten hours at most."),
    "vacations-off": phrase("Whoever runs this bot allows no vacations; choose slower games, or none without you."),
    "not-on-vacation": phrase("You are not on vacation, and have planned none."),
    "vacation-too-late": phrase("A vacation begins within a year."),
    "request-blocked": phrase("Somebody at this table takes no requests of yours."),
    "blocks-self": phrase("You cannot block yourself."),
    "not-blocked": phrase("You have not blocked that person."),
    "not-a-preference": phrase("That cannot be chosen. Use /settings choose to see what can."),
    # moderating and after the end
    "no-clock": phrase("Nobody's time runs out in this game: there is no clock."),
    "seat-yours": phrase("The seat is yours: nobody has taken it."),
    "not-waiting": phrase("The game does not wait for that player."),
    "already-computer": phrase("The computer plays that seat already."),
    "not-lost": phrase("This game can be reached; there is nothing to resume."),
    "not-ended": phrase(
        "The bag is opened only after the end of the game; then this checks every draw against the seal that /game info shows now."
    ),
    "still-live": phrase("This game is not over yet. A rematch is possible after its end."),
    # maps
    "not-map-keeper": phrase("Only who may manage channels or the server can add and remove maps."),
    "map-not-text": phrase("The file is no text in UTF-8. Save the map as plain text and upload it again."),
    "map-there-already": phrase("This map is on the list of this server already."),
    "not-a-record": phrase("This is no record of a game. Upload the JSON file that /game export wrote, as it is."),
    "record-not-ended": phrase("This record was written while the game ran. Export it once more after the end."),
    "record-secret": phrase(
        "The secret in this record does not belong to what was published before the game: the file was changed."
    ),
    "no-upload": phrase("That upload is no longer there. Upload the file again with /map add."),
    "no-maps": phrase("No game here is played on maps."),
    "built-in-map": phrase("This map belongs to the game and cannot be removed."),
    # commands and buttons
    "unknown-button": phrase("This button no longer works. Use /board to see the present state of the game."),
    "unknown-command": phrase("This command has changed since Discord showed it to you. Type it anew, or see /help."),
    "which-lobby": phrase("Several games are open here: say which one you mean."),
    "out-of-reach": phrase("This belongs to a game in another place, which is not open to you from here."),
    "no-more-threads": phrase(
        "This server has as many open threads as Discord allows. Archive some, or play in the channel with `here:True`."
    ),
    "secret-reply": phrase(
        "Moves of this game are not read here, where everybody sees them. Use /play or the button of your turn."
    ),
    "no-hand": phrase("Nobody holds anything secret in this game: /board shows everything."),
    "aid-off": phrase("The terms of this game keep that back until it is over; /game info has them."),
    "name-the-square": phrase("In this game nobody is shown where a tile fits: name the square, such as “N12 90 knight”."),
    "does-not-go-there": phrase("It does not go there. In this game nobody is told where a tile fits: name another square."),
    "no-holes": phrase("This game has no squares with odds of their own: use /tiles without a square."),
    "no-scores": phrase("In this game every score is told with its parts: /game log has them all."),
    "not-a-turn": phrase("This message tells no scores. Use “Explain scores” on one of my messages about a game, or /score."),
    "no-stock": phrase("Nothing is drawn in this game: /board shows everything."),
    "not-in-private": phrase("This works only in a server."),
    "not-allowed": phrase("You may not use this here."),
} | dict(events.PLAIN)
"""Refusals whose sentence needs no parameters."""

SPOKEN: Mapping[str, Callable[[Params, Words], str]] = (
    {
        "unreadable": _unreadable,
        "bad-seats": _bad_seats,
        "unknown-game": _unknown_game,
        "unknown-level": _unknown_level,
        "bad-order": _bad_order,
        "bad-terms": _bad_terms,
        "bad-gift": _bad_gift,
        "no-return": _no_return,
        "lobby-full": _lobby_full,
        "too-many-seated": _too_many_seated,
        "too-many-lobbies": _too_many_lobbies,
        "server-lobbies-full": _server_lobbies_full,
        "server-games-full": _server_games_full,
        "too-many-games": _too_many_games,
        "too-soon": _too_soon,
        "move-made": _move_made,
        "too-many-requests": _too_many_requests,
        "request-rests": _request_rests,
        "request-over": _request_over,
        "bad-pause": _bad_pause,
        "not-in-lobby": _not_in_lobby,
        "not-running": _not_running,
        "unknown-map": _unknown_map,
        "map-file-name": _map_file_name,
        "map-too-large": _map_too_large,
        "bad-map": _bad_map,
        "too-many-maps": _too_many_maps,
        "record-too-large": _record_too_large,
        "record-field": _record_field,
        "record-row": _record_row,
        "record-result": _record_result,
        "missing-permissions": _missing_permissions,
        "own-permissions": _own_permissions,
        "channel-hidden": _channel_hidden,
        "not-among": _not_among,
        "bad-value": _bad_value,
        "misread": _misread,
        "no-zone": _no_zone,
        "bad-seats-wanted": _bad_seats_wanted,
        "bad-pace-wanted": _bad_pace_wanted,
        "on-vacation": _on_vacation,
        "on-vacation-already": _on_vacation_already,
        "vacation-too-short": _vacation_too_short,
        "vacation-too-soon": _vacation_too_soon,
        "vacation-too-long": _vacation_too_long,
        "no-moment": _no_moment,
        "may-not-open": _may_not_open,
        "no-time": _no_time,
    }
    | dict(chosen.REFUSALS)
    | dict(events.SPOKEN)
)
"""Refusals whose sentence is filled in."""
