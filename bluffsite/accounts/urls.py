"""Pages of people, below the language."""

from django.urls import path

from bluffsite.accounts import views

app_name = "accounts"
urlpatterns = [
    path("register/", views.register, name="register"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("account/", views.account, name="account"),
    path("account/name/", views.rename, name="rename"),
    path("account/password/", views.change_password, name="password"),
]
