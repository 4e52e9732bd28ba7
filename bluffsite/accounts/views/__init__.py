"""Pages of people: doors (entry), the account, second steps and devices (allauth's), profile, notices, and one's data."""

from bluffsite.accounts.doors import members_only, next_page

__all__ = ["members_only", "next_page"]
