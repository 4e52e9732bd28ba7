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
    silent = outages.RESTART_SECONDS
    while True:
        if beat_once(time.time(), silent=silent):
            silent = outages.SILENT_SECONDS
        time.sleep(outages.BEAT_SECONDS)


def beat_once(now: float, *, silent: float = outages.SILENT_SECONDS) -> bool:
    """Whether the beat was stored. A database that is away is an outage, and noted as one when it is back."""
    try:
        outages.beat("web", now, silent=silent)
    except Exception as error:
        logger.warning("no heartbeat: %s", type(error).__name__)
        connections.close_all()
        return False
    return True
