"""Pages of reports, below the language."""

from django.urls import path

from bluffsite.moderation import views

app_name = "moderation"
urlpatterns = [
    path("report/", views.report, name="report"),
    path("reports/", views.mine, name="reports"),
    path("reports/<str:key>/", views.receipt, name="receipt"),
]
