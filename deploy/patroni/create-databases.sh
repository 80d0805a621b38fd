#!/bin/sh
# Runs once, on the first primary. Patroni passes the address of the new server.
set -eu
psql "$1" --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE provenance LOGIN PASSWORD :'password';
CREATE DATABASE live OWNER provenance;
CREATE DATABASE sandbox OWNER provenance;
SQL
