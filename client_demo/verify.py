"""Checks an exported encounter (`.fray`) without Fray: needs Python's standard library and the package msgpack.

    python verify.py FILE [[AUDIENCE:]N:HEAD ...]        heads (hex) that you saw live

Exit code 0 intact, 2 chain, 3 signature, 4 dice, 5 head, 6 format. Signatures are checked if signatures.py lies beside
this file. "Export files" in protocol/README.md says what the parts mean. Short on purpose: read it before you trust it.
"""

# ruff: noqa: B020, E401, E701, I001, SIM115
# mypy: ignore-errors
# fmt: off
import hashlib, hmac, io, msgpack, pathlib, runpy, sys
from collections import Counter, defaultdict
from struct import pack


try: wrongs = runpy.run_path(str(pathlib.Path(__file__).with_name("signatures.py")))["wrongs"]
except FileNotFoundError: wrongs = None
CHAINS = (("SeedRevealed", "open"), ("SecretsRevealed", "secret"))
class Bad(Exception): pass  # exit code, first bad commit (GM's file) or number (another's), what is wrong
def need(fine, code, at, what):
    if not fine: raise Bad(code, at, what)
def sha(tag, *parts): return hashlib.sha256(tag + b"\0" + b"".join(parts)).digest()
def lp(*parts): return b"".join(pack(">I", len(part)) + part for part in parts)
def face_of(seed, enc, stream, k, sides, salt, nonce, j=0):
    text = b"fray/die/1\0" + lp(enc, stream.encode(), pack(">QII", k, sides, j), salt, nonce)
    u = int.from_bytes(hmac.digest(seed, text, "sha256")[:8])
    return u % sides + 1 if u < 2**64 // sides * sides else face_of(seed, enc, stream, k, sides, salt, nonce, j + 1)
def split(body):  # a commit; its events and variants stay the bytes that they are
    reader = msgpack.Unpacker(io.BytesIO(body))
    def raws(): return [(reader.tell(), reader.skip(), reader.tell()) for _ in range(reader.read_array_header())]
    keys = (reader.unpack() for _ in range(reader.read_map_header()))
    return {k: [body[a:b] for a, _, b in raws()] if k in ("events", "variants") else reader.unpack() for k in keys}
def numbers(value):  # every whole number in a value: the faces that were rolled must be among them
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(numbers, inner), Counter([value] if type(value) is int else []))

