"""Pages of leagues, below the language. `key` is the address of a league; what has words of its own comes before it."""

from django.urls import path

from leagues.play_urls import bare_urlpatterns as bare_urlpatterns
from leagues.play_urls import urlpatterns as playing
from leagues.views import disputes, founding, home, joining, lists, members, mine, organise, organise_people, organise_season, seasons

app_name = "leagues"
urlpatterns = [
    *playing,
    path("leagues/", lists.all_leagues, name="list"),
    path("leagues/new/", founding.choose, name="choose"),
    path("leagues/new/<slug:game>/", founding.found, name="new"),
    path("leagues/join/<str:invitation>/", joining.invitation, name="invitation"),
    path("leagues/<str:key>/", home.home, name="home"),
    path("leagues/<str:key>/join/", joining.join, name="join"),
    path("leagues/<str:key>/leave/", joining.leave, name="leave"),
    path("leagues/<str:key>/log/", home.log, name="log"),
    path("leagues/<str:key>/me/", mine.me, name="me"),
    path("leagues/<str:key>/members/", members.members, name="members"),
    path("leagues/<str:key>/members/<int:member_id>/", members.member, name="member"),
    path("leagues/<str:key>/seasons/<int:number>/", seasons.season, name="season"),
    path("leagues/<str:key>/seasons/<int:number>/enter/", seasons.enter, name="enter"),
    path("leagues/<str:key>/seasons/<int:number>/withdraw/", seasons.withdraw, name="withdraw"),
    path("leagues/<str:key>/matches/<str:fixture>/dispute/", disputes.dispute, name="dispute"),
    path("leagues/<str:key>/organise/disputes/<int:dispute_id>/", disputes.answer, name="answer"),
    path("leagues/<str:key>/organise/", organise.organise, name="organise"),
    path("leagues/<str:key>/organise/member/<int:member_id>/", organise_people.member, name="organise_member"),
    path("leagues/<str:key>/organise/season/", organise_season.plan, name="plan"),
    path("leagues/<str:key>/organise/season/start/", organise_season.start, name="start"),
    path("leagues/<str:key>/organise/season/call-off/", organise_season.call_off, name="call_off"),
    path("leagues/<str:key>/organise/season/end/", organise_season.end, name="end"),
    path("leagues/<str:key>/organise/message/", organise.message, name="message"),
    path("leagues/<str:key>/organise/link/", organise.link, name="link"),
    path("leagues/<str:key>/organise/league/", organise.change, name="change"),
    path("leagues/<str:key>/organise/close/", organise.close, name="close"),
]
