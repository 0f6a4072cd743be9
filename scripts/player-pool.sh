#!/bin/sh
# Starts Player Pool, or runs one of its commands, with the Node in this folder. The settings (.env) and the data are in
# the current folder, so that a newer version in another folder finds them.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
command=${1-start}
[ $# -eq 0 ] || shift

usage() {
  cat <<'USAGE'
Usage:
  player-pool                 start the server; data/ and .env are in the current folder
  player-pool admin …         manage accounts, roles and backups; without arguments, list the commands
  player-pool verify FILE     verify the bundle of a tournament
  player-pool health          exit with 0 if the server can serve requests
  player-pool --version       print the version
USAGE
}

case $command in
  start) command=main ;;
  --version) set -- --version; command=main ;;
  admin | verify | health) ;;
  help | -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

exec "$here/bin/node" --enable-source-maps "$here/dist/server/$command.mjs" "$@"
