"""The OpenAPI text of the API, made from the table of endpoints and the types that the views really read and answer."""

import re
from functools import cache
from typing import Any

import msgspec
from django.conf import settings

from games.core.registry import all_games
from games.play.api import views  # noqa: F401  (entering the endpoints)
from games.play.api.endpoints import ENDPOINTS, Endpoint
from games.play.api.problems import Problem

VERSION = "1.0.0"
_REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
_PROBLEM_TEXT = {
    400: "The request cannot be read, or its values are not allowed.",
    401: "No token, or one that is unknown or expired.",
    403: "Not this person's to do.",
    404: "There is no such thing, or it is not open to this person.",
    405: "This address has other methods.",
    409: "The state of the table does not allow it.",
    413: "The body is too large.",
    422: "The rules say no; `rule` is the clause.",
    429: "Too many requests; `Retry-After` says for how many seconds.",
}


@cache
def document() -> dict[str, Any]:
    """OpenAPI 3.1. Options and actions of every game are components by name: `liars_dice.Options`."""
    schemas, components = _schemas()
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(_path_of(endpoint), {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "bluffsite",
            "version": VERSION,
            "summary": "Play bluffing games by program.",
            "description": "Sign in as a guest, sit at a table, and play over HTTP or over the table's WebSocket.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"{settings.SITE_URL}/api/v1"}],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": "The token of `POST /guests`."}},
        },
    }


def _types() -> list[Any]:
    """Every type that is named in the document, once."""
    named = [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.answer) if kind is not None]
    return list(dict.fromkeys([*named, Problem]))


def _schemas() -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type of the endpoints, and the components: theirs, and those of each game by its slug."""
    types = _types()
    made, components = msgspec.json.schema_components(types, ref_template=_REF)
    for game in all_games():
        engine: Any = game.engine
        for name, kind in (("Options", engine.Options), ("Action", engine.Action), ("View", engine.View), ("Event", engine.Event)):
            components.update(_of_game(f"{game.slug}.{name}", kind, game.slug))
    return dict(zip(types, made, strict=True)), components


def _of_game(name: str, kind: Any, slug: str) -> dict[str, Any]:
    (schema,), parts = msgspec.json.schema_components([kind], ref_template=f"#/components/schemas/{slug}.{{name}}")
    named = {f"{slug}.{part}": value for part, value in parts.items()}
    return named if name in named else {**named, name: schema}


def _path_of(endpoint: Endpoint) -> str:
    return "/" + _PARAMETER.sub(r"{\2}", endpoint.path)


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): _answer(endpoint, schemas), **_problems(endpoint, schemas)},
    }
    if endpoint.view.__doc__:
        operation["description"] = " ".join(endpoint.view.__doc__.split())
    if parameters := _parameters(endpoint):
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schemas[endpoint.body]}}}
    if not endpoint.signed_in:
        operation["security"] = [{}, {"bearer": []}]
    return operation


def _answer(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    if endpoint.answer is None:
        return {"description": "Done."}
    return {"description": "Done.", "content": {"application/json": {"schema": schemas[endpoint.answer]}}}


def _problems(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    statuses = {*endpoint.problems, 429, *((401,) if endpoint.signed_in else ()), *((400, 413) if endpoint.body is not None else ())}
    content = {"application/json": {"schema": schemas[Problem]}}
    return {str(status): {"description": _PROBLEM_TEXT[status], "content": content} for status in sorted(statuses)}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for _, name in _PARAMETER.findall(endpoint.path)
    ]
    if endpoint.query is None:
        return in_path
    schema = msgspec.json.schema(endpoint.query)["$defs"][endpoint.query.__name__]
    return in_path + [{"name": name, "in": "query", "schema": part} for name, part in schema["properties"].items()]
