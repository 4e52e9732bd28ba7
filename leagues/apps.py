from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell `accounts` what leagues say, keep and forget of people. Models can be imported from here on only."""
        from leagues import notices, persons

        notices.register()
        persons.register()
