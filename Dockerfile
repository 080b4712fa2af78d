# Builds for linux/amd64 and linux/arm64. See docs/operations/install.md.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base image has Node, so the one from npm is left out.
RUN npm ci --omit=dev --ignore-scripts --loglevel=error && rm -rf node_modules/node-linux-*
# Which commit it is, for logs and metrics: --build-arg COMMIT=$(git rev-parse HEAD).
ARG COMMIT=""
RUN echo "$COMMIT" > COMMIT
COPY LICENSE CHANGELOG.md tsconfig.json ./
COPY docs docs
COPY schema schema
COPY migrations migrations
COPY layers layers
COPY src src
COPY scripts/admin.ts scripts/
COPY scripts/build/build.ts scripts/build/bundling.ts scripts/build/link.ts scripts/build/
COPY scripts/admin scripts/admin
# A first start makes links beside PostgreSQL, and builds the service; the image's file system may be read-only by then.
RUN node scripts/build/link.ts && node scripts/build/build.ts && rm -rf node_modules/rolldown node_modules/@rolldown

FROM node:24.21.0-bookworm-slim
# The data directory is made here so that a new volume belongs to the user below.
RUN groupadd --gid 10001 sales-pipeline \
  && useradd --no-log-init --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin sales-pipeline \
  && install -d -o 10001 -g 10001 -m 0700 /data
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production \
  NODE_OPTIONS=--disable-warning=ExperimentalWarning \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  LOG_FORMAT=json
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Only whether the process answers: while the database is away, a restart would not help.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM reaches the service.
CMD ["node", "--max-semi-space-size=32", "--no-memory-reducer", "src/main.ts"]
