# Three stages: one compiles the program, one installs what it needs when it runs, the last one holds nothing else.
# test/image carries out the commands of each stage; docs/image.md tells how the image is used.

FROM node:24-bookworm AS program
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json ./clients/typescript/
COPY web/package.json ./web/
# Compilers are JavaScript, or come as they are: nothing that is built on installation is needed here.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY clients/typescript ./clients/typescript
COPY scripts ./scripts
COPY src ./src
COPY examples ./examples
COPY docs ./docs
COPY web ./web
RUN npm run build

FROM node:24-bookworm AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json ./clients/typescript/
COPY web/package.json ./web/
COPY drivers ./drivers
COPY scripts ./scripts
RUN npm ci --omit=dev --no-audit --no-fund
# What is left is code that runs: no sources of SQLite, Graphviz in one form, two fonts, no maps of sources or declarations of types.
RUN rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/.cache \
    node_modules/@viz-js/viz/lib node_modules/@viz-js/viz/dist/viz-global.js \
  && find node_modules/dejavu-fonts-ttf -type f \
    ! -name DejaVuSans.ttf ! -name DejaVuSans-Bold.ttf ! -name package.json ! -name LICENSE -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && mkdir data

FROM node:24-bookworm-slim
ARG RELEASE=unreleased
LABEL org.opencontainers.image.title="Meridian" \
  org.opencontainers.image.description="The map of an organisation's information system, served as a REST API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${RELEASE}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=program /app/dist ./dist
COPY --from=program /app/web/dist ./web/dist
COPY --from=program /app/clients/typescript/dist ./clients/typescript/dist
COPY clients/typescript/package.json ./clients/typescript/
COPY package.json LICENSE ./
COPY deploy/start.cjs ./deploy/
# The only place that is written to, but for /tmp. User 1000 is `node`, by number so that Kubernetes can tell it is not root.
COPY --from=dependencies --chown=1000:1000 /app/data ./data
USER 1000:1000
VOLUME /app/data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A first start makes the tables before it is ready: a minute is allowed for it.
HEALTHCHECK --interval=10s --timeout=5s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "deploy/start.cjs"]
CMD ["dist/main.js"]
