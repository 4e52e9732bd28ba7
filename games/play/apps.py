from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "games.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell `accounts` how seats move when a guest signs in, and what happens to them when staff shut a person out.

        Models can be imported from here on only.
        """
        from bluffsite.accounts import marks, notices, registry, retention
        from bluffsite.accounts.services import register_merger
        from games.play import people
        from games.play.leaving import services as leaving
        from games.play.services import inviting, shut_out
        from games.play.services.seats import move_seats
        from games.play.signals import match_voided
        from games.play.talk import services as talk
        from games.play.talk.avoiding import move_avoidances

        register_merger(move_seats)
        register_merger(move_avoidances)
        register_merger(talk.move_lines)
        people.register()
        registry.register_settings_page("matches", _("My matches"), "lobby:mine", for_guests=True)
        registry.register_settings_page("talk", _("Talk, muted and blocked"), "lobby:talk_settings", for_guests=True)
        registry.register_exporter("talk", _("What I said, and whom I muted or blocked"), talk.export, words=talk.WORDS, said=talk.SAID)
        registry.register_eraser("talk", talk.forget)
        register_merger(leaving.move_endings)
        registry.register_settings_page("leaving", _("Leaving early"), "lobby:leaving", for_guests=True)
        registry.register_exporter("leaving", _("How my matches ended"), leaving.export, words=leaving.WORDS, said=leaving.SAID)
        registry.register_eraser("leaving", leaving.erase)
        notices.register_kind(
            inviting.NOTICE, _("Invitations to tables"), texts={"table": _("%(who)s invites you to a table of %(game)s.")}
        )
        notices.register_kind(leaving.NOTICE, _("When I have left matches early"), texts=leaving.NOTICES)
        retention.register_kept("talk", _("What was said at tables"), talk.KEPT_DAYS, talk.forget_old)
        retention.register_kept("leaving", _("Who stayed to the end of a match"), leaving.KEPT_DAYS, leaving.forget_old)
        match_voided.connect(leaving.when_voided)
        marks.register_listener(shut_out.heard)
