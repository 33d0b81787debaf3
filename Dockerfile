# Passbell as an image: docker build -t passbell .
#
#   docker run --name passbell -p 127.0.0.1:8443:8443 -v passbell:/data --stop-timeout 30 passbell
#   docker exec passbell node dist/program/cli.js doctor
#
# Everything of an installation on SQLite is in /data. Settings are environment variables (docs/operations.md).

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has a Node of its own, and the screens are built already: what remains is what the service runs on.
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspaces=false --no-audit --no-fund

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/packages web/packages
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.ts

FROM node:26-slim
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8443 \
  DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/clients clients
COPY --from=build /app/deploy/healthcheck.ts deploy/
COPY --from=build /app/src src
COPY --from=build /app/locales locales
# It writes to /data and nowhere else.
USER node
VOLUME /data
EXPOSE 8443
STOPSIGNAL SIGTERM
# /healthz, not /readyz: a database that is away is no reason to end the process.
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 \
  CMD ["node", "deploy/healthcheck.ts"]
# Node is process 1 and gets the signals itself.
ENTRYPOINT ["node", "dist/program/cli.js"]
CMD ["serve"]
