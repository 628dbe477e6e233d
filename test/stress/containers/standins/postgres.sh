#!/bin/bash
# As the official image starts: the first time a server that listens on its socket only makes the database, and then the one for the network begins.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  install -d -o postgres -g postgres -m 3775 /var/run/postgresql
  exec gosu postgres "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -z "${POSTGRES_PASSWORD_FILE:-}" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -c "create database \"$POSTGRES_DB\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
