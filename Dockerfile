# The whole product in one image.
#   The demo:  docker build -t parenthese . && docker run --rm -p 3000:3000 -p 3001:3001 parenthese
#   For good:  see compose.yaml and docs/deploy.md
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/stripe-simulator/package.json packages/stripe-simulator/
COPY packages/api-types/package.json packages/api-types/
RUN npm ci --ignore-scripts=false --omit=dev
COPY . .
# What builds the site stays behind.
RUN node scripts/prepare.mjs --build && npm uninstall --no-save --ignore-scripts=false --omit=dev \
  $(node -p "require('./package.json').buildDependencies.join(' ')")

FROM node:26-bookworm-slim
WORKDIR /app
COPY --from=build /app /app
# Uploads and the demo's own database; the only folder that is written to.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
EXPOSE 3000 3001
HEALTHCHECK --interval=15s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The launcher is process 1: it passes a SIGTERM on, waits, and starts a server that died again.
CMD ["node_modules/.bin/node", "--max-semi-space-size=4", "start.ts"]
