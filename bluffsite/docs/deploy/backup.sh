#!/bin/sh
# Once a night, as user postgres: one consistent copy of the database while the site runs, kept for two weeks.
set -eu
folder=${1:-/var/backups/bluffsite}
database=${2:-bluffsite}
days=14
umask 077
name="$folder/$(date -u +%Y-%m-%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$name.new" "$database"
pg_restore --list "$name.new" >/dev/null # a copy that cannot be read is none
mv "$name.new" "$name"
find "$folder" -name '*.dump*' -mtime +"$((days - 2))" -delete # what would be older than that before the next night
echo "$name"
