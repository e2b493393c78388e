"""Actions of a panel, and what is typed instead: the declared actions of a command, before one situation.

A command with a panel has the options `action` and `detail`, and its registry as an extra, so that the door leaves room for a form:

    @app_commands.command(**named("game"), extras={ACTIONS_OF: ACTIONS})
    async def game(self, interaction, action: str = "", detail: str = "") -> None:
        situation = await self._situation(request)
        if not action:
            await request.respond(panels.panel(lines, ACTIONS.offers(situation, words), words))
        else:
            await self.presses.carry_out(interaction, ACTIONS.typed(situation, action, detail, words))

`ACTIONS.complete(...)` and `ACTIONS.complete_detail(...)` are the answers to both options' autocompletion, as (label, value).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from cogs.declarations import ActionArgument, ButtonGroup, PanelAction, fold_name
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import OPTIONS
from cogs.messages.panels import PanelButton
from cogs.refusals import InteractionRefused
from storage.rows import MatchId
from text.input_vocabulary import folded
from text.labels import LABELS
from text.translator import Translator

S = TypeVar("S")

YES = ("yes", "ja")
"""Typed behind an action that asks once more: it is done at once."""
ACTIONS_OF = "actions"
"""Where a command carries its actions among its extras."""


class ActionRegistry(Generic[S]):
    """The actions of one command, in the order of its panel."""

    def __init__(self, subject: Callable[[S], tuple[MatchId, int]], actions: Callable[[], Sequence[PanelAction[S]]]) -> None:
        """Make one of what is declared.

        `subject`: the match that presses are about, and its version; (0, 0) where none is meant. `actions`: those declared so far.
        """
        self._subject, self._actions = subject, actions

    @property
    def all(self) -> Sequence[PanelAction[S]]:
        """Every action, in the order of the panel."""
        return self._actions()

    def offers(self, situation: S, words: Translator) -> list[PanelButton]:
        """Return what is possible now."""
        return [self._offer(action, situation, words) for action in self.all if action.in_panel and action.possible(situation)]

    def typed(self, situation: S, name: str, detail: str, words: Translator) -> Press:
        """Return the press that was typed. Refuses `not-among`, with what is possible, where no action has this name."""
        action = self._find_by_name(name, situation)
        if action is None:
            raise InteractionRefused("not-among", value=name, choices=tuple(offer.label for offer in self.offers(situation, words)))
        *rest, last = detail.split() or [""]
        if action.sure[0] and folded(last) in YES:
            return self._detailed_press(action, situation, " ".join(rest), words)._replace(verb=action.sure[0])
        return self._detailed_press(action, situation, detail.strip(), words)

    def named(self, name: str) -> PanelAction[S] | None:
        """Return the action with this name, whatever is possible; None without any."""
        return next((action for action in self.all if action.answers(name)), None)

    def opens_form(self, name: str, detail: str) -> bool:
        """Return whether the answer to what was typed is a form."""
        action = self.named(name)
        return action is not None and action.form and not detail.strip()

    def verb(self, name: str, detail: str) -> str | None:
        """Return the verb that takes what was typed; None where no action has this name."""
        action = self.named(name)
        if action is None:
            return None
        return action.detail.verb if action.detail is not None and detail.strip() else action.verb

    def complete(self, situation: S, current: str, words: Translator) -> list[tuple[str, str]]:
        """(label, key) of the possible actions in whose names this stands, in any language."""
        wanted = fold_name(current)
        possible = [action for action in self.all if action.possible(situation)]
        panel_actions = [
            action for action in possible if wanted in fold_name(action.called(situation, words)) + " " + fold_name(action.key)
        ]
        if not panel_actions:
            panel_actions = [a for a in possible if any(wanted in name for name in a.names)]
        return [(self._described_action(action, situation, words), action.key) for action in panel_actions[:OPTIONS]]

    def _described_action(self, action: PanelAction[S], situation: S, words: Translator) -> str:
        """Return an action's label, and what it does."""
        name = action.called(situation, words)
        return f"{name} · {words.say(action.about)}" if action.about else name

    def complete_detail(self, situation: S, name: str, current: str, words: Translator) -> list[tuple[str, str]]:
        """(label, value) of what fits the action that was typed before."""
        action = self._find_by_name(name, situation)
        if action is None:
            return []
        wanted, sure = folded(current), action.sure[1]
        offered = [(words.say(LABELS[sure]), YES[0])] if sure else []
        if action.detail is not None:
            offered = [*action.detail.offers(situation, words)]
        return [offer for offer in offered if wanted in folded(f"{offer[0]} {offer[1]}")][:OPTIONS]

    def _find_by_name(self, name: str, situation: S) -> PanelAction[S] | None:
        """Return an action by its name, a possible one first: two languages may have one name for two things."""
        panel_actions = [action for action in self.all if action.answers(name)]
        return next((action for action in panel_actions if action.possible(situation)), panel_actions[0] if panel_actions else None)

    def _offer(self, action: PanelAction[S], situation: S, words: Translator) -> PanelButton:
        group = action.group if isinstance(action.group, ButtonGroup) else action.group(situation)
        return PanelButton(action.key, action.called(situation, words), self._press(action, situation), group, action.style)

    def _press(self, action: PanelAction[S], situation: S) -> Press:
        match, version = self._subject(situation)
        return Press(match, version, action.verb, action.argument(situation))

    def _detailed_press(self, action: PanelAction[S], situation: S, detail: str, words: Translator) -> Press:
        if not detail or action.detail is None:
            return self._press(action, situation)
        return self._press_with_detail(action, action.detail, situation, detail, words)

    def _press_with_detail(
        self, action: PanelAction[S], detail: ActionArgument[S], situation: S, typed: str, words: Translator
    ) -> Press:
        match, version = self._subject(situation)
        offered = detail.offers(situation, words)
        wanted = folded(typed).lstrip("@")
        value = detail.read(next((value for name, value in offered if wanted in (folded(name), folded(value))), typed))
        if detail.as_argument:
            if offered and value not in {choice for _, choice in offered}:
                raise InteractionRefused("not-among", value=typed, choices=tuple(name for name, _ in offered))
            return Press(match, version, detail.verb, value)
        return Press(match, version, detail.verb, action.argument(situation), (value,))
