"""Profiles. What is not open to the reader looks like what does not exist."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from bluffsite.accounts import registry
from bluffsite.accounts.selectors import profile_for


@require_safe
def profile(request: HttpRequest, key: str) -> HttpResponse:
    """Name, and the panels of the apps: games played, ratings, leagues."""
    person = profile_for(request.user, key)
    if person is None:
        return render(request, "accounts/no_profile.html", status=404)
    is_own = person.pk == request.user.pk
    panels = [
        {"key": panel.key, "title": panel.title, "html": render_to_string(panel.template, {**context, "is_own": is_own}, request)}
        for panel in registry.profile_panels
        if (context := panel.context(person, request.user)) is not None
    ]
    return render(request, "accounts/profile.html", {"person": person, "panels": panels, "is_own": is_own})
