"""The heartbeat of a web process: as long as it runs, the site answers. Rules: common.clock.outage."""

import logging
import threading
import time

from django.db import connections

from games.play.services import outages

logger = logging.getLogger(__name__)
_started = threading.Event()


def start() -> None:
    """Beat from a thread of its own until the process ends. Doing it again changes nothing."""
    if not _started.is_set():
        _started.set()
        threading.Thread(target=_beat_for_ever, name="heart", daemon=True).start()


def _beat_for_ever() -> None:
    while True:
        try:
            outages.beat("web", time.time())
        except Exception as error:  # the database is away: that is an outage, and noted when it is back
            logger.warning("no heartbeat: %s", type(error).__name__)
            connections.close_all()
        time.sleep(outages.BEAT_SECONDS)
