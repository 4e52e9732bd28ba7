"""The addresses that allauth leads to, by the names it knows them by. What is not here does not exist on this site."""

from django.urls import path, re_path

from bluffsite.accounts.views import entry, security

urlpatterns = [
    path("sign-in/start/", entry.to_sign_in, name="account_login"),
    path("sign-in/code/", security.second_step, name="mfa_authenticate"),
    path("sign-in/passkey/", security.passkey_sign_in, name="mfa_login_webauthn"),
    path("sign-in/closed/", security.closed, name="account_inactive"),
    path("account/again/", security.again, name="account_reauthenticate"),
    path("account/again/code/", security.again_code, name="mfa_reauthenticate"),
    path("account/again/passkey/", security.again_passkey, name="mfa_reauthenticate_webauthn"),
    path("account/security/", security.index, name="mfa_index"),
    path("account/security/app/", security.app, name="mfa_activate_totp"),
    path("account/security/app/off/", security.app_off, name="mfa_deactivate_totp"),
    path("account/security/codes/", security.codes, name="mfa_view_recovery_codes"),
    path("account/security/codes/new/", security.new_codes, name="mfa_generate_recovery_codes"),
    path("account/security/passkey/", security.new_passkey, name="mfa_add_webauthn"),
    path("account/security/passkey/<int:pk>/", security.passkey_name, name="mfa_edit_webauthn"),
    path("account/security/passkey/<int:pk>/remove/", security.passkey_away, name="mfa_remove_webauthn"),
    path("account/devices/", security.devices, name="usersessions_list"),
    path("account/email/", security.email, name="account_email"),
    re_path(r"^account/email/confirm/(?P<key>[-:\w]+)/$", security.confirm_email, name="account_confirm_email"),
    path("password/forgotten/", security.forgotten, name="account_reset_password"),
    path("password/forgotten/sent/", security.forgotten_sent, name="account_reset_password_done"),
    re_path(r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", security.new_password, name="account_reset_password_from_key"),
]
