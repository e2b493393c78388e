"""Actions: everything that a panel offers, each declared once, and reached in two ways, by its button and by typing its name.

A command with a panel declares its actions in one table:

    ACTIONS = Actions[Situation](
        lambda at: (at.match.id, at.match.version),
        Action("resign", "resign", Group.ASK, lambda at: at.is_playing, style=END),
        Action("take-over", "takeover", Group.DO, lambda at: bool(at.free), detail=Detail("takeover", free, as_argument=True)),
        Action("pause", "pause", Group.ASK, may_pause, detail=Detail("pauseset", lengths)),
    )

`PanelAction(key, verb, group, possible)`: people type `key` (or its label in any language); `verb` is the press that does it, so
the
button and the typed action have one handler (`on_press`) and one line in `rights.PRESSES`. `possible` decides only what is shown:
an action that is typed although it isn't possible goes to the same handler, whose refusal says why not. The label is that of the
key in `text.labels`, unless `label` names another one or makes it.

The command itself has the options `action` and `detail`, and the table as an extra, so that the door leaves room for a form:

    @app_commands.command(**named("game"), extras={ACTIONS_OF: ACTIONS})
    async def game(self, interaction, action: str = "", detail: str = "") -> None:
        at = await self._situation(interaction)
        if not action:
            await deliver.show(interaction, panels.panel(lines, ACTIONS.offers(at, words), words))
        else:
            await self.presses.carry_out(interaction, ACTIONS.typed(at, action, detail, words))

`ACTIONS.complete(at, current, words)` and `ACTIONS.complete_detail(at, action, current, words)` are the answers to both options'
autocompletion, as (label, value).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

import discord

from cogs.messages.component_ids import Press
from cogs.messages.message_parts import OPTIONS, PLAIN
from cogs.messages.panels import ButtonGroup, PanelButton
from cogs.refusals import InteractionRefused
from storage.rows import MatchId
from text.labels import LABELS
from text.translator import Translator, languages
from text.translator import translator_for as spoken

S = TypeVar("S")

YES = ("yes", "ja")
"""Typed behind an action that asks once more: it is done at once."""
ACTIONS_OF = "actions"
"""Where a command carries its actions among its extras."""


@dataclass(frozen=True)
class ActionArgument(Generic[S]):
    """What can be typed with an action, and the press that takes it."""

    verb: str
    """The verb that takes it: that of the form or list which asks for it when it isn't typed."""
    offers: Callable[[S, Translator], Sequence[tuple[str, str]]] = lambda _at, _words: ()
    """(label, value) of what fits; other text is handed on as it was typed."""
    read: Callable[[str], str] = str
    """Makes of the text what the verb wants; refuses text that makes no sense."""
    as_argument: bool = False
    """Whether the verb takes it as its argument, as a button would bring it; else as a value, as forms and lists do."""


@dataclass(frozen=True)
class PanelAction(Generic[S]):
    """One action of a panel; see the module's description."""

    key: str
    verb: str
    group: ButtonGroup | Callable[[S], ButtonGroup]
    possible: Callable[[S], bool]
    label: str | Callable[[S, Translator], str] = ""
    argument: Callable[[S], str] = lambda _at: ""
    detail: ActionArgument[S] | None = None
    style: discord.ButtonStyle = PLAIN
    form: bool = False
    """Whether the verb answers with a form, which must come before any acknowledgement."""
    in_panel: bool = True
    """Whether the panel has a button for it; what has its button below another message is only typed."""
    sure: tuple[str, str] = ("", "")
    """Of an action that asks once more: the verb of its answer, which a typed `yes` means too, and that button's label."""

    def called(self, situation: S, words: Translator) -> str:
        """Its label."""
        return self.label(situation, words) if callable(self.label) else words.say(LABELS[self.label or self.key])

    def answers(self, typed: str) -> bool:
        """Whether this name means it: its key, or its label in any language."""
        return _plain(typed) in (_plain(self.key), *(() if callable(self.label) else _names(self.label or self.key)))


