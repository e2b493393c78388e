"""Declarations: everything about an action in one place, above the method that does it.

A part of a command declares what people can do with the surface that it is about:

    @TOURNAMENT.action("close-round", "tclose", "close", when=conditions.is_in_round, group=ButtonGroup.RUN)
    async def press_close(self, request: TournamentRequest) -> None: ...

    @TOURNAMENT.sure("close-round", "yes-close-round")
    async def press_close_sure(self, request: TournamentRequest) -> None: ...

From these follow the check of each press, the buttons of panels, completions, what can be typed, the page of commands and the table
of rights (`tests/golden/rights.txt`). Nothing here knows Discord: a panel, the help or a page on the web can ask what is possible.
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
    """The role of who presses: in a match, among those who may see it at all; elsewhere, in the server."""

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
    """Ways in which a request comes in."""

    BUTTON = auto()
    SELECT = auto()
    FORM = auto()


class DeferMode(Enum):
    """Kinds of answer that an acknowledgement announces to Discord."""

    HERE = auto()
    """Edit the private message that was pressed; otherwise send a new private answer."""
    AFRESH = auto()
    """Always send a new private answer."""
    FRONT = auto()
    """Edit the public message that was pressed."""
    FORM = auto()
    """Open a form at once, which is the acknowledgement."""


class ButtonGroup(Enum):
    """The group of an action in a panel; each begins a new row, and those after the list stand below a line."""

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
    """Degrees to which a button stands out."""

    PLAIN = auto()
    MAIN = auto()
    """The one that most people want."""
    GO = auto()
    """It lets something go on."""
    END = auto()
    """It ends something for good."""


@dataclass(frozen=True)
class AccessRule:
    """The right to press one verb."""

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
    """Text that can be typed with an action, and the press that takes it."""

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
    """One action of a panel: people type `key` (or its label in any language), `verb` is the press that does it."""

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
        """Return its label."""
        return self.label(situation, words) if callable(self.label) else words.say(self.english)

    def answers(self, typed: str) -> bool:
        """Return whether this name means it: its key, or its label in any language."""
        return fold_name(typed) in (fold_name(self.key), *self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """Label in every language, as `fold_name` writes it; empty where the label depends on the situation."""
        return () if callable(self.label) else _names(self.english)

    @property
    def english(self) -> str:
        """Label to be translated; empty where it depends on the situation."""
        return self.name or ("" if callable(self.label) else LABELS[self.label or self.key])


def fold_name(name: str) -> str:
    """Return a name without what people type differently: case, spaces, hyphens."""
    return "".join(letter for letter in folded(name) if letter.isalnum())


@cache
def _names(english: str) -> tuple[str, ...]:
    """Return a label in every language."""
    return tuple(fold_name(spoken(locale).say(english)) for locale in languages())


class DeclarationError(Exception):
    """A declaration that can't stand: the sentence says what to change."""


class Surface(Generic[S]):
    """Everything that can be done with one kind of thing: each verb once, with its right, and the actions of its panel."""

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
        """Make an empty one.

        `allows`: whether the person of a situation has a right, for an action with these marks (`of`); `label`: the key in
        `text.labels` of an action that names none; `argument`: what its button carries where it says nothing else; `order`: keys in
        the order of the panel, what isn't among them comes last in its group; `described`: whether each action says what it does.
        """
        self.name = name
        self.rules: dict[str, AccessRule] = {}
        self._of_match, self._allows, self._label, self._argument = of_match, allows, label, argument
        self._order, self._described = tuple(order), described
        self._actions: dict[str, PanelAction[S]] = {}
        _SURFACES.append(self)

    @property
    def actions(self) -> tuple[PanelAction[S], ...]:
        """All that can be typed, in the order of the panel."""
        last = len(self._order)
        place = {key: number for number, key in enumerate(self._order)}
        return tuple(sorted(self._actions.values(), key=lambda action: place.get(action.key, last)))

    def possible(self, situation: S) -> list[PanelAction[S]]:
        """Return what this person may do here now."""
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
        """Declare a press that the panel has no action for.

        `who`: a role in a match, or the name of a power in a tournament; None where the verb is about no match and no tournament.
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
        """Declare an action: a press with a name, which the panel offers and people can type.

        `name`: its label as a phrase, or `label` the key of one that other messages show too;
        `when`: whether it is possible, apart from the right; `verb`: the press that does it, the key itself where there is none. An
        action with `ack=DeferMode.FORM` opens a form; `filled` declares what takes it. `listed`: whether the panel has a button.
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
        """Declare what takes the form of an action, and what is typed behind it."""
        action = self._action_of(key)
        return self._press_as(action.verb, f"{action.verb}set", EntryPoint.FORM, first=first)

    def sure(self, key: str, label: str) -> Callable[[H], H]:
        """Declare the answer to an action that asks once more: the button with this `label`, or a typed `yes`."""
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
        """Declare a press with the right of another."""
        right = self.rules[asked]
        who = right.power or (right.who if right.of_match or not self._of_match else None)
        return self.press(verb, who, way=way, first=first)


def handed_on(verb: str) -> Callable[[H], H]:
    """Declare a press that only other handlers hand on: it can't be pressed."""

    def declared(handler: H) -> H:
        handler.verbs = (verb,)  # type: ignore[attr-defined]  # as `Surface.press`
        return handler

    return declared


_SURFACES: list[Surface[Any]] = []


def rule_of(verb: str) -> AccessRule | None:
    """Return the right to press a verb; None where it isn't declared."""
    return next((surface.rules[verb] for surface in _SURFACES if verb in surface.rules), None)


def rules() -> Iterator[tuple[str, AccessRule]]:
    """Yield every declared verb with its right; whole once all parts of the program are imported."""
    for surface in _SURFACES:
        yield from surface.rules.items()
