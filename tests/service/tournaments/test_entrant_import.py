"""An organiser's list of entrants: who is in it is invited and enters themselves, and a list is carried out whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service.errors import Refusal
from service.tournaments import entrant_import
from service.tournaments.entrant_import import (
    BAD_SEED,
    DECIDES,
    FULL,
    SAME_SEED,
    TWICE,
    UNKNOWN,
    WAITS,
    ImportLine,
    ImportPreview,
)
from service.tournaments.state import IN, WAITING
from service.users.preferences import TOURNAMENTS, WARNINGS
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused
from tests.service.tournaments.test_next_season import entered, users
from text.tournaments import entrant_import as entrant_import_texts
from text.translator import translator_for

DEPUTY = UserId(99)


def lines(*people: int, **seeds: int) -> list[ImportLine]:
    """Return a list of people by their ids, with seeds as `_7=1`."""
    return [
        ImportLine(number, f"person {user}", str(seeds.get(f"_{user}", "")), UserId(user) if user > 0 else None)
        for number, user in enumerate(people, 1)
    ]


async def imported(fair: Fair, event_id: EventId, wanted: list[ImportLine], by: UserId = ORGANISER) -> ImportPreview:
    """Preview a list and carry it out."""
    use_case = fair.services.tournaments.entrant_import
    outcome = await use_case.preview(event_id, by, wanted, now=fair.now)
    if not outcome.problems:
        outcome = await use_case.carry_out(event_id, by, now=fair.now)
        await fair.settle()
    return outcome


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("anna,1\nben,2\ncem", [(1, "anna", "1"), (2, "ben", "2"), (3, "cem", "")]),
        ("user;seed\nanna;3\n\nben;", [(2, "anna", "3"), (4, "ben", "")]),
        ("\ufeffseed\tplayer\n2\tanna b\n", [(2, "anna b", "2")]),
        ('id,name,status,place,rank\n7,"Smith, anna",in,2,1\n', [(2, "Smith, anna", "2")]),
        ("anna, 1; ben,2", [(1, "anna", "1"), (2, "ben", "2")]),
        ("anna;1", [(1, "anna", "1")]),
        ("@anna 1; @ben 12; <@300>", [(1, "@anna", "1"), (2, "@ben", "12"), (3, "<@300>", "")]),
        ("123456789012345678 4\n223456789012345678", [(1, "123456789012345678", "4"), (2, "223456789012345678", "")]),
    ],
)
def test_a_list_is_read_as_a_table_or_as_it_is_typed(text: str, read: list[tuple[int, str, str]]) -> None:
    assert [(line.number, line.text, line.seed) for line in entrant_import.read(text)] == read


@pytest.mark.parametrize("text", ["", " \n ", "user,seed\n", "a\n" * (entrant_import.MOST_LINES + 1)])
def test_an_empty_or_endless_list_is_none(text: str) -> None:
    with pytest.raises(Refusal, match="no-import"):
        entrant_import.read(text)


@pytest.mark.parametrize("why", [UNKNOWN, TWICE, BAD_SEED, SAME_SEED, DECIDES, WAITS, FULL])
def test_each_reason_has_a_sentence_with_the_line_and_the_name(why: str) -> None:
    sentence = entrant_import_texts.problem(4, "anna", why, translator_for("en"))

    assert sentence.startswith("Line 4: ") and "anna" in sentence


async def test_who_is_in_a_list_is_invited_and_enters_with_their_seed(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2")
    await entered(fair, event_id, 5)

    outcome = await imported(fair, event_id, lines(5, 6, 7, _5=2, _7=1))

    assert (outcome.invited, outcome.seeds) == ((6, 7), {5: 2, 7: 1})
    state = await fair.state(event_id)
    assert [state.user(member.id) for member in state.having(IN)] == [5], "nobody is entered by others"
    assert sorted(user for user, code, _ in fair.letters if code == "invited") == [6, 7]
    await entered(fair, event_id, 6, 7)
    assert users(await fair.state(event_id)) == [7, 5, 6]
    await fair.restart()
    assert users(await fair.state(event_id)) == [7, 5, 6]


async def test_places_are_held_for_a_week_and_then_go_to_others(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2", most=3)
    await imported(fair, event_id, lines(5, 6, 7))

    assert await entered(fair, event_id, 8, 5) == [WAITING, IN]
    await fair.wait(days=7, minutes=1)
    assert (await fair.state(event_id)).member(UserId(8)).status == IN  # type: ignore[union-attr]


async def test_who_wants_no_letters_is_invited_without_one_and_a_second_list_writes_to_nobody_twice(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2")
    await fair.services.user_settings.prefer(UserId(6), TOURNAMENTS, WARNINGS)

    await imported(fair, event_id, lines(5, 6))
    await imported(fair, event_id, lines(5, 6, 7, _6=1))

    assert [user for user, code, _ in fair.letters if code == "invited"] == [5, 7]
    assert set((await fair.state(event_id)).held.values()) == {None, 1}


async def test_while_a_line_is_wrong_nothing_of_the_list_is_done(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2", most=3)
    await entered(fair, event_id, 1, 2, 3, 4)
    before = await fair.state(event_id)
    wanted = lines(1, 2, 1, 3, 4, ORGANISER, 0, 8, _1=1, _2=1, _3=4)
    wanted[7] = replace(wanted[7], seed="x")
    wanted.append(ImportLine(9, "person 9", "", UserId(9)))

    outcome = await imported(fair, event_id, wanted)

    assert [(wrong.line.number, wrong.why) for wrong in outcome.problems] == [
        *((2, SAME_SEED), (3, TWICE), (4, BAD_SEED), (5, WAITS), (6, DECIDES), (7, UNKNOWN), (8, BAD_SEED), (9, FULL)),
    ]
    assert await fair.state(event_id) == before
    with pytest.raises(Refusal, match="no-import"):
        await fair.services.tournaments.entrant_import.carry_out(event_id, ORGANISER, now=fair.now)


async def test_what_has_changed_since_the_preview_is_judged_again(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2", most=3)
    use_case = fair.services.tournaments.entrant_import
    assert not (await use_case.preview(event_id, ORGANISER, lines(5, 6, 7), now=fair.now)).problems
    await entered(fair, event_id, 1)

    outcome = await use_case.carry_out(event_id, ORGANISER, now=fair.now)

    assert [(wrong.line.user, wrong.why) for wrong in outcome.problems] == [(7, FULL)] and not (await fair.state(event_id)).held


async def test_only_an_organiser_who_never_entered_imports_and_plays_no_more(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2")
    await entered(fair, event_id, DEPUTY)
    await fair.services.tournaments.registration.leave(event_id, DEPUTY, now=fair.now)
    preview = fair.services.tournaments.entrant_import.preview
    await refused("own-ruling", preview(event_id, DEPUTY, lines(5), now=fair.now))

    await imported(fair, event_id, lines(5))
    await refused("has-decided", fair.services.tournaments.registration.enter(event_id, ORGANISER, now=fair.now))
    await entered(fair, event_id, 5, 6, 8, 9)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await refused("event-running", preview(event_id, ORGANISER, lines(7), now=fair.now))


async def test_a_place_is_held_no_longer_than_until_the_event_begins(fair: Fair) -> None:
    event_id = await fair.opened(0, "swiss:2", starts_at=fair.now + timedelta(days=2))
    await imported(fair, event_id, lines(5))

    assert (await fair.state(event_id)).held_until == fair.now + timedelta(days=2)
