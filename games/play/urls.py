"""Addresses of tables. Namespace `lobby`: pages below the language; `play`: tables, which have none."""

from django.urls import URLPattern, URLResolver, include, path

from games.play.reader import in_own_language, keeps_language
from games.play.views import board, check, doors, inviting, leaving, lesson, lobby, mine, new_table, ratings, review, table, talk

app_name = "lobby"
urlpatterns = [
    path("play/", lobby.tables, name="tables"),
    path("play/watch/", lobby.watch, name="watch"),
    path("play/rows/", lobby.rows_only, name="rows"),
    path("play/quick/", keeps_language(lobby.quick_match), name="quick"),
    path("play/rating/", ratings.ratings, name="ratings"),
    path("play/now/", keeps_language(doors.play_now), name="play_now"),
    path("play/code/", keeps_language(doors.code), name="code"),
    path("play/check/", check.check_file, name="check"),
    path("play/fair/", check.fair, name="fair"),
    path("play/talk/", talk.settings, name="talk_settings"),
    path("play/avoid/", keeps_language(talk.avoid_person), name="avoid"),
    path("play/mine/", mine.mine, name="mine"),
    path("play/leaving/", leaving.leaving, name="leaving"),
    path("play/<slug:game>/", keeps_language(new_table.new_table), name="new_table"),
    path("play/<slug:game>/lesson/", lesson.lesson, name="lesson"),
]
_tables: list[URLPattern | URLResolver] = [
    path("t/<str:code>", in_own_language(doors.code_link), name="code"),
    path("tables/<str:key>/", in_own_language(table.table), name="table"),
    path("tables/<str:key>/act/", in_own_language(table.act), name="act"),
    path("tables/<str:key>/take/", in_own_language(table.take), name="take"),
    path("tables/<str:key>/sit/", in_own_language(table.sit), name="sit"),
    path("tables/<str:key>/stand/", in_own_language(table.stand), name="stand"),
    path("tables/<str:key>/ready/", in_own_language(table.ready), name="ready"),
    path("tables/<str:key>/start/", in_own_language(table.start), name="start"),
    path("tables/<str:key>/setup/", in_own_language(table.setup), name="setup"),
    path("tables/<str:key>/remove/", in_own_language(table.remove), name="remove"),
    path("tables/<str:key>/close/", in_own_language(table.close), name="close"),
    path("tables/<str:key>/invite/", in_own_language(inviting.invite), name="invite"),
    path("tables/<str:key>/rematch/", in_own_language(table.rematch_answer), name="rematch"),
    path("tables/<str:key>/known/", in_own_language(table.known), name="known"),
    path("tables/<str:key>/talk/", in_own_language(talk.talk), name="talk"),
    path("tables/<str:key>/avoid/", in_own_language(talk.avoid), name="avoid"),
    path("tables/<str:key>/people/", in_own_language(talk.people), name="people"),
    path("tables/<str:key>/log/", in_own_language(table.log), name="log"),
    path("tables/<str:key>/record.json", in_own_language(table.record), name="record"),
    path("tables/<str:key>/review/", in_own_language(review.of_table), name="review"),
    path("tables/<str:key>/share/", in_own_language(review.share), name="share"),
    path("board/<str:key>/", in_own_language(board.board), name="board"),
    path("review/<str:key>/", in_own_language(review.shared), name="shared"),
    path("tables/<str:key>/check/", in_own_language(check.check_table), name="check"),
]
bare_urlpatterns = [path("", include((_tables, "play")))]
