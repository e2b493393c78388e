"""A report section below each failed guard test that says what to do: the text of its assertion, or a sentence kept here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

ADVICE: Mapping[str, str] = {
    "test_its_figures_are_those_of_the_program": "Write the new figure into the page, and read the sentence around it again.",
    "test_what_a_page_names_is_there": "Name the module, file or make target as it's called now, or take the sentence out.",
    "test_the_page_of_commands_is_what_is_declared": "Run `python -m tools.write commands` and read the difference.",
    "test_no_two_commands_and_no_two_options_share_a_name": "Rename the newer one, in every language whose list shows it twice.",
    "test_the_longest_custom_id_fits": "Shorten the argument, or keep what it says in the database: Discord takes 100 characters.",
    "test_what_we_do_not_write_is_not_read": "Make the reader of component ids refuse it: anyone can forge an id.",
    "test_no_privileged_intent_and_only_the_permissions_that_are_used": (
        "Do without the intent or permission. If that's impossible, add it here, in docs/self-hosting.md and to the invitation."
    ),
    "test_no_name_that_is_data_is_gone": (
        "Databases and messages have this name: bring it back, or write a migration and then run `python -m tools.write names`."
    ),
    "test_every_kind_of_name_is_found": "Mend the pattern in tools/frozen_names.py that finds nothing, or name the new kind here.",
    "test_every_logger_has_a_fixed_name": "Give `getLogger` a text: logs are searched by it, whatever the module is called.",
    "test_the_shared_packages_are_there": "Name the folders as they're called now.",
    "test_no_game_is_named_outside_its_folders": "Ask the game through its protocol (`games/core/game.py`) instead of naming it.",
    "test_an_idle_bot_has_loaded_nothing_that_draws": "Import it where it's used, or in the process that paints.",
    "test_garbage_is_collected_once_everything_is_loaded": "Call `gc.enable()` where the bot is built, after all imports.",
    "test_the_page_is_true_and_fits": "Correct docs/listing.md: the lists of bots take no longer texts.",
    "test_the_table_of_capabilities_is_that_of_the_folders": "Run `python -m tools.write rooms` and read the difference.",
    "test_every_capability_has_a_path_to_read_of_modules_that_exist": (
        "Put the new folder, or the module's new name, into `READING` of tools/code_map.py; then run `python -m tools.write rooms`."
    ),
    "test_no_more_variables_say_nothing": "Call the variable by what it holds.",
    "test_no_public_class_shares_its_name_with_another_idea": "Rename the newer class: a name has one meaning in the program.",
    "test_the_list_of_a_full_server_fits_one_message": "Shorten the line of a map, or turn the list into pages.",
    "test_every_map_that_can_be_chosen_fits_a_select": "Offer maps in pages: Discord shows 25 in a menu.",
    "test_every_map_has_an_alt_text_that_fits": "Shorten the alt text of the map.",
    "test_a_preview_can_be_confirmed_whatever_the_map_is_called": "Keep the map's name out of the button's id.",
    "test_nothing_of_the_discord_layer_takes_the_store": "Write through a use-case of the service.",
    "test_nothing_goes_another_way_than_the_mechanism_and_its_tables": (
        "Change aggregates by `UnitOfWork.change`. Another way needs a line in this test that says why no decision goes stale."
    ),
    "test_the_store_expects_revisions_and_no_versions_and_notes_nothing_by_itself": "Use `ExpectRevision`.",
    "test_every_other_way_to_write_says_why_nothing_decided_is_out_of_date_by_it": (
        "Write through `UnitOfWork.change`, or add the method to the list with the reason."
    ),
    "test_no_document_says_somebodys_gender": "Say *they*, or name the role.",
    "test_no_document_is_bookish": "Say it in everyday words; the list of words is in this test.",
    "test_no_module_says_what_no_document_says": "Say it in everyday words, and *they* for a person; the lists are in this test.",
    "test_every_button_that_a_page_names_exists": "Name the button by its key, as `text/labels.py` has it.",
    "test_one_version_of_uv_installs_everywhere": "Set the same version of uv in the Makefile, the Dockerfile and the CI.",
    "test_whatever_is_pinned_is_renewed": "Add it to the files that renew pinned versions.",
    "test_every_revision_follows_the_one_before_it_up_to_the_present": "Give the newer migration the next free number.",
    "test_the_rights_are_those_that_were_written_down": (
        "Run `python -m tools.write rights` and read the difference: a right that changes unasked is a mistake."
    ),
    "test_the_page_is_current": "Run `python -m tools.write rules` and read the difference.",
    "test_every_rule_has_a_test": "Write a test that is named after the rule's id (tests/rules).",
    "test_tests_name_only_ids_that_exist": "Correct the id in the test's name, or add the rule to the rule text.",
    "test_a_program_that_a_test_starts_does_not_ignore_ctrl_c": "Start it in a way that leaves SIGINT alone.",
    "test_no_use_case_is_dropped": "Bring the use-case back, or remove its line from use_cases.toml in the commit that says why.",
    "test_every_option_of_a_former_command_is_given_somewhere": "Give the option a place, or say in use_cases.toml where it went.",
}
"""What to do when a guard fails whose assertion has no message of its own."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
    """Add the advice to the report of a failed guard."""
    report: Any = yield  # type: ignore[misc]
    advice = ADVICE.get(getattr(item, "originalname", item.name))
    if report.failed and advice is not None:
        report.sections.append(("What to do", advice))
    return report  # type: ignore[return-value]
