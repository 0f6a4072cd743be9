#!/bin/sh
# Starts Player Pool, or runs one of its commands, with the Node in this folder. The settings (.env) and the data are in
# the current folder, so that a newer version in another folder finds them.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
command=${1-start}
[ $# -eq 0 ] || shift

run() {
  if [ -f .env ]; then set -- --env-file=.env "$@"; fi
  exec "$here/bin/node" "$@"
}

case $command in
  start) run --import "$here/scripts/compile-cache.mjs" --max-semi-space-size=8 "$here/src/server/main.ts" "$@" ;;
  admin) run "$here/scripts/admin.ts" "$@" ;;
  check-audit) run "$here/scripts/check-audit.ts" "$@" ;;
  health) run "$here/scripts/health.ts" "$@" ;;
  *)
    cat >&2 <<'USAGE'
Usage:
  player-pool                 start the server; data/ and .env are in the current folder
  player-pool admin …         manage accounts, roles and backups; without arguments, list the commands
  player-pool check-audit …   compare two audit emails
  player-pool health          exit with 0 if the server can serve requests
USAGE
    exit 2
    ;;
esac
