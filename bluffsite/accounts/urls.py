"""Pages of people, below the language. `allauth_urls.py` has those that allauth looks for by names of its own."""

from django.urls import path

from bluffsite.accounts.views import account, entry, news, own, people, security

app_name = "accounts"
urlpatterns = [
    path("register/", entry.register, name="register"),
    path("sign-in/", entry.sign_in, name="sign_in"),
    path("sign-out/", entry.sign_out, name="sign_out"),
    path("account/", account.account, name="account"),
    path("account/name/", account.rename, name="rename"),
    path("account/password/", account.change_password, name="password"),
    path("account/privacy/", account.privacy, name="privacy"),
    path("account/email/old/<str:key>/", security.old_address, name="old_address"),
    path("account/email/keep/", security.stop_change, name="stop_change"),
    path("account/notices/", news.notice_settings, name="notice_settings"),
    path("account/data/", own.data, name="data"),
    path("account/data/file/", own.download, name="download"),
    path("account/delete/", own.delete, name="delete"),
    path("account/keep/", own.keep, name="keep"),
    path("notices/", news.notice_list, name="notices"),
    path("notices/<int:pk>/", news.open_notice, name="notice"),
    path("notices/stop/<str:key>/", news.unsubscribe, name="unsubscribe"),
    path("people/<str:key>/", people.profile, name="profile"),
]
