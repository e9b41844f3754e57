# Stands in for nginx: Debian's, whose module for streams is a file of its own.
ARG DEBIAN
FROM $DEBIAN
RUN apt-get update && apt-get install --yes --no-install-recommends nginx-light libnginx-mod-stream \
  && rm -rf /var/lib/apt/lists/*
COPY --chmod=755 nginx.sh /usr/local/sbin/nginx
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
