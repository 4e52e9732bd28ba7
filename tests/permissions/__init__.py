"""Who may do what: one module of rows for each app, walked by tests/bluffsite/test_permissions.py. See `frame`."""
