from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "bluffsite.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """After each `migrate` there is a group of moderators, with the right to work at the desk."""
        post_migrate.connect(_make_group, sender=self)
        from bluffsite.accounts import notices, registry, retention
        from bluffsite.accounts.services import register_merger
        from bluffsite.moderation import reports
        from bluffsite.moderation.desk import told

        notices.register_kind(reports.NOTICE, reports.NOTICE_TITLE, texts=reports.NOTICES)
        registry.register_settings_page("reports", _("My reports"), "moderation:reports", for_guests=True)
        registry.register_exporter("reports", _("My reports"), reports.export, words=reports.WORDS, said=reports.SAID)
        registry.register_eraser("reports", reports.forget)
        register_merger(reports.move)
        retention.register_kept("reports", reports.KEPT_TITLE, reports.KEPT_DAYS, _forget_old)
        told.register()


def _forget_old(then: datetime) -> int:
    from bluffsite.moderation import reports
    from bluffsite.moderation.desk import told

    return reports.forget_old(then) + told.forget_old(then)


def _make_group(sender: AppConfig, using: str, **more: Any) -> None:
    """A permission has no row while migrations run, but it has one by now."""
    from django.contrib.auth.models import Group, Permission

    right = Permission.objects.using(using).filter(content_type__app_label="moderation", codename="moderate").first()
    if right is None:  # migrated to a time before the desk
        return
    group, _is_new = Group.objects.using(using).get_or_create(name="moderators")
    group.permissions.add(right)
