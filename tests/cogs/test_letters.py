"""Private letters of an event, and the form of a duel: they promise only what is still to come."""

from __future__ import annotations

from dataclasses import replace

from cogs.messages.component_ids import read
from cogs.messages.tournaments import duels, entrant_messages
from editions.registry import EDITIONS
from service.tournaments.letters import RoundPreview
from storage.rows import UserId
from tests.cogs.test_event_sheets import after, fair
from text.lobby import game_form_texts
from text.translator import translator_for

EN = translator_for("en")
TOLD: dict[str, object] = {"round": "Round 1", "when": "28 November 2026 09:40"}


def test_a_round_that_is_published_already_is_not_offered_for_publishing() -> None:
    """The letter may have waited for Discord longer than the round."""
    context = fair(after("swiss:3", 5, 3))
    waiting = replace(context, state=replace(context.state, preview=context.state.rounds[0]))

    letters = [
        entrant_messages.letter(tournament_context, RoundPreview(1), TOLD, UserId(1)) for tournament_context in (waiting, context)
    ]

    offered, over = (
        {press.verb for item in letter.view.walk_children() if (press := read(getattr(item, "custom_id", ""))) is not None}
        for letter in letters
    )
    assert "tpublish" in offered and "28 November 2026" in "".join(letters[0].texts())
    assert not over and "is paired and published" in "".join(letters[1].texts())


def test_the_form_of_a_duel_promises_no_lobby() -> None:
    rules = {key: edition.words.explain for key, edition in EDITIONS.items()}

    fields = duels.form(rules, ("daily", "daily"), EN, last=None)

    assert all(field.about != game_form_texts.how_fast_about(EN) for field in fields)
