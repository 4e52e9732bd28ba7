"""What staff may look at in leagues. Nothing here changes one: organisers act through the services, with a public log."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from leagues.models import League, LogLine, Season


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(League)
class LeagueAdmin(ReadOnly):
    """The invitation of a private league stays with its people."""

    list_display = ("id", "name", "game", "joining", "is_public", "members", "created_at", "closed_at")
    list_filter = ("game", "joining", "is_public")
    search_fields = ("name",)
    fields = (
        "name",
        "about",
        "game",
        "joining",
        "is_public",
        "languages",
        "time_zone",
        "members",
        "most_members",
        "created_at",
        "closed_at",
    )


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    list_display = ("id", "league", "number", "format", "state", "starts_at", "ended_at")
    list_filter = ("format", "state")
    list_select_related = ("league",)


@admin.register(LogLine)
class LogLineAdmin(ReadOnly):
    list_display = ("id", "league", "kind", "user", "about", "reason", "at")
    list_filter = ("kind",)
    list_select_related = ("league", "user", "about")
