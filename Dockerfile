# Unruh in a container: `compose.yaml` shows how its parts work together, docs/deploy.md tells the rest.

FROM python:3.13-slim AS build
WORKDIR /source
RUN python -m venv /opt/unruh
COPY requirements.lock ./
RUN /opt/unruh/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY . .
RUN /opt/unruh/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home unruh
COPY --from=build /opt/unruh /opt/unruh
ENV PATH=/opt/unruh/bin:$PATH PYTHONUNBUFFERED=1
USER unruh
WORKDIR /show
EXPOSE 8086
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8086/healthz/ready', timeout=4)"]
ENTRYPOINT ["unruh"]
CMD ["run", "--config", "/show/config.toml", "--logs", "json"]
