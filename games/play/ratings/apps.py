from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "games.play.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A match that has ended, or is declared void, is counted soon after. Models can be imported from here on only."""
        from bluffsite.accounts import registry
        from games.play.ratings import selectors, tasks
        from games.play.signals import match_finished, match_voided

        match_finished.connect(tasks.when_finished, dispatch_uid="ratings")
        match_voided.connect(tasks.when_voided, dispatch_uid="ratings")
        registry.register_panel("ratings", _("Ratings"), selectors.panel, "play/ratings_panel.html")
        registry.register_settings_page("ratings", _("My ratings"), "lobby:ratings")
        registry.register_exporter("ratings", _("Ratings"), selectors.exported, words=selectors.WORDS, said=selectors.SAID)
