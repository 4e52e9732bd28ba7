"""The site as a Django app: loads Celery and checks at the start that every game is whole."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class BluffsiteConfig(AppConfig):
    name = "bluffsite"
    label = "bluffsite"

    def ready(self) -> None:
        from django.conf import settings
        from django.utils.translation import gettext_lazy as _

        from bluffsite import celery, checks, old_logs  # noqa: F401
        from bluffsite.accounts.retention import register_kept

        register_kept(
            "logs",
            _("The site's own log: what was asked for and how long it took, without addresses and names"),
            old_logs.DAYS,
            lambda then: old_logs.forget(then, settings.DATA_DIR / "logs"),
        )


class AuditedAdminConfig(AdminConfig):
    """The admin, with an entry in the audit trail for each write."""

    default_site = "bluffsite.moderation.desk.admin_site.AuditedSite"
