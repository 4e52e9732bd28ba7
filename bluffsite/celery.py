"""The Celery app. `BluffsiteConfig.ready` imports it, so that every process of the site knows its broker."""

import os
from typing import Any

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")

app = Celery("bluffsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_our_logs(**_: Any) -> None:
    """A receiver here keeps Celery from setting up logs of its own: the settings' LOGGING stays."""


@signals.celeryd_init.connect
def refuse_without_secret(**_: Any) -> None:
    """Raises ImproperlyConfigured: a worker of a site without SECRET_KEY does not start."""
    settings.SECRET_KEY  # noqa: B018  # reading it is the check
