"""What a person calls a device: browser and system, read from what the browser says of itself."""

import re
from ipaddress import ip_address, ip_network
from typing import Any

BROWSERS = [
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
]
SYSTEMS = [
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
]


def named(session: Any) -> dict[str, str]:
    """`browser` and `system` of a session of allauth; empty where they are not known."""
    return {"browser": _first(BROWSERS, session.user_agent), "system": _first(SYSTEMS, session.user_agent)}


def _first(known: list[tuple[str, str]], text: str) -> str:
    return next((name for name, pattern in known if re.search(pattern, text)), "")


def rough_network(address: str) -> str:
    """The neighbourhood of an address: a /24 of IPv4, a /48 of IPv6; `0.0.0.0` where it is none."""
    try:
        found = ip_address(address)
        address = str(getattr(found, "ipv4_mapped", None) or found)
        return str(ip_network(f"{address}/{48 if ':' in address else 24}", strict=False).network_address)
    except ValueError:
        return "0.0.0.0"  # noqa: S104 - no address is bound here
