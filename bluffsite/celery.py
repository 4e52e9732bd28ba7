"""The Celery app. `BluffsiteConfig.ready` imports it, so that every process of the site knows its broker."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")

app = Celery("bluffsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
