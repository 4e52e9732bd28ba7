"""Appeals: once, by the person, decided by somebody who had no part in the decision; their state can be seen."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Notice, User
from bluffsite.moderation.desk import appeals, claims, sanctions
from bluffsite.moderation.desk.models import Appeal, AuditEntry, Sanction
from tests.bluffsite.moderation.cases import code_of, decided, in_days, moderator
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom() -> User:
    return people.member("Tom")


@pytest.fixture
def ban(tom, vera) -> Sanction:
    return decided(tom, vera, "ban", until=in_days(10))


def filed(sanction: Sanction, person: User) -> Appeal:
    return appeals.file(sanction=sanction, person=person, words="I did not.", language="en")


def test_the_person_appeals_once_in_their_own_words(ban, tom):
    assert code_of(appeals.file, sanction=ban, person=tom, words=" ", language="en") == "no_words"
    assert filed(ban, tom).state == Appeal.State.RECEIVED
    again = Sanction.objects.get(pk=ban.pk)
    assert code_of(appeals.file, sanction=again, person=tom, words="Really.", language="en") == "no_appeal"


def test_nobody_else_can(ban, otto):
    assert code_of(appeals.file, sanction=ban, person=otto, words="He did not.", language="en") == "no_appeal"


def test_a_proposal_cannot_be_appealed_against(tom, vera):
    proposal = decided(tom, vera, "ban", endless=True)
    assert code_of(appeals.file, sanction=proposal, person=tom, words="No.", language="en") == "no_appeal"


def test_an_old_decision_only_while_it_is_in_force(tom, vera):
    long, short = decided(tom, vera, "mute", until=in_days(300)), decided(tom, vera, "remind")
    Sanction.objects.update(given_at=timezone.now() - timedelta(days=91))
    long.refresh_from_db()
    short.refresh_from_db()
    assert appeals.may_appeal(long)
    assert not appeals.may_appeal(short)


def test_who_decided_does_not_decide_the_appeal(ban, tom, vera, otto):
    appeal = filed(ban, tom)
    assert code_of(claims.claim_appeal, appeal=appeal, by=vera) == "own_decision"
    assert code_of(appeals.decide, appeal=appeal, by=vera, overturns=True, answer="Yes.") == "own_decision"
    assert code_of(appeals.decide, appeal=appeal, by=otto, overturns=True, answer="Yes.") == "not_claimed"
    assert claims.claim_appeal(appeal=appeal, by=otto).state == Appeal.State.LOOKING
    assert code_of(claims.claim_appeal, appeal=appeal, by=moderator("Ina")) == "claimed"


def test_the_second_pair_of_eyes_had_a_part_in_it_too(tom, vera, otto):
    ban = sanctions.confirm(sanction=decided(tom, vera, "ban", endless=True), by=otto)
    assert code_of(claims.claim_appeal, appeal=filed(ban, tom), by=otto) == "own_decision"


def test_an_overturned_decision_has_no_effect_any_more(ban, tom, otto):
    appeal = claims.claim_appeal(appeal=filed(ban, tom), by=otto)
    assert code_of(appeals.decide, appeal=appeal, by=otto, overturns=True, answer=" ") == "no_note"
    appeals.decide(appeal=appeal, by=otto, overturns=True, answer="You are right.")
    ban.refresh_from_db()
    assert ban.state == Sanction.State.OVERTURNED
    assert not marks.is_shut_out(User.objects.get(pk=tom.pk))
    assert Notice.objects.filter(user=tom, text_id="appeal_overturned").exists()
    assert AuditEntry.objects.filter(actor=otto, act="overturn", target=tom).exists()
    assert code_of(appeals.decide, appeal=appeal, by=otto, overturns=False, answer="No.") == "decided"


def test_a_decision_that_is_upheld_stands(ban, tom, otto):
    appeal = claims.claim_appeal(appeal=filed(ban, tom), by=otto)
    appeals.decide(appeal=appeal, by=otto, overturns=False, answer="The lines are clear.")
    assert marks.is_shut_out(User.objects.get(pk=tom.pk))
    appeal.refresh_from_db()
    assert (appeal.state, appeal.answer, appeal.decided_by) == (Appeal.State.UPHELD, "The lines are clear.", otto)
    assert Notice.objects.filter(user=tom, text_id="appeal_upheld").exists()
