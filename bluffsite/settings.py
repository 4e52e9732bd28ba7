"""All settings. Every difference between machines is an environment variable; `serve` fills in the embedded default."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.utils.csp import CSP

from bluffsite.logs import logging_config
from games.core.registry import all_games

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env("BLUFFSITE_DATA", default=str(BASE_DIR / "var")))
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
IS_SECURE = SITE_URL.startswith("https://")
SECRET_KEY = env("SECRET_KEY", default="")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # older keys, for as long as what they signed shall count
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[environ.urlparse(SITE_URL).hostname or "localhost", "localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "bluffsite.apps.AuditedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "bluffsite.apps.BluffsiteConfig",
    "bluffsite.accounts.apps.AccountsConfig",
    "games.play.apps.PlayConfig",
    "games.play.ratings.apps.RatingsConfig",
    "rulebook.apps.RulebookConfig",
    "leagues.apps.LeaguesConfig",
    "bluffsite.moderation.apps.ModerationConfig",
]

MIDDLEWARE = [
    "bluffsite.logs.request_log",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "bluffsite.pages.headers.HeadersMiddleware",
    "bluffsite.pages.form_addresses.FormAddressesMiddleware",
    "bluffsite.pages.maintenance.MaintenanceMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads at random, and tokens are masked anew each time: lengths tell nothing (BREACH)
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "bluffsite.moderation.gate.Gate",
    "bluffsite.pages.too_fast.TooFastMiddleware",
    "bluffsite.pages.unsent.UnsentMiddleware",
]

ROOT_URLCONF = "bluffsite.urls"
ASGI_APPLICATION = "bluffsite.asgi.application"
AUTH_USER_MODEL = "accounts.User"

GAME_DIRS = [BASE_DIR / "games" / game.slug for game in all_games()]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # An operator's own texts: a file of the same name in the data folder wins (privacy, terms, imprint, ...).
        "DIRS": [DATA_DIR / "templates", BASE_DIR / "templates", *(folder / "templates" for folder in GAME_DIRS)],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bluffsite.pages.context.frame",
            ],
        },
    },
    {
        # Fragments that go over sockets, and are included in pages. Files end in .jinja
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates", *(folder / "templates" for folder in GAME_DIRS)],
        "OPTIONS": {"environment": "bluffsite.jinja.environment", "autoescape": True},
    },
]

# --- storage -------------------------------------------------------------------------------------------------------
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'bluffsite.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    if DATABASE_POOL := env.int("DATABASE_POOL", default=8):
        DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL}
    DATABASES["default"]["CONN_MAX_AGE"] = 0
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default="redis://127.0.0.1:6379")


def redis_url(number: int) -> str:
    """REDIS_URL with database `number`, as redis-py, channels_redis and Django's cache spell it."""
    if REDIS_URL.startswith("unix://"):
        return f"{REDIS_URL}?db={number}"
    return urlsplit(REDIS_URL)._replace(path=f"/{number}").geturl()


# A page never waits long for a cache that does not answer: what is counted there fails open.
CACHE_WAITS = {"socket_timeout": 1} if REDIS_URL.startswith("unix://") else {"socket_timeout": 1, "socket_connect_timeout": 1}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url(2), "OPTIONS": CACHE_WAITS}}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url(0)]}}}

WEB_HEART = True  # each web process says every second that the site answers (games/play/heart.py)

TALK_TICK = timedelta(milliseconds=10)  # numbers of lines rise by one in so much time, whatever is said

# --- sockets of tables ---------------------------------------------------------------------------------------------
SOCKET_THREADS = env.int("SOCKET_THREADS", default=4)  # each keeps one database connection
SOCKET_MESSAGES = env.int("SOCKET_MESSAGES", default=20)  # per second and socket; more closes it
SOCKET_ACTIONS = env.int("SOCKET_ACTIONS", default=10)  # per second and socket; more are refused
CHILD_SAFE = env.bool("CHILD_SAFE", default=False)  # no free text at any table of this site

