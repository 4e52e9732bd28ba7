"""Rule pages stand below the language; the sheet of a table (namespace `sheet`) beside the table, which has none."""

from django.conf import settings
from django.urls import include, path, re_path

from games.play.reader import in_own_language
from rulebook import views
from rulebook.lost import tongue

app_name = "rulebook"
urlpatterns = [
    path("rules/", views.index, name="index"),
    path("rules/common/", views.common, name="common"),
    path("rules/which/", views.which, name="which"),
    path("rules/compare/", views.compare, name="compare"),
    path("rules/<slug:slug>/", views.game, name="game"),
    path("rules/<slug:slug>/clause/<str:name>/", views.clause, name="clause"),
    path("rules/<slug:slug>/version/<slug:version>/", views.version, name="version"),
    path("rules/<slug:slug>/version/<slug:version>/clause/<str:name>/", views.clause, name="clause"),
    path("rules/<slug:slug>/version/<slug:version>/<slug:paper>.pdf", views.pdf, name="pdf"),
    path("rules/<slug:slug>/beside/<slug:other>/", views.beside, name="beside"),
    path("rules/<slug:slug>/<slug:paper>.pdf", views.pdf, name="pdf"),
]
_tables = [
    path("tables/<str:key>/rules/", in_own_language(views.table), name="table"),
    path("tables/<str:key>/rules/<slug:paper>.pdf", in_own_language(views.table_pdf), name="pdf"),
]
_TONGUE = rf"^(?!(?:{'|'.join(code for code, _ in settings.LANGUAGES)})/)(?P<tongue>[a-zA-Z]{{2,3}}(?:[-_][a-zA-Z0-9]{{2,8}})*)/"
bare_urlpatterns = [
    path("", include((_tables, "sheet"))),
    re_path(rf"{_TONGUE}rules/(?P<rest>.*)$", tongue, name="tongue"),
]
