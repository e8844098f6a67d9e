"""What all commands of the command line share: how one is declared, where its store is, how it fails."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from server.process.settings import Settings


class Failure(Exception):
    """Something the user can mend: what is wrong and what to do."""


def mendable(error: Exception) -> str | None:
    """What to tell the user of an error that is nobody's bug; None for all others, and for one without words."""
    from protocol.errors import CODES, text_of
    from server.encounter.file import BadFile
    from server.lobby.lobby import Refused
    from server.store.log import StoreError
    from server.store.redis.binary import EmbeddedError

    if isinstance(error, Refused):
        return text_of(CODES, error.code, error.detail)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, StoreError):
        return f"the log can't be reached or read: {error}"
    expected = Failure | BadFile | EmbeddedError | OSError | RuntimeError
    return (str(error) or None) if isinstance(error, expected) else None


def command(
    commands: Any, name: str, help: str, example: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Declare a command."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=help, epilog=f"Example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.set_defaults(run=run)
    return parser


def env(name: str, default: str) -> str:
    """A setting from the environment: FRAY_<name>."""
    return os.environ.get(f"FRAY_{name}", default)


def listed(given: Sequence[str], name: str) -> tuple[str, ...]:
    """What the command line gives; nothing: what FRAY_<name> does, with commas between."""
    return tuple(given) or tuple(one.strip() for one in env(name, "").split(",") if one.strip())


def switched(given: bool | None, name: str) -> bool | None:
    """What the command line says; nothing: what FRAY_<name> does. Raises Failure where that is neither 1 nor 0."""
    said = env(name, "")
    if given is not None or not said:
        return given
    if said not in ("0", "1"):
        raise Failure(f"FRAY_{name} is {said!r}; it should be 1 or 0")
    return said == "1"


def number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number of the command line or the environment."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return read


def store_options(parser: argparse.ArgumentParser) -> None:
    """The options that say where the log is."""
    parser.add_argument("--data", default=env("DATA", ".data"), help="folder for the log, keys and links (.data)")
    parser.add_argument("--redis", default=env("REDIS", ""), metavar="URL", help="use this Redis instead of our own")
    parser.add_argument("--redis-binary", default=env("REDIS_BINARY", ""), metavar="PATH", help="server binary to run")


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Where the log is."""
    return Settings(data=arguments.data, redis=arguments.redis, redis_binary=arguments.redis_binary)


def write_options(parser: argparse.ArgumentParser) -> None:
    """The options of what writes to the log: where it is, and what an acknowledgement is worth."""
    store_options(parser)
    replicas = parser.add_argument("--replicas", type=number(0, 16), default=env("REPLICAS", "0"))
    replicas.help = "wait for so many replicas (0; or FRAY_REPLICAS)"
    weak = "write also to a Redis whose settings may lose what was acknowledged (FRAY_REDUCED_DURABILITY=1)"
    parser.add_argument("--reduced-durability", action=argparse.BooleanOptionalAction, help=weak)


def write_settings(arguments: argparse.Namespace) -> Settings:
    """Where the log is that is written to, and how durably, by `write_options`."""
    is_reduced = bool(switched(arguments.reduced_durability, "REDUCED_DURABILITY"))
    return replace(settings_of(arguments), replicas=arguments.replicas, reduced_durability=is_reduced)


def serve_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how a server runs: of `fray serve`, and of `fray doctor`, which looks at the same."""
    port = parser.add_argument("--port", type=number(0, 65535), default=env("PORT", "8642"))
    port.help = "0 takes a free one (8642; or FRAY_PORT)"
    parser.add_argument("--host", default=env("HOST", "127.0.0.1"), help="0.0.0.0 also serves phones on the network")
    write_options(parser)
    for name, least, most, default, meaning in (
        ("memory", 1, 65_536, "256", "MiB: keep so much of the tables' past in memory (256; or FRAY_MEMORY)"),
        ("encounters", 1, 10**9 - 1, "10000", "lay so many in all at most (10000; or FRAY_ENCOUNTERS)"),
        ("bots", 0, 1000, "16", "tables at once where bots play with who is alone; 0: none (16; or FRAY_BOTS)"),
        ("workers", 1, 64, "1", "so many processes on one port and one Redis (1; or FRAY_WORKERS)"),
        ("drain", 0, 300, "0", "seconds of playing on before the end, while /readyz answers 503 (0; or FRAY_DRAIN)"),
    ):
        option = parser.add_argument(f"--{name}", type=number(least, most), default=env(name.upper(), default))
        option.help = meaning
    metrics = parser.add_argument("--metrics", default=env("METRICS", ""), metavar="HOST:PORT")
    metrics.help = "serve /metrics there, where no player comes (or FRAY_METRICS; else nowhere)"
    for name, metavar, meaning in (
        ("origin", "URL", "a further origin; may be repeated (or FRAY_ORIGINS, with commas)"),
        ("proxy", "NETWORK", "believe X-Forwarded-For of this address or network; may be repeated (or FRAY_PROXIES)"),
    ):
        parser.add_argument(f"--{name}", action="append", default=[], metavar=metavar, help=meaning)
    for name, meaning in (
        ("open-lobby", "may anybody create encounters? Links are listed on loopback only (FRAY_OPEN_LOBBY=1)"),
        ("new-key", "make a master key for new encounters where the one of those here is lost (FRAY_NEW_KEY=1)"),
        ("relaxed", "lift rate limits, for bots and benchmarks (FRAY_RELAXED=1)"),
    ):
        parser.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, help=meaning)


def serve_settings(arguments: argparse.Namespace) -> Settings:
    """How a server runs, by `serve_options`."""
    return replace(
        write_settings(arguments),
        host=arguments.host,
        port=arguments.port,
        memory_mib=arguments.memory,
        encounters=arguments.encounters,
        origins=listed(arguments.origin, "ORIGINS"),
        proxies=listed(arguments.proxy, "PROXIES"),
        open_lobby=switched(arguments.open_lobby, "OPEN_LOBBY"),
        metrics=arguments.metrics,
        bots=arguments.bots,
        workers=arguments.workers,
        drain_s=arguments.drain,
        new_key=bool(switched(arguments.new_key, "NEW_KEY")),
        relaxed=bool(switched(arguments.relaxed, "RELAXED")),
    )


def link(url: str, token: str) -> str:
    """What a person opens."""
    return f"{url}/#{token}"


def as_text(url: str, laid: list[dict[str, Any]]) -> str:
    """Encounters with their links, for people."""
    lines = [""]
    for one in laid:
        lines.append(f"  {one['title']}  ({one.get('system') or one['encounter']})")
        lines += [f"    {seat:<10} {link(url, token)}" for seat, token in one["links"].items()]
        lines.append("")
    return "\n".join(lines)


T = TypeVar("T")

BAR = 30
"""Characters of a progress bar."""


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """The items one by one, with a bar on the terminal's error line; silent where nobody watches."""
    watched = sys.stderr.isatty()
    for done, item in enumerate(items):
        if watched:
            bar = "#" * (BAR * done // len(items))
            print(f"\r{label} [{bar:<{BAR}}] {done}/{len(items)}", end="", file=sys.stderr, flush=True)
        yield item
    if watched:
        print("\r" + " " * (len(label) + BAR + 20) + "\r", end="", file=sys.stderr, flush=True)
