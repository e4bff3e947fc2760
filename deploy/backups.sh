#!/bin/sh
# Backups by the clock, of which the newest are kept. In the server's environment:
#   BACKUP_DIR=/backup BACKUPS_KEPT=14 sh deploy/backups.sh once     one now (for cron or a timer)
#   BACKUP_DIR=/backup BACKUP_HOUR=2 sh deploy/backups.sh daily      one a day at that hour, UTC, until it is ended
#   BACKUP_DIR=/backup sh deploy/backups.sh check                    fails unless one of the last 26 hours is whole (for alerts)
set -eu
: "${BACKUP_DIR:?}"
cd "$(dirname "$0")/.."
# Node 24 comes with the packages; cron knows another, or none.
PATH="$PWD/node_modules/.bin:$PATH"
refuse() {
  echo "The setting $1 is not right: $2 is wanted." >&2
  exit 1
}
kept="${BACKUPS_KEPT:-14}"
case "$kept" in '' | *[!0-9]* | 0*) refuse BACKUPS_KEPT 'a number from 1 on' ;; esac
hour="${BACKUP_HOUR:-2}"
case "$hour" in [0-9] | [01][0-9] | 2[0-3]) hour=${hour#0} ;; *) refuse BACKUP_HOUR 'an hour from 0 to 23' ;; esac

# Those that are whole, newest first: the manifest is written last.
whole() {
  find "$BACKUP_DIR" -mindepth 2 -maxdepth 2 -path '*/????-??-??T??????Z/manifest.sha256' "$@" | sed 's|/[^/]*$||' | sort -r
}

# One at a time: what another run is writing has no manifest yet. The lock is held until the last process of it ends.
once() (
  mkdir -p "$BACKUP_DIR"
  exec 9< "$BACKUP_DIR"
  flock -n 9 || { echo "Another backup is being made in $BACKUP_DIR." >&2; exit 1; }
  code=0
  # What broke off takes room and restores nothing.
  for dated in "$BACKUP_DIR"/????-??-??T??????Z; do
    [ ! -d "$dated" ] || [ -e "$dated/manifest.sha256" ] || rm -rf "$dated"
  done
  node server/backup.ts --to "$BACKUP_DIR/$(date -u +%Y-%m-%dT%H%M%SZ)" || code=$?
  # 2: it is whole but for files that storage had lost before. Without a new one, no old one goes.
  if [ "$code" -ne 0 ] && [ "$code" -ne 2 ]; then exit "$code"; fi
  whole | tail -n "+$((kept + 1))" | while read -r old; do
    rm -rf "${old:?}"
    echo "Removed the backup $(basename "$old"): $kept are kept."
  done
  exit "$code"
)

case "${1:-}" in
  once) once ;;
  check)
    newest=''
    [ ! -d "$BACKUP_DIR" ] || newest=$(whole -mmin -1560)
    [ -n "$newest" ] || { echo "No whole backup of the last 26 hours is in $BACKUP_DIR." >&2; exit 1; } ;;
  daily)
    trap 'exit 0' TERM INT
    while :; do
      now=$(date -u +%s)
      at=$((now - now % 86400 + ${hour:-0} * 3600))
      [ "$at" -gt "$now" ] || at=$((at + 86400))
      sleep $((at - now)) & wait $!
      once || echo "The backup ended with $?." >&2
    done ;;
  *) echo 'Usage: sh deploy/backups.sh once|daily|check' >&2; exit 1 ;;
esac
