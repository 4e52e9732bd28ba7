from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "bluffsite.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Models can be imported from here on only. `keep`: what this app keeps for a time only."""
        from django.utils.translation import gettext_lazy as _

        from bluffsite import among
        from bluffsite.accounts import networks, own_data, retention
        from bluffsite.accounts.notices import move_notices
        from bluffsite.accounts.services import register_merger

        among.register()
        own_data.register()
        register_merger(move_notices)
        keep = retention.register_kept
        keep("sessions", _("That your browser is signed in, or plays as a guest"), 90, retention.forget_sessions)
        keep("tokens", _("That a program may play for you"), 90, retention.forget_tokens)
        keep("notices", _("Notices to you"), 180, retention.forget_notices)
        keep("devices", _("Devices on which people were signed in"), 90, retention.forget_devices)
        keep("address changes", _("Changes of a mail address that nobody answered"), 3, retention.forget_address_changes)
        keep(
            "networks",
            _("Which people came from one network, without the address: staff see it as a hint when somebody is reported"),
            networks.KEPT.days,
            lambda then: networks.forget(),
        )
