"""The typed names of legal choices other than placements, and the reader of these names.

Lists, refusals, hints and completions print the names from `written`, and the parser reads with the same `Lexicon`. The name of an
action is the shortest text that every language's lexicon reads as this action only. While figures are placed, the word for a figure
alone means placing it, and all other actions need their verb, so that a figure that can't be placed never moves the fairy.
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
    """Return for each legal action its name: the shortest text that the parser reads as this action in every language."""
    texts = ActionTexts(view)
    lexicons = [Lexicon(view, legal, spoken(language), texts) for language in languages()]
    numbered = cached_numbers(view, legal)
    return {action: _name(action, texts, words, lexicons, numbered) for action in legal}


def cached_numbers(view: BoardView, legal: Sequence[Action]) -> Callable[[Action], str]:
    """Return a function from an action of `legal` to its number in the list, as text; empty for an action without one.

    The numbers are counted at the first call.
    """
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
    """Yield texts that could name an action, the shortest first, then with its side and its square added.

    The last one adds the segment's own name, since two fields of one tile may lie in the same direction.
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
    """Cache of the texts that name the actions of one position, shared by the lexicons of all languages."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self._typed: dict[tuple[Action, Translator], str] = {}
        self._levels: tuple[Level, Level, Level, Level] | None = None

    def of(self, action: Action, words: Translator) -> str:
        """Return the text that a player is shown to type for an action, without its square."""
        key = action, words
        if key not in self._typed:
            self._typed[key] = typed(action, self.view, words)
        return self._typed[key]

    def words_of(self, action: Action, words: Translator) -> list[str]:
        """Return the words of the text from `of`, each in its spellings with and without accents."""
        return sorted(spellings(self.of(action, words).split()))

    def levels(self, named: Sequence[NamedAction], bits: Mapping[Action, int]) -> tuple[Level, Level, Level, Level]:
        """Return four tables from words of all languages to sets of actions, as bits: from the exact to the vague.

        The tables hold words for the action itself, for its exact position, for a part of its position, and the words of `words_of`
        in any language.
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
    """Return the words that name an action's square and segment exactly: `n12`, `#f2`."""
    on = [view.squares.name(*action.square).casefold()] if action.cell != NOWHERE else []
    return [*on, _marked_part(action)] if action.part else on


def _marked_part(action: Action) -> str:
    """Return the name of an action's segment with a mark that no square has: `#f2`."""
    return f"#{action.part}"


Level = dict[str, int]
"""By word the choices that it names."""


def _enter(level: Level, words: Iterable[str], bit: int) -> None:
    """Add `bit` to the sets of actions that `words` name in `level`."""
    for word in words:
        level[word] = level.get(word, 0) | bit


