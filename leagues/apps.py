from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell `accounts` what leagues say, keep and forget of people. Models can be imported from here on only."""
        from games.play.signals import match_finished
        from leagues import notices, persons
        from leagues.services import results

        match_finished.connect(results.match_ended, dispatch_uid="leagues")
        notices.register()
        persons.register()
