"""The one written name of each legal choice that is no placement, and the reader of these names.

Lists, refusals, hints and completions print `written`, and the parser reads with the same `Lexicon`: a name is the shortest text
that is read as its action and as nothing else, whichever language it is read in. Where a figure may be placed, a bare figure word
means placing; anything else must be said with its verb, so that a figure that can't be placed never moves the fairy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.illegal_move_reasons import feature_at
from games.carcassonne.view import BoardView
from text.carcassonne.choices import choice, square_of
from text.carcassonne.phrasebook import phrases
from text.carcassonne.questions import kind_of, numbers
from text.carcassonne.segment_names import segment_at, segments_at, side_at, where
from text.carcassonne.terms import standing_role
from text.carcassonne.vocabulary import (
    all_role_words,
    is_none,
    is_short_of_two,
    loose_side_words,
    piece_words,
    role_words,
    side_words,
    tokens,
    verb_words,
)
from text.protocol import Misread
from text.translator import Translator, languages
from text.translator import translator_for as spoken


def written(view: BoardView, legal: Sequence[Action], words: Translator) -> Mapping[Action, str]:
    """Return for each legal action what to type for it: the shortest text that is read as this action in every language."""
    shown: ShownWords = {}
    lexicons = [Lexicon(view, legal, spoken(language), shown) for language in languages()]
    return {action: _name(action, view, legal, words, lexicons) for action in legal}


def _name(action: Action, view: BoardView, legal: Sequence[Action], words: Translator, lexicons: Sequence[Lexicon]) -> str:
    said = choice(action, view, ("?",) * len(view.seats), words)
    if action.verb in ("place", "skip", "start"):
        return said.short if said.short.casefold() == said.group.casefold() else f"{said.group} {said.short}".strip()
    texts = dict.fromkeys(_texts(action, view, words))
    read = next((text for text in texts if all(lexicon.reads(text, action) for lexicon in lexicons)), None)
    return read or _number(action, view, legal) or [*texts][-1]


def _texts(action: Action, view: BoardView, words: Translator) -> Iterator[str]:
    """Yield the texts that type an action, the shortest first, adding its segment's side and its square where needed."""
    said = choice(action, view, ("?",) * len(view.seats), words)
    side = side_at(view, *square_of(action, view), action.part, words) if action.part else ""
    plain = said.short.removesuffix(side).strip() if side else said.short
    if said.group.casefold() == plain.casefold():
        squares = [""]
    else:  # a figure goes on the tile just placed unless a square is named
        squares = [said.group] if action.verb == "deploy" and said.group else ["", said.group]
    for square in squares:
        yield f"{square} {plain}".strip()
        if side:
            yield f"{square} {plain} {side}".strip()


def _number(action: Action, view: BoardView, legal: Sequence[Action]) -> str:
    """Return the number of a choice in its list, for what no words tell apart; nothing where it has none."""
    real = [other for other in legal if other.verb not in ("place", "skip")]
    return str(numbers(view, real)[real.index(action)] or "")


ShownWords = dict[tuple[Action, Translator], frozenset[str]]
"""By action and language the words of the answer that is shown to be typed: found once for all lexicons of a position."""


