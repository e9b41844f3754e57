#!/bin/bash
# The entry point that stands in for the one of the image of MariaDB, as its documentation tells it: makes database and users in
# an empty folder, and then becomes the server, as the user mysql.
set -eo pipefail
data=/var/lib/mysql
[ "${1#-}" = "$1" ] || set -- mariadbd "$@"
if [ "$(id -u)" = 0 ]; then
  chown mysql:mysql "$data" /run/mysqld
  exec setpriv --reuid mysql --regid mysql --init-groups "$0" "$@"
fi

setting() { # The value of a setting, or what stands in the file that NAME_FILE names.
  local file="${1}_FILE"
  if [ -n "${!file}" ]; then cat "${!file}"; else printf %s "${!1}"; fi
}

if [ ! -d "$data/mysql" ]; then
  mariadb-install-db --datadir="$data" --auth-root-authentication-method=normal --skip-test-db >/dev/null
  "$@" --datadir="$data" --skip-networking --wsrep-on=OFF &
  server=$!
  until mariadb-admin --no-defaults --user=root --silent ping; do sleep 0.2; kill -0 $server; done
  root=$(setting MARIADB_ROOT_PASSWORD)
  [ -z "$MARIADB_RANDOM_ROOT_PASSWORD" ] || root=$(head -c 24 /dev/urandom | base64)
  health=$(head -c 24 /dev/urandom | base64)
  printf '[client]\nuser=healthcheck\npassword=%s\n' "$health" > "$data/.my-healthcheck.cnf"
  {
    echo "CREATE DATABASE IF NOT EXISTS \`$MARIADB_DATABASE\`;"
    echo "CREATE USER '$MARIADB_USER'@'%' IDENTIFIED BY '$(setting MARIADB_PASSWORD)';"
    echo "GRANT ALL ON \`$MARIADB_DATABASE\`.* TO '$MARIADB_USER'@'%';"
    echo "CREATE USER healthcheck@localhost IDENTIFIED BY '$health';"
    if [ -n "$MARIADB_MYSQL_LOCALHOST_USER" ]; then
      echo "CREATE USER mysql@localhost IDENTIFIED VIA unix_socket;"
      echo "GRANT ${MARIADB_MYSQL_LOCALHOST_GRANTS:-USAGE} ON *.* TO mysql@localhost;"
    fi
    echo "ALTER USER root@localhost IDENTIFIED BY '$root';"
  } | mariadb --no-defaults --user=root
  kill $server
  wait $server
fi
exec "$@"
