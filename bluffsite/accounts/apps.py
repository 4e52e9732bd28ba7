from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "bluffsite.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What this app keeps for a time only."""
        from django.utils.translation import gettext_lazy as _

        from bluffsite.accounts import networks, retention

        keep = retention.register_kept
        keep("sessions", _("That your browser is signed in, or plays as a guest"), 90, retention.forget_sessions)
        keep("tokens", _("That a program may play for you"), 90, retention.forget_tokens)
        keep("notices", _("Notices to you"), 180, retention.forget_notices)
        keep(
            "networks",
            _("Which people came from one network, without the address: staff see it as a hint when somebody is reported"),
            networks.KEPT.days,
            lambda then: networks.forget(),
        )
