"""The tasks about people. Each takes ids only, looks again, and is harmless when run twice or late."""

from celery import shared_task

from bluffsite.accounts import mailing, retention


@shared_task(name="accounts.mail_notices", ignore_result=True)
def mail_notices(user_id: int) -> None:
    """What is due to be mailed to one person."""
    mailing.mail_due(user_id)


@shared_task(name="accounts.mail_sweep", ignore_result=True)
def mail_sweep() -> None:
    """Each minute: whoever has something due, digests and what a lost task left."""
    mailing.sweep()


@shared_task(name="accounts.forget_old", ignore_result=True)
def forget_old() -> None:
    """Each hour: what is kept for a time only and whose time is over."""
    retention.forget_old()
