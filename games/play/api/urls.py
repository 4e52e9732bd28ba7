"""The addresses below `/api/v1/`: the endpoints, the OpenAPI text, the message reference and the page for people."""

from collections import defaultdict

from django.urls import URLPattern, path, re_path

from games.play.api import pages
from games.play.api.dispatch import view_of
from games.play.api.endpoints import ENDPOINTS, Endpoint

app_name = "api"

_by_path: defaultdict[str, list[Endpoint]] = defaultdict(list)
for _endpoint in ENDPOINTS:
    _by_path[_endpoint.path].append(_endpoint)

urlpatterns: list[URLPattern] = [
    path("", pages.reference, name="reference"),
    path("openapi.json", pages.openapi, name="openapi"),
    path("protocol.md", pages.protocol, name="protocol"),
    path("client_example.py", pages.client_example, name="client_example"),
    *(path(address, view_of(endpoints), name=endpoints[0].name) for address, endpoints in _by_path.items()),
    re_path("", pages.nothing),
]
