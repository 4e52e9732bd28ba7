from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"
