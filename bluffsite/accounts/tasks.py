"""The tasks about people. Each takes ids only, looks again, and is harmless when run twice or late."""

from celery import shared_task

from bluffsite.accounts import leaving, letters, mailing, retention


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


@shared_task(name="accounts.send_letters", ignore_result=True)
def send_letters(ids: list[int] | None = None) -> None:
    """Letters about accounts: these, or each minute all that are due."""
    letters.send(ids)


@shared_task(name="accounts.clean_up", ignore_result=True)
def clean_up() -> None:
    """Each hour: accounts whose grace time is over, and guests who cannot come back."""
    leaving.erase_due()
    leaving.clear_guests()
