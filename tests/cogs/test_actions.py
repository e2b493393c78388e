"""Actions: what is shown, how a name is read, and what becomes of what is typed with it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from cogs.app_context import RecentViewChoices
from cogs.declarations import ActionArgument, ButtonGroup, PanelAction
from cogs.interactions.panel_actions import ActionRegistry
from cogs.messages import layout
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import COMPONENTS, Message, Row, Select, SelectEntry, Separator, Text
from cogs.messages.panels import panel, press_of_line
from cogs.refusals import InteractionRefused
from storage.rows import MatchId
from text.translator import translator_for

ENGLISH, DUTCH = translator_for("en"), translator_for("nl")
M = MatchId(7)


class At(NamedTuple):
    """A state in which one may play, or not."""

    plays: bool = True


DECLARED: tuple[PanelAction[At], ...] = (
    PanelAction("resign", "resign", ButtonGroup.ASK, lambda at: at.plays),
    PanelAction(
        "take-over",
        "takeover",
        ButtonGroup.DO,
        lambda at: not at.plays,
        detail=ActionArgument("takeover", lambda *_: [("ben", "1")], as_argument=True),
    ),
    PanelAction("log", "log", ButtonGroup.LOOK, lambda _at: True),
    PanelAction("views", "look", ButtonGroup.LOOK, lambda _at: True, "text-board", lambda _at: "text"),
    PanelAction("word", "word", ButtonGroup.RUN, lambda _at: True, detail=ActionArgument("wordset"), form=True),
)
ACTIONS = ActionRegistry[At](lambda _at: (M, 3), lambda: DECLARED)


def _options(message: Message) -> tuple[SelectEntry, ...]:
    (row,) = [each for each in message.components() if isinstance(each, Select)]
    return row.entries


def test_of_what_people_look_at_the_newest_comes_first_and_once() -> None:
    looked = RecentViewChoices()
    for line in ("log", "clocks", "log", "info", "legend", "verify"):
        looked.note(5, line)
    assert looked.by(5) == ("verify", "legend", "info", "log")
    assert looked.by(6) == ()


def test_only_what_is_possible_is_shown_and_completed() -> None:
    """In the order of the declaration, in the reader's language."""
    assert [offer.key for offer in ACTIONS.offers(At(), ENGLISH)] == ["resign", "log", "views", "word"]
    assert [key for _, key in ACTIONS.complete(At(plays=False), "", DUTCH)] == ["take-over", "log", "views", "word"]
    assert [key for _, key in ACTIONS.complete(At(), "resi", DUTCH)] == ["resign"]


@pytest.mark.parametrize("locale", ["en", "nl", "de"])
def test_a_label_of_any_language_and_any_spelling_of_the_key_name_an_action(locale: str) -> None:
    """Whatever language the reader has."""
    action = ACTIONS.named("take-over")
    assert action is not None
    for name in (action.called(At(), translator_for(locale)).upper(), "TAKE over", "takeover"):
        assert ACTIONS.named(name) is action


def test_what_is_impossible_still_becomes_its_press() -> None:
    """The handler says why not; a name that nothing has is refused with what is possible."""
    assert ACTIONS.typed(At(plays=False), "resign", "", ENGLISH) == Press(M, 3, "resign")
    with pytest.raises(InteractionRefused) as refused:
        ACTIONS.typed(At(), "dance", "", ENGLISH)
    assert refused.value.code == "not-among"
    assert "Resign" in refused.value.params["choices"]


def test_a_detail_goes_where_a_button_or_a_form_would_put_it() -> None:
    """As the argument, by label or value; or as what a form brings. Without it, an action with a form opens that."""
    assert ACTIONS.typed(At(), "take-over", "BEN", ENGLISH) == Press(M, 3, "takeover", "1")
    assert ACTIONS.typed(At(), "word", " hello ", ENGLISH) == Press(M, 3, "wordset", "", ("hello",))
    with pytest.raises(InteractionRefused):
        ACTIONS.typed(At(), "take-over", "chi", ENGLISH)
    assert ACTIONS.opens_form("word", " ")
    assert not ACTIONS.opens_form("word", "hello")


def test_a_panel_has_rows_by_group_and_a_list_whose_lines_are_presses() -> None:
    """The list stands above the line, what concerns others below it, within Discord's limits."""
    message = panel(["How it stands."], ACTIONS.offers(At(), ENGLISH), ENGLISH)
    assert [type(part) for part in message.parts] == [Text, Row, Separator, Row, Row]
    chosen = Press(M, 3, "lookat", values=("look text",))
    assert press_of_line(chosen) == Press(M, 3, "look", "text")
    again = panel([], ACTIONS.offers(At(), ENGLISH), ENGLISH, looked=("gone", "look text", "log"))
    assert [option.value for option in _options(again)] == ["look text", "log"], "what was chosen last, of what is there"
    many = ACTIONS.offers(At(), ENGLISH) * 9
    assert layout.view(panel([], many, ENGLISH)).total_children_count <= COMPONENTS


def test_files_and_proofs_stand_back_in_a_list_of_their_own() -> None:
    """Its id differs from that of the other list, and its lines are presses like those."""
    offers = [replace(offer, group=ButtonGroup.FILES) if offer.key == "log" else offer for offer in ACTIONS.offers(At(), ENGLISH)]

    message = panel([], offers, ENGLISH)
    lists = [each for each in message.components() if isinstance(each, Select)]

    assert [[option.value for option in each.entries] for each in lists] == [["look text"], ["log"]]
    assert lists[1].hint == "Files and fairness…" and lists[0].press != lists[1].press
