#!/bin/sh
# The two roles and the database of an installation, on a PostgreSQL 18 of one's own. Run it as its superuser, once:
#   PGHOST=… PGUSER=postgres OWNER_PASSWORD=… SERVING_PASSWORD=… sh deploy/database-roles.sh
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres \
  --set owner="${OWNER_PASSWORD:?}" --set serving="${SERVING_PASSWORD:?}" <<'SQL'
-- Migrates; makes the roles that guard the tables, and owns them.
create role dais_owner login nosuperuser nocreatedb createrole nobypassrls noreplication password :'owner';
-- Serves; owns nothing.
create role dais_app login nosuperuser nocreatedb nocreaterole nobypassrls noreplication password :'serving';
create database dais owner dais_owner;
revoke all on database dais from public;
SQL
