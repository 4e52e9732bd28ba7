"""What staff may look at. Nothing here shows a hand, a secret of a deal, or what a match holds; nothing changes a table."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from bluffsite.accounts.models import User
from games.play.models import Table

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # by our own door, with its second step
admin.site.site_header = admin.site.site_title = "bluffsite"


@admin.register(User)
class PeopleAdmin(UserAdmin):
    list_display = ("username", "display_name", "is_guest", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    fieldsets = (*(UserAdmin.fieldsets or ()), ("At the table", {"fields": ("display_name", "is_guest", "language", "more_time")}))


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    """Which tables there are; the address of a private one stays with its people."""

    list_display = ("id", "game", "size", "is_public", "phase", "created_at", "touched_at")
    list_filter = ("game", "phase", "is_public")
    fields = ("game", "size", "is_public", "is_calm", "phase", "options", "commitment", "created_at", "touched_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