class ActionRegistry(Generic[S]):
    """The actions of one command, in the order of its panel."""

    def __init__(
        self, subject: Callable[[S], tuple[MatchId, int]], *actions: PanelAction[S], about: Mapping[str, str] | None = None
    ) -> None:
        """`subject`: the match that presses are about, and its version; (0, 0) where none is meant.

        `about`: what each action does, by its key, for completions and the page of commands.
        """
        self._subject = subject
        self.about = about or {}
        self.all = actions
        assert len({action.key for action in actions}) == len(actions)

    def offers(self, situation: S, words: Translator) -> list[PanelButton]:
        """What is possible now."""
        return [self._offer(action, situation, words) for action in self.all if action.in_panel and action.possible(situation)]

    def typed(self, situation: S, name: str, detail: str, words: Translator) -> Press:
        """The press that was typed. Refuses `not-among`, with what is possible, where no action has this name."""
        action = self._named(name, situation)
        if action is None:
            raise InteractionRefused("not-among", value=name, choices=tuple(offer.label for offer in self.offers(situation, words)))
        *rest, last = detail.split() or [""]
        if action.sure[0] and last.casefold() in YES:
            return self._detailed(action, situation, " ".join(rest), words)._replace(verb=action.sure[0])
        return self._detailed(action, situation, detail.strip(), words)

    def named(self, name: str) -> PanelAction[S] | None:
        """The action with this name, whatever is possible; None without any."""
        return next((action for action in self.all if action.answers(name)), None)

    def opens_form(self, name: str, detail: str) -> bool:
        """Whether the answer to what was typed is a form."""
        action = self.named(name)
        return action is not None and action.form and not detail.strip()

    def verb(self, name: str, detail: str) -> str | None:
        """The verb that takes what was typed; None where no action has this name."""
        action = self.named(name)
        if action is None:
            return None
        return action.detail.verb if action.detail is not None and detail.strip() else action.verb

    def complete(self, situation: S, current: str, words: Translator) -> list[tuple[str, str]]:
        """(label, key) of the possible actions in whose names this stands, in any language."""
        wanted = _plain(current)
        possible = [action for action in self.all if action.possible(situation)]
        found = [action for action in possible if wanted in _plain(action.called(situation, words)) + " " + _plain(action.key)]
        if not found:
            found = [a for a in possible if not callable(a.label) and any(wanted in name for name in _names(a.label or a.key))]
        return [(self._told(action, situation, words), action.key) for action in found[:OPTIONS]]

    def _told(self, action: PanelAction[S], situation: S, words: Translator) -> str:
        """Its label, and what it does."""
        about = self.about.get(action.key)
        return f"{action.called(situation, words)} · {words.say(about)}" if about else action.called(situation, words)

    def complete_detail(self, situation: S, name: str, current: str, words: Translator) -> list[tuple[str, str]]:
        """(label, value) of what fits the action that was typed before."""
        action = self._named(name, situation)
        if action is None:
            return []
        wanted, sure = current.strip().casefold(), action.sure[1]
        offered = [(words.say(LABELS[sure]), YES[0])] if sure else []
        if action.detail is not None:
            offered = [*action.detail.offers(situation, words)]
        return [offer for offer in offered if wanted in f"{offer[0]} {offer[1]}".casefold()][:OPTIONS]

    def _named(self, name: str, situation: S) -> PanelAction[S] | None:
        """By name; what is possible goes before the rest, as two languages may have one name for two things."""
        found = [action for action in self.all if action.answers(name)]
        return next((action for action in found if action.possible(situation)), found[0] if found else None)

    def _offer(self, action: PanelAction[S], situation: S, words: Translator) -> PanelButton:
        group = action.group if isinstance(action.group, ButtonGroup) else action.group(situation)
        return PanelButton(action.key, action.called(situation, words), self._press(action, situation), group, action.style)

    def _press(self, action: PanelAction[S], situation: S) -> Press:
        match, version = self._subject(situation)
        return Press(match, version, action.verb, action.argument(situation))

    def _detailed(self, action: PanelAction[S], situation: S, detail: str, words: Translator) -> Press:
        if not detail or action.detail is None:
            return self._press(action, situation)
        return self._with_detail(action, action.detail, situation, detail, words)

    def _with_detail(self, action: PanelAction[S], detail: ActionArgument[S], situation: S, typed: str, words: Translator) -> Press:
        match, version = self._subject(situation)
        offered = detail.offers(situation, words)
        wanted = typed.casefold().lstrip("@")
        value = detail.read(next((value for name, value in offered if wanted in (name.casefold(), value.casefold())), typed))
        if detail.as_argument:
            if offered and value not in {one for _, one in offered}:
                raise InteractionRefused("not-among", value=typed, choices=tuple(name for name, _ in offered))
            return Press(match, version, detail.verb, value)
        return Press(match, version, detail.verb, action.argument(situation), (value,))


def _plain(name: str) -> str:
    """A name without what people type differently: case, spaces, hyphens."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@cache
def _names(label: str) -> tuple[str, ...]:
    """A label in every language."""
    return tuple(_plain(spoken(locale).say(LABELS[label])) for locale in languages())
