"""People. A guest is a real `User` row without a usable password; signing up fills that row."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


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

    @property
    def is_member(self) -> bool:
        return self.is_authenticated and not self.is_guest


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
