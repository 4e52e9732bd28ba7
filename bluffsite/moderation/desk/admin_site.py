"""The admin as this site has it: whatever is written there leaves an entry in the audit trail, in the same transaction.

Every class that is registered gets `Audited` on top, also those of Django and of libraries.
"""

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit


class Audited:
    """What Django's own log of the admin is told, the trail is told too: who, which row, which fields."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _write(request, audit.Act.ADMIN_ADD, obj, message)
        return super().log_addition(request, obj, message)  # type: ignore[misc]

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _write(request, audit.Act.ADMIN_CHANGE, obj, message)
        return super().log_change(request, obj, message)  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, queryset: "QuerySet[Model]") -> Any:
        for obj in queryset:
            _write(request, audit.Act.ADMIN_DELETE, obj, "")
        return super().log_deletions(request, queryset)  # type: ignore[misc]

    def changelist_view(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """Actions of the list, with their entries, as one transaction."""
        with transaction.atomic():
            return super().changelist_view(request, *args, **more)  # type: ignore[misc, no-any-return]

    def user_change_password(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        with transaction.atomic():
            return super().user_change_password(request, *args, **more)  # type: ignore[misc, no-any-return]


def _write(request: HttpRequest, act: str, obj: Model, message: Any) -> None:
    """Which fields, never their values: the trail holds no password and no address."""
    assert isinstance(request.user, User)
    target = obj if isinstance(obj, User) and act != audit.Act.ADMIN_DELETE else None
    audit.write(actor=request.user, act=act, target=target, thing=f"{obj._meta.label_lower}:{obj.pk}", message=message)


class AuditedSite(AdminSite):
    site_header = site_title = "bluffsite"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        base = admin_class or ModelAdmin
        super().register(model_or_iterable, type(base.__name__, (Audited, base), {"__module__": base.__module__}), **options)
