"""What a person wrote and is called: shown to them as evidence, removed, put back, renamed."""

from collections.abc import Collection
from typing import Any

from bluffsite.accounts import guests, refused_names
from bluffsite.accounts.models import User
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report
from games.play.services import staff
from games.play.talk import services as talk
from games.play.talk.models import Line


def shown_to_target(report: Report, lines: Collection[int]) -> list[dict[str, Any]]:
    """Their own words, of the marked lines and of the one that was reported, and the name that was. Nothing about who reported."""
    mine = [line for line in report.evidence.get("lines", ()) if line["user"] == report.target_id]
    meant = [line for line in mine if line["meant"] or line["number"] in lines]
    shown = [{"text": line["text"], "language": line["language"], "at": line["at"], "number": line["number"]} for line in meant]
    if report.reason == Report.Reason.NAME and (name := report.evidence.get("name")):
        shown.append({"text": name})
    return shown


def remove(sanction: Sanction, lines: Collection[int]) -> None:
    """The marked lines of this person at the reported table are gone for every reader; so are the words of a report."""
    for line in _lines(sanction, lines):
        talk.remove(line=line)
    _set_words(sanction, "–")


def put_back(sanction: Sanction) -> None:
    """What `remove` took away."""
    _set_words(sanction, next((str(line["text"]) for line in sanction.evidence), ""))
    for line in _lines(sanction, [line["number"] for line in sanction.evidence if "number" in line]):
        talk.put_back(line=line)


def _set_words(sanction: Sanction, words: str) -> None:
    """Of the report that this decision is about, if it is about one."""
    if sanction.report is not None and sanction.report.kind == Report.Kind.REPORT and words:
        Report.objects.filter(key=sanction.report.about, reporter=sanction.person).update(words=words)


def _lines(sanction: Sanction, numbers: Collection[int]) -> list[Line]:
    if sanction.report is None or sanction.report.table_id is None:
        return []
    return list(Line.objects.filter(table=sanction.report.table_id, user=sanction.person, number__in=numbers))


def rename(person: User) -> None:
    """Another name at every table and from now on; the old one is not theirs to take again."""
    old = person.display_name
    name = guests.offered_name(person.language or "en")
    refused_names.refuse(user=person, name=old)
    guests.rename(user=person, name=name)
    staff.rename(user=person, name=name)
