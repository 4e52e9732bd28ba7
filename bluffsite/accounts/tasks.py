"""The tasks about people. Each takes ids only, looks again, and is harmless when run twice or late."""

from celery import shared_task

from bluffsite.accounts import mailing


@shared_task(name="accounts.mail_notices", ignore_result=True)
def mail_notices(user_id: int) -> None:
    """What is due to be mailed to one person."""
    mailing.mail_due(user_id)


@shared_task(name="accounts.mail_sweep", ignore_result=True)
def mail_sweep() -> None:
    """Each minute: whoever has something due, digests and what a lost task left."""
    mailing.sweep()
