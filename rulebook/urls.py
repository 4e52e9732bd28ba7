"""Rule pages stand below the language; the sheet of a table (namespace `sheet`) beside the table, which has none."""

from django.urls import include, path

from games.play.reader import in_own_language
from rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("rules/", views.index, name="index"),
    path("rules/common/", views.common, name="common"),
    path("rules/which/", views.which, name="which"),
    path("rules/compare/", views.compare, name="compare"),
    path("rules/<slug:slug>/", views.game, name="game"),
    path("rules/<slug:slug>/beside/<slug:other>/", views.beside, name="beside"),
    path("rules/<slug:slug>/<slug:paper>.pdf", views.pdf, name="pdf"),
]
_tables = [
    path("tables/<str:key>/rules/", in_own_language(views.table), name="table"),
    path("tables/<str:key>/rules/<slug:paper>.pdf", in_own_language(views.table_pdf), name="pdf"),
]
bare_urlpatterns = [path("", include((_tables, "sheet")))]
