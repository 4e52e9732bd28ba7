from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "bluffsite.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """After each `migrate` there is a group of moderators, with the right to work at the desk."""
        post_migrate.connect(_make_group, sender=self)


def _make_group(sender: AppConfig, using: str, **more: Any) -> None:
    """A permission has no row while migrations run, but it has one by now."""
    from django.contrib.auth.models import Group, Permission

    right = Permission.objects.using(using).filter(content_type__app_label="moderation", codename="moderate").first()
    if right is None:  # migrated to a time before the desk
        return
    group, _ = Group.objects.using(using).get_or_create(name="moderators")
    group.permissions.add(right)
