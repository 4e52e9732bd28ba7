"""Running the whole site by one command: `manage.py serve`. Only `prepare` knows Django."""
