"""Declarations of actions: verb, access rule, button, label and typed form of an action, above the method that carries it out.

A cog declares each of its handler methods on the `Surface` (a match, a tournament, a server) that the handler acts on:

    @TOURNAMENT.action("close-round", "tclose", "close", when=conditions.is_in_round, group=ButtonGroup.RUN)
    async def press_close(self, request: TournamentRequest) -> None: ...

    @TOURNAMENT.sure("close-round", "yes-close-round")
    async def press_close_sure(self, request: TournamentRequest) -> None: ...

These declarations determine the access check of each press, the buttons of panels, completions, typed actions, the help page of
commands and the table of access rules (`tests/golden/rights.txt`). This module doesn't depend on Discord, so that panels, the help
and web pages can all list the possible actions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import Any, Generic, TypeVar

from text.input_vocabulary import folded
from text.labels import LABELS
from text.translator import Translator, languages
from text.translator import translator_for as spoken

S = TypeVar("S")
H = TypeVar("H", bound=Callable[..., Awaitable[None]])


class ActorRole(Enum):
    """Roles that an access rule can require of the user: in a match, in the server, or as operator of the bot."""

    ANYBODY = auto()
    SEATED = auto()
    """Who has a seat, also one that a computer plays by now."""
    MOVER = auto()
    """Who has a seat, or guesses its moves; where a server plays one, who may vote for it."""
    HOST = auto()
    """The host, or a moderator."""
    REFEREE = auto()
    """Who may manage the channel of the match, or has one of the roles that the server has chosen for its referees."""
    CALLER = auto()
    """Who brings a lost game back: a person with a seat, the host, or a moderator of the whole server."""
    MEMBER = auto()
    """Who asks within a server."""
    MANAGER = auto()
    """Who may manage the server that is asked from."""
    OPENER = auto()
    """Who may open tournaments in the server: people who manage the channel, and those with a role of its organisers."""
    OPERATOR = auto()
    """Who runs the bot, in private."""


class EntryPoint(Enum):
    """Kinds of components through which a press can arrive: button, select or submitted form."""

    BUTTON = auto()
    SELECT = auto()
    FORM = auto()


class DeferMode(Enum):
    """Kinds of acknowledgement of an interaction: which message the later answer edits or creates, or that a form opens."""

    HERE = auto()
    """Edit the private message that was pressed; otherwise send a new private answer."""
    AFRESH = auto()
    """Always send a new private answer."""
    FRONT = auto()
    """Edit the public message that was pressed."""
    FORM = auto()
    """Open a form at once, which is the acknowledgement."""


class ButtonGroup(Enum):
    """Groups of a panel's actions, in display order; each group begins a new row of buttons or fills a list."""

    DO = auto()
    """What is nearest: the move, a hint, coming back."""
    SEE = auto()
    """What is looked at most, a button each."""
    LOOK = auto()
    """What is looked at now and then: lines of one list."""
    FILES = auto()
    """Files and proofs of fairness, which few people want: lines of a second list."""
    ASK = auto()
    """What concerns the others: asking them, leaving them."""
    RUN = auto()
    """For hosts, referees and organisers."""


class Emphasis(Enum):
    """Visual weights of a button, from plain to one that ends a game or tournament."""

    PLAIN = auto()
    MAIN = auto()
    """The one that most people want."""
    GO = auto()
    """It lets something go on."""
    END = auto()
    """It ends something for good."""


@dataclass(frozen=True)
class AccessRule:
    """Conditions for pressing one verb: the required role or power, and the components through which the press may arrive."""

    surface: str
    """The name of the surface that declares it."""
    who: ActorRole
    ways: Mapping[EntryPoint, DeferMode]
    """How the verb can come in, and what its acknowledgement promises where the answer takes long."""
    of_match: bool = True
    """Whether it is about a match at all."""
    first: bool = False
    """Whether it is acknowledged before anything is done: a second press would do it once more, as it opens, posts, adds or goes
    back. Whatever else was done in silence is seen, or told by the next press."""
    power: str = ""
    """The power in a tournament that it needs (`service.tournaments.permissions`); empty where it is about none."""


@dataclass(frozen=True)
class ActionArgument(Generic[S]):
    """Text argument that can be typed after an action's name, with its completions and the verb that receives it."""

    verb: str = ""
    """The verb that takes it: that of the form or list which asks for it when it isn't typed. Empty: that of the filled form, or of
    an action without one its own."""
    offers: Callable[[S, Translator], Sequence[tuple[str, str]]] = lambda _at, _words: ()
    """(label, value) of what fits; other text is handed on as it was typed."""
    read: Callable[[str], str] = str
    """Makes of the text what the verb wants; refuses text that makes no sense."""
    as_argument: bool = False
    """Whether the verb takes it as its argument, as a button would bring it; else as a value, as forms and lists do."""


