"""The tests that ask for PostgreSQL get it."""

import pytest
from django.db import connection


@pytest.mark.postgres
@pytest.mark.django_db
def test_database_is_postgresql_15_or_newer():
    assert connection.vendor == "postgresql"
    assert connection.pg_version >= 150000
