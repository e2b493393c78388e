"""The one written name of each legal choice that is no placement, and the reader of these names.

Lists, refusals, hints and completions print `written`, and the parser reads with the same `Lexicon`: a name is the shortest text
that is read as its action and as nothing else, whichever language it is read in. Where a figure may be placed, a bare figure word
means placing; anything else must be said with its verb, so that a figure that can't be placed never moves the fairy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.illegal_move_reasons import feature_at
from games.carcassonne.view import BoardView
from text.carcassonne.choices import choice, group, square_of, typed
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
from text.input_vocabulary import spellings
from text.protocol import Misread
from text.translator import Translator, languages
from text.translator import translator_for as spoken


def written(view: BoardView, legal: Sequence[Action], words: Translator) -> Mapping[Action, str]:
    """Return for each legal action what to type for it: the shortest text that is read as this action in every language."""
    texts = ActionTexts(view)
    lexicons = [Lexicon(view, legal, spoken(language), texts) for language in languages()]
    numbered = cached_numbers(view, legal)
    return {action: _name(action, texts, words, lexicons, numbered) for action in legal}


def cached_numbers(view: BoardView, legal: Sequence[Action]) -> Callable[[Action], str]:
    """Return a function that tells the number of a choice in its list, empty where it has none; counted once, if asked."""
    cached_numbers: dict[Action, str] = {}

    def number(action: Action) -> str:
        if not cached_numbers:
            real = [other for other in legal if other.verb not in ("place", "skip")]
            cached_numbers.update((each, str(of or "")) for each, of in zip(real, numbers(view, real), strict=True))
        return cached_numbers[action]

    return number


def _name(
    action: Action, texts: ActionTexts, words: Translator, lexicons: Sequence[Lexicon], number: Callable[[Action], str]
) -> str:
    if action.verb in ("place", "skip", "start"):
        shown = choice(action, texts.view, ("?",) * len(texts.view.seats), words)
        return shown.short if shown.short.casefold() == shown.group.casefold() else f"{shown.group} {shown.short}".strip()
    told = ""
    for told in _texts(action, texts, words):
        typed_tokens = tokens(told)
        if all(lexicon.reads_as(typed_tokens, action) for lexicon in lexicons):
            return told
    return number(action) or told


def _texts(action: Action, texts: ActionTexts, words: Translator) -> Iterator[str]:
    """Yield the texts that type an action, the shortest first, adding its segment's side and its square where needed.

    The last one adds the segment as the log names it: two fields of one tile may lie in the same direction.
    """
    view, short, on = texts.view, texts.of(action, words), group(action, texts.view)
    side = side_at(view, *square_of(action, view), action.part, words) if action.part else ""
    plain = short.removesuffix(side).strip() if side else short
    if on.casefold() == plain.casefold():
        squares = [""]
    else:  # a figure goes on the tile just placed unless a square is named
        squares = [on] if action.verb == "deploy" and on else ["", on]
    for square in dict.fromkeys(squares):
        yield f"{square} {plain}".strip()
        if side:
            yield f"{square} {plain} {side}".strip()
    if action.part:
        yield f"{squares[-1]} {plain} {_marked_part(action)}".strip()


class ActionTexts:
    """Names of the choices of a position, each found once for all languages and readers."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self._typed: dict[tuple[Action, Translator], str] = {}
        self._levels: tuple[Level, Level, Level, Level] | None = None

    def of(self, action: Action, words: Translator) -> str:
        """Return the answer that is shown to be typed, its square left out."""
        key = action, words
        if key not in self._typed:
            self._typed[key] = typed(action, self.view, words)
        return self._typed[key]

    def words_of(self, action: Action, words: Translator) -> list[str]:
        """Return the words of that answer, with accents and without."""
        return sorted(spellings(self.of(action, words).split()))

    def levels(self, named: Sequence[NamedAction], bits: Mapping[Action, int]) -> tuple[Level, Level, Level, Level]:
        """Return which choices words of every language name, found once for the lexicons of a position.

        Exactly, by their place, by a part of their place, and by the answer that is shown in another language.
        """
        if self._levels is None:
            exact, precise, loose, elsewhere = self._levels = ({}, {}, {}, {})
            translators = [spoken(language) for language in languages()]
            roles, sides = cache(role_words), cache(side_words)
            loose_sides, verbs = cache(loose_side_words), cache(verb_words)
            for named_action in named:
                action, bit = named_action.action, bits[named_action.action]
                _enter(exact, verbs(action.verb) | roles(named_action.role), bit)
                _enter(exact, _exactly(action, self.view), bit)
                _enter(precise, sides(named_action.where), bit)
                _enter(loose, loose_sides(named_action.where), bit)
                for words in translators:
                    _enter(elsewhere, self.words_of(action, words), bit)
        return self._levels


