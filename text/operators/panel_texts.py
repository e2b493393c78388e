"""The texts of the operators' panel, of reports, and of messages from operators to servers."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

heading = sentence("You run this bot")
bars_now = plural("{number} bar", "{number} bars")
reports_now = plural("{number} open report", "{number} open reports")
paused = sentence(
    "Announcements are paused: no weekly papers, daily puzzles, news of followed games or messages from organisers. "
    "Games go on as usual."
)
bar_about = sentence("A person's games go on without them; a server's games end without a result")
"""In the form that bars somebody: 100 characters at most."""
bar_number = sentence("ID of the person or server")
bar_number_about = sentence("Right-click > Copy ID; Discord shows it in developer mode")
bar_kind = sentence("What is it?")
person = sentence("A person")
server = sentence("A server")
barred_person: MessageTemplate[int] = pattern("<@{number}> is barred. Computers play on in their games.")
barred_server: MessageTemplate[int] = pattern(
    "Server {number} is barred. Its games and tournaments have ended, and I'm leaving it."
)
lifted: MessageTemplate[int] = pattern("The bar on {number} is lifted.")
lift_which = sentence("Lift which bar?")
no_reports = sentence("There are no open reports.")
closed = sentence("The report is closed and its text deleted.")
close_which = sentence("Close which report?")
report_line: MessageTemplate[int] = pattern("Report {number}")
reported: MessageTemplate[int, int, str] = pattern("**Report {number}** by <@{name}>: {link}")
"""Above the words of the reported message."""
thanks = sentence("Thanks. The host of this bot sees this message, where it is, and that you reported it; nothing else.")
pausing = sentence("Announcements are paused.")
resuming = sentence("Announcements go out again. What was left out isn't sent later.")
letter_label = sentence("Message to the owners of all servers")
letter_about = sentence("Each of them gets it once, in private, over the next hours")
letter_kept = plural("The message is on its way to {number} server.", "The message is on its way to {number} servers.")
letter_from: MessageTemplate[()] = pattern("A message from the host of this bot, to everyone who owns a server with it:")
fair_play_which = sentence("Which tournament?")
fair_play_about = sentence(
    "Repeated opponents, games given up early and agreed results of a tournament that you never entered. The number of any other "
    "one can be typed."
)
log_empty = sentence("Nobody has done anything here yet.")

OPERATIONS: Mapping[str, str] = {
    "bar": phrase("{when} <@{name}> barred {about}"),
    "lift": phrase("{when} <@{name}> lifted the bar on {about}"),
    "close": phrase("{when} <@{name}> closed report {about}"),
    "pause": phrase("{when} <@{name}> paused announcements"),
    "resume": phrase("{when} <@{name}> let announcements go out again"),
    "write": phrase("{when} <@{name}> wrote to all servers: {detail}"),
}
"""What an operator did, by its name in the log."""
_SHOWN = 100


def operation(what: str, when: str, by: int, about: int | None, detail: str, words: Translator) -> str:
    """Return the line of the operators' log about an operation; `when` is a Discord timestamp."""
    shown = detail if len(detail) <= _SHOWN else detail[:_SHOWN] + "…"
    return words.say(OPERATIONS[what], when=when, name=by, about=about if about is not None else "", detail=safe(shown))
