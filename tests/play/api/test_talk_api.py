"""Talk over HTTP for programs: the same services, the same refusals."""

import pytest

from tests.play.api.test_api import Api, SignIn, sign_in  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db


def test_phrases_are_read_in_each_ones_language_and_muted_people_not_at_all(sign_in: SignIn) -> None:  # noqa: F811
    host, bob = sign_in("Host"), sign_in("Bob", **{"Accept-Language": "de"})
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 3, "public": True, "text": True})["key"]
    assert host.ask("GET", f"tables/{key}")["text"] is True
    bob.ask("POST", f"tables/{key}/seat", {})
    said = {"token": "one", "phrase": 7}
    assert host.ask("POST", f"tables/{key}/talk", said) == {"type": "said", "token": "one", "number": 1, "text": ""}
    assert host.ask("POST", f"tables/{key}/talk", said)["number"] == 1
    assert [(line["text"], line["mine"]) for line in bob.ask("GET", f"tables/{key}/talk")] == [("Schöner Bluff!", False)]
    assert Api().ask("GET", f"tables/{key}/talk")[0]["text"] == "Nice bluff!"
    assert bob.ask("GET", f"tables/{key}/talk?since=1") == []
    bob.ask("POST", f"tables/{key}/avoid", {"how": "mute", "seat": 0})
    assert bob.answer.status_code == 204
    assert bob.ask("GET", f"tables/{key}/talk") == []
    bob.ask("POST", f"tables/{key}/avoid", {"how": "none", "line": 1})
    assert len(bob.ask("GET", f"tables/{key}/talk")) == 1


def test_refusals_have_a_status_and_a_sentence(sign_in: SignIn) -> None:  # noqa: F811
    host, stranger = sign_in("Host"), sign_in("Stranger")
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 3, "text": True})["key"]
    talk = f"tables/{key}/talk"
    assert host.refused("POST", talk, {"token": "a", "text": "hi"}) == (403, "members_only")
    assert host.refused("POST", talk, {"token": "a", "phrase": 99}) == (404, "no_such_phrase")
    assert host.refused("POST", talk, {"token": "a", "phrase": "x"}) == (400, "bad_request")
    assert stranger.refused("POST", talk, {"token": "a", "phrase": 1}) == (403, "not_seated")
    assert stranger.refused("POST", f"tables/{key}/avoid", {"how": "mute", "seat": 2}) == (404, "nobody_there")
    assert Api().refused("POST", talk, {"token": "a", "phrase": 1}) == (401, "not_signed_in")
    for number in range(5):
        host.ask("POST", talk, {"token": str(number), "phrase": 1})
    assert host.refused("POST", talk, {"token": "f", "phrase": 1}) == (429, "talk_too_fast")
