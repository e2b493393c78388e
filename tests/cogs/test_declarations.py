"""Declarations: what follows from one, what can be asked without Discord, and the sentence where a part is missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import cogs.client  # noqa: F401  # with it all parts are imported, and their verbs declared
from cogs import declarations
from cogs.declarations import (
    AccessRule,
    ActionArgument,
    ActorRole,
    ButtonGroup,
    DeclarationError,
    DeferMode,
    EntryPoint,
    Surface,
    rule_of,
    rules,
)


class At(NamedTuple):
    """The situation of a person, with a seat or without."""

    is_seated: bool = True
    is_open: bool = True


@pytest.fixture
def surface(monkeypatch: pytest.MonkeyPatch) -> Iterator[Surface[At]]:
    """Yield a surface that the program doesn't have."""
    monkeypatch.setattr(declarations, "_SURFACES", [*declarations._SURFACES])
    yield Surface[At](
        "box",
        of_match=True,
        allows=lambda at, rule, _of: at.is_seated or rule.who is not ActorRole.SEATED,
        order=("pause", "log"),
        described=True,
    )


async def answer(*_: object) -> None:
    """Answer nothing."""


def test_a_press_has_the_right_that_stands_above_it(surface: Surface[At]) -> None:
    surface.action("log", "zlog", ActorRole.SEATED, about="Do it", group=ButtonGroup.LOOK, ack=DeferMode.AFRESH, first=True)(answer)
    assert rule_of("zlog") == AccessRule("box", ActorRole.SEATED, {EntryPoint.BUTTON: DeferMode.AFRESH}, of_match=True, first=True)
    assert rule_of("zlogset") is None


def test_a_form_and_an_answer_have_the_right_of_their_action(surface: Surface[At]) -> None:
    surface.action(
        "pause", "zpause", ActorRole.SEATED, about="Do it", group=ButtonGroup.ASK, typed=ActionArgument(), ack=DeferMode.FORM
    )(answer)
    surface.filled("pause", first=True)(answer)
    surface.action("resign", "zresign", ActorRole.HOST, about="Do it", group=ButtonGroup.ASK)(answer)
    surface.sure("resign", "yes-resign")(answer)
    filled, sure = rule_of("zpauseset"), rule_of("zresignsure")
    assert filled is not None and sure is not None
    assert (filled.who, [*filled.ways], filled.first) == (ActorRole.SEATED, [EntryPoint.FORM], True)
    assert (sure.who, [*sure.ways], sure.first) == (ActorRole.HOST, [EntryPoint.BUTTON], False)
    pause, resign = surface.actions
    assert pause.detail is not None and pause.form
    assert (pause.detail.verb, resign.sure) == ("zpauseset", ("zresignsure", "yes-resign"))


def test_what_somebody_may_do_is_asked_without_discord(surface: Surface[At]) -> None:
    """It takes both the right and the state; what the order doesn't name comes last."""
    surface.action(
        "resign", "zresign", ActorRole.SEATED, about="Do it", when=lambda situation: situation.is_open, group=ButtonGroup.ASK
    )(answer)
    surface.action("log", "zlog", ActorRole.ANYBODY, about="Do it", group=ButtonGroup.LOOK)(answer)
    surface.action("pause", "zpause", ActorRole.SEATED, about="Do it", group=ButtonGroup.ASK)(answer)
    assert [action.key for action in surface.possible(At())] == ["pause", "log", "resign"]
    assert [action.key for action in surface.possible(At(is_open=False))] == ["pause", "log"]
    assert [action.key for action in surface.possible(At(is_seated=False))] == ["log"]


def test_what_is_missing_says_what_to_do(surface: Surface[At]) -> None:
    surface.action("log", "zlog", ActorRole.ANYBODY, about="See it", group=ButtonGroup.LOOK)(answer)
    with pytest.raises(DeclarationError, match=r"no label: declare it with name=phrase.*or add 'zzz' to LABELS"):
        surface.action("zzz", "zzz", ActorRole.ANYBODY, about="Do it", group=ButtonGroup.LOOK)
    with pytest.raises(DeclarationError, match="no description: declare it with about="):
        surface.action("hint", "zhint", ActorRole.ANYBODY, group=ButtonGroup.LOOK)
    with pytest.raises(DeclarationError, match="two actions are called 'log'"):
        surface.action("log", "zother", ActorRole.ANYBODY, about="Do it", group=ButtonGroup.LOOK)
    with pytest.raises(DeclarationError, match="'zlog' is declared twice with different rights"):
        surface.press("zlog", ActorRole.HOST)
    with pytest.raises(DeclarationError, match="no action is called 'give': declare it above"):
        surface.filled("give")
    with pytest.raises(DeclarationError, match="the answer to 'log' has no label"):
        surface.sure("log", "zzz")


def test_no_verb_belongs_to_two_surfaces(surface: Surface[At]) -> None:
    with pytest.raises(DeclarationError, match="'tcancel' is declared twice"):
        surface.press("tcancel", ActorRole.HOST)


def test_every_declared_verb_is_the_only_one_of_its_name() -> None:
    verbs = [verb for verb, _ in rules()]
    assert len(verbs) == len(set(verbs)) > 200


def test_declarations_know_no_discord() -> None:
    """Help, or a page on the web, asks them without it."""
    program = "import sys; sys.modules['discord'] = None; import cogs.declarations"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
