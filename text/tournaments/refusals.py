"""The messages about refused actions in events, with what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from text.clocks.time_controls import length
from text.message_templates import Spoken, counting, filled, spoken
from text.tournaments.stage_names import PRESETS
from text.translator import Translator, phrase
from text.users.player_names import free, safe
from tournament.results import InvalidTournamentError

PLAIN: Mapping[str, str] = {
    "no-event": phrase("I can't find this tournament here. /tournament shows the ones in this server."),
    "event-running": phrase("This tournament has already begun."),
    "event-not-running": phrase("This tournament isn't running: it hasn't begun, or it's over."),
    "event-changed": phrase("Someone else was faster. Look again: it may already be done."),
    "starts-too-soon": phrase("Choose a start at least five minutes from now, such as `2d` or `3h`."),
    "not-entered": phrase("That person isn't in this tournament."),
    "entry-closed": phrase("Entry is closed: nobody else can join."),
    "out-of-event": phrase("You're out of this tournament, and you can't come back."),
    "has-decided": phrase("You've decided something here as an organiser or referee, so you can't enter any more."),
    "no-check-in": phrase("There's nothing to check in to right now."),
    "no-teams": phrase("In this tournament everyone plays alone, so there are no teams."),
    "no-rival": phrase("You can't challenge this person here."),
    "duel-there": phrase("You two already have a duel or an open challenge."),
    "not-your-duel": phrase("Only the person who was challenged can accept."),
    "no-ladder": phrase("This tournament has no challenges: it isn't a ladder."),
    "event-not-over": phrase("A next season can be opened once this one is over."),
    "no-arena": phrase("You can only pause in an arena. Here, leave or skip a round."),
    "arena-is-played": phrase("In an arena, results can't be agreed on: play the game."),
    "ends-by-itself": phrase("This tournament ends by itself, with its last game. You can call it off, though."),
    "knock-out-decides": phrase(
        "In a knock-out, a draw decides nothing. Decide each open game with **{button[event-rule]}**, or wait for the round's date."
    ),
    "no-preview": phrase("No round is waiting to be published: someone else did it, or this one is still running."),
    "no-pairing": phrase("There's no such game in that round."),
    "no-open-round": phrase("No round is open."),
    "not-official": phrase(
        "Only organisers and referees can do this: the person who opened the tournament, people who manage "
        "channels, or people with a role for it."
    ),
    "not-organiser": phrase(
        "Only organisers can do this: the person who opened the tournament, its deputies, and people who manage "
        "the server's channels."
    ),
    "own-ruling": phrase(
        "You've entered this tournament, so you can't decide this, even if you've left it. Someone who never entered can: name a "
        "deputy with **{button[event-deputies]}**."
    ),
    "not-your-pairing": phrase("Only the players of a pairing or an organiser can propose its result."),
    "played-here": phrase("You're already playing this game here. Finish it, or ask a referee."),
    "no-proposal": phrase("This proposal isn't for you, or there's a newer one. Look at your latest private message."),
    "already-decided": phrase("This pairing is decided already. A referee can correct it."),
    "bad-score": phrase(
        "Write the score as `71-64`, this member's points first. It has to fit: more points for a win, equal points for a draw."
    ),
    "no-reason": phrase("Give a reason: everyone involved will read it."),
    "no-text": phrase("There's nothing to send. Write the message first."),
    "no-two": phrase("Choose two people: both in the form, or one with the option `who` and the other, with @, as `detail`."),
    "entered-already": phrase(
        "Someone has already entered and agreed to these rules, so you can't change them. Call it off and open another one."
    ),
    "no-whom": phrase("Say who it's about: choose them in the form, or with the option `who`."),
    "no-open-game": phrase("Nobody is playing that game now: it hasn't begun, or it's over. `replay` has it played again."),
    "nobody-waits": phrase("The waiting list is empty."),
    "played-already": phrase(
        "A substitute can only come in before the first game against an opponent has ended, and not in groups."
    ),
    "no-replay": phrase("Later games depend on this result. Use `win` or `draw` instead."),
    "nothing-changed": phrase("Nothing changes: it's already like that. Give at least one option a different value."),
    "bad-limits": phrase("The lowest rating can't be above the highest: nobody could enter."),
    "too-late-to-change": phrase(
        "It has begun, so you can only change the name, the referees, the preview, the time for the first turn "
        "and the length of a round."
    ),
    "own-appeal": phrase("You've decided this before, so another organiser or referee has to decide the appeal."),
    "nobody-to-meet": phrase("You have no open pairing of two here, so there's nobody to agree with."),
    "not-in-team": phrase("This person doesn't belong to your team, or is its captain."),
    "sits-now": phrase("They're playing a board right now. Take them off when this round is over."),
    "nobody-asks": phrase("This person isn't waiting to join your team."),
    "hour-lapsed": phrase(
        "This proposal has lapsed: the time is too near. If you propose it again with **{button[event-propose]}**, it can be "
        "accepted for 15 minutes."
    ),
    "hour-not-open": phrase("This proposal is settled or replaced by a newer one, or it's your own."),
    "no-appointment": phrase("There's no appointment to call off."),
    "no-deputy": phrase("That person isn't a deputy of this tournament."),
    "organises-already": phrase("That person already organises this tournament."),
}
"""Refusals whose sentence needs no parameters."""


def _which_team(names: Sequence[str], words: Translator) -> str:
    escaped = [safe(name) for name in names]
    sentence = words.say(
        "This tournament is for teams. Name yours: `/tournament action:enter detail:` plus its name, or a new name to found a team."
    )
    return sentence + (" " + words.say("Teams: {names}.", names=words.list(escaped)) if escaped else "")


def _bad_lineup(why: str, words: Translator, boards: int = 0) -> str:
    if why == "team":
        return words.say("Name members of your own team who have entered, such as `@ann @ben`.")
    if why == "twice":
        return words.say("Someone is in your line-up twice.")
    return words.count("Name the player for {number} board.", "Name up to {number} players, starting with the first board.", boards)


def _over(words: Translator, status: str | None = None) -> str:
    if status == "cancelled":
        return words.say("This tournament was called off.")
    return words.say("This tournament is over.")


def _which(names: Sequence[str], words: Translator) -> str:
    quoted = ", ".join(f"“{safe(name)}”" for name in names)
    return words.say("There are several tournaments here: {names}. Say which one with the option `tournament`.", names=quoted)


def _already(words: Translator, waiting: bool = False) -> str:
    if waiting:
        return words.say("You're already on the waiting list. I'll tell you as soon as a place is free.")
    return words.say("You've already entered.")


def _no_skip(why: str, words: Translator, most: int = 0) -> str:
    if why == "last":
        return words.say("You can't skip the last round.")
    if why == "most":
        return words.say("You've skipped {most} rounds, the maximum.", most=most)
    return words.say("You can only skip Swiss rounds.")


_LIMITS: Mapping[str, Spoken] = {
    "role": filled("To enter, you need this role: {role}.", role=lambda role: f"<@&{role}>"),
    "days": counting(
        "To enter, you must have been in this server for {number} day.",
        "To enter, you must have been in this server for {number} days.",
        "least",
    ),
    "games": counting(
        "To enter, you need {number} finished game in this server. You have: {have}.",
        "To enter, you need {number} finished games in this server. You have: {have}.",
        "least",
    ),
    "reliable": filled(
        "To enter, you must have made {least} of your last turns here in time. Yours: {have}.",
        least=lambda least, words: words.share(least / 100),
        have=lambda have, words: words.share(have),
    ),
    "rating-below": filled(
        "To enter, you need a rating of at least {least}. You get a rating after ten rated games; /profile shows yours."
    ),
    "rating-above": filled("This tournament is for ratings up to {most}. Yours: {have}."),
}


def _stamp(moment: datetime) -> str:
    return f"<t:{int(moment.timestamp())}:f>"


_APPEALS: Mapping[str, str] = {
    "none": phrase("There's no ruling here to appeal against, or nobody has appealed."),
    "late": phrase("It's too late to appeal against this."),
    "again": phrase("You've already appealed against this ruling. I'll tell you what comes of it."),
    "not-yours": phrase("Only people affected by a ruling can appeal."),
    "answered": phrase("This appeal has already been decided."),
}


def _no_appeal(why: str, words: Translator) -> str:
    reason = _APPEALS[why]
    return words.say(reason)


def bad_event(found: InvalidTournamentError, words: Translator) -> str:
    """Return the error message about an invalid description of an event."""
    sentence = _BAD.get(found.code)
    return words.say("A tournament can't work like this.") if sentence is None else spoken(sentence, found.params, words)


def _value(value: object = "") -> str:
    return safe(str(value)[:40])


_EXAMPLE = phrase("An example: `swiss:5 -> knock-out:8 final=3`.")

_BAD: Mapping[str, Spoken] = {
    "unknown-preset": filled("There's no kind “{value}”. Kinds: {choices}.", value=_value, choices=lambda _: ", ".join(PRESETS)),
    "no-stage": lambda _, words: words.say("Name at least one stage.") + " " + words.say(_EXAMPLE),
    "too-many-stages": filled("There can be at most {most} stages."),
    "unknown-stage": lambda words, choices, value="": (
        words.say("There's no stage “{value}”. Stages: {choices}.", value=_value(value), choices=", ".join(choices))
        + " "
        + words.say(_EXAMPLE)
    ),
    "stage-size": filled("I can't read the stage “{value}”: put a number of at most {most} after the colon.", value=_value),
    "unknown-setting": filled(
        "A stage has no setting “{value}”. Settings: {choices}.",
        value=_value,
        choices=lambda choices: ", ".join(choices),
    ),
    "stage-setting": filled(
        "“{value}” doesn't fit there: `best-of` and `final` are 1, 3 or 5, `seats` is 3, 4 or 5. `final` belongs "
        "to `knock-out` and `double-elimination`; `third` and `shape` to `knock-out`; `seats` and `best` to "
        "`tables`; `twice` to `groups` and `league`; `moving` to `league`.",
        value=_value,
    ),
    "not-eight": filled("Championship quarter-finals need exactly eight players."),
    "too-few": filled(
        "Only {have} have entered, and it needs at least {least}.",
        have=lambda have=0: have,
        least=lambda least=2: least,
    ),
    "duplicate-live": filled(
        "The same bag for everyone only works if people play at the same time: choose the pace `live` or `evening`."
    ),
    "duplicate-once": filled("With the same bag for everyone, opponents play one game, and there's no ladder."),
    "boards-everywhere": filled("Teams play in all stages or in none: give every stage the same `boards`."),
    "ladder-last": filled("Nothing can come after a ladder: it goes on until someone ends it. Make it the last stage."),
    "out-of-reach": counting(
        "You can challenge the person {number} place above you, if you're both free.",
        "You can challenge anyone up to {number} places above you, if you're both free. You can't meet the same "
        "person twice in a row while there are others.",
        "reach",
    ),
    "arena-alone": filled("An arena has no stages before or after it."),
    "arena-live": filled("An arena is for people who are there: choose the pace `live` or `evening`."),
    "other-bracket": filled("These two are in different brackets: nobody changes between them by hand."),
    "too-many-move": filled(
        "The divisions are too small for `moving={number}`. Choose fewer divisions.", number=lambda moving: moving
    ),
    "too-many-rounds": filled("{rounds} rounds are too many for so few players: {most} at most."),
    "too-many": filled("A tournament needs 2 to {most} entrants."),
    "not-paired": filled("That entrant isn't in this round."),
    "same-table": filled("These two already meet each other: there's nothing to swap."),
}


SPOKEN: Mapping[str, Spoken] = {
    "event-over": _over,
    "which-team": _which_team,
    "no-captain": filled(
        "Only the captain of the team can do this: {captain}.",
        captain=lambda captain: "–" if captain is None else f"<@{captain}>",
    ),
    "bad-lineup": _bad_lineup,
    "not-for-so-many": counting(
        "{number} player can't play this game. Choose other options or stages.",
        "{number} players can't play this game. Choose other options or stages.",
        "number",
    ),
    "which-event": _which,
    "bad-event": bad_event,
    "rules-first": filled("Read and accept the organiser's rules first:\n{text}", text=lambda text: free(text)),
    "no-name": filled("Give it a name of at most {most} characters."),
    "too-many-events": filled("This server already has {most} tournaments under way, the maximum. Finish or call off one first."),
    "already-entered": _already,
    "too-many-hours": filled("You can propose times {most} times in 24 hours. Ask in the thread, or wait for an answer."),
    "bad-hour": filled(
        "Choose a time between {least} and {most}.",
        least=lambda least: _stamp(least),
        most=lambda most: _stamp(most),
    ),
    "here-later": filled("You can say that you're here from {when} on.", when=lambda opens: _stamp(opens)),
    "rosters-locked": filled(
        "Teams have been complete since {when}: who belongs to them doesn't change any more.",
        when=lambda at: f"<t:{int(at.timestamp())}:f>",
    ),
    "check-in-later": filled("Check-in opens {when}.", when=lambda opens: f"<t:{int(opens.timestamp())}:R>"),
    "has-successor": filled("The next season is already there: {name}.", name=lambda name: safe(name)),
    "rests": filled("You can join again {when}.", when=lambda until: f"<t:{int(until.timestamp())}:R>"),
    "no-skip": _no_skip,
    "already-skipped": filled("You're already skipping round {number}.", number=lambda params: params.get("round")),
    "no-ruling": filled("Choose one of these: {choices}.", choices=lambda choices: ", ".join(choices)),
    "entry-limit": lambda params, words, why: spoken(_LIMITS[why], params, words),
    "no-import": filled(
        "There's no list to import. Write a line for each player, at most {most} lines, or upload a CSV file in UTF-8."
    ),
    "no-seed": filled("Choose a place between 1 and {most}; 0 leaves it to the rating."),
    "no-length": filled(
        "Say for how long with the option `time`, such as `12h` or `2d`: at most {most}.",
        most=lambda most, words: length(most, words),
    ),
    "no-appeal": _no_appeal,
    "too-many-messages": counting(
        "Organisers can only write to everyone once in 24 hours.",
        "Organisers can write to everyone at most {number} times in 24 hours.",
        "most",
    ),
    "too-many-challenges": counting(
        "{number} challenge of yours is still waiting for an answer. Withdraw it first.",
        "{number} of your challenges are still waiting for an answer. Withdraw one first.",
        "most",
    ),
    "too-many-deputies": filled("There can be at most {most} deputies."),
}
"""Refusals whose sentence is filled in."""
