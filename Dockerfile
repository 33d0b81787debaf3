# Passbell as an image: docker build -t passbell .
#
#   docker run --name passbell -p 127.0.0.1:8443:8443 -v passbell:/data --stop-timeout 30 passbell
#   docker exec passbell node src/cli.ts doctor
#
# Everything of an installation on SQLite is in /data. Settings are environment variables (docs/operations.md).

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The screens; then nothing is kept that only builds and tests need: the image has a Node of its own, and the screens
# have the icons that they show.
RUN node scripts/build.ts \
  && npm prune --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund \
  && rm -rf node_modules/lucide-react

FROM node:26-slim
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8443 \
  DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/clients clients
COPY --from=build /app/deploy/healthcheck.ts deploy/
COPY --from=build /app/src src
# It writes to /data and nowhere else.
USER node
VOLUME /data
EXPOSE 8443
STOPSIGNAL SIGTERM
# /healthz, not /readyz: a database that is away is no reason to end the process.
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 \
  CMD ["node", "deploy/healthcheck.ts"]
# Node is process 1 and gets the signals itself.
ENTRYPOINT ["node", "src/cli.ts"]
CMD ["serve"]
