"""Pages of the site itself: below the language, and the few signs that have none."""

from django.urls import path

from bluffsite.pages import choices, signs, unsent, views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/clear/", views.clear_device, name="clear"),
    path("unsent/", unsent.unsent, name="unsent"),
    path("about/<slug:page>/", views.about, name="about"),
]
bare_urlpatterns = [
    path("language/", choices.choose_language, name="language"),
    path("look/", choices.choose_look, name="look"),
    path("manifest.webmanifest", signs.manifest, name="manifest"),
    path("offline.js", signs.offline_script, name="offline_script"),
    path("offline/", signs.offline, name="offline"),
    path("robots.txt", signs.robots, name="robots"),
    path("favicon.ico", signs.favicon, name="favicon"),
]
