"""The texts about the appointments of pairings: proposed, agreed, called off, reminders and absence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

one_hour: MessageTemplate[str, str, str, str] = pattern("{mention}, **{name}** proposes {when} ({how_long}).", name=safe)
"""To the other of a pairing; `when` and `how_long` are stamps of the same moment."""
several_hours: MessageTemplate[str, str] = pattern("{mention}, **{name}** proposes one of these:", name=safe)
"""The same, above a numbered list."""
open_until: MessageTemplate[str] = pattern("-# You can accept until {when}.")
"""Below a proposal."""
wants_off: MessageTemplate[str, str] = pattern("{mention}, **{name}** would like to call off your appointment.", name=safe)
"""To the other of a pairing."""


accepted: MessageTemplate[str, str] = pattern("📅 Agreed: {when} ({how_long}).")
"""The hour at which two meet."""


def agreed(when: str, how_long: str, words: Translator, *, loses: bool) -> list[str]:
    """Return the lines about an agreed appointment; `loses` is whether a late player loses the pairing."""
    called = words.say("-# I'll ping you 15 minutes before. Then press **{button[event-here]}**.")
    late_ = words.say("If you're 10 minutes late, you lose.") if loses else words.say("If someone is late, the clocks decide.")
    return [accepted(when, how_long, words), f"{called} {late_}"]


called_off = sentence("The appointment is off. You can agree on another hour.")
"""Both wanted that."""
tomorrow: MessageTemplate[str, str, str] = pattern("📅 {who}: you meet {how_long}, {when}.")
"""A day before; `who` are mentions."""
soon: MessageTemplate[str, str, str] = pattern("⏰ {who}: you meet {how_long}. Press **{button[event-here]}** by {until}.")
"""A quarter of an hour before; `who` are those who haven't pressed yet."""
absent: MessageTemplate[str, str] = pattern(
    "{name} wasn't here, so {other} wins this pairing. A referee can change that.", name=safe, other=safe
)
"""Ten minutes after the hour."""
absent_from_duel: MessageTemplate[str] = pattern("{name} wasn't here. A referee can change the result.", name=safe)
"""The same, above the result of a duel."""
late: MessageTemplate[str] = pattern("{names} didn't come in time. The appointment is over, and the clocks are running.")
"""The same where the clocks decide."""
nobody = sentence("Nobody was here, so the appointment is over. You can agree on another hour.")
"""The same of both."""

NO_CALENDAR: Mapping[str, str] = {
    "forbidden": phrase(
        "I can't put this in the server's calendar: I need the permission “Create Events”. The appointment counts all the same."
    ),
    "full": phrase("The server's calendar is full, so this isn't in it. The appointment counts all the same."),
    "rejected": phrase("Discord doesn't take this into the server's calendar. The appointment counts all the same."),
}
"""By why it isn't there."""


def no_calendar(why: str, words: Translator) -> str:
    """Return the reason why the appointment isn't in the server's calendar."""
    return words.say(NO_CALENDAR.get(why, NO_CALENDAR["rejected"]))


# --- answers to one person -----------------------------------------------------------------------------------------------

suits_both = sentence("These times suit you both. Choose one, or offer all of them:")
"""Above a numbered list, each line with a button."""
here: MessageTemplate[str] = pattern("You're here; {name} isn't yet.", name=safe)
"""To somebody who has pressed that they are there."""
wins_by_waiting: MessageTemplate[str] = pattern("If {name} doesn't come in time, you win.", name=safe)
"""Below it."""
wins_by_playing: MessageTemplate[str] = pattern(
    "It's your turn. Once you've played, {name} has 10 minutes to come, or you win.", name=safe
)
"""The same, where the game waits for the one who is there."""
both_here = sentence("You're both here. Have fun!")
"""To the second of two."""
proposed: MessageTemplate[str] = pattern("Proposed. {name} can accept with one press.", name=safe)
"""To who proposed."""
proposed_off: MessageTemplate[str] = pattern("Asked. The appointment is off as soon as {name} agrees.", name=safe)
"""To who wants to call it off."""
in_utc = sentence("-# I don't know your time zone, so I read that as UTC. Name it in /settings.")
"""Below what somebody typed."""
ask_hour = sentence("When?")
"""Above the field."""
ask_hour_about: MessageTemplate[str] = pattern("Such as friday 20:00, 24.12. 20:00 or 3h; several with commas. Time zone: {zone}")
"""Below the field."""

hour_hint = sentence("friday 20:00")
"""In the empty field, as somebody may type it."""

# --- the calendar of the server ------------------------------------------------------------------------------------------


def title(names: Sequence[str], event: str) -> str:
    """Return the title of the calendar entry: `Ann – Ben · Spring Cup`."""
    return f"{' – '.join(names)} · {event}"


entry: MessageTemplate[str, str, int] = pattern("{event}, {round}, table {table}. Only the time in the thread counts.")
"""What the entry says of itself."""
