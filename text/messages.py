"""Sentences around a game that no game owns: lobby, turn, end, seats that change hands, drafts, lists, apologies.

Names are raw and are made harmless here; `mention` is what Discord turns into a ping and is passed through. Times are
Discord stamps (`<t:...>`), never words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from text.names import plain, safe

# --- people ------------------------------------------------------------------------------------------------------------

LEVELS: Mapping[str, str] = {
    "random": phrase("Computer (any move)"),
    "greedy": phrase("Computer (greedy)"),
}
"""Computer players by level, as they are named in a seat."""

WHO: Mapping[str, str] = {
    "random": phrase("plays any legal move"),
    "greedy": phrase("takes the points that it sees"),
}
"""One line about each level."""


def computer_name(level: str, words: Words) -> str:
    """What a computer player is called; a level without words keeps its own name."""
    return words.say(LEVELS[level]) if level in LEVELS else words.say("Computer ({level})", level=level)


def unknown_player(number: int, words: Words) -> str:
    """A player of an imported game whom nobody knows here, by the number of his seat."""
    return words.say("player {number}", number=number)


def computer_about(level: str, words: Words) -> str:
    """How a computer player plays; empty for a level without words."""
    return words.say(WHO[level]) if level in WHO else ""


# --- lobby -------------------------------------------------------------------------------------------------------------


def lobby_title(settings: str, words: Words) -> str:
    """`New game · Inns & Cathedrals`."""
    return words.say("New game · {settings}", settings=settings) if settings else words.say("New game")


def lobby_unknown(words: Words) -> str:
    """Of a game that the program does not know any more, after going back to an older one, say."""
    return words.say("I do not know this game at present, so it cannot begin. Leave it, or let its host cancel it.")


def lobby_seats(names: Sequence[str], wanted: int, words: Words, *, host: int | None = None) -> str:
    """Who sits, who of them is the host, and how many seats are free."""
    seated = " · ".join(
        words.say("{name} (host)", name=safe(name)) if number == host else safe(name) for number, name in enumerate(names)
    )
    free = wanted - len(names)
    if free <= 0:
        return words.say("Seats: {names}", names=seated)
    return words.count("Seats: {names} · {number} free", "Seats: {names} · {number} free", free, names=seated)


def seats_offered(number: int, words: Words) -> str:
    """A number of seats to choose from."""
    return words.count("{number} seat", "{number} seats", number)


def lobby_wait(missing: int, words: Words) -> str:
    """How many are still needed to start."""
    return words.count("{number} more player is needed to start.", "{number} more players are needed to start.", missing)


def lobby_ready(words: Words, *, full: bool) -> str:
    """The host may start, and need not wait where all seats are taken."""
    return words.say("All seats are taken: the host can start.") if full else words.say("The host can start now.")


def lobby_alt(title: str, names: Sequence[str], free: int, words: Words) -> str:
    """What the picture of a lobby shows."""
    return words.count(
        "{title}: a figure for each seat, {number} of them free, and some tiles. Seated: {names}.",
        "{title}: a figure for each seat, {number} of them free, and some tiles. Seated: {names}.",
        max(0, free),
        title=title,
        names=", ".join(plain(name) for name in names),
    )


def lobby_expires(stamp: str, words: Words) -> str:
    """When an unstarted lobby closes."""
    return words.say("Closes {stamp} if nobody starts it.", stamp=stamp)


def sealed(commitment: str, words: Words) -> str:
    """The promise about the draws, shortened."""
    return words.say("Sealed bag {seal}", seal=short_seal(commitment))


def short_seal(commitment: str) -> str:
    """`9f3a…c01e`."""
    return commitment if len(commitment) <= 12 else f"{commitment[:4]}…{commitment[-4:]}"


def joined(name: str, words: Words) -> str:
    """Somebody took a seat."""
    return words.say("{name} joins.", name=safe(name))


def left(name: str, words: Words) -> str:
    """Somebody gave the seat back."""
    return words.say("{name} leaves.", name=safe(name))


def lobby_open(channel: str, words: Words) -> str:
    """Told to who opened a game elsewhere; `channel` is a channel mention."""
    return words.say("The game is open in {channel}.", channel=channel)


def settings_hint(words: Words) -> str:
    """Above the settings."""
    return words.say("Every choice counts at once, and all see it in the lobby, until the game starts.")


def only_host_sets(words: Words) -> str:
    """Above the settings, to somebody who cannot change them."""
    return words.say("Only the host chooses the settings. These are chosen:")


def settings_done(words: Words) -> str:
    """The form is put away; what was chosen stands below."""
    return words.say("These settings are chosen; Settings in the lobby opens them again.")


def thread_name(settings: str, host: str, words: Words) -> str:
    """The name of a new thread: shown as it is, of one line, at most 100 characters."""
    return words.say("{settings} with {name}", settings=settings, name=plain(host))[:100]


def opening(settings: str, host: str, words: Words) -> str:
    """What stands where a lobby will be in a moment."""
    return words.say("{settings} with {name}", settings=settings, name=safe(host))


# --- turns -------------------------------------------------------------------------------------------------------------


def your_turn(mention: str, words: Words) -> str:
    """The ping."""
    return words.say("{mention} it is your turn.", mention=mention)


def you_are_asked(mention: str, words: Words) -> str:
    """The ping to somebody who has to decide in another player's turn."""
    return words.say("{mention} you have a choice to make.", mention=mention)


