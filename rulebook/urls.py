from django.urls import path

from rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("rules/", views.index, name="index"),
    path("rules/common/", views.common, name="common"),
    path("rules/<slug:slug>/", views.game, name="game"),
]
