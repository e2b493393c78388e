"""The table of rules and their tests is current, whole, and speaks of rules that exist."""

from __future__ import annotations

from tools import rules_coverage


def test_the_page_is_current() -> None:
    """`python -m tools.write rules` writes it."""
    assert rules_coverage.PAGE.read_text(encoding="utf-8") == rules_coverage.page()


def test_every_rule_has_a_test() -> None:
    """Rules, edge cases, examples and options alike."""
    covered = rules_coverage.covered()

    assert [rule for rule in rules_coverage.rules() if (rule.family, rule.id) not in covered] == []


def test_tests_name_only_ids_that_exist() -> None:
    """A slip in a name would hide a gap."""
    known = {(rule.family, rule.id) for rule in rules_coverage.rules()}

    assert {key: [test.name for test in by] for key, by in rules_coverage.covered().items() if key not in known} == {}
