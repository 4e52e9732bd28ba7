"""Addresses of tables. Namespace `lobby`: pages below the language; `play`: tables, which have none."""

from django.urls import URLPattern, URLResolver, include, path

from games.play.views import doors, new_table

app_name = "lobby"
urlpatterns = [
    path("play/now/", doors.play_now, name="play_now"),
    path("play/code/", doors.code, name="code"),
    path("play/<slug:game>/", new_table.new_table, name="new_table"),
]
_tables: list[URLPattern | URLResolver] = [
    path("t/<str:code>", doors.code_link, name="code"),
]
bare_urlpatterns = [path("", include((_tables, "play")))]
