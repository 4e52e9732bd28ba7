from django.urls import path

from rulebook import views

urlpatterns = [
    path("rules/", views.index, name="rules_index"),
    path("rules/<slug:game>/", views.rules, name="rules"),
]
