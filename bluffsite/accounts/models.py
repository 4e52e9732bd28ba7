"""People. A guest is a real `User` row without a usable password; signing up fills that row."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A member or a guest. `username` is the unique sign-in name; `display_name` is what a table shows."""

    display_name = models.CharField(max_length=24)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=2, blank=True, help_text="Empty: by browser.")
    devanagari_digits = models.BooleanField(default=False)
    more_time = models.BooleanField(default=False, help_text="Rules: common.clock.calm.")
    known_games = models.JSONField(default=dict, help_text="Game slug -> teach | hints | yes (UX-106).")
    last_game = models.CharField(max_length=32, blank=True)

    @property
    def is_member(self) -> bool:
        return self.is_authenticated and not self.is_guest
