"""What staff may look at beyond the desk. Nothing here shows a hand, a secret of a deal, or what a match holds; no log can be
changed, and nothing changes a table. Each write is in the audit trail (`moderation/desk/admin_site.py`). Only a superuser gives
rights or touches the account of somebody who has some.
"""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from bluffsite.accounts.models import Mark, User
from bluffsite.moderation.models import Appeal, AuditEntry, Report, Sanction
from games.play.models import Table
from games.play.talk.models import Line

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # by our own door, with its second step


class ReadOnly(admin.ModelAdmin):
    """To look at and to search. What changes is changed by services: on the site, or at the desk."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MarksInline(admin.TabularInline):
    model = Mark
    fields = ("kind", "began_at", "until", "lifted_at", "rule", "ref")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _has_rights(user: User) -> bool:
    return user.is_staff or user.is_superuser or user.groups.exists() or user.user_permissions.exists()


@admin.register(User)
class PeopleAdmin(UserAdmin):
    """Who is here, who is staff, and in which groups. People delete their accounts themselves, and measures are the desk's."""

    list_display = ("username", "display_name", "is_guest", "is_staff", "shut_out_until", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active", "groups")
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("username", "display_name", "email")
    search_help_text = "Username, name at the table or email"
    readonly_fields = ("is_guest", "shut_out_until", "last_login", "date_joined")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        ("At the table", {"fields": ("display_name", "is_guest", "language", "more_time", "shut_out_until")}),
    )
    inlines = (MarksInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Who may edit people does not make anybody, themselves least of all, one who may do more."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*super().get_readonly_fields(request, obj), *rights)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may = super().has_change_permission(request, obj)
        return may and (request.user.is_superuser or obj is None or not _has_rights(obj))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """To look at a colleague is no harm."""
        return super().has_view_permission(request, obj) or super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Which tables there are; the address of a private one stays with its people."""

    list_display = ("id", "game", "size", "is_public", "phase", "created_at", "touched_at")
    list_filter = ("game", "phase", "is_public")
    fields = ("game", "size", "is_public", "is_calm", "phase", "options", "commitment", "created_at", "touched_at")


@admin.register(Line)
class LineAdmin(ReadOnly):
    """What was said at tables that are open to all, for a search; the desk has it with what stood around it.

    Looking into another table is noted and told to its people: that is done at the desk alone.
    """

    list_display = ("at", "user", "name", "text", "phrase", "language", "removed_at")
    list_filter = ("language", "at")
    list_select_related = ("user",)
    search_fields = ("text", "name", "user__username")
    fields = ("at", "user", "name", "text", "phrase", "language", "removed_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(table__is_public=True)


@admin.register(Mark)
class MarkAdmin(ReadOnly):
    list_display = ("user", "kind", "began_at", "until", "lifted_at", "rule", "ref")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name", "ref")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("created_at", "kind", "reason", "reporter", "target", "state", "outcome", "claimed_by")
    list_filter = ("state", "outcome", "kind", "reason", "language")
    list_select_related = ("reporter", "target", "claimed_by")
    search_fields = ("words", "reporter__username", "target__username", "target__display_name")
    fields = (
        "key",
        "created_at",
        "kind",
        "reason",
        "words",
        "language",
        "reporter",
        "target",
        "state",
        "outcome",
        "claimed_by",
        "closed_at",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        """Who reported a colleague is not that colleague's to know, here as at the desk."""
        return super().get_queryset(request).exclude(target=request.user)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("created_at", "person", "act", "rule", "state", "until", "by", "second")
    list_filter = ("state", "act", "rule")
    list_select_related = ("person", "by", "second")
    search_fields = ("key", "reason", "person__username", "person__display_name", "by__username")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(person=request.user)


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    list_display = ("created_at", "sanction_id", "state", "decided_by", "decided_at")
    list_filter = ("state",)
    list_select_related = ("decided_by",)
    search_fields = ("words", "sanction__person__username")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    list_display = ("at", "actor", "act", "target", "thing", "rule", "note")
    list_filter = ("act", "at")
    list_select_related = ("actor", "target")
    search_fields = ("thing", "note", "actor__username", "target__username")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(target=request.user)


# --- what libraries bring: theirs show keys of sessions and second steps, and change whose mail address is whose -------------
for brought in (EmailAddress, Authenticator, UserSession, Group):
    admin.site.unregister(brought)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnly):
    """Whose address is confirmed. People change it themselves, with a yes from the old one."""

    list_display = ("user", "email", "verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")


@admin.register(Authenticator)
class SecondStepAdmin(ReadOnly):
    """Who has a second step, and of which kind; never its secret. A superuser takes one away from somebody who lost their device."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(UserSession)
class DeviceAdmin(ReadOnly):
    """How many devices somebody is signed in on, and since when. Whoever had the key of a session would be that person."""

    list_display = ("user", "created_at", "last_seen_at")
    list_display_links = None
    list_select_related = ("user",)
    search_fields = ("user__username",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The list alone: what a device is called has an address in it."""
        return obj is None and super().has_view_permission(request, obj)


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """What the members of a group may do: for superusers, like every other right."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)
