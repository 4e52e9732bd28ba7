"""What a password must not be, said in the site's own words: Django's sentences are not complete in all four languages."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        least = self.min_length
        return ngettext("Use at least %(count)s character.", "Use at least %(count)s characters.", least) % {"count": least}


class UnlikeTheName(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return _("This password is too much like your name. Choose another.")


class Uncommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Very many people use this password. Choose another.")
