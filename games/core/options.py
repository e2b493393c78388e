"""Options of a game as data: one declaration serves the command, the lobby, the help and the check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.core.errors import IllegalActionError

Value = str | int | bool | tuple[str, ...]

ANY = "*"
"""What an option needs of another one that must be chosen, whatever it is."""

_UNCHOSEN: tuple[Value, ...] = ("", "none", False, ())


@dataclass(frozen=True)
class Option:
    """One setting of a game that a host may choose.

    `kind`: `choice` (one of `choices`), `set` (any subset of `choices`, in their order), `flag` (on or off), `number` (`low` to
    `high`), `numbers` (as many whole numbers as the default has, separated by commas). `needs` is `(key, value)`: the option only
    applies if that other option has, or contains, the value; `ANY` stands for every value but none. `also` returns further values
    of a choice, which may change while the program runs. `bundles` are names under which several choices of a set are offered, and
    taken, together. `unrated` are values with which a game never counts for ratings, such as an order of draws that everyone can
    know. `rule` is the id of the option in the rule files.
    """

    key: str
    kind: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    needs: tuple[str, str] | None = None
    rule: str = ""
    also: Callable[[str], bool] | None = None
    bundles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unrated: tuple[Value, ...] = ()

    def parse(self, text: str) -> Value:
        """Return the value that `text` stands for; raises `IllegalActionError("bad-option")` with the valid values."""
        words = text.strip().lower()
        value = getattr(self, "_" + self.kind)(words)
        if value is None:
            raise IllegalActionError("bad-option", key=self.key, value=text, choices=self.fits())
        return value  # type: ignore[no-any-return]

    def fits(self) -> tuple[str, ...]:
        """Return the texts of all values that `parse` accepts, for display; numbers as a range."""
        if self.kind == "flag":
            return ("on", "off")
        if self.kind in ("number", "numbers"):
            return (f"{self.low}-{self.high}",)
        return self.choices

    def write(self, value: Value) -> str:
        """Return the text that `parse` reads as this value."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return ",".join(value) if isinstance(value, tuple) else str(value)

    def _choice(self, words: str) -> str | None:
        return words if words in self.choices or (self.also is not None and self.also(words)) else None

    def _set(self, words: str) -> tuple[str, ...] | None:
        bundled = dict(self.bundles)
        named = [choice for w in words.replace(" ", ",").split(",") if w for choice in bundled.get(w, (w,))]
        if any(w not in self.choices for w in named):
            return None
        return tuple(c for c in self.choices if c in named)

    def _flag(self, words: str) -> bool | None:
        return {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}.get(words)

    def _number(self, words: str) -> int | None:
        if not words.lstrip("-").isdecimal() or len(words) > 6:
            return None
        return int(words) if self.low <= int(words) <= self.high else None

    def _numbers(self, words: str) -> tuple[str, ...] | None:
        numbers = [self._number(w.strip()) for w in words.split(",")]
        assert isinstance(self.default, tuple)
        if len(numbers) != len(self.default) or None in numbers:
            return None
        return tuple(str(n) for n in numbers)


class Options(Mapping[str, Value]):
    """Checked values for every option of a game: immutable, hashable, complete."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)
        self._key = tuple(sorted(self._values.items()))
        self._hash = hash(self._key)

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Options) and self._key == other._key)

    def __repr__(self) -> str:
        return f"Options({self._values!r})"

    def number(self, key: str) -> int:
        """Return the value of an option of kind `number`."""
        value = self._values[key]
        assert isinstance(value, int), key
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """Return the value of an option of kind `set`."""
        value = self._values[key]
        assert isinstance(value, tuple), key
        return value


def check(schema: Sequence[Option], given: Mapping[str, str]) -> Options:
    """Return the values of all options in `schema`: those `given` as text, and defaults for the rest.

    Raises `IllegalActionError`: `unknown-option`, `bad-option`, or `option-needs` for a value that is not its default while the
    option it needs is missing.
    """
    by_key = {option.key: option for option in schema}
    for key in given:
        if key not in by_key:
            raise IllegalActionError("unknown-option", key=key, choices=tuple(by_key))
    values = {o.key: o.parse(given[o.key]) if o.key in given else o.default for o in schema}
    for option in schema:
        if values[option.key] != option.default and not holds(option.needs, values):
            assert option.needs is not None
            raise IllegalActionError("option-needs", key=option.key, needs=option.needs)
    return Options(values)


def holds(needs: tuple[str, str] | None, values: Mapping[str, Value]) -> bool:
    """Return whether the option named in `needs` has, or contains, the required value."""
    if needs is None:
        return True
    value = values[needs[0]]
    if needs[1] == ANY:
        return value not in _UNCHOSEN
    return needs[1] in value if isinstance(value, tuple) else str(value) == needs[1]


def may_be_rated(schema: Sequence[Option], options: Mapping[str, Value]) -> bool:
    """Return whether a game with these options can count for ratings: none has a value listed in `Option.unrated`."""
    return not any(options[option.key] in option.unrated for option in schema)


def non_default_options(schema: Sequence[Option], options: Mapping[str, Value]) -> dict[str, str]:
    """Return the options that differ from their defaults, as text: what is stored, shown and exported."""
    return {o.key: o.write(options[o.key]) for o in schema if options[o.key] != o.default}
