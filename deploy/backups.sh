#!/bin/sh
# Backups by the clock, of which the newest are kept. In the server's environment, from the product's folder:
#   BACKUP_DIR=/backup BACKUPS_KEPT=14 sh deploy/backups.sh once     one now (for cron or a timer)
#   BACKUP_DIR=/backup BACKUP_HOUR=2 sh deploy/backups.sh daily      one a day at that hour, UTC, until it is ended
set -eu
: "${BACKUP_DIR:?}"
kept="${BACKUPS_KEPT:-14}"
case "$kept" in '' | *[!0-9]* | 0) echo "The setting BACKUPS_KEPT is not right: a number from 1 on is wanted." >&2; exit 1 ;; esac

once() {
  code=0
  node server/backup.ts --to "$BACKUP_DIR/$(date -u +%Y-%m-%dT%H%M%SZ)" || code=$?
  # 2: it is whole but for files that storage had lost before. Without a new one, no old one goes.
  if [ "$code" -ne 0 ] && [ "$code" -ne 2 ]; then return "$code"; fi
  for old in $(cd "$BACKUP_DIR" && ls -1d ????-??-??T??????Z | sort -r | tail -n "+$((kept + 1))"); do
    rm -rf "${BACKUP_DIR:?}/$old"
    echo "Removed the backup $old: $kept are kept."
  done
  return "$code"
}

case "${1:-}" in
  once) once ;;
  daily)
    trap 'exit 0' TERM INT
    while :; do
      now=$(date -u +%s)
      at=$((now - now % 86400 + ${BACKUP_HOUR:-2} * 3600))
      [ "$at" -gt "$now" ] || at=$((at + 86400))
      sleep $((at - now)) & wait $!
      once || echo "The backup ended with $?." >&2
    done ;;
  *) echo 'Usage: sh deploy/backups.sh once|daily' >&2; exit 1 ;;
esac
