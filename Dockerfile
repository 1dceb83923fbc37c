# docker build -t headroom . ; docker run --rm headroom --help
FROM node:24.21-bookworm-slim AS package
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack && npm install --global --prefix /installed ./disk-headroom-*.tgz

FROM node:24.21-bookworm-slim
COPY --from=package /installed/lib/node_modules/disk-headroom /opt/headroom
RUN ln -s /opt/headroom/bin/headroom.cjs /usr/local/bin/headroom \
  && install --directory --owner=node --group=node --mode=700 /var/lib/headroom
ENV HEADROOM_STORE=/var/lib/headroom \
  HEADROOM_SECRET_FILE=/var/lib/headroom/token.json
VOLUME /var/lib/headroom
WORKDIR /work
USER node
# A command that ends has no health; `headroom status` checks a store.
HEALTHCHECK NONE
ENTRYPOINT ["headroom"]
CMD ["--help"]