def turn_number(number: int, total: int, words: Words) -> str:
    """`turn 37 of 71`."""
    return words.say("turn {number} of {total}", number=number, total=total)


def since_your_turn(words: Words) -> str:
    """Above the moves made meanwhile."""
    return words.say("Since your last turn")


def since_start(words: Words) -> str:
    """Above the moves that a player sees who has not played yet."""
    return words.say("Since the start")


def reply_hint(square: str, words: Words) -> str:
    """Below the buttons: how to answer by text; small print."""
    return words.say("-# or reply: {square} 90 knight", square=square)


def reply_with(answer: str, words: Words) -> str:
    """Below the buttons of a question: an answer to it that can be typed; small print."""
    return words.say("-# or reply: {answer}", answer=answer)


def turn_over(name: str | None, words: Words) -> str:
    """Told to who has just confirmed; `name` is who comes next, None where the game is over."""
    if name is None:
        return words.say("Your turn is over, and so is the game.")
    return words.say("Your turn is over. {name} is next.", name=safe(name))


def name_the_square(words: Words) -> str:
    """Where legal squares are not shown."""
    return words.say("Name the square yourself: in this game nobody is shown where a tile fits.")


def passing(stamp: str, words: Words) -> str:
    """Told to who has just confirmed a move that can still be taken back."""
    return words.say(
        "**Done.** The turn passes on {stamp}. Until then nobody sees your move, and you can take it back.", stamp=stamp
    )


def taken_back(words: Words) -> str:
    """Above the draft of a move that was taken back."""
    return words.say("Taken back. When you confirm again, it counts at once.")


def your_turn_again(words: Words) -> str:
    """Told to who has just confirmed and is asked again."""
    return words.say("It is your turn again.")


def waiting_for(names: Sequence[str], words: Words) -> str:
    """Who is asked now."""
    return words.count("It is the turn of {names}.", "Waiting for {names}.", len(names), names=words.list([safe(n) for n in names]))


def undone(name: str, moves: Sequence[str], words: Words) -> str:
    """An undo, told to everybody; `moves` are finished sentences or empty."""
    if not moves:
        return words.say("{name} takes the turn back.", name=safe(name))
    return words.say("{name} takes back: {moves}", name=safe(name), moves="; ".join(moves))


def draft_undone(words: Words) -> str:
    """An undo that only threw a private draft away."""
    return words.say("Your draft is gone; nothing had been played yet.")


# --- drafts ------------------------------------------------------------------------------------------------------------


def draft_where(words: Words) -> str:
    """Asks for a square."""
    return words.say("Where? Choose a numbered spot.")


def draft_ready(words: Words) -> str:
    """Everything is chosen."""
    return words.say("Confirm, or go back a step. Nobody else sees this yet.")


def or_else(ways: str, words: Words) -> str:
    """Other ways to lay the tile at the same place; `ways` is what would be typed."""
    return words.say("Or: {ways}", ways=ways)


def playing(choice: str, words: Words) -> str:
    """The label of a button that makes a choice and plays the move at once."""
    return words.say("{choice}: play", choice=choice)


def plays_at_once(hint: str, words: Words) -> str:
    """On a list whose lines make the move."""
    return words.say("{hint} (plays at once)", hint=hint)


