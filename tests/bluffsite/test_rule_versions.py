"""Older versions of the rules: one command keeps them, a match keeps its own, and what there is not gets a page that says what there is."""

import io
import re
import shutil
from contextlib import suppress

import msgspec
import pypdf
import pytest
from django.core.management import CommandError, call_command

from games.core.registry import game_named
from games.play import review
from games.play.models import Match
from rulebook import check, page, sheet, source, typeset
from rulebook.source import COMMON
from tests.play import people

GAME = "liars_dice"
OLD, NEW = "A joker of the old days.", "A joker of today."
KEPT = [
    *(source.game_rules, source.common_rules, source.versions_of, page.game_page, page.common_changes),
    *(typeset.rules_source, sheet._sheet, review._played),
]


def forget():
    for made in KEPT:
        made.cache_clear()


@pytest.fixture
def house(tmp_path, settings, monkeypatch):
    """A copy of the documents, which a test may change."""
    for slug in ("blef", "bluff_nepal", "bluffen", "blufpoker", GAME):
        shutil.copytree(source.ROOT / "games" / slug / "rulebook", tmp_path / "games" / slug / "rulebook")
        shutil.copy(source.ROOT / "games" / slug / "state.py", tmp_path / "games" / slug)
    shutil.copytree(source.ROOT / "rulebook" / "common", tmp_path / "rulebook" / "common")
    monkeypatch.setattr(source, "ROOT", tmp_path)
    settings.DATA_DIR = tmp_path / "data"
    forget()
    yield tmp_path
    forget()


@pytest.fixture
def second(house, monkeypatch):
    """Liar's Dice with a made-up second version: clause 3.5 has another text, in all languages."""
    write(house, {"3.5": OLD})
    call_command("raise_rules", GAME)
    write(house, {"3.5": NEW}, changes=True)
    play_by(monkeypatch, 2)
    forget()
    return house


def play_by(monkeypatch, version):
    """The engine as it is once its file says so."""
    game = game_named(GAME)
    monkeypatch.setattr(game.engine, "RULES_VERSION", version)
    raised = msgspec.structs.replace(game, rules_version=version)
    for module in (check, source, page, sheet, typeset, review):
        with suppress(AttributeError):
            monkeypatch.setattr(module, "game_named", lambda slug: raised if slug == GAME else game_named(slug))


def write(house, clauses, *, changes=False):
    for language in check.LANGUAGES:
        path = house / "games" / GAME / "rulebook" / f"{language}.md"
        text = path.read_text(encoding="utf-8")
        for number, words in clauses.items():
            words = words if language == "en" else f"{words} झ {language}"
            text = re.sub(rf"^({re.escape(number)} \[[^\]]+\]) .*$", rf"\1 {words}", text, flags=re.MULTILINE)
        path.write_text(text + ("- Version 2: another joker.\n" if changes else ""), encoding="utf-8")


def words(rules):
    return [(clause.number, clause.rules, clause.text) for section in rules.sections for clause in section.clauses]


# --- one step ---------------------------------------------------------------------------------------------------------
def test_one_command_keeps_the_texts_and_raises_documents_and_engine(house, capsys):
    assert source.versions_of(GAME) == (1,)
    before = source.game_rules(GAME, "nl")
    call_command("raise_rules", GAME)
    assert source.versions_of(GAME) == (1, 2)
    kept, today = source.game_rules(GAME, "nl", 1), source.game_rules(GAME, "nl")
    assert (kept.version, kept.common, today.version, today.common) == (1, 1, 2, 0)
    assert [words(kept), words(today)] == [words(before)] * 2
    assert "\nRULES_VERSION = 2\n" in (house / "games" / GAME / "state.py").read_text()
    assert source.versions_of("blef") == source.versions_of(COMMON) == (1,)
    assert f"games/{GAME}/rulebook/v1/ne.md" in capsys.readouterr().out


def test_the_rules_for_every_table_raise_every_game(house):
    call_command("raise_rules", COMMON)
    assert source.versions_of(COMMON) == source.versions_of("blef") == (1, 2)
    assert source.game_rules("blef", "en", 1).common == 1
    call_command("raise_rules", "blef")
    assert source.game_rules("blef", "en", 2).common == 2


def test_an_unknown_game_raises_nothing(house):
    with pytest.raises(CommandError, match="there are rules of common, "):
        call_command("raise_rules", "perudo")
    assert source.versions_of(GAME) == (1,)


def test_the_checker_wants_changes_told_and_older_texts_kept(second):
    assert check.problems(GAME) == []
    path = second / "games" / GAME / "rulebook"
    (path / "de.md").write_text((path / "de.md").read_text().replace("- Version 2: another joker.\n", ""))
    (path / "v1" / "ne.md").unlink()
    (path / "v1" / "nl.md").write_text(
        (path / "v1" / "nl.md").read_text().replace("version: 1", "version: 3").replace("common: 1", "common: 9")
    )
    said = [str(problem) for problem in check.problems(GAME)]
    assert any(line.startswith(f"games/{GAME}/rulebook/de.md:") and line.endswith("the changes say nothing of version 2") for line in said)
    assert (
        f"games/{GAME}/rulebook/v1/ne.md:1: version 1 is not kept; manage.py raise_rules {GAME} keeps one before it raises the version"
        in said
    )
    assert f"games/{GAME}/rulebook/v1/nl.md:1: this is version 3, kept as version 1" in said
    assert f"games/{GAME}/rulebook/v1/nl.md:1: “common: 9” is no version of the rules for every table" in said


