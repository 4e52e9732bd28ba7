"""The list of leagues: one's own first, then all public ones, to search and to filter."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.core.registry import all_games
from leagues import shown
from leagues.models import League
from leagues.selectors import ListPage, league_list, rows_of
from leagues.times import zone_of

SEARCH = forms.TextInput(attrs={"type": "search", "autocomplete": "off"})


class SearchForm(forms.Form):
    """What is looked for; whatever cannot be read is not looked for."""

    q = forms.CharField(label=_("Name"), required=False, max_length=60, widget=SEARCH)
    game = forms.ChoiceField(label=_("Game"), required=False)
    joining = forms.ChoiceField(label=_("Who may join?"), required=False)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        any_of: list[tuple[str, Any]] = [("", _("all"))]
        self.fields["game"].choices = any_of + [(game.slug, game.words.title(shown.language())) for game in all_games()]
        ways = [(way, shown.JOINING[way][0]) for way in (League.Joining.OPEN, League.Joining.REQUEST)]
        self.fields["joining"].choices = any_of + ways
        self.fields["language"].choices = any_of + list(settings.LANGUAGES)


@require_safe
def all_leagues(request: HttpRequest) -> HttpResponse:
    """UX-1001: filter and join in two taps."""
    form = SearchForm(request.GET or None)
    asked = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    with timezone.override(zone_of(request.user)):
        found: ListPage = league_list(request.user, page=request.GET.get("page", ""), **asked)
        context = {
            "form": form,
            "mine": rows_of(request.user) if found.number == 1 and not asked else [],
            "found": found,
            "is_filtered": bool(asked),
            "query": urlencode(asked),
        }
        return render(request, "leagues/list.html", context)
