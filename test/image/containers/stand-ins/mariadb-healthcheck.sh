#!/bin/bash
# The health check that stands in for the one of the image of MariaDB: its options that the compose files use.
account=(--defaults-file=/var/lib/mysql/.my-healthcheck.cnf)
user=mysql
ask() { setpriv --reuid "$user" --regid "$user" --init-groups mariadb "${account[@]}" --skip-column-names -e "$1"; }
for option in "$@"; do
  case $option in
    --su-mysql) ;;
    --no-defaults) account=(--no-defaults --user=mysql) ;;
    --connect) [ "$(ask 'SELECT @@skip_networking')" = 0 ] || exit 1 ;;
    --innodb_initialized)
      [ "$(ask "SELECT 1 FROM information_schema.ENGINES WHERE engine = 'InnoDB' AND support IN ('YES', 'DEFAULT')")" = 1 ] || exit 1 ;;
    --galera_online) ask "SHOW STATUS LIKE 'wsrep_local_state'" | grep -qw 4 || exit 1 ;;
    *) echo "unknown option $option" >&2; exit 2 ;;
  esac
done
