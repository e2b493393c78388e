"""The direct messages of an event to one person, and its bulletins in the channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from text import message_templates
from text.clocks.time_controls import length
from text.guilds.server_settings import CHAMPION_TROUBLE
from text.message_templates import Fill, MessageTemplate, opened, pattern
from text.tournaments.stage_names import SETTINGS
from text.translator import Translator, phrase
from text.users.player_names import free, safe


@dataclass(frozen=True, kw_only=True)
class NewsFacts:
    """The facts for the placeholders of one message, as text; None for those that a message of its kind doesn't need."""

    event: str | None = None
    """The title of the tournament."""
    name: str | None = None
    """The entrant whom it is about."""
    official: str | None = None
    """The person who organises, ruled or proposes."""
    appellant: str | None = None
    mention: str | None = None
    """Who is called in public."""
    names: Sequence[str] | None = None
    """The opponents."""
    round: str | None = None
    table: int | None = None
    place: str | None = None
    """The game's thread as a link, or the channel of the tournament."""
    home: str | None = None
    """The channel of the tournament as a link."""
    when: str | None = None
    meets: str = ""
    """The hour on which two have agreed."""
    proposes: bool = False
    """Whether they still have to agree on one."""
    begins: str | None = None
    """Who has the first turn."""
    time: str | None = None
    """The time for the first turn."""
    length_s: int | None = None
    loses: bool = False
    """Whether who is late loses."""
    what: str | None = None
    """What was ruled or proposed: a key of `_RULED`."""
    upheld: bool = False
    rates: bool = False
    reason: str | None = None
    points: str = ""
    result: str | None = None
    stands: int | None = None
    """The place on a ladder."""
    entrants: int | None = None
    boards: int | None = None
    have: int | None = None
    least: int | None = None
    own_s: int | None = None
    other_s: int | None = None
    reached: Sequence[int] = ()
    """When messages reached an absent player, and when some were lost, in Unix seconds."""
    lost: Sequence[int] = ()
    text: str | None = None
    keys: Sequence[str] | None = None
    """The settings that were changed."""


Told = Callable[[NewsFacts, Translator], str]
"""A sentence about the facts of a message."""


def filled(message: str, **fills: Fill) -> Told:
    """Return a function that fills a sentence with the facts named like its placeholders.

    The function raises `KeyError` if a fact is missing.
    """
    say = message_templates.filled(message, **fills)
    return lambda facts, words: say(_given_facts(facts), words)


def counting(one: str, many: str, of: str) -> Told:
    """Return a function that fills a sentence in the singular or plural form for the number in the fact `of`."""
    say = message_templates.counting(one, many, of)
    return lambda facts, words: say(_given_facts(facts), words)


def _given_facts(facts: NewsFacts) -> Mapping[str, object]:
    return {"facts": facts} | {name: value for name, value in vars(facts).items() if value is not None}


def letter(code: str, event: str, facts: NewsFacts, words: Translator) -> str:
    """Return the direct message for a code, headed by the title of the event."""
    return words.say("**{event}** · {what}", event=safe(event), what=_LETTERS[code](facts, words))


def bulletin(code: str, facts: NewsFacts, words: Translator) -> str:
    """Return the bulletin for a code, for the event's channel."""
    return _BULLETINS[code](facts, words)


def ruling(facts: NewsFacts, words: Translator) -> str:
    """Return the announcement of a ruling, without its reason."""
    return words.say("Ruling: {what}.", what=_ruling_sentence(facts, words)) + _rates(facts, words)


def _ruling_sentence(facts: NewsFacts, words: Translator) -> str:
    """Return the text of a referee's ruling or an agreed result, without the reason for it."""
    return _RULED[str(facts.what)](facts, words)


def _rates(facts: NewsFacts, words: Translator) -> str:
    """Return the sentence that a result counts for ratings; empty if it doesn't."""
    return " " + words.say("It counts for ratings.") if facts.rates else ""


def _rating_sentence(facts: NewsFacts, words: Translator) -> str:
    """Return a full stop and the sentence that a result counts for ratings; empty if it doesn't."""
    return "." + _rates(facts, words) if facts.rates else ""


def _more_time_sentence(facts: NewsFacts, words: Translator) -> str:
    return (_MORE_FOR_ONE if facts.name else _MORE_FOR_ALL)(facts, words)


