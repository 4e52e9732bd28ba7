"""Pages of what is played in a league; part of `leagues.urls`. `bare_urlpatterns` have no language."""

from django.urls import include, path

from leagues.views import deciding, fixtures, rounds, tables

urlpatterns = [
    path("leagues/<str:key>/table/", tables.table, name="table"),
    path("leagues/<str:key>/table/<int:entry_id>/", tables.why, name="why"),
    path("leagues/<str:key>/table.csv", tables.table_file, name="table_file"),
    path("leagues/<str:key>/results.csv", tables.results_file, name="results_file"),
    path("leagues/<str:key>/cross/", tables.cross, name="cross"),
    path("leagues/<str:key>/matches/", rounds.matches_page, name="matches"),
    path("leagues/<str:key>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("leagues/<str:key>/rounds/open/", rounds.open_next, name="open_next"),
    path("leagues/<str:key>/calendar/", rounds.calendar, name="calendar"),
    path("leagues/<str:key>/matches/<str:fixture_key>/", fixtures.fixture, name="fixture"),
    path("leagues/<str:key>/matches/<str:fixture_key>/decide/", deciding.decide, name="decide"),
    path("leagues/<str:key>/matches/<str:fixture_key>/correct/", deciding.correct, name="correct"),
    path("leagues/<str:key>/matches/<str:fixture_key>/stand-in/<int:entry_id>/", fixtures.stand_in, name="stand_in"),
]

_feeds = [path("calendar/<str:feed>.ics", rounds.calendar_file, name="file")]
bare_urlpatterns = [path("", include((_feeds, "calendar")))]
