"""Appeals: one per decision, made by its person, decided by somebody who had no part in it. Errors: DeskError."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from bluffsite.accounts import notices
from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit, claims, sanctions
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.models import Appeal, Sanction

State = Appeal.State
WITHIN = timedelta(days=90)
"""How long after a decision one can appeal; against one that is still in force, always."""
MOST_WORDS = 1000


def may_appeal(sanction: Sanction) -> bool:
    """Whether its person can appeal now: once, and not for ever."""
    if sanction.state != Sanction.State.GIVEN or hasattr(sanction, "appeal"):
        return False
    is_lasting = sanction.act in sanctions.MARKS and sanction.is_in_force
    return is_lasting or (sanction.given_at or sanction.created_at) > timezone.now() - WITHIN


def file(*, sanction: Sanction, person: User, words: str, language: str) -> Appeal:
    """The person says why the decision is wrong. Raises DeskError: no_words, no_appeal (also for somebody else's decision)."""
    text = words.strip()
    if not text or len(text) > MOST_WORDS:
        raise DeskError("no_words")
    if sanction.person_id != person.pk or not may_appeal(sanction):
        raise DeskError("no_appeal")
    try:
        with transaction.atomic():
            return Appeal.objects.create(sanction=sanction, words=text, language=language)
    except IntegrityError:  # a second tap was faster
        raise DeskError("no_appeal") from None


@transaction.atomic
def decide(*, appeal: Appeal, by: User, overturns: bool, answer: str) -> Appeal:
    """The decision stands, or is overturned: then its effects end. `answer` is what the person reads.

    Raises DeskError: decided, not_claimed, own_decision, yourself, no_note.
    """
    appeal = Appeal.objects.select_for_update(no_key=True).get(pk=appeal.pk)
    sanction = Sanction.objects.select_for_update(no_key=True, of=("self",)).select_related("person").get(pk=appeal.sanction_id)
    if appeal.decided_at is not None:
        raise DeskError("decided")
    if by.pk == sanction.person_id:
        raise DeskError("yourself")
    if claims.had_part(sanction, by):
        raise DeskError("own_decision")
    claims.require(appeal, by)
    if not answer.strip() or len(answer) > sanctions.MOST_REASON:
        raise DeskError("no_note")
    appeal.state = State.OVERTURNED if overturns else State.UPHELD
    appeal.answer, appeal.decided_by, appeal.decided_at = answer.strip(), by, timezone.now()
    appeal.claimed_by = appeal.claimed_until = None
    appeal.save()
    if overturns and sanction.state == Sanction.State.GIVEN:
        sanctions.take_back(sanction)
    act = audit.Act.OVERTURN if overturns else audit.Act.UPHOLD
    audit.write(actor=by, act=act, target=sanction.person, thing=f"sanction:{sanction.key}", rule=sanction.rule, note=appeal.answer)
    if sanction.person is not None:
        text_id = "appeal_overturned" if overturns else "appeal_upheld"
        notices.notify(sanction.person, "staff", text_id=text_id, url=f"/en/decisions/{sanction.key}/", once=f"{text_id} {sanction.key}")
    return appeal
