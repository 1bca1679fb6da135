# docs/operations.md says how to run, upgrade and back up what this builds.
# The tag is the Node of package.json; a test keeps the two equal.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /atelier
COPY . .
RUN node tools/build.mjs
# What the built server asks for, without what only the build, the browser and the tests need.
RUN rm -rf node_modules \
  && ONNXRUNTIME_NODE_INSTALL=skip npm install --omit=dev --no-save --workspace=apps/server \
  && node -e "import('./tools/prune.mjs').then(({ pruneInstalled }) => pruneInstalled('node_modules'))"

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  ATELIER_DATA=/data
WORKDIR /atelier
COPY --from=build /atelier/node_modules ./node_modules
COPY --from=build /atelier/dist ./dist
COPY package.json ./
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--expose-gc", "dist/server/main.js"]
