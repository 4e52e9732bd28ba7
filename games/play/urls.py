"""Addresses of tables. Namespace `lobby`: pages below the language; `play`: tables, which have none."""

from django.urls import URLPattern, URLResolver, include, path

from games.play.views import check, doors, lesson, new_table, table

app_name = "lobby"
urlpatterns = [
    path("play/now/", doors.play_now, name="play_now"),
    path("play/code/", doors.code, name="code"),
    path("play/check/", check.check_file, name="check"),
    path("play/fair/", check.fair, name="fair"),
    path("play/<slug:game>/", new_table.new_table, name="new_table"),
    path("play/<slug:game>/lesson/", lesson.lesson, name="lesson"),
]
_tables: list[URLPattern | URLResolver] = [
    path("t/<str:code>", doors.code_link, name="code"),
    path("tables/<str:key>/", table.table, name="table"),
    path("tables/<str:key>/act/", table.act, name="act"),
    path("tables/<str:key>/sit/", table.sit, name="sit"),
    path("tables/<str:key>/stand/", table.stand, name="stand"),
    path("tables/<str:key>/ready/", table.ready, name="ready"),
    path("tables/<str:key>/start/", table.start, name="start"),
    path("tables/<str:key>/setup/", table.setup, name="setup"),
    path("tables/<str:key>/rematch/", table.rematch_answer, name="rematch"),
    path("tables/<str:key>/known/", table.known, name="known"),
    path("tables/<str:key>/log/", table.log, name="log"),
    path("tables/<str:key>/record.json", table.record, name="record"),
    path("tables/<str:key>/check/", check.check_table, name="check"),
]
bare_urlpatterns = [path("", include((_tables, "play")))]
