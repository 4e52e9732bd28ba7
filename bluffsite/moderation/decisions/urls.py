"""The code of conduct, the figures, and what was decided about the reader: below the language."""

from django.urls import path

from bluffsite.moderation.decisions import views

app_name = "conduct"
urlpatterns = [
    path("conduct/", views.conduct, name="conduct"),
    path("conduct/figures/", views.numbers, name="figures"),
    path("decisions/", views.mine, name="decisions"),
    path("decisions/<str:key>/", views.decision, name="decision"),
]
