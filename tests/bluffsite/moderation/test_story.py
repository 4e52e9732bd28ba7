"""The whole story, by the pages that its people use: insult, mute, report, case, measure, appeal, outcome, trail, figures."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts.models import Notice, User
from bluffsite.moderation.models import Appeal, AuditEntry, Report, Sanction
from games.play.api.tokens import make_token
from games.play.models import Table
from games.play.services.record import read
from games.play.talk import selectors as talks
from games.play.talk.models import Line
from tests.bluffsite.moderation.cases import moderator
from tests.play import people

pytestmark = pytest.mark.django_db
Commits = Callable[..., AbstractContextManager[Any]]
INSULT = "You play like a wet sock and everybody hates you"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(response: Any) -> str:
    return str(response.content.decode())


def is_away(table: Table, index: int) -> bool:
    record = read(table.pk)
    return index in record.engine.away(record.state)


@pytest.fixture
def members() -> tuple[User, User, User]:
    long_ago = timezone.now() - timedelta(days=60)
    ann, tom, zoe = (people.member(name, member_since=long_ago, date_joined=long_ago) for name in ("Ann", "Tom", "Zoe"))
    return ann, tom, zoe


def test_from_the_insult_to_the_figures(members: tuple[User, User, User], django_capture_on_commit_callbacks: Commits) -> None:
    ann, tom, zoe = members
    vera, otto = moderator("Vera"), moderator("Otto")
    anns, toms, veras, ottos = (signed_in(user) for user in (ann, tom, vera, otto))
    token, _row = make_token(user=tom)
    table = people.running(ann, tom, zoe, size=3)
    Table.objects.filter(pk=table.pk).update(allows_text=True)

    # Tom insults Ann, and Ann mutes him: his next line does not reach her, and everybody else hears it.
    toms.post(f"/tables/{table.key}/talk/", {"text": INSULT})
    line = Line.objects.get()
    anns.post(f"/tables/{table.key}/avoid/", {"mute": str(line.number)})
    toms.post(f"/tables/{table.key}/talk/", {"text": "Are you there?"})
    assert not talks.hears(ann.pk, tom.pk)
    assert talks.hears(zoe.pk, tom.pk)

    # She reports the line; a receipt says that it arrived.
    report = {"kind": "line", "key": f"{table.key}.{line.number}", "reason": "abuse", "words": "He insulted me."}
    answer = anns.post("/en/report/", report, follow=True)
    case = Report.objects.get()
    receipt = f"/en/reports/{case.key}/"
    assert answer.request["PATH_INFO"] == receipt
    assert toms.get(receipt).status_code == 404

    # Vera takes the case, sees the lines around and the match as a spectator did, and decides.
    path = f"/en/desk/cases/{case.key}/"
    assert case.key in text(veras.get("/en/desk/"))
    veras.post(path, {"do": "claim"})
    page = text(veras.get(path))
    assert INSULT in page
    assert "The match at that moment" in page
    decision = {"do": "decide", "measure": "time_out", "beside": "remove_text", "line": [str(line.number)], "end": "3"}
    with django_capture_on_commit_callbacks(execute=True):
        veras.post(path, decision | {"rule": "respect", "language": "en", "reason": "You insulted Ann's play."})

    # It bites everywhere at once: seat, pages, token, line.
    assert is_away(table, 1)
    assert not is_away(table, 0)
    shut = toms.get(f"/tables/{table.key}/")
    assert shut.status_code == 403
    assert "You insulted Ann&#x27;s play." in text(shut)
    refused = toms.get("/api/v1/tables", headers={"Authorization": f"Bearer {token}"})
    assert (refused.status_code, refused.json()["code"]) == (403, "shut_out")
    line.refresh_from_db()
    assert line.removed_at is not None
    assert INSULT not in text(signed_in(zoe).get(f"/tables/{table.key}/"))

    # Ann is told that something was done, and nothing more.
    case.refresh_from_db()
    assert case.outcome == "action"
    assert Notice.objects.filter(user=ann, kind="report").exists()
    assert "3 days" not in text(anns.get(receipt))

    # Tom reads why, and appeals; Vera, who decided, cannot decide about that.
    sanction = Sanction.objects.get(act="time_out")
    own = f"/en/decisions/{sanction.key}/"
    assert INSULT in text(toms.get(own))
    assert "Ann" not in text(toms.get(own)).replace("You insulted Ann&#x27;s play.", "")
    toms.post(own, {"words": "We always talk like that. Ask her."})
    appeal = f"/en/desk/decisions/{sanction.key}/"
    veras.post(appeal, {"do": "claim"})
    assert Appeal.objects.get().claimed_by is None

    # Otto overturns it: Tom is told, comes back, and takes his seat again.
    ottos.post(appeal, {"do": "claim"})
    assert "Somebody is looking at it." in text(toms.get(own))
    ottos.post(appeal, {"do": "overturn", "answer": "You are right, it was banter."})
    assert "You are right, it was banter." in text(toms.get(own))
    assert Notice.objects.filter(user=tom, text_id="appeal_overturned").exists()
    assert toms.get(f"/tables/{table.key}/").status_code == 200
    toms.post(f"/tables/{table.key}/act/", {"do": "rejoin", "version": str(read(table.pk).version)})
    assert not is_away(table, 1)

    # Everything staff did is in the trail, in order, and the figures count it.
    trail = list(AuditEntry.objects.order_by("pk").values_list("actor__username", "act"))
    assert trail == [
        ("vera", "claim"),
        ("vera", "look"),
        ("vera", "sanction"),
        ("vera", "sanction"),
        ("vera", "close_report"),
        ("otto", "appeal_claim"),
        ("otto", "overturn"),
    ]
    figures = text(Client().get("/en/conduct/figures/"))
    row = figures[figures.index("<tbody>") : figures.index("</tr>", figures.index("<tbody>"))]
    numbers = [cell.partition("<")[0] for cell in row.split('class="number">')[1:]]
    assert numbers == ["1", "1", "0", "–", "1–4", "1–4", "1", "1–4"]  # few are not told apart
