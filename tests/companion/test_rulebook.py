"""Reading a rules.md."""

import pytest

from companion import rulebook

TEXT = """# A game

- `ab-01-first`: Heads
  begins (the first seat). (AB-01; source 000, "toss")

```play
Tossed heads
```

- `ab-02-manners`: Be kind. (source 001) (not checked: manners)
"""


def test_words_source_ledger_and_examples_are_told_apart() -> None:
    first, manners = rulebook.read_rules(TEXT)
    assert first.id == "ab-01-first"
    assert first.words == "Heads begins (the first seat)."
    assert first.ledger == ("AB-01",)
    assert first.examples == (("Tossed heads",),)
    assert manners.not_checked == "manners"
    assert manners.source == "source 001"
    assert manners.examples == ()


def test_no_break_spaces_are_kept_and_end_no_short_sentence() -> None:
    (told,) = rulebook.read_rules("- `ab-01-first`: Deux\u00a0pions\n  jouent\u00a0: ici.\n")
    assert told.words == "Deux\u00a0pions jouent\u00a0: ici."
    assert told.short == "Deux\u00a0pions jouent."


def test_an_unknown_rule_is_said_to_be_so() -> None:
    assert rulebook.rule("strip", "one-step", "tests.toys.strip").words == "A card slides exactly one square."
    with pytest.raises(rulebook.NoSuchRule):
        rulebook.rule("strip", "no-such-rule", "tests.toys.strip")
