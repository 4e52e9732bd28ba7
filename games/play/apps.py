from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "games.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell `accounts` how seats move when a guest signs in, and what happens to them when staff shut a person out.

        Models can be imported from here on only.
        """
        from bluffsite.accounts import marks
        from bluffsite.accounts.services import register_merger
        from games.play.services import shut_out
        from games.play.services.seats import move_seats

        register_merger(move_seats)
        marks.register_listener(shut_out.heard)
