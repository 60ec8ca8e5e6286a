FROM python:3.13-slim AS build
WORKDIR /build
RUN python -m venv --without-pip /venv
COPY requirements.lock ./
RUN pip --python /venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY assets assets
COPY costdash costdash
RUN pip --python /venv/bin/python install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home costdash && install -d -o costdash -g costdash /data
COPY --from=build /venv /venv
USER costdash
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 COSTDASH_DATA=/data
VOLUME /data
EXPOSE 8050
HEALTHCHECK --start-period=20s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8050/health', timeout=3)"]
CMD ["gunicorn", "--config=python:costdash.web.gunicorn_settings", "costdash.web.wsgi:server()"]
