#!/bin/sh
# Installs and starts the code that lies in /srv/bluffsite: the first time, and at each upgrade. Run as root.
# A third word says how many seconds before the stop the tables are told of it (UX-1504): 120 unless told otherwise.
set -eu
cd "${1:-/srv/bluffsite}"
set -a
. "${2:-/etc/bluffsite.env}"
set +a
as_site() { runuser -u bluffsite --preserve-environment -- "$@"; }

step() {
    echo "bluffsite-release: $1"
    now=$1
}
trap 'code=$?; rm -f "$BLUFFSITE_DATA/update"; [ $code = 0 ] || echo "bluffsite-release: FAILED at: ${now:-the start}. See docs/operations.md, Upgrades." >&2' EXIT

step "a copy of the database"
runuser -u postgres -- sh bluffsite/docs/deploy/backup.sh
step "requirements"
python3 manage.py check --deploy
if [ "${3:-120}" != 0 ] && curl -fsS -o /dev/null -H "X-Forwarded-Proto: https" http://127.0.0.1:8001/healthz 2>/dev/null; then
    step "say so at the tables"
    touch "$BLUFFSITE_DATA/update"
    sleep "${3:-120}"
fi
step "stop"
touch "$BLUFFSITE_DATA/maintenance"
systemctl stop bluffsite.target 'bluffsite-web@*' 'bluffsite-worker@*' bluffsite-beat
step "texts, checks, migrations, static files"
.venv/bin/python -m bluffsite.running.catalogs
as_site .venv/bin/python -m bluffsite.running.prepare
step "start"
rm -f "$BLUFFSITE_DATA/update"
systemctl start bluffsite.target
rm "$BLUFFSITE_DATA/maintenance"
step "wait until all parts work"
for _ in $(seq 60); do
    curl -fsS -H "X-Forwarded-Proto: https" http://127.0.0.1:8001/healthz && exit 0
    sleep 1
done
exit 1
