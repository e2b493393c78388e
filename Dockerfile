# Self-hosting: the bot on Discord, its database on the volume /data.
#   docker build -t bastide . && docker run -d --env-file .env -v bastide:/data --restart unless-stopped bastide
FROM python:3.12-slim

RUN pip install --no-cache-dir uv==0.13.8 && useradd --create-home bastide && mkdir /data && chown bastide /data
WORKDIR /home/bastide/app
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --python python3
COPY . .
ENV BASTIDE_DB=/data/bastide.db BASTIDE_CACHE=/data/sprites PYTHONUNBUFFERED=1
USER bastide
VOLUME /data
CMD [".venv/bin/python", "bot.py"]