def numbered_from(hint: str, first: int, last: int, words: Words) -> str:
    """On one of several lists of spots: which of their numbers it has."""
    return words.say("{hint} {first} to {last}", hint=hint, first=first, last=last)


def draft_changed(words: Words) -> str:
    """A button of another window was pressed, whose draft was another one."""
    return words.say("You went on with another draft elsewhere. This is how it stands now.")


def draft_lapsed(words: Words) -> str:
    """The game moved on meanwhile."""
    return words.say("The game has moved on, so your draft was dropped. This is the present state.")


def stale_button(words: Words) -> str:
    """An old button was pressed."""
    return words.say("That button is from an earlier turn. This is the present state.")


def counted_once(words: Words) -> str:
    """A button was pressed twice: the move was made by the first press."""
    return words.say("Your move was already accepted; it counts once. This is the present state.")


def shared_by(name: str, words: Words) -> str:
    """Above a board that somebody shows to everybody."""
    return words.say("{name} shows the board:", name=safe(name))


# --- seats that change hands -------------------------------------------------------------------------------------------

VACATED: Mapping[str, str] = {
    "resigned": phrase("{name} resigns. The computer plays on in this seat."),
    "left-server": phrase("{name} has left the server. The computer plays on in this seat."),
    "skipped": phrase("A moderator lets the computer play for {name}."),
    "timeout": phrase("{name}'s time ran out. The computer plays on in this seat."),
    "forfeited": phrase("{name}'s time ran out: the game is lost for {name}. The computer plays on in this seat."),
}


def vacated(name: str, why: str, words: Words) -> str:
    """A seat goes to the computer; `why` is a key of VACATED."""
    return words.say(VACATED[why], name=safe(name))


def ask_resign(words: Words) -> str:
    """Before a resignation."""
    return words.say("Do you want to resign? The computer will play your seat to the end; you cannot come back.")


def ask_cancel(words: Words) -> str:
    """Before a game is cancelled."""
    return words.say("Do you want to cancel this game for everybody? It will have no result.")


def cancelled(name: str, words: Words) -> str:
    """A lobby or game ended without a result."""
    return words.say("{name} has cancelled the game. It has no result.", name=safe(name))


def expired(days: int, words: Words) -> str:
    """Nobody started the lobby in time."""
    return words.say("Nobody started this game within {days} days, so it is closed. Open a new one with /game new.", days=days)


def lost(where: str, reason: str, words: Words) -> str:
    """Told in private when the channel of a running game cannot be reached; `where` is a channel mention or name."""
    return words.say(LOST[reason], channel=where)


def ended_unheard(where: str, words: Words) -> str:
    """Above the result of a game that could not be told in its channel; `where` is a channel mention."""
    return words.say("Your game in {channel} is over, and I cannot write there any more. This is how it ended.", channel=where)


def goes_on(channel: str, words: Words) -> str:
    """A game that was lost is played on; `channel` is a channel mention."""
    return words.say("The game goes on in {channel}.", channel=channel)


def goes_on_here(players: Sequence[str], words: Words) -> str:
    """Told to everybody in the channel in which a lost game is played on."""
    return words.say("The game goes on here: {players}.", players=words.list([safe(name) for name in players]))


LOST: Mapping[str, str] = {
    "channel-gone": phrase(
        "The channel of your game ({channel}) is gone. Nothing is lost: use /game resume in another channel to go on."
    ),
    "forbidden": phrase(
        "I may no longer write in {channel}, so your game rests. When I may again, press the button below or use /game resume."
    ),
    "rejected": phrase(
        "Discord takes no message of mine in {channel}, so your game rests. Nothing is lost: press the button below to try again, "
        "or use /game resume in another channel."
    ),
}

# --- the end -----------------------------------------------------------------------------------------------------------


def finished(days: int, length: str, words: Words) -> str:
    """`Game finished · 18 days · 71 tiles`; `length` is the words of the game for it."""
    span = words.count("{number} day", "{number} days", days) if days else words.say("less than a day")
    return words.say("Game finished · {span} · {length}", span=span, length=length)


def bag_opened(secret: str, commitment: str, words: Words, *, sound: bool) -> str:
    """The opened bag below the result."""
    if sound:
        return words.say("Sealed bag opened: secret {secret}, matches {seal}", secret=secret, seal=short_seal(commitment))
    return words.say("Sealed bag opened: secret {secret}, DOES NOT match {seal}", secret=secret, seal=short_seal(commitment))


