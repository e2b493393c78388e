# Self-hosting: the bot on Discord; all that it writes lies on the volume /data. `docker compose up -d` is the short way; else
#   docker build --build-arg COMMIT=$(git rev-parse HEAD) -t bastide . && docker run -d --name bastide --env-file .env -v bastide:/data --restart unless-stopped bastide
# In the container, `python -m bot --check` says what is still missing.
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS build

RUN pip install --no-cache-dir uv==0.13.8
WORKDIR /srv/bastide
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --extra metrics --no-cache --compile-bytecode --python python3
COPY . .
# Once the catalogues are compiled, neither they nor Babel are needed any more: a tenth of the image. What pip knows of Babel stays,
# as the program compares it with the lock file.
RUN .venv/bin/python -m compileall -q -x '\.venv' . && .venv/bin/python -m text.mo_cache && rm -r locales/*/LC_MESSAGES/*.po .cache .venv/lib/python3.12/site-packages/babel && BASTIDE_CACHE=/srv/bastide/sprites .venv/bin/python -m render.warm --all
# Discord's own scripts, for hosts who open the board inside Discord: one version, by its hash.
RUN .venv/bin/python -m tools.activity

FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

RUN useradd --create-home --uid 1000 bastide && install -d -o bastide /data
COPY --from=build /srv/bastide /srv/bastide
ENV BASTIDE_CONTAINER=1 BASTIDE_DB=/data/bastide.db BASTIDE_CACHE=/data/sprites BASTIDE_CACHE_UNDER=/srv/bastide/sprites
ENV PYTHONUNBUFFERED=1 PYTHONPATH=/srv/bastide PATH=/srv/bastide/.venv/bin:/usr/local/bin:/usr/bin:/bin
ARG COMMIT=""
ENV BASTIDE_COMMIT=$COMMIT
LABEL org.opencontainers.image.title="Bastide" org.opencontainers.image.licenses="MIT" org.opencontainers.image.revision=$COMMIT
USER bastide
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["/srv/bastide/.venv/bin/python", "/srv/bastide/bot.py", "--health"]
CMD ["/srv/bastide/.venv/bin/python", "/srv/bastide/bot.py"]
