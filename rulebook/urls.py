"""Rule pages stand below the language; the sheet of a table (namespace `sheet`) beside the table, which has none."""

from django.urls import include, path

from games.play.reader import in_own_language
from rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("rules/", views.index, name="index"),
    path("rules/common/", views.common, name="common"),
    path("rules/<slug:slug>/", views.game, name="game"),
]
_tables = [
    path("tables/<str:key>/rules/", in_own_language(views.table), name="table"),
]
bare_urlpatterns = [path("", include((_tables, "sheet")))]
