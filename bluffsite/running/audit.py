"""`manage.py audit`: known flaws in the locked requirements, asked of OSV (https://osv.dev) in one request.

What is sent are names and versions out of requirements.txt and requirements-test.txt, nothing else. Works without Django.
"""

import http.client
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVICE = "https://api.osv.dev"
LOCKS = ("requirements.txt", "requirements-test.txt")
SECONDS = 20
NO_ANSWER = 75
"""Exit code when the service could not be asked: nothing is known, for good or bad."""
KNOWN_FLAWS = 1
ACCEPTED: Mapping[str, str] = {}
"""Ids of flaws that do not touch this site -> why. They are not told again."""

Pin = tuple[str, str]


def pins(text: str) -> set[Pin]:
    """(name, version) of every `name==version` of a lock file."""
    return set(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", text, re.MULTILINE))


def ask(wanted: Sequence[Pin], service: str = SERVICE) -> dict[Pin, list[str]]:
    """Ids of the known flaws of each. Raises OSError or ValueError when there is no answer that can be read."""
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in wanted]
    request = urllib.request.Request(  # noqa: S310  # https, or a test's own server
        f"{service}/v1/querybatch", json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as response:  # noqa: S310
        answered = json.load(response)
    results = answered.get("results") if isinstance(answered, dict) else None
    if not isinstance(results, list) or len(results) != len(wanted):
        raise ValueError("the answer does not fit the question")
    return {pin: [flaw["id"] for flaw in result.get("vulns", [])] for pin, result in zip(wanted, results, strict=True)}


def told(found: Mapping[Pin, Iterable[str]], accepted: Mapping[str, str] = ACCEPTED) -> list[str]:
    """One line for each flaw that counts."""
    return [
        f"{name} {version}: {flaw}  https://osv.dev/vulnerability/{flaw}"
        for (name, version), flaws in sorted(found.items())
        for flaw in sorted(flaws)
        if flaw not in accepted
    ]


def main(service: str = SERVICE) -> int:
    """0: no known flaws; KNOWN_FLAWS: they are printed; NO_ANSWER."""
    wanted = sorted(set().union(*(pins((ROOT / lock).read_text(encoding="utf-8")) for lock in LOCKS)))
    try:
        flaws = told(ask(wanted, service))
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        print(f"Nobody was asked about known flaws: {service} does not answer ({reason}).", file=sys.stderr)
        return NO_ANSWER
    print("\n".join([f"{len(wanted)} requirements, {len(flaws)} known flaws.", *flaws]))
    return KNOWN_FLAWS if flaws else 0
