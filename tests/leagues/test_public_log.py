"""What the public log says of results and of those who leave or stay away: who, which match, why, in every language."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone, translation

from leagues.models import Entry, Fixture, LogLine, Season, Seating
from leagues.services import corrections, deciding, entering, fixtures, joining, results, seasons
from leagues.services.corrections import Change
from leagues.services.ending import end_season
from leagues.services.log import KINDS, sentence, write
from leagues.services.shifts import MOST, Shift, shortened
from leagues.shown import changes_of
from leagues.standings import Line
from tests.leagues.people import league, person
from tests.leagues.played import begin, end, member, new_season, open_round, people, play, players
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "nl", "de", "ne")


def log_page(season: Season, language: str = "en", look: str = "") -> str:
    """The words of the log, as its owner reads them; tags are one space."""
    client = Client()
    client.force_login(people(season)[0], backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["look"] = look
    page = client.get(f"/{language}/leagues/{season.league.key}/log/")
    assert page.status_code == 200
    text = re.sub(r"<[^>]+>", " ", page.content.decode().split('class="plain log-lines"')[1].split("</main")[0])
    return " ".join(unescape(text).split())


def line(kind: str) -> LogLine:
    return LogLine.objects.get(kind=kind)


def here(fixture: Fixture, users, now) -> None:
    Seating.objects.filter(fixture=fixture, entry__member__user__in=users).update(here_at=now)


def decide(fixture: Fixture, now) -> None:
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=now))


def names(*users) -> str:
    return ", ".join(user.display_name for user in users)


@pytest.fixture
def season(db):
    return new_season(4)


@pytest.fixture
def fixture(season):
    return open_round(season)[0]


# --- corrections ----------------------------------------------------------------------------------------------------
def two_second(season: Season, result):
    """The second and third place are shared now: 1.5 points each."""
    a, b, c, d = Entry.objects.filter(season=season).order_by("seed").values_list("pk", flat=True)
    change = Change("places", {a: 1, b: 2, c: 2, d: 4})
    after_commit(lambda: corrections.correct(result=result, user=people(season)[0], change=change, reason="They were level"))


def test_a_correction_is_told_then_its_reason_then_the_standings(season, fixture):
    two_second(season, play(fixture, people(season)))
    page = log_page(season)
    parts = ["corrected the result of", "Reason: They were level", "Place and points in the standings", "Name Before After", "2 – 1.5"]
    assert sorted(parts, key=page.index) == parts
    assert "standings:" not in page


@pytest.mark.parametrize(
    ("language", "look", "cell"),
    [("en", "", "2 – 1.5"), ("nl", "", "2 – 1,5"), ("de", "", "2 – 1,5"), ("ne", "", "2 – 1.5"), ("ne", "digits:ne", "२ – १.५")],
)
def test_halves_in_the_log_are_written_as_the_reader_does(season, fixture, language, look, cell):
    two_second(season, play(fixture, people(season)))
    assert cell in log_page(season, language, look)


def test_digits_of_the_reader_leave_names_alone(season, fixture):
    two_second(season, play(fixture, people(season)))
    page = log_page(season, "ne", "digits:ne")
    assert "Member 1, Member 2" in page
    assert "चरण १ " in page  # the round that began


def test_who_was_not_in_the_match_and_moves_by_it_is_in_the_log():
    season = new_season(4, format="duels")
    for fixture in open_round(season):
        play(fixture)
    first, other = Fixture.objects.order_by("pk")
    mine, others = players(first), players(other)
    entries = list(first.seatings.order_by("index").values_list("entry", flat=True))
    change = Change("places", {entries[0]: 2, entries[1]: 1})
    after_commit(lambda: corrections.correct(result=first.result, user=people(season)[0], change=change, reason="Wrong way round"))
    # winners had shared the first place and losers the third; game points stay with who had them, and decide now
    assert {user.display_name for user in mine} < {name for name, *_ in changes_of(line("corrected"))}
    assert (others[1].display_name, "3 – 0", "4 – 0") in changes_of(line("corrected"))
    assert others[0].display_name not in {name for name, *_ in changes_of(line("corrected"))}  # first before and after


def test_a_line_that_keeps_place_and_points_says_what_changes(season, fixture):
    result = play(fixture, people(season))
    last = Entry.objects.get(member__user=people(season)[3])
    after_commit(lambda: corrections.sanction(result=result, entries=[last.pk], reason="Two accounts at one table"))
    assert changes_of(line("sanctioned")) == [("Member 3", "4 – 0; Played: 1; Forfeits: 0", "4 – 0; Played: 0; Forfeits: 1")]
    with translation.override("de"):
        assert changes_of(line("sanctioned"))[0][2].startswith("4 – 0; ")
        assert "Played" not in changes_of(line("sanctioned"))[0][2]


def test_what_moves_nobody_says_so(season, fixture):
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=people(season)[0], appeared=[], reason="All ill"))
    assert "The standings stay as they are." in log_page(season)
    play(open_round(season)[0], people(season))
    two_second(season, season.results.get())
    assert log_page(season).count("The standings stay as they are.") == 1


def test_of_many_who_move_those_of_the_match_are_kept_and_the_rest_are_counted():
    def shift(entry: int) -> Shift:
        before, after = (Line(place, entry, 0.0, 0, 0.0, 0, 0, 0, 0, {}) for place in (entry, entry + 1))
        return Shift(entry, before, after)

    all_shifts = [shift(entry) for entry in range(1, MOST + 11)]
    kept, more = shortened(all_shifts, {MOST + 10})
    assert (len(kept), more) == (MOST, 10)
    assert [one.entry for one in kept] == [*range(1, MOST), MOST + 10]
    assert shortened(all_shifts[:3], set()) == (all_shifts[:3], 0)


def test_the_rest_are_counted_in_the_log_in_words(season):
    users = people(season)
    values = {"before": {str(users[0].pk): {"place": 2, "points": 0.5}}, "after": {str(users[0].pk): {"place": 1, "points": 3.0}}}
    facts = {"people": {"members": [users[0].pk]}, "more": 12}
    write(season.league, "corrected", user=users[0], season=season, facts=facts, **values)
    page = log_page(season)
    assert "2 – 0.5 1 – 3 12 more members move in the standings." in page


def test_a_line_leads_to_its_match(season, fixture):
    two_second(season, play(fixture, people(season)))
    client = Client()
    client.force_login(people(season)[0], backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/en/leagues/{season.league.key}/log/").content.decode()
    assert f'href="/en/leagues/{season.league.key}/matches/{fixture.key}/"' in page.split("log-lines")[1]


# --- lines of earlier versions --------------------------------------------------------------------------------------
def test_lines_that_were_kept_once_are_read_as_new_ones_are(season):
    first, second, *_ = users = people(season)
    kept = {"season": season, "user": first, "reason": "Long ago"}
    before, after = ({str(first.pk): f"1 – {one}", str(second.pk): f"{place} – 3"} for one, place in (("3.5", 2), ("4", 10)))
    facts = {"round": 1, "table": 1, "people": {"members": [first.pk, second.pk]}}
    write(season.league, "corrected", facts=facts, before=before, after=after, **kept)
    write(season.league, "forfeit", facts={"round": 1, "table": 1, "people": {"appeared": [users[2].pk]}}, **kept)
    write(season.league, "entered", about=second, season=season, user=second, facts={"late": True})
    write(season.league, "season_ended", season=season)
    write(season.league, "void", facts=facts, before={str(first.pk): "?"}, after={}, **kept)
    page = log_page(season, "nl")
    assert "Member 0 1 – 3,5 1 – 4 Member 1 2 – 3 10 – 3" in page
    assert "Aanwezig: Member 2." in page
    assert "Member 1 doet mee in seizoen 1, na het begin." in page
    assert "Member 0 ? –" in page


# --- who stays away -------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.forfeit")
def test_who_misses_the_deadline_is_in_the_log_with_the_match_and_why(fixture):
    late, *others = players(fixture)
    here(fixture, others, fixture.deadline)
    decide(fixture, fixture.deadline - timedelta(minutes=1))
    assert not LogLine.objects.filter(kind="without").exists()  # not yet
    decide(fixture, fixture.deadline)
    found = line("without")
    assert (found.user, found.facts["match"]) == (None, fixture.key)
    assert sentence(found) == (
        "A match in round 1 is played without those who were not there; they come last. "
        f"Appeared: {names(*others)}. Not there at the deadline: {names(late)}."
    )


@pytest.mark.rule("common.league.forfeit")
def test_who_misses_the_agreed_time_is_in_the_log_as_that(fixture):
    *late, one = players(fixture)
    at = timezone.now() + timedelta(hours=3)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=at)
    here(fixture, [one], at + fixtures.GRACE)
    decide(fixture, at + fixtures.GRACE)
    assert sentence(line("alone")) == (
        "A match in round 1 was decided without being played: one member alone appeared, and wins. "
        f"Appeared: {names(one)}. Not there a quarter of an hour after the agreed time: {names(*late)}."
    )


@pytest.mark.rule("common.league.forfeit")
def test_that_nobody_came_is_in_the_log_with_all_who_did_not(season, fixture):
    decide(fixture, fixture.deadline)
    decide(fixture, fixture.deadline)
    assert sentence(line("nobody")) == (
        "A match in round 1 was not played: nobody appeared by the deadline, and nobody gets points. "
        f"Not there at the deadline: {names(*players(fixture))}."
    )


def test_who_has_withdrawn_is_told_apart_from_who_did_not_come(season, fixture):
    gone, late, *others = players(fixture)
    after_commit(lambda: entering.withdraw(season=season, user=gone))
    here(fixture, others, fixture.deadline)
    decide(fixture, fixture.deadline)
    assert sentence(line("without")).endswith(f"Not there at the deadline: {names(late)}. Withdrawn before: {names(gone)}.")


def test_a_match_that_begins_at_once_without_who_has_withdrawn_blames_nobody(season, fixture):
    gone, *others = players(fixture)
    after_commit(lambda: entering.withdraw(season=season, user=gone))
    for user in others:
        after_commit(lambda user=user: fixtures.come(fixture=fixture, user=user))
    assert sentence(line("without")).endswith(f"Appeared: {names(*others)}. Withdrawn before: {names(gone)}.")


def test_a_match_with_everybody_has_no_such_line(fixture):
    begin(fixture)
    assert not LogLine.objects.filter(kind="without").exists()


def test_an_organisers_decision_names_all(season, fixture):
    gone, one, *late = players(fixture)
    after_commit(lambda: entering.withdraw(season=season, user=gone))
    entry = Entry.objects.get(member__user=one)
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=people(season)[0], appeared=[entry.pk], reason="Snow"))
    assert sentence(line("forfeit")) == (
        f"{people(season)[0].display_name} decided a match in round 1 that was not played. "
        f"Appeared: {names(one)}. Did not appear: {names(*late)}. Withdrawn before: {names(gone)}."
    )


def test_a_decision_that_nobody_appeared_says_that_nobody_gets_points(season, fixture):
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=people(season)[0], appeared=[], reason="Snow"))
    assert " Nobody appeared, and nobody gets points. Did not appear: " in sentence(line("forfeit"))


def test_what_a_season_leaves_unplayed_is_counted_at_its_end(season, fixture):
    end_season(season=season)
    assert sentence(line("season_ended")) == "Season 1 has ended. 1 match was not played any more."
    other = new_season(2)
    end_season(season=other)
    assert sentence(LogLine.objects.get(kind="season_ended", season=other)) == "Season 1 has ended."


def test_a_match_that_staff_ended_is_in_the_log(season, fixture):
    match = end(begin(fixture), [1, 2, 3, 4], phase="closed")
    after_commit(lambda: results.take(match_id=match.pk))
    assert sentence(line("ended_void")).startswith("The team of the site ended the match of Member 0, Member 1, ")


# --- who comes late, who goes ---------------------------------------------------------------------------------------
def test_who_enters_late_is_in_the_log_from_which_round_on(season):
    new = member("Nora")
    season.league.joining = "open"
    season.league.save()
    open_round(season)
    joining.join(league=season.league, user=new)
    assert sentence(line("entered")) == "Nora takes part in season 1, after its start, from round 2 on."


def test_after_the_last_round_no_round_is_promised(season):
    new = member("Nora")
    Season.objects.update(rounds=1, round=1)
    season.league.joining = "open"
    season.league.save()
    joining.join(league=season.league, user=new)
    assert sentence(line("entered")) == "Nora takes part in season 1, after its start."


def test_who_signs_up_before_the_start_or_plays_freely_is_not_told_of_rounds():
    owner, new = person("Olaf"), person("Nora")
    made = league(owner, format="free")
    early = person("Emil")
    joining.join(league=made, user=early)
    assert sentence(made.log.get(kind="entered")) == "Emil takes part in season 1."
    seasons.start_season(season=made.seasons.get(), user=owner)
    joining.join(league=made, user=new)
    assert sentence(made.log.get(kind="entered", about=new)) == "Nora takes part in season 1, after its start."


def test_who_is_taken_out_of_a_season_is_told_apart_from_who_withdraws(season):
    owner, one, other, _ = people(season)
    membership = season.league.memberships.get(user=one)
    after_commit(lambda: entering.withdraw_member(season=season, user=owner, member_id=membership.pk, reason="Asked me to"))
    after_commit(lambda: entering.withdraw(season=season, user=other))
    taken, went = season.league.log.filter(kind="withdrawn").order_by("pk")
    assert sentence(taken) == "Member 0 took Member 1 out of season 1."
    assert sentence(went) == "Member 2 takes no further part in season 1."


# --- every language -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_line_is_read_in_every_language(season, language):
    users = people(season)
    roles = {role: [users[0].pk] for role in ("appeared", "absent", "withdrawn", "members", "stand_in", "winners")}
    facts = {"round": 1, "table": 1, "by": "time", "late": True, "unplayed": 2, "days": 60, "people": roles}
    for kind in KINDS:
        write(season.league, kind, user=users[0], about=users[1], season=season, facts=facts)
    with translation.override(language):
        told = {one.kind: sentence(one) for one in season.league.log.all()}
    assert all("%(" not in text and text.strip() for text in told.values())
    if language != "en":
        with translation.override("en"):
            assert not {kind for kind, text in told.items() if text == sentence(season.league.log.get(kind=kind))}