# --- pages and documents ----------------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ne"])
def test_an_older_version_has_its_page_and_document(second, client, language):
    today, older = (client.get(f"/{language}/rules/{GAME}/{end}") for end in ("", "version/1/"))
    assert NEW in today.content.decode() and OLD not in today.content.decode()
    assert f'href="/{language}/rules/{GAME}/version/1/"' in today.content.decode()
    text = older.content.decode()
    assert older.status_code == 200
    assert OLD in text and NEW not in text
    assert f'href="/{language}/rules/{GAME}/"' in text
    ids = re.findall(r'id="([^"]+)"', text)
    assert sorted(ids) == sorted(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= {*ids, "rule-search"}
    made = client.get(f"/{language}/rules/{GAME}/version/1/a4.pdf")
    assert made["Content-Disposition"] == f'inline; filename="{GAME}-v1-{language}-a4.pdf"'
    assert f"/rules/{GAME}/version/1/" in pypdf.PdfReader(io.BytesIO(made.content)).pages[0].extract_text().replace("\n", "")


@pytest.mark.django_db
def test_the_version_of_today_stays_at_the_address_without_one(client):
    assert client.get(f"/en/rules/{GAME}/version/1/")["Location"] == f"/en/rules/{GAME}/"
    assert client.get("/en/rules/common/version/1/")["Location"] == "/en/rules/common/"


@pytest.mark.django_db
def test_the_rules_for_every_table_have_older_versions_too(house, client):
    call_command("raise_rules", COMMON)
    forget()
    page = client.get("/nl/rules/common/version/1/").content.decode()
    assert 'id="common.clock.start"' in page and 'id="changes"' in page
    assert 'href="/nl/rules/common/version/1/"' in client.get(f"/nl/rules/{GAME}/version/1/").content.decode()
    assert client.get("/nl/rules/common/version/1/phone.pdf").content.startswith(b"%PDF")


# --- a match keeps its version ----------------------------------------------------------------------------------------
@pytest.fixture
def table(db, client):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    made = people.running(anna, bob, size=2, options={"turn_seconds": 0})
    client.force_login(anna)
    return made


def test_a_match_keeps_its_version_and_its_sheet_shows_that(house, table, client, monkeypatch):
    write(house, {"3.5": OLD})
    call_command("raise_rules", GAME)
    write(house, {"3.5": NEW}, changes=True)
    play_by(monkeypatch, 2)
    forget()
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    assert OLD in page and NEW not in page
    assert "This match keeps version 1 of the rules, which stands below. Today version 2 is in force" in page
    assert "Rules version 1." in page
    text = squeezed(client.get(f"/tables/{table.key}/rules/a4.pdf").content)
    assert OLD.replace(" ", "") in text and "keepsversion1oftherules" in text
    Match.objects.filter(pk=table.pk).update(rules_version=2)
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    assert NEW in page and OLD not in page
    assert "This match" not in page


def squeezed(data):
    return re.sub(r"\s+", "", "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages))


# --- what there is not ------------------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("address", ["perudo/", "perudo/a4.pdf", "perudo/version/1/", "perudo/clause/3.5/", f"{GAME}/a3.pdf"])
def test_an_unknown_game_or_document_is_told_what_there_is(client, address):
    answer = client.get(f"/de/rules/{address}")
    assert answer.status_code == 404
    assert 'href="/de/rules/bluffen/"' in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("version", ["2", "0", "x", "00000009999999", "१"])
def test_an_unknown_version_is_told_which_there_are(client, version):
    for address in (f"{GAME}/version/{version}/", f"{GAME}/version/{version}/clause/3.5/", f"{GAME}/version/{version}/a4.pdf"):
        answer = client.get(f"/en/rules/{address}")
        assert answer.status_code == 404
        if version.isascii():
            assert f"There is no version “{version}” of these rules" in answer.content.decode()
            assert f'href="/en/rules/{GAME}/version/1/"' in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "found"),
    [(f"{GAME}/clause/3.5/", f"{GAME}/#3.5"), (f"{GAME}/clause/{GAME}.bid.raise/", f"{GAME}/#3.5"), ("common/clause/c.5/", "common/#C.5")],
)
def test_a_clause_has_an_address_by_number_and_by_rule(client, asked, found):
    assert client.get(f"/ne/rules/{asked}")["Location"] == f"/ne/rules/{found}"


@pytest.mark.django_db
@pytest.mark.parametrize("language", check.LANGUAGES)
def test_an_unknown_clause_is_told_which_there_are(client, language):
    answer = client.get(f"/{language}/rules/{GAME}/clause/99.9/")
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "99.9" in page
    assert f'href="/{language}/rules/{GAME}/#3.5"' in page
    assert "<script>" not in client.get(f"/{language}/rules/{GAME}/clause/<script>/").content.decode()


def test_an_address_of_a_clause_in_an_older_version(second, client, db):
    assert client.get(f"/en/rules/{GAME}/version/1/clause/3.5/")["Location"] == f"/en/rules/{GAME}/version/1/#3.5"


@pytest.mark.django_db
@pytest.mark.parametrize("tongue", ["fr", "pt-br", "EN", "zh_Hans"])
def test_an_unknown_language_is_told_which_there_are(client, tongue):
    answer = client.get(f"/{tongue}/rules/{GAME}/version/1/")
    page = answer.content.decode()
    assert answer.status_code == 404
    assert all(f'href="/{code}/rules/{GAME}/version/1/" lang="{code}"' in page for code in check.LANGUAGES)
    assert 'href="/nl/rules/"' in client.get(f"/{tongue}/rules/no/such/page").content.decode()


@pytest.mark.django_db
def test_two_languages_beside_each_other_know_those_of_the_site(client):
    answer = client.get(f"/en/rules/{GAME}/beside/fr/")
    assert answer.status_code == 404
    assert f'href="/en/rules/{GAME}/beside/nl/"' in answer.content.decode()
