"""What every answer of the site must say about itself, and what no page may hold: checked by the walk over all addresses."""

import base64
import hashlib
import re

from django.conf import settings
from django.http import HttpResponse

INLINE = re.compile(r"<(script|style)\b([^>]*)>")
HANDLER = re.compile(r"<[a-z][^>]*\s(on[a-z]+|style)=")
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def faults(response: HttpResponse) -> list[str]:
    """What is wrong with an answer's headers, or in its page against its own policy."""
    wrong = [f"{name}: {response.get(name)}" for name, value in ALWAYS.items() if response.get(name) != value]
    if "camera=()" not in response.get("Permissions-Policy", ""):
        wrong.append("Permissions-Policy")
    policy = response.get("Content-Security-Policy", "")
    needed = ("frame-ancestors 'none'", "base-uri 'none'", "default-src", "form-action")
    wrong += [f"policy without {part}" for part in needed if part not in policy]
    wrong += [f"policy with {part}" for part in ("unsafe-inline", "unsafe-eval", "http:", "https:", "*") if part in policy]
    if "cookie" in response.get("Vary", "").lower() and "Cache-Control" not in response:
        wrong.append("nothing says who may keep it")
    if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
        wrong += page_faults(response.content.decode(), policy)
    return wrong


def page_faults(page: str, policy: str) -> list[str]:
    nonce = re.search("'nonce-([^']+)'", policy)
    page = re.sub(r"<style>(.*?)</style>", lambda found: "" if _digest(found[1]) in policy else found[0], page, flags=re.DOTALL)
    wrong = [
        f"<{kind}{rest}> without the nonce"
        for kind, rest in INLINE.findall(page)
        if not re.search(r"\ssrc=|application/(ld\+)?json", rest) and (nonce is None or f'nonce="{nonce[1]}"' not in rest)
    ]
    wrong += [f"inline {found[1]}: {found[0][:80]}" for found in HANDLER.finditer(page)]
    wrong += [f"from elsewhere: {url}" for url in re.findall(r"<(?:script|link|img|iframe)[^>]*\s(?:src|href)=\"(https?://[^\"]+)", page)]
    return [fault for fault in wrong if settings.SITE_URL not in fault]


def _digest(style: str) -> str:
    """As a policy names a style that stands in the page itself, where no nonce can be: in a page that is a file."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
