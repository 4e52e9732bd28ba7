"""The heartbeat of a web process."""

import pytest

from games.play import heart
from games.play.models import Heartbeat, Outage
from games.play.services import outages
from tests.play.matches import NOW


@pytest.mark.django_db
def test_a_beat_is_stored():
    assert heart.beat_once(NOW) is True
    assert Heartbeat.objects.get(part="web").at.timestamp() == NOW


def test_a_database_that_is_away_costs_a_beat_and_not_the_heart(caplog):
    """Without the `django_db` mark there is no database for this test."""
    assert heart.beat_once(NOW) is False
    assert "no heartbeat" in caplog.text


@pytest.mark.django_db
@pytest.mark.rule("common.clock.outage")
def test_a_restart_is_an_outage_sooner_than_a_busy_machine():
    heart.beat_once(NOW)
    heart.beat_once(NOW + 2)
    assert Outage.objects.count() == 0
    heart.beat_once(NOW + 4, silent=outages.RESTART_SECONDS)
    assert [(one.ended - one.began).total_seconds() for one in Outage.objects.all()] == [2]


@pytest.mark.django_db
@pytest.mark.rule("common.clock.outage")
def test_a_site_whose_web_part_never_ran_is_taken_to_answer():
    assert outages.is_answering(NOW) is True
    heart.beat_once(NOW)
    assert outages.is_answering(NOW + outages.SILENT_SECONDS) is True
    assert outages.is_answering(NOW + outages.SILENT_SECONDS + 0.1) is False
