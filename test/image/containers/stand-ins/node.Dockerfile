# Stands in for node:22-bookworm and node:22-bookworm-slim: Debian, and Node and npm as they come from npm's own registry.
ARG DEBIAN
FROM $DEBIAN
ARG TOOLS=
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates $TOOLS && rm -rf /var/lib/apt/lists/*
# The certificates that the machine trusts, since a registry may be reached through a proxy.
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY node/ /usr/local/
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npm_config_nodedir=/usr/local
CMD ["node"]