_NAMED: Mapping[str, Fill] = {"name": lambda name="": safe(name)}
_PLACED: Mapping[str, Fill] = {**_NAMED, "round": lambda facts: facts.round, "table": lambda facts: facts.table}
_TIMED: Mapping[str, Fill] = {
    **_PLACED,
    "time": lambda words, length_s=0: length(timedelta(seconds=abs(length_s)), words),
}
_MORE_FOR_ONE = filled("{time} more for {name} ({round}, table {table})", **_TIMED)
_MORE_FOR_ALL = filled("{time} more for everyone ({round}, table {table})", **_TIMED)

_RULED: Mapping[str, Told] = {
    "win": filled("win for {name} ({round}, table {table})", **_PLACED),
    "draw": filled("draw ({round}, table {table})", **_PLACED),
    "absent": filled("{name} didn't come ({round}, table {table})", **_PLACED),
    "neither": filled("both lose ({round}, table {table})", **_PLACED),
    "disqualify": filled("{name} is out", **_NAMED),
    "more-time": _more_time_sentence,
    "pause": filled("the clocks stop for {time} ({round}, table {table})", **_TIMED),
    "resume": filled("the clocks are running again ({round}, table {table})", **_PLACED),
    "take-back": filled("{name}'s last turn is undone ({round}, table {table})", **_PLACED),
    "replay": filled("played again from the start ({round}, table {table})", **_PLACED),
    "substitute": filled("a substitute for {name} ({round}, table {table})", **_PLACED),
}
"""By what was ruled."""


appeal_by: MessageTemplate[str] = pattern("-# You can appeal until {when}.")
"""Below a ruling, and below the news that somebody has lost by not coming."""


agree_by_typing: MessageTemplate[int] = pattern("-# Or type `/tournament action:agree detail:{number}`.")
"""Below a proposal that somebody has asked for."""


def _delivery_sentence(facts: NewsFacts, words: Translator) -> str:
    """Return the sentences about when messages to an absent player were delivered or failed; empty if unknown."""
    lines = [
        words.say(sentence, stamps=words.list([f"<t:{moment}:f>" for moment in moments]))
        for sentence, moments in ((_REACHED, facts.reached), (_LOST, facts.lost))
        if moments
    ]
    return " ".join(lines)


_REACHED = phrase("My private messages about it reached them at {stamps}.")
_LOST = phrase("These could not be delivered: {stamps}.")


def appealed(facts: NewsFacts, words: Translator) -> str:
    """Return the outcome of an appeal: the ruling, and whether it stands."""
    if facts.upheld:
        return words.say("After an appeal, this ruling stands: {what}", what=_ruling_sentence(facts, words))
    return words.say("After an appeal, this ruling is set aside: {what}", what=_ruling_sentence(facts, words))


def _because(text: str, facts: NewsFacts, words: Translator) -> str:
    if not facts.reason:
        return text
    return text + " " + words.say("Reason: {reason}", reason=free(facts.reason))


def _next_step_sentence(facts: NewsFacts, words: Translator) -> str:
    """Return the sentence about how a player's game begins: by appointment, or at a set time."""
    if facts.meets:
        return _MEETS(facts, words)
    if facts.proposes or not facts.when:  # no hour was set: it was played by appointment when this was written
        return _AGREE_ON_A_TIME(facts, words)
    return _SAY_YOU_ARE_THERE(facts, words)


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


_OPPONENTS: Mapping[str, Fill] = {"names": lambda names, words: words.list([safe(name) for name in names])}
_AGAINST = filled("{round}, against {names}. {begins}", **_OPPONENTS)
_ACCEPTED = filled("{names} accepted your challenge. {begins}", **_OPPONENTS)
_MEETS = filled("Your game is {when}, in {place}. Check in here from 15 minutes before.", when=lambda meets: meets)
_AGREE_ON_A_TIME = filled("Agree on a time with **{button[event-propose]}**. Your game begins then, in {place}.")
_SAY_YOU_ARE_THERE = filled("Say here that you're there. Your game begins in {place} when you're both there, or {when}.")
_YOUR_GAME = filled("Your game: {place} You have {time} for your first turn.")
_ROUND_ENDS = filled("The round ends {when}.")
_APPOINTED = filled("you meet {names} {when} ({round}): {place}", **_OPPONENTS)

