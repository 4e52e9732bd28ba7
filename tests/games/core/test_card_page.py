"""Hands and cards as the page prints them."""

import pytest

from games.core import card_page
from games.core.cards import pack
from games.core.page import next_seat, places_from_first, places_from_last


def codes(hand: list[dict[str, object]]) -> list[object]:
    return [card["code"] for card in hand]


def test_a_hand_is_shown_in_order_whatever_order_it_is_held_in() -> None:
    assert codes(card_page.hand(("KC", "X", "AS", "10H"), "en")) == ["AS", "10H", "KC", "X"]
    assert card_page.hand(("KC", "AS"), "en") == card_page.hand(("AS", "KC"), "en")


def test_by_suit_black_and_red_take_turns() -> None:
    suits = [card["suit"] for card in card_page.hand(pack(jokers=1), "en", by="suit")]
    assert list(dict.fromkeys(suits)) == ["C", "D", "S", "H", None]


def test_cards_of_the_same_code_have_ids_and_places_of_their_own() -> None:
    hand = card_page.hand(("7H", "AS", "7H"), "en")
    assert [card["id"] for card in hand] == ["AS-1", "7H-1", "7H-2"]
    assert sorted(card["order"]["suit"] for card in hand) == sorted(card["order"]["rank"] for card in hand) == [0, 1, 2]


def test_a_card_says_its_name_and_index_in_the_readers_language() -> None:
    card = card_page.face("QD", "de")
    assert (card["index"], card["word"], card["letter"]) == ("D", "Karo-Dame", "Ka")
    assert card_page.face("QD", "ne")["letter"] == ""
    joker = card_page.face("X", "en")
    assert (joker["suit"], joker["rank"], joker["word"]) == (None, "X", "joker")


def test_marked_cards_are_marked_as_often_as_they_are_named() -> None:
    shown = card_page.faces(("7H", "7H", "KC"), "en", hits=["7H", "KC"])
    assert [card["hit"] for card in shown] == [True, False, True]
    assert "hit" not in card_page.faces(("7H",), "en")[0]


def test_a_hand_is_spoken_with_its_number() -> None:
    assert card_page.spoken(("7H", "AS"), "en") == "2 cards: ace of spades, seven of hearts"
    assert card_page.spoken((), "en") == "0 cards"


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_shared_terms_are_there_in_every_language(language: str) -> None:
    assert all(card_page.terms(language).values())  # type: ignore[arg-type]
    assert all(text for _, text in card_page.keys(language))  # type: ignore[arg-type]
    assert card_page.count(8, language).value == 8  # type: ignore[arg-type]
    assert not card_page.count(8, language).noun.startswith("8")  # type: ignore[arg-type]


def test_the_next_seat_is_met_in_the_direction_of_play() -> None:
    order = (0, 1, 2, 3)
    assert next_seat(order, 1, ()) == 2
    assert next_seat(order, 1, (), "anticlockwise") == 0
    assert next_seat(order, 1, (2, 3)) == 0
    assert next_seat(order, 1, (0, 2, 3)) is None
    assert next_seat(order, None, ()) is None
    assert next_seat((0, 2, 1), 0, ()) == 2


def test_places_of_the_knocked_out_are_the_last_and_of_those_without_cards_the_first() -> None:
    assert places_from_last(((2,), (0, 1)), 5) == {2: 5, 0: 3, 1: 3}
    assert places_from_first(((2,), (0, 1), (4,))) == {2: 1, 0: 2, 1: 2, 4: 4}
