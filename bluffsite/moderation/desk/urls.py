"""Pages of the staff desk, below the language. For everybody but moderators there is nothing at these addresses."""

from django.urls import path

from bluffsite.moderation.desk.views import decisions, queue, rest

app_name = "desk"
urlpatterns = [
    path("desk/", queue.open_cases, name="queue"),
    path("desk/cases/<str:key>/", queue.case, name="case"),
    path("desk/waiting/", decisions.waiting, name="waiting"),
    path("desk/decisions/<str:key>/", decisions.decision, name="decision"),
    path("desk/tables/<str:key>/", rest.table, name="table"),
    path("desk/leagues/<str:key>/", rest.league, name="league"),
    path("desk/people/", rest.people, name="people"),
    path("desk/people/<int:pk>/", rest.person, name="person"),
    path("desk/audit/", rest.entries, name="audit"),
    path("desk/audit/export/", rest.export, name="export"),
    path("desk/templates/", rest.templates, name="wordings"),
]
