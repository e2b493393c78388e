"""The table of who may do what to a tournament, as docs/tournaments.md shows it: `python -m tools.authority` writes it there."""

from __future__ import annotations

import re
from pathlib import Path

from cogs.commands.events.situation import ACTIONS
from service.events.authority import POWERS, Neutral, Power
from text.labels import LABELS
from text.language import SOURCE
from text.language import words as spoken

PAGE = Path("docs/tournaments.md")
BEGIN, END = "<!-- who may do what: written by tools.authority -->", "<!-- end -->"
NAMES = {
    "answer": "Answer an appeal",
    "read": "Everything that is read",
    "play": "What players do for themselves",
}
"""Lines that are not just named by their actions."""


def table() -> str:
    """The whole table, in Markdown."""
    head = ["| What | Who | When | On whom | Not by people who are entered |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(_line(name, power) for name, power in POWERS.items())])


def _line(name: str, power: Power) -> str:
    words = spoken(SOURCE)
    labels = [words.say(LABELS[str(action.label)]) for action in ACTIONS.all if action.verb in power.presses]
    what = NAMES.get(name) or ", ".join(f"**{label}**" for label in labels)
    who, when = " or ".join(power.who), "always" if len(power.when) == 4 else " or ".join(power.when)
    return f"| {what} | {who} | {when} | {power.whom} | {'' if power.neutral is Neutral.NEVER else power.neutral} |"


def main() -> None:
    """Renew the page."""
    text = PAGE.read_text(encoding="utf-8")
    block = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    PAGE.write_text(block.sub(lambda _: f"{BEGIN}\n\n{table()}\n\n{END}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
