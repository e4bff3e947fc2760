# syntax=docker/dockerfile:1
# CI has no container engine and does not build this image. Test it before you rely on it (docs/operations.md).

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node tools/ensure-build.ts

FROM node:24.21.0-bookworm-slim AS dais
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    DATA_DIR=/data \
    HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app ./
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin dais \
    && install --directory --owner=dais --group=dais --mode=0700 /data /files
USER dais
VOLUME /data
EXPOSE 3000
# The first start creates or migrates the database, which takes time.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Starts the server without npm, so that it receives signals. The flags limit its memory.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "server/main.ts"]

# Adds the programs for previews of office files and for reading scans. They run in bubblewrap, which needs user
# namespaces. If the container engine does not allow these, the startup log says that previews are off.
FROM dais AS dais-office
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        bubblewrap libreoffice-calc-nogui libreoffice-impress-nogui libheif-examples libreoffice-writer-nogui poppler-utils qpdf tesseract-ocr \
    && rm -rf /var/lib/apt/lists/*
USER dais