_LETTERS: Mapping[str, Told] = {
    **{trouble: filled(sentence) for trouble, sentence in CHAMPION_TROUBLE.items()},
    "next-season": filled(
        "the next season is open for entry. A place is held for you: press **{button[event-enter]}** in {place}. "
        "It goes to others {when}.",
        place=lambda home: home,
    ),
    "invited": filled(
        "an organiser has invited you, and a place is held for you: press **{button[event-enter]}** in {place}. "
        "It goes to others {when}.",
        place=lambda home: home,
    ),
    "duel-declined": filled("{name} declined your challenge.", **_NAMED),
    "duel-lapsed": filled("{name} didn't answer your challenge in time.", **_NAMED),
    "moved-up": filled("a place is free now, so you're in."),
    "not-checked-in": filled("you didn't check in, so it begins without you."),
    "event-too-few": filled("it was called off: only {have} entered, and it needs at least {least}."),
    "preview": filled(
        "{round} is paired. If you do nothing, I'll publish it: {when}. With the button you can look at it and publish it sooner; "
        "**{button[event-swap]}** changes it."
    ),
    "previewed": filled("{round} is paired and published."),
    "stuck": filled(
        "it can't go on: I can't work out what comes next. Correct a wrong result with **{button[event-rule]}**, end it with the "
        "places as they stand, or cancel it. I'll keep trying."
    ),
    "late": filled("your game is waiting for your first turn: {place}. Play it, or you lose {when}."),
    "warned": filled("you're about to lose! Your game is waiting for your first turn: {place}. Time runs out {when}."),
    "appointed": lambda facts, words: _lines(
        _APPOINTED(facts, words),
        words.say("If you're 10 minutes late, you lose.") if facts.loses else "",
    ),
    "be-ready": filled(
        "your opponent isn't here yet: {place}. Press **{button[event-here]}** there, and you win if they don't come {when}."
    ),
    "no-show": filled("you didn't come ({round}), so you lost that game. If it happens again, you're out."),
    "absent": filled("you didn't come ({round}), so you lost that game and I've paused you. You can join again {when}."),
    "gave-up-early": filled(
        "you gave up before half the game was played ({round}), so I've paused you. You can join again {when}."
    ),
    "late-table": filled("your table is waiting for your first turn: {place}. Play it, or a computer plays on for you {when}."),
    "warned-table": filled(
        "you're about to lose your seat! Your table is waiting for your first turn: {place}. Time runs out {when}."
    ),
    "no-show-table": filled(
        "you didn't come ({round}), so a computer plays on for you and you come last. If it happens again, you're out."
    ),
    "lineup": filled(
        "{round} is paired. You're the captain: hand in your line-up with `/tournament action:lineup`, starting "
        "with the first board. Both line-ups are published {when}. Without yours, your last one counts, or the "
        "order of entry.",
        round=lambda facts: opened(facts.round),
    ),
    "asks-to-join": filled("{name} would like to play for your team. Until you let them in, they don't.", **_NAMED),
    "let-in": filled("your captain has let you in: you belong to the team now."),
    "taken-off": filled("your captain has taken you off the team, so you don't play for it any more."),
    "not-let-in": filled("your team's captain hasn't let you in, so it begins without you."),
    "team-too-small": counting(
        "your team had fewer than {number} member, so it begins without you.",
        "your team had fewer than {number} members, so it begins without you.",
        "boards",
    ),
    "challenged": filled("{name} challenges you. The game has its own thread, and I'll ping you there when it begins.", **_NAMED),
    "out": filled("you didn't come again ({round}), so you're out. Your results stay."),
    "substituted": filled("you didn't come ({round}), so someone from the waiting list plays in your place. Your results stay."),
    "substitute": filled("someone didn't come, so you take their place ({round}): {place}"),
    "play": lambda facts, words: _lines(
        _AGAINST(facts, words),
        _YOUR_GAME(facts, words),
        _ROUND_ENDS(facts, words) if facts.when else "",
    ),
    "come": lambda facts, words: _lines(_AGAINST(facts, words), _next_step_sentence(facts, words)),
    "accepted": lambda facts, words: _lines(
        _ACCEPTED(facts, words),
        _YOUR_GAME(facts, words),
    ),
    "accepted-live": lambda facts, words: _lines(_ACCEPTED(facts, words), _next_step_sentence(facts, words)),
    "bye": filled("{round}: you have a bye. It counts as a win."),
    "time-decided": filled(
        "the round's date has come ({round}): {place}. In a knock-out, a game still open is lost by the player "
        "who used more time, or decided at random if equal. You've used {own}, your opponent {other}.",
        own=lambda own_s, words: length(timedelta(seconds=own_s), words),
        other=lambda other_s, words: length(timedelta(seconds=other_s), words),
    ),
    "walkover": filled("your opponent didn't come ({round}), so you win that game."),
    "disqualified": lambda facts, words: _because(words.say("you're out by ruling."), facts, words),
    "appeal": lambda facts, words: _lines(
        _because(
            words.say(
                "{name} appeals, and someone else has to decide. {what}",
                name=safe(facts.appellant or ""),
                what=ruling(facts, words),
            ),
            facts,
            words,
        ),
        _delivery_sentence(facts, words),
    ),
    "appealed": appealed,
    "differs": filled("another referee wants to overrule you. {what} You can talk about it first.", what=ruling),
    "you-organise": filled("you're the organiser now. /tournament shows where it stands and what you can do; it runs by itself."),
    "ruled": lambda facts, words: _because(ruling(facts, words), facts, words),
    "proposed": lambda facts, words: _because(
        words.say("{name} proposes: {what}", name=safe(facts.official or ""), what=_ruling_sentence(facts, words))
        + (f" ({facts.points})" if facts.points else "")
        + ". "
        + (
            words.say("It counts for the standings and for ratings. If it's wrong, do nothing.")
            if facts.rates
            else words.say("It counts for the standings, but not for ratings. If it's wrong, do nothing.")
        ),
        facts,
        words,
    ),
    "agreed": lambda facts, words: (
        words.say("all of your pairing agreed: {what}", what=_ruling_sentence(facts, words)) + _rating_sentence(facts, words)
    ),
    "channel-closed": filled(
        "I can't write in its channel any more. Games go on; use `/tournament action:here` in another channel for everything else."
    ),
    "message": filled("the organiser writes:\n{text}", text=lambda text: free(text)),
    "shielded": filled(
        "{name} has left the server or is muted, and their opponent could have done that: {place}. "
        "Their clock is stopped for 72 hours: look into it and use **{button[event-rule]}**.",
        **_NAMED,
    ),
    "referee": filled("{name} is calling a referee: {place}", **_NAMED),
}