class Lexicon:
    """The reader of typed choices other than placements, for one position and one language.

    Sets of choices are bits of an integer, in the order of `real`, since hundreds of texts are read to find the names of a
    position.
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
        """Return whether the whole text is read as `action` and no other."""
        return self.reads_as(tokens(text), action)

    def reads_as(self, said: Sequence[str], action: Action) -> bool:
        """Return whether all words of `said` together are read as `action` and no other."""
        left, used = self._choices_of_words(said) if said and not is_none(said[0], self.words) else (0, 0)
        return left == self._bits[action] and used == len(said)

    def read(self, said: Sequence[str]) -> tuple[Action, int]:
        """Return the action that the first words of `said` name, and how many words were read.

        They are a word for none, a number from the list, or a name. Raises `Misread` if they name no action or several.
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
        """Return the set of actions that the first words may name, as bits, and how many words were read."""
        left, used = self._narrow(said, self._may_be_meant(said))
        if not used:
            return 0, 0
        left &= self._may_be_meant(said[:used])
        return left if any(self._two_meanings(token, left) for token in said[:used]) else self._usually(left), used

    def _usually(self, left: int) -> int:
        """Return the more usual of several actions: those on the tile just placed, and those of a normal meeple."""
        for usual in self._usual:
            left = left & usual or left
        return left

    def names_choice(self, token: str) -> bool:
        """Return whether a word names an action itself, not only its position."""
        return token in self._index[0]

    def choices(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """Return the names to type for these actions, each once."""
        legal = [*self.real, *([self.none] if self.none else [])]
        names = written(self.view, legal, self.words)
        return tuple(dict.fromkeys(names[action] for action in actions))

    def _may_be_meant(self, said: Sequence[str]) -> int:
        """Return the set of actions, as bits, that a text may name: those that need no verb, and those whose verb it contains."""
        meant = self._unsaid
        for named, bits in self._verbs:
            if not named.isdisjoint(said):
                meant |= bits
        return meant

    def _choices_by_number(self, said: Sequence[str]) -> tuple[int, int]:
        """Return the set of actions with the number typed first, `3`, or after their kind, `tower 3`, and how many words were read.

        Without a number it is the set of all actions, and 0. Raises `Misread` if no action has the number.
        """
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
        """Return the actions among `among`, as bits, that fit as many of the first words as possible, and how many words that is.

        A word that occurs again after others belongs to the next step: `L8 raise L8` is a tower, and then a square for the dragon.
        """
        left, used = among, 0
        for token in said:
            fitting = self._choices_of_word(token, left)
            if not fitting or (token in said[:used] and len(set(said[:used])) > 1):
                break
            left, used = fitting, used + 1
        return left, used

    def _choices_of_word(self, token: str, left: int) -> int:
        """Return the actions among `left`, as bits, that a word names most exactly; an ambiguous letter counts in every meaning."""
        hits = [left & level.get(token, 0) for level in self._index]
        if is_short_of_two(token):  # `w` is west, and short for a role: whatever comes next tells which is meant
            return hits[0] | hits[1] | hits[2] | hits[3]
        return hits[0] or hits[1] or hits[2] or hits[3]

    @cached_property
    def _index(self) -> tuple[Level, Level, Level, Level]:
        """Four tables from words to sets of actions, from the exact to the vague, as `ActionTexts.levels` has them."""
        every, precise, loose, elsewhere = self._texts.levels(self._named, self._bits)
        exact, pieces = dict(every), cache(piece_words)
        for named in self._named:
            bit = self._bits[named.action]
            _enter(exact, self._texts.words_of(named.action, self.words), bit)
            if named.action.what:
                _enter(exact, pieces(named.action.what, self.words), bit)
        return exact, precise, loose, elsewhere

    def _two_meanings(self, token: str, left: int) -> bool:
        """Return whether a letter means a role for some of the actions `left`, and a figure or position for others."""
        if not is_short_of_two(token):
            return False
        meant = [named for named in self._named if self._bits[named.action] & left]
        roles = [named for named in meant if token in role_words(named.role)]
        others = [named for named in meant if token in named.piece or token in loose_side_words(named.where)]
        return len(roles) < len(meant) and len(others) < len(meant)

    def _unknown(self, token: str) -> Misread:
        """Return the error about a word that names no action; for a role, with the reason why it can't be taken."""
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
    """One action with the role and the position by which words can name it."""

    def __init__(self, action: Action, words: Translator, view: BoardView) -> None:
        self.action, self.view, self.words = action, view, words
        self.role = _role(action, self.view)
        self.where = _position_text(action, self.view)

    @cached_property
    def piece(self) -> frozenset[str]:
        """The words for the action's kind of figure; empty for an action without one."""
        return piece_words(self.action.what, self.words) if self.action.what else frozenset()


def _kind_words(verb: str) -> frozenset[str]:
    """Return the words that name the actions with a verb: `tower`, `guard`."""
    role = phrases().takes.get(verb)
    return verb_words(verb) | (role_words(role) if role else frozenset())


def places_figure(action: Action) -> bool:
    """Return whether an action places a figure in a role, so that the role alone names the action."""
    return action.verb == "deploy" or action.verb in phrases().takes


def _role(action: Action, view: BoardView) -> str:
    """Return the role of an action's figure: the one it would take, or has on the board; empty without a figure."""
    if not action.part:
        return phrases().takes.get(action.verb, "")
    x, y = square_of(action, view)
    if action.verb != "deploy":
        return next((p.role for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None), "")
    return standing_role(action.what, segment_at(view, x, y, action.part).kind)


def _position_text(action: Action, view: BoardView) -> str:
    """Return an action's position on its tile, or the direction in which it leads, as a key of `WHERE`; empty without any."""
    if action.verb in phrases().aims:
        return phrases().aims[action.verb](action, view)
    if not action.part:
        return ""
    x, y = square_of(action, view)
    return where(segment_at(view, x, y, action.part), segments_at(view, x, y))