class Lexicon:
    """The words of the legal choices of one position, in one language, and what typed words mean among them."""

    def __init__(self, view: BoardView, legal: Sequence[Action], words: Translator, shown: ShownWords | None = None) -> None:
        self.view, self.words = view, words
        self.none = next((action for action in legal if action.verb == "skip"), None)
        self.real = [action for action in legal if action.verb not in ("skip", "place")]
        shown = {} if shown is None else shown
        self._named = {action: NamedAction(action, view, words, shown) for action in self.real}
        self._verbs = {verb: verb_words(verb) for verb in {action.verb for action in self.real}}

    def reads(self, text: str, action: Action) -> bool:
        """Return whether the whole text is read as this action."""
        said = tokens(text)
        left, used = self._meant(said) if said and not is_none(said[0], self.words) else ([], 0)
        return left == [action] and used == len(said)

    def read(self, said: Sequence[str]) -> tuple[Action, int]:
        """Return the choice that the first words name, and how many words that took: nothing, a number of the list, or a name.

        Raise `Misread`.
        """
        if is_none(said[0], self.words):
            if self.none is None:
                raise Misread("must-choose", choices=self.choices(self.real))
            return self.none, 1
        listed, counted = self._numbered(said)
        if counted:
            left, used = self._narrowed(said[counted:], listed)
            left, used = _usual(left), used + counted
        else:
            left, used = self._meant(said)
        if not left:
            raise self._unknown(said[0])
        if len(left) > 1:
            raise Misread("which-one", text=" ".join(said[:used])[:40], choices=self.choices(left))
        return left[0], used

    def _meant(self, said: Sequence[str]) -> tuple[list[Action], int]:
        """Return the choices that the first words may mean, and how many words were read."""
        left, used = self._narrowed(said, [action for action in self.real if self._may_be_meant(action, said)])
        if not used:
            return [], 0
        left = [action for action in left if self._may_be_meant(action, said[:used])]
        return left if any(self._two_meanings(token, left) for token in said[:used]) else _usual(left), used

    def names_choice(self, token: str) -> bool:
        """Return whether a word names one of the choices exactly."""
        return any(token in named.exact for named in self._named.values())

    def choices(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """Return what can be typed for each of these actions."""
        legal = [*self.real, *([self.none] if self.none else [])]
        names = written(self.view, legal, self.words)
        return tuple(dict.fromkeys(names[action] for action in actions))

    def _may_be_meant(self, action: Action, said: Sequence[str]) -> bool:
        """Return whether a text may mean an action: where figures are placed, other actions must be named by their verb."""
        return self.view.decision != "deploy" or places_figure(action) or not self._verbs[action.verb].isdisjoint(said)

    def _numbered(self, said: Sequence[str]) -> tuple[Sequence[Action], int]:
        """Return the choices with the number that comes first, `3`, or behind their kind, `tower 3`; else all choices."""
        asked, used = self.real, 0
        if len(said) > 1 and said[1].isdecimal():
            asked = [a for a in self.real if kind_of(a, self.view) and said[0] in _kind_words(a.verb)] or self.real
            used = 1 if asked is not self.real else 0
        if not said[used].isdecimal():
            return self.real, 0
        number = int(said[used][:4]) if said[used].isascii() else 0
        found = [a for a, of in zip(asked, numbers(self.view, asked), strict=True) if number and of == number]
        if not found:
            raise Misread("no-such-choice", number=said[used][:6], choices=self.choices(asked))
        return found, used + 1

    def _narrowed(self, said: Sequence[str], among: Sequence[Action]) -> tuple[list[Action], int]:
        """Return the actions that fit the first words, as many as fit any, and how many words were read.

        A word that comes again after others belongs to the next step: `L8 raise L8` is a tower, and then a square for the dragon.
        """
        left, used = list(among), 0
        for token in said:
            found = self._fitting(token, left)
            if not found or (token in said[:used] and len(set(said[:used])) > 1):
                break
            left, used = found, used + 1
        return left, used

    def _fitting(self, token: str, left: Sequence[Action]) -> list[Action]:
        """Return the actions that a word names, as exactly as it names any; a letter of two meanings names them all."""
        levels = self._index.get(token, ())
        hits = ([action for action in left if action in level] for level in levels)
        if is_short_of_two(token):  # `w` is west, and short for a role: whatever comes next tells which is meant
            named = [action for hit in hits for action in hit]
            return [action for action in left if action in named]
        return next((hit for hit in hits if hit), [])

    @cached_property
    def _index(self) -> Mapping[str, Sequence[set[Action]]]:
        """By word the actions that it names, for each level."""
        found: dict[str, tuple[set[Action], ...]] = {}
        for action, named in self._named.items():
            for number, level in enumerate((named.exact, named.precise, named.loose, named.elsewhere)):
                for word in level:
                    found.setdefault(word, (set(), set(), set(), set()))[number].add(action)
        return found

    def _two_meanings(self, token: str, left: Sequence[Action]) -> bool:
        """Return whether a letter of two meanings leaves some choices by one meaning only, and others by the other only."""
        if not is_short_of_two(token):
            return False
        named = [self._named[action] for action in left]
        roles = [each for each in named if token in role_words(each.role)]
        others = [each for each in named if token in each.piece or token in loose_side_words(each.where)]
        return len(roles) < len(left) and len(others) < len(left)

    def _unknown(self, token: str) -> Misread:
        """Why a word names none of the choices: a role that can't be taken is explained."""
        choices = self.choices(self.real)
        role = next((role for role in all_role_words() if token in role_words(role)), None)
        if role is None or self.view.decision != "deploy" or self.view.current is None:
            return Misread("unknown-word", text=token[:30], choices=choices)
        x, y = self.view.current
        there = [segment for segment in segments_at(self.view, x, y) if segment.kind.role == role]
        if not there:
            return Misread("no-such-place", role=role, choices=choices)
        for segment in there:
            feature = feature_at(self.view, x, y, segment.name)
            if feature is not None and feature.weights:
                return Misread("occupied", role=role, seats=tuple(seat for seat, _ in feature.weights), choices=choices)
        return Misread("not-there", role=role, choices=choices)


class NamedAction:
    """The words that name one action, by how exactly they do."""

    def __init__(self, action: Action, view: BoardView, words: Translator, shown: ShownWords) -> None:
        self.action, self.view, self.words, self._shown_words = action, view, words, shown
        self.role = _role(action, view)
        self.where = _where(action, view)

    @cached_property
    def piece(self) -> frozenset[str]:
        """Words for the kind of figure."""
        return piece_words(self.action.what, self.words) if self.action.what else frozenset()

    @cached_property
    def exact(self) -> frozenset[str]:
        """Words for what an action does, and exactly where."""
        named = verb_words(self.action.verb) | self._shown(self.words) | self.piece
        if self.action.cell != NOWHERE:
            named |= {self.view.squares.name(*self.action.square).casefold()}
        return named | role_words(self.role)

    @property
    def precise(self) -> frozenset[str]:
        """Words for the place on its tile."""
        return side_words(self.where)

    @property
    def loose(self) -> frozenset[str]:
        """Words for a part of that place."""
        return loose_side_words(self.where)

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """Words of the answer that is shown to be typed, in every language."""
        return frozenset(word for language in languages() for word in self._shown(spoken(language)))

    def _shown(self, words: Translator) -> frozenset[str]:
        key = self.action, words
        if key not in self._shown_words:
            said = choice(self.action, self.view, ("?",) * len(self.view.seats), words)
            self._shown_words[key] = frozenset(said.short.casefold().split())
        return self._shown_words[key]


def _kind_words(verb: str) -> frozenset[str]:
    """Return the words that name the choices of a verb: `tower`, `guard`."""
    role = phrases().takes.get(verb)
    return verb_words(verb) | (role_words(role) if role else frozenset())


def places_figure(action: Action) -> bool:
    """Return whether an action places a figure in a role that its text names."""
    return action.verb == "deploy" or action.verb in phrases().takes


def _usual(left: list[Action]) -> list[Action]:
    """Return the usual one of several meanings: the tile just placed, a small figure."""
    for usual in ([action for action in left if action.cell == NOWHERE], [action for action in left if action.what == "small"]):
        left = [action for action in left if action in usual] or left
    return left


def _role(action: Action, view: BoardView) -> str:
    """Return the role that a figure would take, or has where the action names one on the board; empty without any."""
    if not action.part:
        return phrases().takes.get(action.verb, "")
    x, y = square_of(action, view)
    if action.verb != "deploy":
        return next((p.role for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None), "")
    return standing_role(action.what, segment_at(view, x, y, action.part).kind)


def _where(action: Action, view: BoardView) -> str:
    """Return the position of the action's segment on its tile, or the direction of an action that leads elsewhere."""
    if action.verb in phrases().aims:
        return phrases().aims[action.verb](action, view)
    if not action.part:
        return ""
    x, y = square_of(action, view)
    return where(segment_at(view, x, y, action.part), segments_at(view, x, y))