def verified(draws: int, words: Words, *, secret_fits: bool, order_fits: bool | None, wrong: Sequence[str]) -> str:
    """The answer of /game verify; `wrong` are the draws that differ."""
    lines = [words.say("The secret fits the seal.") if secret_fits else words.say("The secret DOES NOT fit the seal.")]
    if order_fits is not None:
        lines.append(
            words.say("The order of the seats follows from it.")
            if order_fits
            else words.say("The order of the seats DOES NOT follow from it.")
        )
    if wrong:
        lines.append(
            words.count("{number} draw differs: {wrong}", "{number} draws differ: {wrong}", len(wrong), wrong="; ".join(wrong[:10]))
        )
    else:
        lines.append(words.count("{number} draw follows from it.", "All {number} draws follow from it.", draws))
    lines.append(words.say("Anybody can check: each draw is HMAC-SHA256 of the secret and the number of the draw."))
    return "\n".join(lines)


# --- lists -------------------------------------------------------------------------------------------------------------


def no_turns(words: Words) -> str:
    """/turns without any."""
    return words.say("No game waits for you.")


def turns_title(number: int, words: Words) -> str:
    """/turns with some."""
    return words.count("{number} game waits for you:", "{number} games wait for you:", number)


def turn_line(where: str, title: str, stamp: str, words: Words) -> str:
    """One waiting game: a link or channel mention, what it is, since when."""
    return words.say("{where} · {title} · since {stamp}", where=where, title=title, stamp=stamp)


def elsewhere(number: int, words: Words) -> str:
    """Below the refusal of a command in a channel without a game, to somebody who plays in others."""
    return words.count("Your game in this server:", "Your games in this server:", number)


def elsewhere_line(where: str, title: str, state: str, words: Words, *, asked: bool) -> str:
    """One of them: a channel mention, what is played, and whether it waits for the reader."""
    shown = words.say("it is your turn") if asked else status(state, words)
    return words.say("{where} · {title} · {state}", where=where, title=title, state=shown)


def no_games(words: Words) -> str:
    """/game list without any."""
    return words.say("There are no games here. Open one with /game new.")


STATUS: Mapping[str, str] = {
    "lobby": phrase("waiting for players"),
    "running": phrase("running"),
    "lost": phrase("resting: its channel cannot be reached"),
    "finished": phrase("finished"),
    "imported": phrase("imported"),
    "cancelled": phrase("cancelled"),
    "expired": phrase("closed unstarted"),
}


def status(name: str, words: Words) -> str:
    """The state of a game in words."""
    return words.say(STATUS[name])


def game_line(where: str, title: str, players: Sequence[str], state: str, words: Words) -> str:
    """One game in a list."""
    names = ", ".join(safe(name) for name in players)
    return words.say("{where} · {title} · {players} · {state}", where=where, title=title, players=names, state=status(state, words))


def lost_game(number: int, title: str, players: Sequence[str], words: Words) -> str:
    """A lost game among those that /game resume offers; plain text."""
    return words.say("Game {number} · {title} · {players}", number=number, title=title, players=", ".join(players))


