# Fray's image. It needs glibc (the wheel of the embedded server has no musl build), so no Alpine base.
# A release names its digest beside the tag (make image); a tag alone may be another image tomorrow.
ARG PYTHON_IMAGE=docker.io/library/python:3.11-slim-bookworm

# ---- build: the browser client and the wheel, with the Node of the locked wheel ----
FROM ${PYTHON_IMAGE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
COPY tests/requirements-run.lock tests/requirements-build.lock tests/
RUN --mount=type=cache,target=/root/.cache/pip \
    python3 -m venv /build && /build/bin/pip install --require-hashes -r tests/requirements-build.lock \
 && python3 -m venv /opt/fray && /opt/fray/bin/pip install --require-hashes -r tests/requirements-run.lock
COPY pyproject.toml README.md LICENSE ./
COPY client_demo client_demo
COPY protocol protocol
COPY server server
RUN --mount=type=cache,target=/root/.npm \
    /build/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheel . \
 && /opt/fray/bin/pip install --no-deps /wheel/*.whl

# ---- run: what a server needs, and nothing that built it ----
FROM ${PYTHON_IMAGE}
RUN install -d -o 10001 -g 10001 /data
COPY --from=build /opt/fray /opt/fray
ENV PATH=/opt/fray/bin:$PATH PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /data
EXPOSE 8642
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
    CMD ["/opt/fray/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8642/healthz', timeout=2)"]
ENTRYPOINT ["/opt/fray/bin/fray"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8642", "--data", "/data"]
