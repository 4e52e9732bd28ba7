"""`manage.py bench`: how fast the whole site is, beside the bare floor it stands on. See docs/speed.md.

run.py      starts everything on the server's core, and the load on another
load.py     the load: its phases in order (a process of its own)
floor.py    the journal's transaction alone (a process of its own, on the server's core)
asgi.py     the site with an echo beside it
wire.py     a light WebSocket client
seats.py    users, tables and matches, made in bulk
players.py  the four clients of a table, which play a match
machine.py  cores, CPU times and memory of processes
decisions.py  CPU times of the computers' decisions
report.py   what was measured, as text
"""
