"""People. A guest is a real `User` row without a usable password; signing up fills that row."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.zones import check_zone


class Circle(models.TextChoices):
    """Whom something is open to."""

    EVERYBODY = "all", _("Everybody")
    MEMBERS = "members", _("People with an account")
    NOBODY = "nobody", _("Only me")


def new_key() -> str:
    """An address of a profile, impossible to guess: sign-in names stay with their owners."""
    return secrets.token_urlsafe(9)


class User(AbstractUser):
    """A member or a guest. `username` is the unique sign-in name; `display_name` is what a table shows."""

    display_name = models.CharField(max_length=96)  # 24 visible signs; see names.py
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=2, blank=True, help_text="Empty: by browser.")
    devanagari_digits = models.BooleanField(default=False)
    more_time = models.BooleanField(default=False, help_text="Rules: common.clock.calm.")
    known_games = models.JSONField(default=dict, help_text="Game slug -> teach | hints | yes (UX-106).")
    last_game = models.CharField(max_length=32, blank=True)
    shut_out_until = models.DateTimeField(null=True, editable=False, help_text="Kept by marks.py: a time-out or ban in force.")
    skeleton = models.CharField(max_length=150, blank=True, editable=False, db_index=True, help_text="Of a member's username.")
    profile_key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    time_zone = models.CharField(max_length=64, blank=True, validators=[check_zone], help_text="IANA name; empty: not known yet.")
    member_since = models.DateTimeField(null=True, blank=True, help_text="When the guest registered; empty for guests.")
    shown_to = models.CharField(max_length=8, choices=Circle, default=Circle.NOBODY, help_text="Who sees games, places, ratings (UX-1306).")
    invited_by = models.CharField(max_length=8, choices=Circle, default=Circle.MEMBERS, help_text="Who may invite this person.")
    delete_after = models.DateTimeField(null=True, blank=True, help_text="End of the grace time of a deletion that was asked for.")
    erased_at = models.DateTimeField(null=True, blank=True, help_text="When the account was deleted: the row stays without a name.")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["skeleton"], condition=models.Q(is_guest=False) & ~models.Q(skeleton=""), name="one_member_per_look"
            )
        ]

    @property
    def is_member(self) -> bool:
        return self.is_authenticated and not self.is_guest

    @property
    def membership(self) -> timedelta:
        """How long this person has been a member; nothing for guests."""
        return timedelta(0) if self.is_guest else timezone.now() - (self.member_since or self.date_joined)


class ApiToken(models.Model):
    """A program's way to act as its user. Only the SHA-256 of the token is kept; the token is shown once, when it is made."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="expired_api_tokens")]


class Mark(models.Model):
    """What staff or the site has laid on a person, until it ends by itself or is lifted. Written by `marks.py` alone.

    `until` None: without an end. `rule` is the clause that was broken, `reason` a sentence in the person's language; `ref`
    says what it came from (`sanction:12`), unique per kind, so that laying it twice changes nothing.
    """

    class Kind(models.TextChoices):
        WARNED = "warned"
        MUTED = "muted"  # neither phrases nor free text
        NO_TEXT = "no_text"  # phrases only
        NO_RATED = "no_rated"
        TIMED_OUT = "timed_out"  # shut out for a time
        BANNED = "banned"  # shut out
        COOL_DOWN = "cool_down"  # laid by the site on those who leave matches

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="marks")
    kind = models.CharField(max_length=9, choices=Kind)
    began_at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    rule = models.CharField(max_length=64, blank=True)
    reason = models.TextField(blank=True)
    language = models.CharField(max_length=2, blank=True)
    ref = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "ref"], name="one_mark_per_cause")]
        indexes = [models.Index(fields=["user", "kind"], name="living_marks", condition=models.Q(lifted_at=None))]


class RetiredName(models.Model):
    """A name that nobody may take again, because its account was deleted. Only a keyed digest of its skeleton is kept."""

    digest = models.CharField(max_length=64, primary_key=True)
    retired_at = models.DateTimeField(auto_now_add=True)


class Notice(models.Model):
    """Something a person is told, on the page and perhaps by mail. The sentence is made when it is read: see notices.py."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    text_id = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    url = models.CharField(max_length=300, blank=True, help_text="A path of ours.")
    about = models.CharField(max_length=80, blank=True, help_text="What it is about, such as league:12; kinds can be chosen for it.")
    once = models.CharField(max_length=120, null=True, help_text="A key under which this person is told only once.")
    is_on_page = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    mail_due_at = models.DateTimeField(null=True, help_text="When it is to be mailed; None: not, or done.")
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "once"], name="one_notice_per_once")]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="notices_of_person"),
            models.Index(fields=["user"], name="unread_notices", condition=models.Q(read_at=None, is_on_page=True)),
            models.Index(fields=["mail_due_at"], name="due_mails", condition=models.Q(mail_due_at__isnull=False)),
        ]


class NoticeChoice(models.Model):
    """How a person wants to hear of a kind: everywhere (`about` empty), or of one thing such as a league."""

    class Mail(models.TextChoices):
        OFF = "off", _("No email")
        NOW = "now", _("At once")
        HOURLY = "hourly", _("Once an hour, together")
        DAILY = "daily", _("Once a day, together")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=80, blank=True)
    on_page = models.BooleanField(default=True)
    mail = models.CharField(max_length=6, choices=Mail, default=Mail.OFF)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "about"], name="one_choice_per_kind")]


class RefusedName(models.Model):
    """A name that staff have taken from a person, who cannot take it again; `skeleton` is what it looks like (`names.skeleton`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="refused_names")
    skeleton = models.CharField(max_length=200)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "skeleton"], name="one_refusal_per_name")]


class Network(models.Model):
    """That a person came from a network on a day, as a salted digest: enough to see that two share one, and no address."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="networks")
    digest = models.CharField(max_length=32)
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest", "day"], name="one_network_a_day")]
        indexes = [models.Index(fields=["digest"], name="people_of_a_network"), models.Index(fields=["day"], name="old_networks")]


class AddressChange(models.Model):
    """A change of the confirmed mail address that waits for its two yeses: from the old address and from the new one.

    `email` empty: the address is to be taken away, and only the old one is asked.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_change")
    email = models.EmailField(max_length=254, blank=True)
    made_at = models.DateTimeField()
    old_agreed_at = models.DateTimeField(null=True)
    new_agreed_at = models.DateTimeField(null=True)


class Letter(models.Model):
    """A mail that waits to be sent; the row goes when it has gone. `is_reset`: a new password was asked for `to`, and
    whether anybody has that address is looked up when it is sent, so that asking takes the same time for everyone.
    """

    to = models.CharField(max_length=254)
    language = models.CharField(max_length=2)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    is_reset = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(db_index=True)
