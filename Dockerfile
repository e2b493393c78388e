# Self-hosting: the bot on Discord; all that it writes lies on the volume /data. `docker compose up -d` is the short way; else
#   docker build -t bastide . && docker run -d --name bastide --env-file .env -v bastide:/data --restart unless-stopped bastide
FROM python:3.12-slim AS build

RUN pip install --no-cache-dir uv==0.13.8
WORKDIR /srv/bastide
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --extra metrics --no-cache --compile-bytecode --python python3
COPY . .
RUN .venv/bin/python -m compileall -q -x '\.venv' . && .venv/bin/python -c "from text import language; language.load()" && BASTIDE_CACHE=/srv/bastide/sprites .venv/bin/python -m render.warm --all

FROM python:3.12-slim

ARG COMMIT=""
RUN useradd --create-home bastide && install -d -o bastide /data
COPY --from=build /srv/bastide /srv/bastide
ENV BASTIDE_CONTAINER=1 BASTIDE_DB=/data/bastide.db BASTIDE_CACHE=/data/sprites BASTIDE_CACHE_UNDER=/srv/bastide/sprites
ENV BASTIDE_COMMIT=$COMMIT PYTHONUNBUFFERED=1
USER bastide
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["/srv/bastide/.venv/bin/python", "/srv/bastide/bot.py", "--health"]
CMD ["/srv/bastide/.venv/bin/python", "/srv/bastide/bot.py"]
