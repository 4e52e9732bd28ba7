"""What programs read about the site: web manifest, robots.txt, the old address of the icon."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from bluffsite.pages.maintenance import static_page

ICONS = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"), ("icon-maskable-512.png", "512x512", "maskable"))
UNLISTED = ("/tables/", "/t/", "/ws/", "/api/", "/admin/", "/language/", "/look/", "/offline/")


@require_safe
@cache_control(max_age=86400, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """Tables are for those who have the link, never for search engines."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in UNLISTED)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """So that the site can be put on the home screen."""
    language = get_language()
    content = {
        "name": "bluffsite",
        "short_name": "bluffsite",
        "description": _("Bluffing games in your browser. No account needed."),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6efe1",
        "theme_color": "#093c33",
        "icons": [{"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose} for name, sizes, purpose in ICONS],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True, public=True)
def offline_script(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, since it may answer only for what lies below its own address."""
    script = (settings.BASE_DIR / "bluffsite" / "static" / "js" / "offline.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What that shows instead of a page that needs a network (UX-1505)."""
    return static_page("offline.html", status=200)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return HttpResponsePermanentRedirect(static("icon-192.png"))
