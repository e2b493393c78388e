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
    """The declared actions of one command, for its panel, for typed actions and for their completions."""

    def __init__(self, subject: Callable[[S], tuple[MatchId, int]], actions: Callable[[], Sequence[PanelAction[S]]]) -> None:
        """Make a registry of the declared actions.

        `subject`: returns the match id and version that presses are about, (0, 0) if they are about no match; `actions`: returns
        the actions declared so far.
        """
        self._subject, self._actions = subject, actions

    @property
    def all(self) -> Sequence[PanelAction[S]]:
        """All actions, in the order of the panel."""
        return self._actions()

    def offers(self, situation: S, words: Translator) -> list[PanelButton]:
        """Return the panel's buttons for the actions that are possible in `situation`."""
        return [self._offer(action, situation, words) for action in self.all if action.in_panel and action.possible(situation)]

    def typed(self, situation: S, name: str, detail: str, words: Translator) -> Press:
        """Return the press that a typed action and its detail stand for.

        Refuses `not-among`, listing the possible actions, if no action has this name.
        """
        action = self._find_by_name(name, situation)
        if action is None:
            raise InteractionRefused("not-among", value=name, choices=tuple(offer.label for offer in self.offers(situation, words)))
        *rest, last = detail.split() or [""]
        if action.sure[0] and folded(last) in YES:
            return self._detailed_press(action, situation, " ".join(rest), words)._replace(verb=action.sure[0])
        return self._detailed_press(action, situation, detail.strip(), words)

    def named(self, name: str) -> PanelAction[S] | None:
        """Return the action with this name, whether or not it is possible now; None if there is none."""
        return next((action for action in self.all if action.answers(name)), None)

    def opens_form(self, name: str, detail: str) -> bool:
        """Return whether the typed action opens a form: an action with a form, typed without a detail."""
        action = self.named(name)
        return action is not None and action.form and not detail.strip()

    def verb(self, name: str, detail: str) -> str | None:
        """Return the verb that carries out the typed action with its detail; None if no action has this name."""
        action = self.named(name)
        if action is None:
            return None
        return action.detail.verb if action.detail is not None and detail.strip() else action.verb

    def complete(self, situation: S, current: str, words: Translator) -> list[tuple[str, str]]:
        """Return completions of the option `action`: (label, key) of the possible actions whose name contains the typed text.

        Names in other languages count only if no label in the user's language fits.
        """
        wanted = fold_name(current)
        possible = [action for action in self.all if action.possible(situation)]
        panel_actions = [
            action for action in possible if wanted in fold_name(action.called(situation, words)) + " " + fold_name(action.key)
        ]
        if not panel_actions:
            panel_actions = [a for a in possible if any(wanted in name for name in a.names)]
        return [(self._described_action(action, situation, words), action.key) for action in panel_actions[:OPTIONS]]

    def _described_action(self, action: PanelAction[S], situation: S, words: Translator) -> str:
        """Return an action's label, followed by its description if there is one."""
        name = action.called(situation, words)
        return f"{name} · {words.say(action.about)}" if action.about else name

    def complete_detail(self, situation: S, name: str, current: str, words: Translator) -> list[tuple[str, str]]:
        """Return completions of the option `detail`: (label, value) of the values that fit the action typed before."""
        action = self._find_by_name(name, situation)
        if action is None:
            return []
        wanted, sure = folded(current), action.sure[1]
        offered = [(words.say(LABELS[sure]), YES[0])] if sure else []
        if action.detail is not None:
            offered = [*action.detail.offers(situation, words)]
        return [offer for offer in offered if wanted in folded(f"{offer[0]} {offer[1]}")][:OPTIONS]

    def _find_by_name(self, name: str, situation: S) -> PanelAction[S] | None:
        """Return the action with this name, preferring one that is possible now; None if there is none.

        One name can stand for two actions in two languages.
        """
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
