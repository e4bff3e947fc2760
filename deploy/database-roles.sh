#!/bin/sh
# The two roles and the database of an installation, on a PostgreSQL of one's own. Run it as its superuser, or as the administrator that
# a managed service gives. Run again, it sets the passwords and makes what is missing:
#   PGHOST=… PGUSER=postgres OWNER_PASSWORD=… SERVING_PASSWORD=… sh deploy/database-roles.sh
set -eu
: "${OWNER_PASSWORD:?}" "${SERVING_PASSWORD:?}"
ask() {
  psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname "${PGDATABASE:-postgres}" "$@"
}
found=$(ask --tuples-only --no-align --command 'show server_version_num')
if [ "$found" -lt 160000 ]; then
  echo "PostgreSQL 16 or newer is needed; this server is PostgreSQL $((found / 10000)). Nothing was changed." >&2
  exit 1
fi
ask --quiet --set owner="$OWNER_PASSWORD" --set serving="$SERVING_PASSWORD" <<'SQL'
-- Migrates; makes the roles that guard the tables, and owns them.
select 'create role dais_owner login nosuperuser nocreatedb createrole nobypassrls noreplication'
where not exists (select from pg_roles where rolname = 'dais_owner') \gexec
-- Serves; owns nothing.
select 'create role dais_app login nosuperuser nocreatedb nocreaterole nobypassrls noreplication'
where not exists (select from pg_roles where rolname = 'dais_app') \gexec
alter role dais_owner password :'owner';
alter role dais_app password :'serving';
-- Who is no superuser gives a database only to a role that it may act as.
select format('grant dais_owner to %I with inherit false, set true', current_user)
where not (select rolsuper from pg_roles where rolname = current_user) \gexec
select 'create database dais owner dais_owner'
where not exists (select from pg_database where datname = 'dais') \gexec
revoke all on database dais from public;
SQL
echo 'The roles dais_owner and dais_app and the database dais are there.'
