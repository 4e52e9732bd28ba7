"""Running the whole site by one command, `manage.py serve`, and testing it by one, `manage.py test`. Without Django."""