_BULLETINS: Mapping[str, Told] = {
    "event-started": counting(
        "**{event}** begins with {number} entrant.", "**{event}** begins with {number} entrants.", "entrants"
    ),
    "event-cancelled": filled("**{event}** was called off. You can finish running games, but they won't count for it."),
    "event-too-few": filled("**{event}** was called off: only {have} entered, and it needs at least {least}."),
    "round": filled("**{event}** · {round}"),
    "round-over": filled("**{event}** · {round}: results"),
    "lineups": filled("**{event}** · {round} is paired. Captains hand in their line-ups in private; all are published {when}."),
    "challenge-over": filled(
        "**{event}** · {round}: {result}. Number {place} is now {name}", place=lambda stands: stands, **_NAMED
    ),
    "champion": filled("**{event}** is over. Champion: **{name}**!"),
    "no-champion": filled("**{event}** is over. Nobody played a game, so there's no champion."),
    "stuck": filled(
        "**{event}** can't go on: I can't work out what comes next. Someone who manages channels can correct a "
        "result with **{button[event-rule]}**, or end it as it stands, both in /tournament."
    ),
    "substitute": filled("**{event}** · {round}, table {table}: {name} comes in from the waiting list.", **_NAMED),
    "unheard": filled(
        "{who}, I have news about **{event}** that I can't send you in private. /tournament shows where you stand.",
        who=lambda mention: mention,
    ),
    "ruling": filled("**{event}** · {what}", what=ruling),
    "agreed": lambda facts, words: (
        words.say("**{event}** · agreed by the players: {what}", event=facts.event, what=_ruling_sentence(facts, words))
        + _rating_sentence(facts, words)
    ),
    "appeal": filled("**{event}** · {name} appeals against a ruling. A referee who didn't make it decides:", **_NAMED),
    "settings-changed": filled(
        "**{event}** · the organiser changed this: {what}",
        what=lambda keys, words: words.list([words.say(SETTINGS[key]) for key in keys]),
    ),
    "appealed": filled("**{event}** · {what}", what=appealed),
    "referee": filled("**{event}** · {name} is calling a referee: {place}", **_NAMED, place=lambda place="": place),
    "host-left": lambda facts, words: (
        words.say("**{event}** · the organiser has left. {name} is the organiser now", event=facts.event, name=safe(facts.official))
        if facts.official
        else words.say(
            "**{event}** · the organiser has left. It runs on by itself; anyone who manages channels can name someone "
            "with **{button[event-deputies]}** in /tournament.",
            event=facts.event,
        )
    ),
}
"""Every kind of message to everybody."""
