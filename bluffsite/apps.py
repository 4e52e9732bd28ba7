"""The site as a Django app: loads Celery and checks at the start that every game is whole."""

from django.apps import AppConfig


class BluffsiteConfig(AppConfig):
    name = "bluffsite"
    label = "bluffsite"

    def ready(self) -> None:
        from bluffsite import celery, checks  # noqa: F401
