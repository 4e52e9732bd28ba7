"""What is counted at the tables, for `/metrics`. Labels are few and public: a game, who acted, an error code."""

from prometheus_client import Counter, Gauge, Histogram

ACTIONS = Counter("bluffsite_actions", "Accepted actions.", ["game", "by"])
REFUSALS = Counter("bluffsite_refusals", "Refused actions by code.", ["code"])
ACTION_SECONDS = Histogram(
    "bluffsite_action_seconds",
    "From asking to the answer of an action, refused ones too.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
SOCKETS = Gauge("bluffsite_sockets", "Open table sockets.", multiprocess_mode="livesum")
