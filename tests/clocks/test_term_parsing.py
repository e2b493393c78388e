"""Agreeing on terms."""

from datetime import timedelta

import pytest

from clocks.durations import InvalidDurationError
from clocks.term_parsing import apply_wishes, solo_terms, terms_as_text, wishes
from clocks.terms import FORFEIT, MOVE, NO_CLOCK, PACES, MatchTerms


def test_a_list_of_terms_is_read_as_people_type_it() -> None:
    assert wishes("daily, club, take-back 30 s") == {"pace": "daily", "aids": "club", "take-back": "30 s"}
    assert wishes("Take back: 1 min; no return, without substitutes") == {
        "take-back": "1 min",
        "returns": "off",
        "substitutes": "off",
    }
    assert wishes("timeout vacate, no take-back") == {"timeout": "vacate", "take-back": "off"}
    assert wishes("forfeit") == {"timeout": "forfeit"}
    assert wishes("bank=3d, increment=12h cap=5d, aids=purist") == {"pace": "bank=3d increment=12h cap=5d", "aids": "purist"}
    assert wishes(" ") == {}


def test_what_is_chosen_is_kept_and_the_rest_follows() -> None:
    evening = apply_wishes(MatchTerms(), {"pace": "evening"})
    slow = apply_wishes(apply_wishes(evening, {"take-back": "20"}), {"pace": "daily"})

    assert evening.take_back_s == PACES["evening"].take_back_s == 10
    assert (slow.pace, slow.take_back_s) == (PACES["daily"], 20)
    assert apply_wishes(MatchTerms(), {"rated": "on"}).on_timeout == FORFEIT
    assert apply_wishes(MatchTerms(), {"timeout": "vacate", "rated": "on"}).on_timeout == "vacate"


def test_terms_as_they_are_written_are_read_again() -> None:
    terms = apply_wishes(MatchTerms(), {"pace": "bank=3d", "aids": "club", "returns": "off", "take-back": "1 min"})

    again = apply_wishes(MatchTerms(), terms_as_text(terms))

    assert terms_as_text(again) == terms_as_text(terms)
    assert again.take_back_s == 60


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"pace": "weekly"}, "no-pace"),
        ({"speed": "fast"}, "unknown-term"),
        ({"aids": "some"}, "bad-term"),
        ({"timeout": "on"}, "bad-term"),
        ({"take-back": "soon"}, "no-duration"),
        ({"take-back": "10 min"}, "take-back-too-long"),
        ({"pace": "live", "take-back": "2 min"}, "take-back-too-long"),
        ({"pace": "none", "rated": "on"}, "rated-without-clock"),
    ],
)
def test_senseless_terms_are_refused_each_for_its_reason(asked: dict[str, str], code: str) -> None:
    with pytest.raises(InvalidDurationError) as refused:
        apply_wishes(MatchTerms(), asked)

    assert refused.value.code == code


def test_an_unknown_term_is_named() -> None:
    with pytest.raises(InvalidDurationError) as refused:
        wishes("daily, odds on")

    assert (refused.value.code, refused.value.params) == ("unknown-term", {"key": "odds"})


def test_who_plays_alone_with_computers_has_no_clock_and_no_wait_unless_chosen() -> None:
    chosen = apply_wishes(MatchTerms(), {"pace": "evening", "take-back": "10"})

    assert (solo_terms(MatchTerms()).pace, solo_terms(MatchTerms()).take_back_s) == (NO_CLOCK.pace, 0)
    assert solo_terms(chosen) == chosen
    assert solo_terms(apply_wishes(MatchTerms(), {"take-back": "30"})).take_back_s == timedelta(seconds=30).seconds


def test_no_clock_no_rating_and_alone_none_either() -> None:
    rated = apply_wishes(MatchTerms(), {"rated": "on"})
    assert (rated.rated, rated.on_timeout) == (True, FORFEIT)

    untimed, by_oneself = apply_wishes(rated, {"pace": "none"}), solo_terms(apply_wishes(rated, {"pace": "evening"}))

    assert not untimed.rated and untimed.on_timeout == MOVE
    assert not by_oneself.rated and (by_oneself.pace, by_oneself.on_timeout) == (PACES["evening"], MOVE)