@dataclass(frozen=True)
class PanelAction(Generic[S]):
    """One action of a panel, as a button and as typed text.

    Users type its `key`, or its label in any language; `verb` names the press that carries it out.
    """

    key: str
    verb: str
    group: ButtonGroup | Callable[[S], ButtonGroup]
    possible: Callable[[S], bool]
    """Decides only what is shown: an action that is typed although it isn't possible goes to the same handler, and is refused there
    with the reason."""
    label: str | Callable[[S, Translator], str] = ""
    """A key of `text.labels`, or what makes it; empty where the action's own key is one."""
    argument: Callable[[S], str] = lambda _at: ""
    detail: ActionArgument[S] | None = None
    style: Emphasis = Emphasis.PLAIN
    form: bool = False
    """Whether the verb answers with a form, which must come before any acknowledgement."""
    in_panel: bool = True
    """Whether the panel has a button for it; what has its button below another message is only typed."""
    sure: tuple[str, str] = ("", "")
    """Of an action that asks once more: the verb of its answer, which a typed `yes` means too, and that button's label."""
    of: frozenset[str] = frozenset()
    """What else can be said of it, in words of its surface."""
    about: str = ""
    """What it does, in a sentence for completions and the page of commands."""
    name: str = ""
    """Its label in English, as `phrase` returns it; empty where `label` says it, as other messages show the same one."""

    def called(self, situation: S, words: Translator) -> str:
        """Return the action's label in the language of `words`."""
        return self.label(situation, words) if callable(self.label) else words.say(self.english)

    def answers(self, typed: str) -> bool:
        """Return whether `typed` names this action: by its key, or by its label in any language."""
        return fold_name(typed) in (fold_name(self.key), *self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The action's label in every language, normalised by `fold_name`; empty if the label depends on the situation."""
        return () if callable(self.label) else _names(self.english)

    @property
    def english(self) -> str:
        """The action's English label, to be translated; empty if the label depends on the situation."""
        return self.name or ("" if callable(self.label) else LABELS[self.label or self.key])


def fold_name(name: str) -> str:
    """Return `name` normalised for comparison: case folded, with only letters and digits kept."""
    return "".join(letter for letter in folded(name) if letter.isalnum())


@cache
def _names(english: str) -> tuple[str, ...]:
    """Return the label `english` in every language, each normalised by `fold_name`."""
    return tuple(fold_name(spoken(locale).say(english)) for locale in languages())


class DeclarationError(Exception):
    """Raised for an invalid declaration; the message says what to change."""


class Surface(Generic[S]):
    """Registry of all verbs that act on one kind of object, such as a match or a tournament: access rules and panel actions."""

    def __init__(
        self,
        name: str,
        *,
        of_match: bool = False,
        allows: Callable[[S, AccessRule, frozenset[str]], bool] = lambda _at, _rule, _of: True,
        label: str = "{}",
        argument: Callable[[S], str] = lambda _at: "",
        order: Sequence[str] = (),
        described: bool = False,
    ) -> None:
        """Make an empty surface.

        `of_match`: whether its presses are about a match; `allows`: whether the user of a situation satisfies a rule, given the
        action's marks (`of`); `label`: template of the key in `text.labels` for actions that name no label; `argument`: default
        argument of an action's button; `order`: action keys in the order of the panel, all other actions come after these in order
        of declaration; `described`: whether every action must have a description (`about`).
        """
        self.name = name
        self.rules: dict[str, AccessRule] = {}
        self._of_match, self._allows, self._label, self._argument = of_match, allows, label, argument
        self._order, self._described = tuple(order), described
        self._actions: dict[str, PanelAction[S]] = {}
        _SURFACES.append(self)

    @property
    def actions(self) -> tuple[PanelAction[S], ...]:
        """All actions that can be typed, in the order of the panel."""
        last = len(self._order)
        place = {key: number for number, key in enumerate(self._order)}
        return tuple(sorted(self._actions.values(), key=lambda action: place.get(action.key, last)))

    def possible(self, situation: S) -> list[PanelAction[S]]:
        """Return the actions that are possible in `situation`, in the order of the panel."""
        return [action for action in self.actions if action.possible(situation)]

    def press(
        self,
        verb: str,
        who: ActorRole | str | None = None,
        *,
        ack: DeferMode = DeferMode.HERE,
        way: EntryPoint = EntryPoint.BUTTON,
        ways: Mapping[EntryPoint, DeferMode] | None = None,
        first: bool = False,
    ) -> Callable[[H], H]:
        """Return a decorator that makes a method the handler of `verb`, a press without an action in the panel.

        `who`: a role in a match, or the name of a power in a tournament; None if the verb is about no match and no tournament.

        Raises `DeclarationError` if the verb is already declared with another access rule, or on another surface.
        """
        role, power = (ActorRole.ANYBODY, who) if isinstance(who, str) else (who or ActorRole.ANYBODY, "")
        of_match = self._of_match and who is not None
        rule = AccessRule(self.name, role, ways or {way: ack}, of_match, first, power)
        if self.rules.setdefault(verb, rule) != rule or any(verb in other.rules for other in _SURFACES if other is not self):
            raise DeclarationError(f"{verb!r} is declared twice with different rights: give the second one a verb of its own")

        def declared(handler: H) -> H:
            others = [each_verb for each_verb in getattr(handler, "verbs", ()) if each_verb != verb]
            handler.verbs = (*others, verb)  # type: ignore[attr-defined]  # read back by `ComponentRouter.take`
            return handler

        return declared

    def action(
        self,
        key: str,
        verb: str = "",
        who: ActorRole | str | None = None,
        *,
        when: Callable[[S], bool] = lambda _at: True,
        group: ButtonGroup | Callable[[S], ButtonGroup],
        about: str = "",
        label: str | Callable[[S, Translator], str] = "",
        name: str = "",
        argument: Callable[[S], str] | None = None,
        typed: ActionArgument[S] | None = None,
        style: Emphasis = Emphasis.PLAIN,
        listed: bool = True,
        ack: DeferMode = DeferMode.HERE,
        ways: Mapping[EntryPoint, DeferMode] | None = None,
        first: bool = False,
        of: Sequence[str] = (),
    ) -> Callable[[H], H]:
        """Return a decorator that declares a panel action: a press with a label, which the panel offers and users can type.

        `verb`: the press that carries it out, by default `key`; `name`: its label as a phrase, or else `label`: the key of a label
        that other messages use too; `when`: whether the action is possible, apart from the access rule; `listed`: whether the panel
        has a button for it. An action with `ack=DeferMode.FORM` opens a form, whose handler is declared with `filled`.

        Raises `DeclarationError` if the key is already taken, or a label or a required description is missing.
        """
        verb = verb or key
        mark = self.press(verb, who, ack=ack, ways=ways, first=first)
        rule, form, marks = self.rules[verb], ack is DeferMode.FORM, frozenset(of)
        if key in self._actions:
            raise DeclarationError(f"two actions are called {key!r}: give one of them another key")
        label = label or self._label.format(key)
        if isinstance(label, str) and label not in LABELS and not name:
            raise DeclarationError(f"the action {key!r} has no label: declare it with name=phrase(...), or add {label!r} to LABELS")
        if self._described and not about:
            raise DeclarationError(f"the action {key!r} has no description: declare it with about=phrase(...)")
        if typed is not None and not typed.verb:
            typed = replace(typed, verb=f"{verb}set" if form else verb)
        self._actions[key] = PanelAction(
            key,
            verb,
            group,
            lambda at: self._allows(at, rule, marks) and when(at),
            label,
            argument or self._argument,
            typed,
            style,
            form,
            listed,
            of=marks,
            about=about,
            name=name,
        )
        return mark

    def filled(self, key: str, *, first: bool = False) -> Callable[[H], H]:
        """Return a decorator for the handler of an action's submitted form.

        The handler also receives the detail that a user types after the action's name. Raises `DeclarationError` for an unknown
        action.
        """
        action = self._action_of(key)
        return self._press_as(action.verb, f"{action.verb}set", EntryPoint.FORM, first=first)

    def sure(self, key: str, label: str) -> Callable[[H], H]:
        """Return a decorator for the handler that carries out an action after its confirmation.

        The user confirms by the button with this `label`, or by typing `yes`. Raises `DeclarationError` for an unknown action or
        label.
        """
        action = self._action_of(key)
        if label not in LABELS:
            raise DeclarationError(f"the answer to {key!r} has no label: add {label!r} to LABELS in text/labels.py")
        verb = f"{action.verb}sure"
        self._actions[key] = replace(action, sure=(verb, label))
        return self._press_as(action.verb, verb, EntryPoint.BUTTON, first=False)

    def _action_of(self, key: str) -> PanelAction[S]:
        if key not in self._actions:
            raise DeclarationError(f"no action is called {key!r}: declare it above, with {self.name.upper()}.action({key!r}, ...)")
        return self._actions[key]

    def _press_as(self, asked: str, verb: str, way: EntryPoint, *, first: bool) -> Callable[[H], H]:
        """Return a decorator that declares `verb` with the same role or power as the verb `asked`."""
        right = self.rules[asked]
        who = right.power or (right.who if right.of_match or not self._of_match else None)
        return self.press(verb, who, way=way, first=first)


def handed_on(verb: str) -> Callable[[H], H]:
    """Return a decorator that marks a handler for `verb` without an access rule.

    Users can't press such a verb; only other handlers forward requests to it.
    """

    def declared(handler: H) -> H:
        handler.verbs = (verb,)  # type: ignore[attr-defined]  # as `Surface.press`
        return handler

    return declared


_SURFACES: list[Surface[Any]] = []


def rule_of(verb: str) -> AccessRule | None:
    """Return the access rule of a verb; None if the verb isn't declared."""
    return next((surface.rules[verb] for surface in _SURFACES if verb in surface.rules), None)


def rules() -> Iterator[tuple[str, AccessRule]]:
    """Yield every declared verb with its access rule.

    The list is complete only once all cogs have been imported.
    """
    for surface in _SURFACES:
        yield from surface.rules.items()
