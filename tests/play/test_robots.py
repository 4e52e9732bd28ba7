"""Computers have first names, never one that a person at the table bears."""

from games.play.robots import named


def test_a_computer_is_named_by_its_seat():
    assert named(["Anna", None, None, ""]) == ("Anna", "Emil", "Noor", "")


def test_a_reader_of_nepali_sees_devanagari():
    assert named([None, "Bob"], "ne") == ("आशा", "Bob")


def test_a_name_that_a_person_bears_is_passed_over():
    names = named(["emil", None, None, "नोर", *[None] * 8])
    assert names[0] == "emil" and "Emil" not in names and "Noor" not in names
    assert len(set(names)) == 12
