"""What a person sees of a decision about them, what everybody sees of all decisions, and what stays open to who is shut out."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks, registry, retention
from bluffsite.accounts.models import Network, User
from bluffsite.accounts.services import merge_on_sign_in
from bluffsite.moderation.conduct import CLAUSES
from bluffsite.moderation.desk import claims, figures, sanctions, wordings
from bluffsite.moderation.desk.models import Appeal, Sanction
from bluffsite.moderation.models import Report
from tests.bluffsite.accounts.unsaid import unsaid
from tests.bluffsite.moderation.cases import decided, in_days, line, moderator, report
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom() -> User:
    return people.member("Tom")


@pytest.fixture
def toms(tom) -> Client:
    client = Client()
    client.force_login(tom)
    return client


def text(response: Any) -> str:
    return str(response.content.decode())


# --- the person's own page ------------------------------------------------------------------------------------------
def test_the_person_reads_rule_reason_evidence_and_end_but_not_who_reported(toms, tom, vera):
    ann = people.member("Annabel")
    evidence = {"lines": [line(ann, 1, "Be nice, Tom"), line(tom, 2, "You fool", meant=True), line(tom, 3, "Sorry")]}
    case = report(tom, by=ann, kind="line", about="k.2", evidence=evidence)
    mute = decided(tom, vera, "mute", until=in_days(7), case=case)
    page = text(toms.get(f"/en/decisions/{mute.key}/"))
    for shown in ("Respect", "You insulted people.", "You fool", "It ends by itself.", "Why is this decision wrong?", "in force"):
        assert shown in page, shown
    for hidden in ("Annabel", "Be nice", "Vera", "Sorry"):
        assert hidden not in page, hidden
    assert mute.key in text(toms.get("/en/decisions/"))


def test_nobody_else_finds_it(client, tom, vera):
    mute = decided(tom, vera, "mute", until=in_days(7))
    path = f"/en/decisions/{mute.key}/"
    assert client.get(path).status_code == 404
    client.force_login(people.member("Ann"))
    assert client.get(path).status_code == 404
    assert client.post(path, {"words": "He is right."}).status_code == 404
    assert mute.key not in text(client.get("/en/decisions/"))


def test_a_proposal_is_nobodys_business_yet(toms, tom, vera):
    ban = decided(tom, vera, "ban", endless=True)
    assert toms.get(f"/en/decisions/{ban.key}/").status_code == 404
    assert "There are none." in text(toms.get("/en/decisions/"))


def test_appealing_on_the_page_and_its_state(toms, tom, vera):
    mute = decided(tom, vera, "mute", until=in_days(7))
    path = f"/en/decisions/{mute.key}/"
    assert toms.post(path, {"words": ""}).status_code == 422
    assert "Your appeal has arrived." in text(toms.post(path, {"words": "It was a joke."}, follow=True))
    assert "Nobody has looked at it yet." in text(toms.get(path))
    claims.claim_appeal(appeal=Appeal.objects.get(), by=moderator("Otto"))
    assert "Somebody is looking at it." in text(toms.get(path))
    assert toms.post(path, {"words": "Again."}).status_code == 422


# --- shut out -------------------------------------------------------------------------------------------------------
def test_who_is_shut_out_reads_why_instead_of_tables(toms, tom, vera):
    table = people.lobby(people.member("Ann"), is_public=True)
    ban = decided(tom, vera, "ban", until=in_days(5))
    for path in (f"/tables/{table.key}/", "/en/play/liars_dice/", "/en/leagues/"):
        answer = toms.get(path)
        assert answer.status_code == 403, path
        page = text(answer)
        assert "Your account is suspended" in page
        assert "You insulted people." in page
        assert ban.key in page
    for path, form in (("/en/play/now/", {"game": "liars_dice"}), (f"/tables/{table.key}/sit/", {})):
        assert toms.post(path, form).status_code == 403


@pytest.mark.parametrize(
    "path", ["/en/", "/en/rules/", "/en/account/", "/en/settings/", "/en/conduct/", "/en/decisions/", "/en/about/privacy/", "/robots.txt"]
)
def test_what_stays_open(toms, tom, vera, path):
    decided(tom, vera, "ban", until=in_days(5))
    assert toms.get(path).status_code == 200


def test_who_is_shut_out_can_appeal_sign_out_and_report(toms, tom, vera):
    ban = decided(tom, vera, "ban", until=in_days(5))
    assert toms.post(f"/en/decisions/{ban.key}/", {"words": "No."}).status_code == 302
    assert toms.get("/en/reports/").status_code == 200
    assert toms.post("/en/sign-out/").status_code == 302


def test_another_name_waits_for_the_end(toms, tom, vera):
    decided(tom, vera, "ban", until=in_days(5))
    assert toms.post("/en/account/name/", {"name": "Nicer"}).status_code == 403


def test_it_ends_by_itself(toms, tom, vera):
    decided(tom, vera, "time_out", until=in_days(5))
    assert toms.get("/en/play/liars_dice/").status_code == 403
    User.objects.update(shut_out_until=timezone.now() - timedelta(seconds=1))
    assert toms.get("/en/play/liars_dice/").status_code == 200


def test_others_and_strangers_notice_nothing(client, tom, vera, django_assert_num_queries):
    decided(tom, vera, "ban", until=in_days(5))
    assert client.get("/en/play/liars_dice/").status_code == 200
    client.force_login(people.member("Ann"))
    assert client.get("/en/play/liars_dice/").status_code == 200


def test_where_somebody_comes_from_is_noted_by_what_they_do_and_not_by_reading(toms, tom):
    toms.get("/en/settings/")
    assert not Network.objects.exists()
    toms.post("/en/account/name/", {"name": "Tommy"})
    assert Network.objects.filter(user=tom).count() == 1


# --- for everybody --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_code_of_conduct_and_figures_in_every_language(client, language):
    page = text(client.get(f"/{language}/conduct/"))
    assert all(f'id="{clause.key}"' in page for clause in CLAUSES)
    assert client.get(f"/{language}/conduct/figures/").status_code == 200


def test_every_clause_has_a_template_in_every_language():
    assert set(wordings.FIRST) == {clause.key for clause in CLAUSES}
    assert all(set(texts) == set(wordings.LANGUAGES) and all(texts.values()) for texts in wordings.FIRST.values())


def test_the_figures_count_what_happened(client, tom, vera):
    decided(tom, vera, "mute", until=in_days(3))
    decided(tom, vera, "ban", endless=True)  # waits: not given yet
    ann = people.member("Ann")
    case = claims.claim(report=report(ann), by=vera)
    sanctions.dismiss(report=case, by=vera, note="Nothing.")
    Appeal.objects.create(
        sanction=Sanction.objects.get(act="mute"), words="No.", language="en", state="overturned", decided_at=timezone.now()
    )
    now, *before = figures.months()
    assert (now.received, now.with_action, now.no_breach, now.acts, now.appeals, now.overturned) == (3, 1, 1, {"mute": 1}, 1, 1)
    assert len(before) == 11
    assert all(month.received == month.measures == 0 for month in before)
    year = figures.total([now, *before, now])
    assert (year.received, year.with_action, year.no_breach, year.acts, year.appeals, year.overturned) == (6, 2, 2, {"mute": 2}, 2, 2)
    page = text(client.get("/en/conduct/figures/"))
    assert "<tfoot>" in page  # UX-1108: the year as well
    assert "Tom" not in page
    assert "Vera" not in page


def test_figures_need_a_fixed_number_of_queries(tom, vera, django_assert_num_queries):
    with django_assert_num_queries(5):
        figures.months()
    decided(tom, vera, "mute", until=in_days(3))
    Report.objects.update(created_at=timezone.now() - timedelta(days=100))
    with django_assert_num_queries(5):
        figures.months()


# --- the person's data ----------------------------------------------------------------------------------------------
def test_decisions_are_in_the_download_and_words_go_with_the_account(tom, vera):
    evidence = {"lines": [line(tom, 2, "You fool", meant=True)]}
    mute = decided(tom, vera, "mute", until=in_days(7), case=report(tom, kind="line", evidence=evidence))
    Appeal.objects.create(sanction=mute, words="A joke.", language="en")
    exporter = next(one for one in registry.exporters if one.key == "decisions")
    (row,) = exporter.export(tom)
    assert (row["measure"], row["reason"], row["evidence"][0]["text"]) == ("mute", "You insulted people.", "You fool")
    assert row["appeal"]["words"] == "A joke."
    assert unsaid("decisions", row) == set()
    next(one for one in registry.erasers if one.key == "decisions").erase(tom)
    mute.refresh_from_db()
    assert mute.evidence == []
    assert Appeal.objects.get().words == ""
    assert marks.bars(tom, "muted") is not None


def test_a_guest_takes_decisions_along_to_an_account(client, tom, vera):
    guest = people.guest("Guest 12")
    mute = decided(guest, vera, "mute", until=in_days(7))
    merge_on_sign_in(guest=guest, member=tom)
    client.force_login(tom)
    assert client.get(f"/en/decisions/{mute.key}/").status_code == 200
    assert marks.bars(tom, "muted") is not None


def test_words_of_what_is_long_over_are_forgotten_and_those_of_a_ban_without_end_stay(tom, vera):
    evidence = {"lines": [line(tom, 2, "You fool", meant=True)]}
    for act, more in (("mute", {"until": in_days(7)}), ("remind", {}), ("ban", {"endless": True})):
        decided(tom, vera, act, case=report(tom, kind="line", about=act, evidence=evidence), **more)
    Appeal.objects.create(
        sanction=Sanction.objects.get(act="mute"), words="A joke.", answer="No.", language="en", decided_at=timezone.now()
    )
    retention.forget_old(timezone.now() + timedelta(days=360))
    assert all(one.evidence for one in Sanction.objects.all())
    retention.forget_old(timezone.now() + timedelta(days=380))
    assert {one.act: bool(one.evidence) for one in Sanction.objects.all()} == {"mute": False, "remind": False, "ban": True}
    assert Appeal.objects.get().words == Appeal.objects.get().answer == ""
    assert Sanction.objects.filter(act="mute", rule="respect").exists()
