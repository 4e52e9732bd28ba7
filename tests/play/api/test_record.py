"""The record of a match by the API: whole, for those who played it, and not before the end."""

import pytest

from games.core.fairness import verify
from games.play.models import Table
from games.play.services.actions import STAFF, submit_action
from games.play.services.record import read
from tests.play.api.test_api import SignIn, sign_in

__all__ = ["sign_in"]
pytestmark = pytest.mark.django_db


def test_record_is_whole_and_for_those_who_played(sign_in: SignIn) -> None:
    host, friend, stranger = sign_in("Ada"), sign_in("Bob"), sign_in("Eve")
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 2, "public": True})["key"]
    friend.ask("POST", f"tables/{key}/seat", {})
    assert host.refused("GET", f"tables/{key}/record") == (404, "not_found")
    host.ask("POST", f"tables/{key}/start", {})
    assert host.refused("GET", f"tables/{key}/record") == (404, "not_found")
    match_id = Table.objects.get(key=key).pk
    submit_action(match_id=match_id, seat=None, action={"type": "close"}, version=read(match_id).version, actor=STAFF)
    for player in (host, friend):
        player.ask("GET", f"tables/{key}/record")
        assert all(check.ok for check in verify(player.answer.content))
    assert stranger.refused("GET", f"tables/{key}/record") == (403, "not_seated")
