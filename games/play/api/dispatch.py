"""From a request to an answer: method, size, token, rate, language, body; then the view; then JSON.

Cookies count for nothing here, so there is nothing to forge: no CSRF check is needed.
"""

from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from bluffsite.accounts import limits, marks
from bluffsite.accounts.limits import TooFast, Who
from bluffsite.accounts.models import User
from games.core.game import Language
from games.play.api.endpoints import Call, Endpoint
from games.play.api.problems import ApiError, answer_to
from games.play.api.tokens import user_of_token
from games.play.sockets.messages import depth

BODY_BYTES = 16384
BODY_DEPTH = 8


def view_of(endpoints: Sequence[Endpoint]) -> Callable[..., HttpResponse]:
    """The Django view of one address, which has one endpoint per method."""
    by_method = {endpoint.method: endpoint for endpoint in endpoints}

    @csrf_exempt
    def view(request: HttpRequest, **path: str) -> HttpResponse:
        language = language_of(request)
        with translation.override(language):
            try:
                endpoint = by_method.get(cast(Any, request.method))
                if endpoint is None:
                    raise ApiError("wrong_method")
                return _answer(endpoint, request, language, path)
            except Exception as error:
                return problem(error, language, allow=by_method)

    return view


def problem(error: Exception, language: Language, allow: Iterable[str] = ()) -> HttpResponse:
    """The answer that says why not, in the active language. Errors that nobody expected are raised again."""
    status, body = answer_to(error)
    response = _json(status, body, language)
    if status == 405:
        response["Allow"] = ", ".join(allow)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooFast):
        response["Retry-After"] = str(error.seconds)
    return response


def language_of(request: HttpRequest) -> Language:
    """By Accept-Language alone."""
    asked = SimpleNamespace(COOKIES={}, META={"HTTP_ACCEPT_LANGUAGE": request.headers.get("Accept-Language", "")})
    return cast(Language, translation.get_language_from_request(cast(HttpRequest, asked)))


def _answer(endpoint: Endpoint, request: HttpRequest, language: Language, path: dict[str, str]) -> HttpResponse:
    address = limits.address_of(request.META)
    limits.spend("api", Who(None, address))
    user = _user(request)
    if endpoint.signed_in and user is None:
        raise ApiError("not_signed_in")
    who = Who(user.pk if user else None, address)
    limits.spend(f"api {endpoint.name}", who, per_user=(endpoint.rate,), per_address=() if user else (endpoint.rate,))
    call = Call(request=request, user=user, who=who, language=language, body=_body(endpoint, request), query=_query(endpoint, request))
    return _json(endpoint.status, endpoint.view(call, **path), language)


def _user(request: HttpRequest) -> User | None:
    """None without a token. A token that is not alive, or of a person who is shut out, is an error even where none is needed."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if not kind:
        return None
    found = user_of_token(token.strip()) if kind.lower() == "bearer" else None
    if found is None:
        raise ApiError("not_signed_in")
    if marks.is_shut_out(found[0]):
        raise ApiError("shut_out")
    return found[0]


def _body(endpoint: Endpoint, request: HttpRequest) -> Any:
    """The body as the endpoint's type; an empty one counts as `{}`."""
    if endpoint.body is None:
        return None
    if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_BYTES:
        raise ApiError("too_large")
    data = request.read(BODY_BYTES + 1)
    if len(data) > BODY_BYTES:
        raise ApiError("too_large")
    try:
        if depth(data.decode()) > BODY_DEPTH:
            raise ApiError("too_deep")
        return msgspec.json.decode(data or b"{}", type=endpoint.body)
    except (msgspec.DecodeError, ValueError):
        raise ApiError("bad_request") from None


def _query(endpoint: Endpoint, request: HttpRequest) -> Any:
    if endpoint.query is None:
        return None
    try:
        return msgspec.convert(dict(request.GET.items()), endpoint.query, strict=False)
    except msgspec.ValidationError:
        raise ApiError("bad_request") from None


def _json(status: int, answer: Any, language: Language) -> HttpResponse:
    text = answer if isinstance(answer, str) else b"" if answer is None else msgspec.json.encode(answer)
    response = HttpResponse(text, status=status, content_type="application/json")
    response["Content-Language"] = language
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Accept-Language", "Authorization"])
    return response