class Check:
    def __init__(self, data, file, seen):
        self.players, self.bound, self.values, self.salt = set(), {}, {}, b""
        self.epoch, self.seeds, self.draws, self.next, self.count, self.waits = 1, {}, [], Counter(), Counter(), {}
        self.enc, self.heads, hashes = bytes.fromhex(file["encounter"]), defaultdict(lambda: [bytes(16)]), [bytes(32)]
        need((file["format"], file["version"]) == ("fray", 1), 6, 0, "it is no export that is known here")
        for self.at, (n, h, own, body) in enumerate(file["entries"], 1):
            hashes.append(sha(b"fray/log/1", self.enc, pack(">Q", self.at), hashes[-1], own, lp(body)))
            need([n, h] == [self.at, hashes[-1]], 2, self.at, "its hash is not that of its bytes")
            self.commit(**split(body))
        need(hashlib.sha256(data[:-32]).digest() == data[-32:] and self.seeds, 6, 0, "header or digest was changed")
        for c, k in CHAINS * ("seeds" in file): self.fact({**file["seeds"], "seed": file["seeds"][k]}, c, None)
        for at, face, stream, epoch, *rest in self.draws:
            seed = self.seeds.get(("SecretsRevealed" if stream == "secret" else "SeedRevealed", epoch))
            fine = face_of(seed, self.enc, stream, *rest) == face if seed and face else None
            need(fine is not False, 4, at, f"{stream}'s {face} is not what the seeds give")
            self.count["recomputed" if fine else "not recomputed"] += 1
        for bad in wrongs(file, hashes, self.key) if wrongs else (): raise Bad(*bad)
        for name, n, h in seen:
            known = (hashes if len(h) == 32 else self.heads[name or file["audience"]])[n:n + 1]
            need(n > 0 and known == [h], 5, n, "the head that was seen there is not in this file")
    def commit(self, version, told, events, evidence, submitted, variants=(), **_):
        need(version == self.at, 6, self.at, "it holds another commit")
        for name, mark in told.items():
            known, raw = self.heads[name], [events[i] if i >= 0 else variants[-i - 1] for i in mark["refs"]]
            known.append(sha(b"fray/told/1", lp(self.enc, name.encode(), pack(">Q", len(known)), known[-1], *raw))[:16])
            fine = (mark["n"], mark["head"]) == (len(known) - 1, known[-1])
            need(fine, 5, self.at, f"the head of {name} is not made of what it was told")
        events, who, parked = [msgpack.unpackb(raw) for raw in events], (submitted["seat"], submitted["nonce"]), None
        for e in events: self.fact(e, e["type"], e.get("seat") or e.get("who"))
        for e in [x for e in events for x in (e["step"].get("events", []) if e["type"] == "Copied" else [e])]:
            if e["type"] == "ActParked": parked = e["parked"]["seat"], e["parked"]["nonce"]
            if e["type"] == "DecisionOpened" and parked: self.waits[e["decision"]["id"]] = parked
            if e["type"] == "DecisionClosed": who = self.waits.get(e["decision"], who)  # typed: of the act that waited
        self.dice(evidence, events, *who)
        for steps in [e.get("steps", []) or [e.get("step", {})] for e in events if e["type"] in ("Amended", "Copied")]:
            for step in steps: self.dice(step.get("evidence", []), step.get("events", []), "elsewhere", b"")
    def fact(self, e, kind, seat):
        if kind == "Created": self.key, self.seeds = e.get("signer"), {(c, 0): e["tips"][key] for c, key in CHAINS}
        if kind == "SeatOpened" and e["role"] == "player": self.players.add(seat)
        if kind == "SeatJoined": self.bound[seat] = e["commitment"]
        if kind in ("SeatRevoked", "SeatFreed"): self.bound.pop(seat, None)
        if kind == "SeatRevealed":
            bound, self.values[seat] = lp(self.enc, seat.encode(), e["preimage"]), e["preimage"]
            need(sha(b"fray/join/1", bound) == self.bound.get(seat), 4, self.at, f"{seat} was not bound to its value")
        if kind == "SaltFixed":
            used = {s: v for s, v in sorted(self.values.items()) if s not in e.get("withheld", [])}
            self.salt = sha(b"fray/T/1", lp(self.enc, *[x for s, v in used.items() for x in (s.encode(), v)]))
            fine = self.salt == e["salt"] and self.bound.keys() - used.keys() <= {*e.get("withheld", [])}
            need(fine, 4, self.at, "the salt is not made of the seats' values")
        if kind in ("SeedRevealed", "SecretsRevealed"):
            epoch, seed = e["epoch"], e["seed"]
            while epoch > 0 and (kind, epoch) not in self.seeds:
                self.seeds[kind, epoch], seed, epoch = seed, sha(b"fray/seed/1", seed), epoch - 1
            need(seed == self.seeds[kind, epoch], 4, self.at, "the seed does not lead to the tip that commit 1 holds")
            self.epoch += kind == "SeedRevealed"
    def dice(self, evidence, events, seat, nonce):
        need(Counter(x["face"] for x in evidence if x["face"]) <= numbers(events), 4, self.at, "it shows other faces")
        for by, sides, face in ((thrown["by"], thrown["sides"], thrown["face"]) for thrown in evidence):
            self.count["not drawn here" if seat == "elsewhere" else by["type"]] += 1
            if by["type"] == "drawn" and seat != "elsewhere":
                stream, k, epoch, own = by["stream"], by["k"], by["epoch"], seat if seat in self.players else "gm"
                fine = (not seat or stream in (own, "secret")) and (epoch, k) == (self.epoch, self.next[stream])
                need(fine and 0 <= face <= sides > 0, 4, self.at, f"die {k} of {stream} was not the next one")
                self.next[stream] += 1
                self.draws.append((self.at, face, stream, epoch, k, sides, self.salt, nonce * (stream in self.players)))
def verify(data, seen=()):
    try:
        file = msgpack.unpackb(data[:-32])
        own = "not signed" if "signature" not in file else "signed" if wrongs else "its signature not checked"
        return f"intact for {file['audience']}, {own}, {len(file['entries'])} entries: {Check(data, file, seen).count}"
    except Exception as error: raise error if isinstance(error, Bad) else Bad(6, 0, repr(error)) from error
if __name__ == "__main__":
    heads = [(":" + head).rsplit(":", 2) for head in sys.argv[2:]]
    try: print(verify(open(sys.argv[1], "rb").read(), [(a.strip(":"), int(n), bytes.fromhex(h)) for a, n, h in heads]))
    except Bad as bad: sys.exit(print("DAMAGED at entry {1}: {2}".format(*bad.args)) or bad.args[0])
