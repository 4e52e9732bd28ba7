from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.play.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A match that has ended, or is declared void, is counted soon after. Models can be imported from here on only."""
        from games.play.ratings import tasks
        from games.play.signals import match_finished, match_voided

        match_finished.connect(tasks.when_finished, dispatch_uid="ratings")
        match_voided.connect(tasks.when_voided, dispatch_uid="ratings")
