# Stands in for mariadb: Debian's, with as much of that image's entry point and health check as the compose files use.
ARG DEBIAN
FROM $DEBIAN
RUN apt-get update && apt-get install --yes --no-install-recommends mariadb-server mariadb-backup galera-4 socat procps \
  && rm -rf /var/lib/apt/lists/* /var/lib/mysql /etc/mysql/mariadb.conf.d/50-server.cnf \
  && mkdir -p /var/lib/mysql /run/mysqld && chown mysql:mysql /var/lib/mysql /run/mysqld
COPY --chmod=755 mariadb-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
COPY --chmod=755 mariadb-healthcheck.sh /usr/local/bin/healthcheck.sh
VOLUME /var/lib/mysql
EXPOSE 3306
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mariadbd"]
