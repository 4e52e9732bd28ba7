"""The Celery app. `BluffsiteConfig.ready` imports it, so that every process of the site knows its broker."""

import gc
import os
import signal
import threading
import time
from typing import Any

from celery import Celery, signals
from celery.worker import state
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.core.registry import all_games

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")

app = Celery("bluffsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_our_logs(**_: Any) -> None:
    """A receiver here keeps Celery from setting up logs of its own: the settings' LOGGING stays."""


@signals.celeryd_init.connect
def refuse_without_secret(**_: Any) -> None:
    """A worker of a site without SECRET_KEY does not start. Celery only logs other exceptions of its receivers."""
    try:
        settings.SECRET_KEY  # noqa: B018  # reading it is the check
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error


@signals.worker_init.connect
def preload_bots(**_: Any) -> None:
    """No computer's first decision waits for its tables, and no later one for the collector to go through all of the site."""
    for game in all_games():
        game.bots.preload()
    gc.collect()
    gc.freeze()


@signals.worker_ready.connect
def end_with_beat(sender: Any, **_: Any) -> None:
    """A worker whose embedded beat has died ends too, so that whoever watches it starts both again. Without beat: nothing."""
    beat = getattr(sender.controller, "beat", None)
    if beat is not None:
        threading.Thread(target=_end_after, args=(beat,), name="end with beat", daemon=True).start()


def _end_after(beat: Any) -> None:
    beat.join()
    if state.should_stop is None and state.should_terminate is None:
        os.kill(os.getpid(), signal.SIGTERM)


@signals.beat_embedded_init.connect
def end_with_worker(**_: Any) -> None:
    """A beat whose worker was killed ends as well. It runs in beat's own process, forked by the worker, and keeps nothing."""
    threading.Thread(target=_end_without, args=(os.getppid(),), name="end with worker", daemon=True).start()


def _end_without(worker: int) -> None:
    while os.getppid() == worker:
        time.sleep(0.5)
    os._exit(1)  # whatever it waits for: a broker that has gone, too
