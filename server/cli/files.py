"""The commands on export files and copies: `fray export | verify | import | branch`. Parses, calls, prints."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from server.cli.command import Failure, as_text, command, settings_of, store_options, write_options, write_settings
from server.core.ids import GM, PUBLIC, Position
from server.process.settings import Settings, without_password

EXIT = {"format": 6, "digest": 6, "content": 6, "chain": 2, "signature": 3, "dice": 4, "heads": 5}
"""Exit codes of `verify` by what is wrong."""


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    _export(commands)
    _verify(commands)
    _import(commands)
    _branch(commands)


# --- export ----------------------------------------------------------------------------------------------------------


def _export(commands: Any) -> None:
    parser = command(
        commands,
        "export",
        "Write an encounter's whole log, or what one seat was told of it, into one file.",
        "fray export 5f0c…e1 --as hagen -o hagen.fray",
        _run_export,
    )
    parser.add_argument("encounter", help="the encounter's id (32 hex digits)")
    parser.add_argument("-o", "--output", type=Path, help="the file (<title>.<id>.<seat>.fray)")
    parser.add_argument("--as", dest="seat", default=GM, metavar="SEAT", help="what this seat was told, or `public`")
    parser.add_argument(
        "--with-seeds",
        action="store_true",
        help="add this epoch's secret seeds: its dice so far can be checked, and the next ones foreseen",
    )
    store_options(parser)


def _run_export(arguments: argparse.Namespace) -> int:
    if arguments.with_seeds and arguments.seat != GM:
        raise Failure("--with-seeds is for the GM's file; a seat gets each seed when its epoch is over")
    name, data = asyncio.run(_packed(settings_of(arguments), arguments.encounter, arguments.seat, arguments.with_seeds))
    path = arguments.output or Path(name)
    path.write_bytes(data)
    print(f"{path}: {len(data):,} bytes")
    return 0


async def _packed(settings: Settings, encounter: str, seat: str, with_seeds: bool) -> tuple[str, bytes]:
    """What the file is called, and what is in it."""
    from server.app.opened_log import log_to_read
    from server.archive.export import excerpt_of, pack, whole_of
    from server.archive.file_name import file_name
    from server.process.clock import wall_ms
    from server.store.stored import stored_of

    async with log_to_read(settings) as log:
        entries = await entries_in(log, encounter, settings)
    if seat == GM:
        content = whole_of(encounter, entries, wall_ms(), _seeds(settings, encounter, entries) if with_seeds else None)
    else:
        content = excerpt_of(encounter, entries, PUBLIC if seat == PUBLIC else f"seat:{seat}", wall_ms())
        if not content.entries:
            raise Failure(f"the encounter has no seat {seat} that was told anything; `public` is what spectators see")
    title = next(fact["title"] for fact in stored_of(entries[0].body).facts() if fact["type"] == "Created")
    return file_name(title, encounter, content.audience), pack(_signed(settings, content))


async def entries_in(log: Any, encounter: str, settings: Settings) -> Any:
    known = [id async for id in log.encounters()]
    entries = await log.read(encounter) if encounter in known else []
    if not entries:
        listed = ", ".join(sorted(known)) or "none"
        where = without_password(settings.redis) or settings.data
        raise Failure(f"there is no encounter {encounter} in {where}; there are: {listed}")
    return entries


def _seeds(settings: Settings, encounter: str, entries: Any) -> Any:
    from server.archive.export import SeedsShown
    from server.keys.master_key import keeper_of, tips_of
    from server.store.stored import stored_of

    facts = [fact for entry in entries for fact in stored_of(entry.body).facts()]
    epoch = 1 + sum(fact["type"] == "SeedRevealed" for fact in facts)
    keeper = keeper_of(Path(settings.data))
    if not keeper.holds(encounter, tips_of(stored_of(entries[0].body))):
        raise Failure(f"{encounter} was made under another master key: its seeds are not known here")
    seeds = keeper.seeds(encounter, epoch)
    return SeedsShown(epoch=epoch, open=seeds.open, secret=seeds.secret)


def _signed(settings: Settings, content: Any) -> Any:
    from server.archive.checkpoints import Checkpoints
    from server.archive.provenance import Provenance
    from server.keys.master_key import has_key, keeper_of

    data = Path(settings.data)
    signed = Provenance(keeper_of(data) if has_key(data) else None, Checkpoints(data)).sign(content)
    if signed.signature is None:
        print("The file is not signed: the encounter did not begin under this server's keys.", file=sys.stderr)
    return signed


# --- verify ----------------------------------------------------------------------------------------------------------


def _verify(commands: Any) -> None:
    parser = command(
        commands,
        "verify",
        "Check that an exported file is complete, unchanged and honestly rolled. Exit code: 0 intact, 2 chain, "
        "3 signature, 4 dice, 5 head, 6 no export file.",
        "fray verify bridge.fray --head seat:hagen:41:8f14e4…43",
        _run_verify,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="[AUDIENCE:]N:HEX",
        help="a head that was seen live must be in the file; may be repeated",
    )
    parser.add_argument("--key", metavar="HEX", help="the server's public key: the file must be signed with it")
    parser.add_argument(
        "--checkpoints",
        type=Path,
        metavar="FILE",
        help="signed heads that must be in it (the server keeps them in DATA/checkpoints)",
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON line")


def _run_verify(arguments: argparse.Namespace) -> int:
    from server.archive.checkpoints import read
    from server.archive.export import Damaged
    from server.archive.verify import verify
    from server.encounter.installed import systems

    witnesses = [_witness(text) for text in arguments.head]
    key = _hex(arguments.key, "--key") if arguments.key is not None else None
    try:
        signed = read(_read(arguments.checkpoints)) if arguments.checkpoints is not None else None
        verdict = verify(_read(arguments.file), systems(), witnesses, key, signed)
    except Damaged as error:
        bad = {"intact": False, "code": error.code, "commit": error.version, "reason": error.reason}
        print(json.dumps(bad) if arguments.json else f"{arguments.file}: DAMAGED ({error.code}): {error.reason}")
        return EXIT[error.code]
    good = {"intact": True, **msgspec.to_builtins(verdict)}
    print(json.dumps(good) if arguments.json else f"{arguments.file}: {_plain(verdict)}")
    return 0


def _witness(text: str) -> Any:
    from server.archive.verify import Witness

    rest, _, head = text.rpartition(":")
    audience, _, n = rest.rpartition(":")
    if not n.isdecimal():
        raise Failure(f"--head {text}: it should look like 41:8f14e4… or seat:hagen:41:8f14e4…")
    return Witness(audience or None, int(n), _hex(head, "--head"))


def _hex(text: str, option: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise Failure(f"{option} {text}: these are no hex digits") from error


def _plain(verdict: Any) -> str:
    """The verdict for people."""
    of = "" if verdict.audience == GM else f" as {verdict.audience.removeprefix('seat:')} was told it"
    lines = [f"intact. “{verdict.title}” ({verdict.system}){of}: {verdict.commits} commits."]
    names = {
        "recomputed": "recomputed from revealed seeds",
        "unrevealed": "of an epoch whose seed is not revealed yet",
        "secret": "secret, and their seeds not revealed yet",
        "typed": "typed in from real dice or by the GM",
        "recorded": "taken over from earlier commits",
        "kept": "kept after a rewind",
        "copied": "copied from another encounter, not checked",
        "scripted": "from a script",
        "unseen": "not shown",
    }
    lines += [f"  {verdict.dice[kind]:>5} dice {text}" for kind, text in names.items() if verdict.dice.get(kind)]
    lines += [f"  {count:>5} of them by {stream} on lines that were undone" for stream, count in verdict.undone.items()]
    lines.append(f"  {verdict.rewinds} rewinds, {verdict.amendments} amendments")
    if verdict.unvouched:
        lines.append(f"  {verdict.unvouched:>5} acts come from a file for which this server does not vouch")
    if verdict.withheld:
        lines.append(f"  withheld their random value at the start: {', '.join(verdict.withheld)}")
    if verdict.checkpoints:
        lines.append(f"  {verdict.checkpoints} signed heads are in it")
    if verdict.signed_until > verdict.commits:
        lines.append(
            f"  it ends at commit {verdict.commits}, but heads were signed up to {verdict.signed_until}: the file is "
            "older than that, or its log was cut back"
        )
    lines.append("  signed" if verdict.signed else "  not signed")
    if verdict.audience == GM and not verdict.folded:
        lines.append(f"  the rule system {verdict.system} is not installed here: its events were not folded")
    if verdict.audience != GM:
        lines.append("  that nothing else happened shows only the GM's file")
    return "\n".join(lines)


def _read(path: Path) -> bytes:
    """The file; of one that is too large no more than shows it."""
    from server.archive.export import MOST_BYTES

    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


# --- import, branch --------------------------------------------------------------------------------------------------


def _import(commands: Any) -> None:
    parser = command(
        commands,
        "import",
        "Take in a GM's export file: a closed encounter as it was, any other to play on. Prints the new links.",
        "fray import bridge.fray --data .data",
        _run_import,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--trust",
        action="store_true",
        help="take in a file of an encounter of this server that it has not signed: you answer for it",
    )
    parser.add_argument("--continue", dest="carry_on", action="store_true", help="play on, also where it was closed")
    _copy_options(parser)


def _branch(commands: Any) -> None:
    parser = command(
        commands,
        "branch",
        "Play on from a position in an encounter of its own, with new dice. Prints the new links.",
        "fray branch 5f0c…e1 --at 41 --title 'What if'",
        _run_branch,
    )
    parser.add_argument("encounter", help="the encounter's id (32 hex digits)")
    _copy_options(parser)


def _copy_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", type=_position, metavar="VERSION[.STEP]", help="play on from there (the end)")
    parser.add_argument("--title", default="", help="the new encounter's title (the same)")
    link_options(parser)


def _position(text: str) -> Position:
    version, _, step = text.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) <= 9 for part in (version, step or "0")):
        raise argparse.ArgumentTypeError(f"{text!r} is no position; it looks like 41 or 41.2")
    return Position(int(version), int(step or 0))


COPIED = (
    "It is a copy with an id of its own, {id}, to play on: {own} was not closed when it was exported, or the signer "
    "that its first commit names has not signed its end, or another encounter lies under that id here."
)


def _run_import(arguments: argparse.Namespace) -> int:
    from server.archive.export import unpack
    from server.lobby.copying import bring

    data = _read(arguments.file)
    at, carry_on, title, trust = arguments.at, arguments.carry_on, arguments.title, arguments.trust

    async def brought(lobby: Any) -> dict[str, Any]:
        made = await bring(lobby, data, at, carry_on, title, is_trusted=trust)
        if not carry_on and at is None and made["encounter"] != (own := unpack(data).encounter):
            print(COPIED.format(id=made["encounter"], own=own), file=sys.stderr)
        return made

    return make(arguments, brought)


def _run_branch(arguments: argparse.Namespace) -> int:
    from server.lobby.copying import branch_of

    return make(arguments, lambda lobby: branch_of(lobby, arguments.encounter, arguments.at, arguments.title))


def link_options(parser: argparse.ArgumentParser) -> None:
    """The options of what lays an encounter and prints its links."""
    where = "where the server is reached, for the links (the one that runs on this folder)"
    parser.add_argument("--url", default="", help=where)
    write_options(parser)


def make(arguments: argparse.Namespace, by: Callable[[Any], Awaitable[dict[str, Any]]]) -> int:
    """Make an encounter in a lobby of our own, and print its links. `arguments` by `link_options`."""
    laid, url = asyncio.run(_made(write_settings(arguments), by))
    print(as_text(arguments.url or url, [laid]))
    return 0


async def _made(settings: Settings, by: Callable[[Any], Awaitable[dict[str, Any]]]) -> tuple[dict[str, Any], str]:
    """What was made, and where the server beside is reached; where none runs, one that is started without options."""
    from server.app.neighbour import server_beside
    from server.app.opened_log import log_to_write
    from server.archive.checkpoints import Checkpoints
    from server.encounter.installed import systems
    from server.keys.links import FILE as LINKS
    from server.keys.links import Links
    from server.keys.master_key import keeper_of
    from server.lobby.lobby import Lobby
    from server.process.clock import Clock
    from server.table.services import Services

    async with log_to_write(settings) as log:
        data = Path(settings.data)
        services = Services(log, keeper_of(data), Clock(), checkpoints=Checkpoints(data))
        lobby = Lobby(services, systems(), Links(data / LINKS))
        laid = await by(lobby)
    beside = await server_beside(settings)
    return laid, beside.url if beside is not None and beside.url else settings.url_at(settings.port)
