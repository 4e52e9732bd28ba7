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