# --- Celery --------------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = (
    f"redis+socket://{REDIS_URL.removeprefix('unix://')}?virtual_host=1" if REDIS_URL.startswith("unix://") else redis_url(1)
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 120, "socket_connect_timeout": 1, "socket_timeout": 5}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BEAT_SCHEDULE = {
    "forget_old": {"task": "accounts.forget_old", "schedule": 3600.0, "options": {"expires": 1800.0}},
    "sweep": {"task": "games.play.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
    "leavers": {"task": "games.play.note_leavers", "schedule": 5.0, "options": {"expires": 5.0}},
    "ratings": {"task": "games.play.ratings.sweep", "schedule": 60.0, "options": {"expires": 60.0}},
    "leagues": {"task": "leagues.sweep", "schedule": 60.0, "options": {"expires": 60.0}},
    "mail of notices": {"task": "accounts.mail_sweep", "schedule": 60.0, "options": {"expires": 60.0}},
    "letters": {"task": "accounts.send_letters", "schedule": 60.0, "options": {"expires": 60.0}},
    "people who leave": {"task": "accounts.clean_up", "schedule": 3600.0, "options": {"expires": 3600.0}},
}

# --- languages -----------------------------------------------------------------------------------------------------
LANGUAGES = [("nl", "Nederlands"), ("de", "Deutsch"), ("en", "English"), ("ne", "नेपाली")]
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 86400
LOCALE_PATHS = [BASE_DIR / "bluffsite" / "locale", *(folder / "locale" for folder in GAME_DIRS if (folder / "locale").is_dir())]
FORMAT_MODULE_PATH = ["bluffsite.formats"]
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

# --- who runs this site (shown on the imprint, privacy and contact pages) -------------------------------------------
OPERATOR_NAME = env("OPERATOR_NAME", default="")
OPERATOR_ADDRESS = env("OPERATOR_ADDRESS", default="")  # lines separated by "|"
OPERATOR_MAIL = env("OPERATOR_MAIL", default="")
UPDATE_FILE = DATA_DIR / "update"  # while this file exists, tables say that a short update is near
MAINTENANCE_FILE = DATA_DIR / "maintenance"  # while this file exists, pages answer 503 with a kind text

# --- people: what allauth does here, and what not, is in docs/decisions/0009-allauth.md ------------------------------
AUTHENTICATION_BACKENDS = ["bluffsite.accounts.backends.MemberBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_RESET_TIMEOUT = 86400  # seconds; the letter says a day
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "pages:home"
ACCOUNT_ADAPTER = "bluffsite.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_RATE_LIMITS = False  # ours are in accounts/limits.py: they hold nobody up when the cache is away
ACCOUNT_USER_DISPLAY = "bluffsite.accounts.adapter.shown_name"
MFA_ADAPTER = "bluffsite.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address that is not confirmed opens nothing here
MFA_RATE_LIMITS = False
MFA_TOTP_ISSUER = "bluffsite"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_SECURE
USERSESSIONS_TRACK_ACTIVITY = False  # no write with every page

# --- mail: EMAIL_URL such as smtp+tls://user:password@mail.example.org:587; without one it is printed ----------------
MAIL = env.email_url("EMAIL_URL", default="consolemail://")
MAILERS = {"default": {"BACKEND": MAIL["EMAIL_BACKEND"], "OPTIONS": {}}}
if MAIL["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
    MAILERS["default"]["OPTIONS"] = {
        "host": MAIL["EMAIL_HOST"] or "localhost",
        "port": MAIL["EMAIL_PORT"] or 25,
        "username": MAIL["EMAIL_HOST_USER"] or "",
        "password": MAIL["EMAIL_HOST_PASSWORD"] or "",
        "use_tls": MAIL.get("EMAIL_USE_TLS", False),
        "use_ssl": MAIL.get("EMAIL_USE_SSL", False),
        "timeout": 20,
    }
elif MAIL["EMAIL_BACKEND"].endswith("filebased.EmailBackend"):
    MAILERS["default"]["OPTIONS"] = {"file_path": MAIL["EMAIL_FILE_PATH"]}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("MAIL_FROM", default=OPERATOR_MAIL or f"bluffsite <no-reply@{urlsplit(SITE_URL).hostname}>")

# --- static files --------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [folder / "static" for folder in GAME_DIRS if (folder / "static").is_dir()]
STATIC_ROOT = DATA_DIR / "static-collected"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- what is going on ---------------------------------------------------------------------------------------------
LOGGING = logging_config(env("LOG_LEVEL", default="INFO"))
LOGGING_CONFIG = "logging.config.dictConfig"
METRICS_TOKEN = env("METRICS_TOKEN", default="")

# --- safety --------------------------------------------------------------------------------------------------------
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF, CSP.NONCE],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}
DATA_UPLOAD_MAX_NUMBER_FILES = 0  # nothing is uploaded anywhere
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024  # bytes of a form
CSRF_FAILURE_VIEW = "bluffsite.pages.errors.csrf_failure"
# `__Host-`: browsers take such a cookie from this very host over HTTPS alone, so no neighbour under the same domain can plant one.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = ("__Host-sessionid", "__Host-csrftoken") if IS_SECURE else ("sessionid", "csrftoken")
SESSION_COOKIE_AGE = 90 * 86400
CSRF_COOKIE_HTTPONLY = True  # forms carry their own token; no script reads the cookie
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = IS_SECURE
SECURE_HSTS_SECONDS = 31536000 if IS_SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_SECURE
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)  # how many entries at the end of X-Forwarded-For are our own proxies
RATELIMIT_ENABLE = env.bool("RATE_LIMITS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_SECURE else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked from inside, past the proxy
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "bluffsite.accounts.passwords.UnlikeTheName"},
    {"NAME": "bluffsite.accounts.passwords.LongEnough", "OPTIONS": {"min_length": 8}},
    {"NAME": "bluffsite.accounts.passwords.Uncommon"},
]