def lost_game_line(number: int, title: str, players: Sequence[str], words: Words) -> str:
    """A lost game in a list, with what brings it back."""
    return words.say(
        "Game {number} · {title} · {players} · resting, bring it back with `/game resume match:{number}`",
        number=number,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


def page(number: int, total: int, words: Words) -> str:
    """Below a long list."""
    return words.say("Page {number} of {total}", number=number, total=total)


def exported(words: Words) -> str:
    """With the file of /game export."""
    return words.say("The whole game as a record; anybody can replay it move by move.")


def export_withheld(words: Words) -> str:
    """With the export of a game that still runs."""
    return words.say("The game still runs, so the secret of the bag is left out.")


# --- when something is wrong -------------------------------------------------------------------------------------------


def apology_unchanged(error_id: str, words: Words) -> str:
    """Something of ours failed before anything was written; the id finds it in the log."""
    return words.say(
        "Sorry, something went wrong on my side. Nothing was changed: try again, and quote {id} if it happens again.", id=error_id
    )


def busy(words: Words) -> str:
    """The database is held by something else, or its disk is full."""
    return words.say("I cannot write anything down just now. Nothing was changed: try again in a moment.")


def apology(error_id: str, words: Words) -> str:
    """Something of ours failed; the id finds it in the log."""
    return words.say(
        "Sorry, something went wrong on my side. Look with /board how it stands before you try again, and quote {id}"
        " if it happens again.",
        id=error_id,
    )


# --- answers of the commands ------------------------------------------------------------------------------------------


def no_thread(words: Words) -> str:
    """Why the game is played in the channel itself."""
    return words.say("I may not create threads here, so the game is played in this channel.")


def ping_needed(words: Words) -> str:
    """Told once to a player whose reply came without its ping."""
    return words.say("I can read replies only with their ping (@ ON): Discord does not show me this one. /place works as well.")


def invite_by_mention(words: Words) -> str:
    """Told to the host of a private game."""
    return words.say("Only people who are invited see this game: mention them in its thread, or choose them here.")


def invited(mentions: Sequence[str], words: Words) -> str:
    """Who sees the private game by now."""
    return words.say("Invited: {names}.", names=words.list(mentions))


def nobody_invited(words: Words) -> str:
    """Discord took none of those who were chosen."""
    return words.say("I could not add any of them: mention them in the thread of the game instead.")


def former_member(words: Words) -> str:
    """Who has had himself forgotten."""
    return words.say("former member")


def everything_kept(words: Words) -> str:
    """Above the file with everything about oneself."""
    return words.say("Everything that I keep about you is in this file. `/settings forget` makes me forget it.")


def ask_forget(words: Words) -> str:
    """Asked before somebody is forgotten."""
    return words.say(
        "Shall I forget you? Your settings and drafts go, a computer plays on for you in every game, and in games that have ended"
        " you become a former member. Others keep their games. This cannot be undone; `/settings export` gives you a copy first."
    )


def forgotten(words: Words) -> str:
    """It is done."""
    return words.say("Forgotten. Backups that the host of this bot made may hold it for up to 90 days more.")


def no_files(words: Words) -> str:
    """Where the right to attach files was withdrawn in a running game."""
    return words.say(
        "I may not attach files in this channel any more, so there is no picture: a moderator can give me Attach Files again."
        " Until then the board in words, whole with /board view:text."
    )


def moved(link: str, words: Words) -> str:
    """What stays of a message that was posted anew."""
    return words.say("This goes on here: {link}", link=link)


def no_thread_of_yours(words: Words) -> str:
    """Why the game is played in the channel itself: who opens it may not make threads."""
    return words.say("You may not create threads here, so the game is played in this channel.")


def begun(channel: str, words: Words) -> str:
    """Told to who has started the game."""
    return words.say("The game begins in {channel}.", channel=channel)


def nothing_changed(words: Words) -> str:
    """A question was answered with no."""
    return words.say("All right, nothing has changed.")


def computer_unseated(words: Words) -> str:
    """The computer player added last gave its seat back."""
    return words.say("The computer player leaves the table.")


def setting(name: str, value: str, words: Words) -> str:
    """One setting and its value."""
    return words.say("{option}: {value}", option=name, value=value)


def none(words: Words) -> str:
    """Nothing chosen."""
    return words.say("none")


def explain_which(words: Words) -> str:
    """Above the selects of everything whose points can be explained."""
    return words.say("Choose what I shall explain: what has brought points, or what is open.")


def nothing_scored(words: Words) -> str:
    """Where a message was asked about that tells no score."""
    return words.say("Nothing was scored in this message. These are all scores of the game:")


def changes_alt(words: Words) -> str:
    """The alt text of the closer picture of a turn message: what it shows is told below it."""
    return words.say(
        "What has happened since, closer: moves by the numbers below, ways as arrows, a house where a figure went home."
    )


def earlier_moves(number: int, words: Words) -> str:
    """In front of the newest moves, where there are too many for a message."""
    return words.count("… and {number} earlier move", "… and {number} earlier moves", number)


def no_log(words: Words) -> str:
    """/game log before the first move."""
    return words.say("Nobody has moved yet.")


def house(words: Words) -> str:
    """Who draws and deals, in a list of moves."""
    return words.say("the house")


def move_as_written(number: int, name: str, move: str, words: Words) -> str:
    """A row of the log that cannot be told in words; an empty `move` is one that the reader may not know."""
    return words.say("`{number}` {name}: {move}", number=number, name=safe(name), move=f"`{move}`" if move else "?")


def typed_hint(words: Words) -> str:
    """The title of the field for a typed move."""
    return words.say("Your move")