def _exactly(action: Action, view: BoardView) -> list[str]:
    """Return the words for the square of an action and for its segment, as the log has it."""
    on = [view.squares.name(*action.square).casefold()] if action.cell != NOWHERE else []
    return [*on, _marked_part(action)] if action.part else on


def _marked_part(action: Action) -> str:
    """Return the segment of an action as the log has it, marked so that it's no square: `#f2`."""
    return f"#{action.part}"


Level = dict[str, int]
"""By word the choices that it names."""


def _enter(level: Level, words: Iterable[str], bit: int) -> None:
    """Note that some words name a choice."""
    for word in words:
        level[word] = level.get(word, 0) | bit


class Lexicon:
    """The words of the legal choices of one position, in one language, and what typed words mean among them.

    Sets of choices are bits of an integer, in the order of `real`: hundreds of texts are read to find the names of a position.
    """

    def __init__(self, view: BoardView, legal: Sequence[Action], words: Translator, texts: ActionTexts | None = None) -> None:
        self.view, self.words = view, words
        self.none = next((action for action in legal if action.verb == "skip"), None)
        self.real = [action for action in legal if action.verb not in ("skip", "place")]
        self._texts = texts or ActionTexts(view)
        self._named = [NamedAction(action, words, view) for action in self.real]
        self._bits = {action: 1 << index for index, action in enumerate(self.real)}
        self._all = (1 << len(self.real)) - 1
        self._usual = [self._set(lambda action: action.cell == NOWHERE), self._set(lambda action: action.what == "small")]
        """Whose choices are usually meant: those on the tile just placed, those of a small figure."""
        self._unsaid = self._set(places_figure) if view.decision == "deploy" else self._all
        """The choices that may be meant without their verb: where figures are placed, others must be named by it."""
        verbs = {action.verb for action in self.real if not self._bits[action] & self._unsaid}
        self._verbs = [(verb_words(verb), sum(bit for action, bit in self._bits.items() if action.verb == verb)) for verb in verbs]

    def _set(self, holds: Callable[[Action], bool]) -> int:
        return sum(bit for action, bit in self._bits.items() if holds(action))

    def _actions(self, left: int) -> list[Action]:
        return [action for action, bit in self._bits.items() if bit & left]

    def reads(self, text: str, action: Action) -> bool:
        """Return whether the whole text is read as this action."""
        return self.reads_as(tokens(text), action)

    def reads_as(self, said: Sequence[str], action: Action) -> bool:
        """Return whether all words together are read as this action."""
        left, used = self._choices_of_words(said) if said and not is_none(said[0], self.words) else (0, 0)
        return left == self._bits[action] and used == len(said)

    def read(self, said: Sequence[str]) -> tuple[Action, int]:
        """Return the choice that the first words name, and how many words that took: nothing, a number of the list, or a name.

        Raise `Misread`.
        """
        if is_none(said[0], self.words):
            if self.none is None:
                raise Misread("must-choose", choices=self.choices(self.real))
            return self.none, 1
        listed, counted = self._choices_by_number(said)
        if counted:
            left, used = self._narrow(said[counted:], listed)
            left, used = self._usually(left), used + counted
        else:
            left, used = self._choices_of_words(said)
        if not left:
            raise self._unknown(said[0])
        meant = self._actions(left)
        if len(meant) > 1:
            raise Misread("which-one", text=" ".join(said[:used])[:40], choices=self.choices(meant))
        return meant[0], used

    def _choices_of_words(self, said: Sequence[str]) -> tuple[int, int]:
        """Return the choices that the first words may mean, and how many words were read."""
        left, used = self._narrow(said, self._may_be_meant(said))
        if not used:
            return 0, 0
        left &= self._may_be_meant(said[:used])
        return left if any(self._two_meanings(token, left) for token in said[:used]) else self._usually(left), used

    def _usually(self, left: int) -> int:
        """Return the usual one of several meanings."""
        for usual in self._usual:
            left = left & usual or left
        return left

    def names_choice(self, token: str) -> bool:
        """Return whether a word names one of the choices exactly."""
        return token in self._index[0]

    def choices(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """Return what can be typed for each of these actions."""
        legal = [*self.real, *([self.none] if self.none else [])]
        names = written(self.view, legal, self.words)
        return tuple(dict.fromkeys(names[action] for action in actions))

    def _may_be_meant(self, said: Sequence[str]) -> int:
        """Return the choices that a text may mean: where figures are placed, others must be named by their verb."""
        meant = self._unsaid
        for named, bits in self._verbs:
            if not named.isdisjoint(said):
                meant |= bits
        return meant

    def _choices_by_number(self, said: Sequence[str]) -> tuple[int, int]:
        """Return the choices with the number that comes first, `3`, or behind their kind, `tower 3`; else all choices."""
        actions, used = self.real, 0
        if len(said) > 1 and said[1].isdecimal():
            actions = [a for a in self.real if kind_of(a, self.view) and said[0] in _kind_words(a.verb)] or self.real
            used = 1 if actions is not self.real else 0
        if not said[used].isdecimal():
            return self._all, 0
        number = int(said[used][:4]) if said[used].isascii() else 0
        listed = sum(self._bits[a] for a, of in zip(actions, numbers(self.view, actions), strict=True) if number and of == number)
        if not listed:
            raise Misread("no-such-choice", number=said[used][:6], choices=self.choices(actions))
        return listed, used + 1

    def _narrow(self, said: Sequence[str], among: int) -> tuple[int, int]:
        """Return the choices that fit the first words, as many as fit any, and how many words were read.

        A word that comes again after others belongs to the next step: `L8 raise L8` is a tower, and then a square for the dragon.
        """
        left, used = among, 0
        for token in said:
            fitting = self._choices_of_word(token, left)
            if not fitting or (token in said[:used] and len(set(said[:used])) > 1):
                break
            left, used = fitting, used + 1
        return left, used

    def _choices_of_word(self, token: str, left: int) -> int:
        """Return the choices that a word names, as exactly as it names any; a letter of two meanings names them all."""
        hits = [left & level.get(token, 0) for level in self._index]
        if is_short_of_two(token):  # `w` is west, and short for a role: whatever comes next tells which is meant
            return hits[0] | hits[1] | hits[2] | hits[3]
        return hits[0] or hits[1] or hits[2] or hits[3]

    @cached_property
    def _index(self) -> tuple[Level, Level, Level, Level]:
        """The choices that a word names, for each level."""
        every, precise, loose, elsewhere = self._texts.levels(self._named, self._bits)
        exact, pieces = dict(every), cache(piece_words)
        for named in self._named:
            bit = self._bits[named.action]
            _enter(exact, self._texts.words_of(named.action, self.words), bit)
            if named.action.what:
                _enter(exact, pieces(named.action.what, self.words), bit)
        return exact, precise, loose, elsewhere

    def _two_meanings(self, token: str, left: int) -> bool:
        """Return whether a letter of two meanings leaves some choices by one meaning only, and others by the other only."""
        if not is_short_of_two(token):
            return False
        meant = [named for named in self._named if self._bits[named.action] & left]
        roles = [named for named in meant if token in role_words(named.role)]
        others = [named for named in meant if token in named.piece or token in loose_side_words(named.where)]
        return len(roles) < len(meant) and len(others) < len(meant)

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

    def __init__(self, action: Action, words: Translator, view: BoardView) -> None:
        self.action, self.view, self.words = action, view, words
        self.role = _role(action, self.view)
        self.where = _position_text(action, self.view)

    @cached_property
    def piece(self) -> frozenset[str]:
        """Words for the kind of figure."""
        return piece_words(self.action.what, self.words) if self.action.what else frozenset()


def _kind_words(verb: str) -> frozenset[str]:
    """Return the words that name the choices of a verb: `tower`, `guard`."""
    role = phrases().takes.get(verb)
    return verb_words(verb) | (role_words(role) if role else frozenset())


def places_figure(action: Action) -> bool:
    """Return whether an action places a figure in a role that its text names."""
    return action.verb == "deploy" or action.verb in phrases().takes


def _role(action: Action, view: BoardView) -> str:
    """Return the role that a figure would take, or has where the action names one on the board; empty without any."""
    if not action.part:
        return phrases().takes.get(action.verb, "")
    x, y = square_of(action, view)
    if action.verb != "deploy":
        return next((p.role for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None), "")
    return standing_role(action.what, segment_at(view, x, y, action.part).kind)


def _position_text(action: Action, view: BoardView) -> str:
    """Return the position of the action's segment on its tile, or the direction of an action that leads elsewhere."""
    if action.verb in phrases().aims:
        return phrases().aims[action.verb](action, view)
    if not action.part:
        return ""
    x, y = square_of(action, view)
    return where(segment_at(view, x, y, action.part), segments_at(view, x, y))
