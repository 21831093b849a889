"""Settings are kept across starts; a file that is cut off or wrong costs nothing but the settings in it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.owned.settings import MOST_PEOPLE, Person, Settings, SettingsKept
from ui.places import settings_file


def test_what_is_set_is_kept() -> None:
    kept = SettingsKept()
    assert kept.now == Settings()
    kept.change(language="de", text=140, left_handed=True)
    again = SettingsKept()
    assert (again.now, again.told) == (kept.now, "")
    assert again.now == Settings(language="de", text=140, left_handed=True)


def test_a_value_that_cannot_be_is_refused_and_changes_nothing() -> None:
    kept = SettingsKept()
    with pytest.raises(msgspec.ValidationError):
        kept.change(volume=11)
    assert kept.now == Settings() and not settings_file().exists()


def test_a_file_cut_off_anywhere_is_put_aside_and_told_of() -> None:
    kept = SettingsKept()
    kept.change(language="fr", people=(Person(name="Ann", tribe="boarix"),))
    whole = settings_file().read_bytes()
    for end in range(len(whole) - 2):
        settings_file().write_bytes(whole[:end])
        again = SettingsKept()
        assert again.now == Settings() and "settings.unread.json" in again.told
        assert settings_file().with_suffix(".unread.json").read_bytes() == whole[:end]


@given(st.binary(max_size=60))
def test_any_bytes_are_no_crash(content: bytes) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_bytes(content)
    assert isinstance(SettingsKept().now, Settings)


def test_a_setting_of_a_newer_program_is_left_out() -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('{"language": "it", "hologram": true}')
    kept = SettingsKept()
    assert (kept.now.language, kept.told) == ("it", "")


def test_people_are_remembered_by_name_the_last_first() -> None:
    kept = SettingsKept()
    kept.remember(Person(name="Ann"), Person(name="Ben"))
    kept.remember(Person(name="ANN", tribe="warus"))
    assert [person.name for person in kept.now.people] == ["ANN", "Ben"]
    assert kept.now.people[0].tribe == "warus"
    kept.remember(Person(name="ann", colour="red"))
    assert kept.now.people[0] == Person(name="ann", tribe="warus", colour="red")
    kept.remember(*(Person(name=f"P{n}") for n in range(60)))
    assert len(kept.now.people) == MOST_PEOPLE
    kept.forget("P3")
    assert "P3" not in [person.name for person in SettingsKept().now.people]


def test_a_disk_that_takes_nothing_is_told_of_and_the_setting_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_about: object) -> None:
        raise OSError(28, "No space left on device")

    kept = SettingsKept()
    monkeypatch.setattr("ui.owned.settings.write_whole", full)
    kept.change(volume=0)
    assert kept.now.volume == 0 and "No space left" in kept.told
