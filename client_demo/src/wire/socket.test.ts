import { beforeEach, describe, expect, test } from "vitest";
import { connect, type Link, type Listener, type Socket } from "./socket.ts";
import type { Rejected, ServerMessage, Submit, Update } from "./types.ts";
import { FakeWorld, head, welcome } from "./world.fake.ts";

let world: FakeWorld;
let heard: ServerMessage[];
let links: Link[];
let socket: Socket;
let refuses: boolean;

function update(n: number): Update {
  return { type: "update", n, head: head(n), at: 5, events: [], patch: {} };
}

function submit(first: number): Submit {
  return { type: "submit", id: head(first), intent: { type: "pass" }, nonce: head(9) };
}

function rejection(code: string, detail: Rejected["detail"] = {}): Rejected {
  return { type: "rejected", id: head(1), code, message: "No.", detail };
}

beforeEach(() => {
  world = new FakeWorld();
  heard = [];
  links = [];
  refuses = false;
  const message = (one: ServerMessage) => {
    if (refuses) throw new Error("unknown");
    heard.push(one);
  };
  const listener: Listener = { message, link: (link) => links.push(link) };
  socket = connect(world, { token: "token" }, listener);
  world.line.accept();
});

function enter() {
  world.line.say(welcome());
}

function numbers() {
  return heard.filter((message) => message.type === "update").map((message) => message.n);
}

describe("updates", () => {
  test("the next number is taken, a repetition dropped", () => {
    enter();
    for (const n of [4, 4, 3, 5]) world.line.say(update(n));
    expect(numbers()).toEqual([4, 5]);
  });

  test("a gap ends the connection; the next one resumes where this one stood", () => {
    enter();
    world.line.say(update(4));
    world.line.say(update(6));
    expect(world.lines[0]?.isOpen).toBe(false);
    world.pass(1_000);
    world.line.accept();
    expect(world.line.last("hello")).toEqual({ type: "hello", token: "token", blocks: true, like: true, resume: { n: 4, head: head(4) } });
    expect(numbers()).toEqual([4]);
  });

  test("an update that can't be taken ends the connection, and is told anew", () => {
    enter();
    world.line.say(update(4));
    refuses = true;
    expect(() => world.line.say(update(5))).toThrow("unknown");
    refuses = false;
    expect(world.lines[0]?.isOpen).toBe(false);
    world.pass(1_000);
    world.line.accept();
    expect(world.line.last("hello")).toMatchObject({ resume: { n: 4, head: head(4) } });
  });

  test("an old connection that still speaks is not heard", () => {
    enter();
    world.line.say(update(6));
    const old = world.lines[0];
    world.pass(1_000);
    old?.say(update(4));
    expect(numbers()).toEqual([]);
  });
});

describe("intents", () => {
  test("one that is sent before the welcome waits for it", () => {
    socket.submit(submit(1));
    expect(world.line.count("submit")).toBe(0);
    enter();
    expect(world.line.count("submit")).toBe(1);
  });

  test("one without an answer is sent again, byte for byte the same, after a lost connection", () => {
    enter();
    socket.submit(submit(1));
    const first = world.line.last("submit");
    world.line.end(1006);
    world.pass(1_000);
    world.line.accept();
    expect(world.line.count("submit")).toBe(0);
    enter();
    expect(world.line.last("submit")).toEqual(first);
  });

  test.each([
    ["ack", { type: "ack", id: head(1), n: 4 } as ServerMessage],
    ["rejected", rejection("turn")],
  ])("one that got %s is not sent again", (_name, answer) => {
    enter();
    socket.submit(submit(1));
    world.line.say(answer);
    world.line.end(1006);
    world.pass(1_000);
    world.line.accept();
    enter();
    expect(world.line.count("submit")).toBe(0);
    expect(heard).toContainEqual(answer);
  });

  test("pending is told, and the intent is still sent again later", () => {
    enter();
    socket.submit(submit(1));
    world.line.say({ type: "pending", id: head(1) });
    expect(heard.at(-1)?.type).toBe("pending");
    world.line.end(1006);
    world.pass(1_000);
    world.line.accept();
    enter();
    expect(world.line.count("submit")).toBe(1);
  });

  test.each(["unavailable", "rate", "busy"])("%s is no verdict: the same message goes again when it may", (code) => {
    enter();
    socket.submit(submit(1));
    world.line.say(rejection(code, { retry_after_ms: 700 }));
    world.pass(699);
    expect(world.line.count("submit")).toBe(1);
    world.pass(1);
    expect(world.line.count("submit")).toBe(2);
    expect(heard.some((message) => message.type === "rejected")).toBe(false);
  });
});

describe("questions", () => {
  test("the answer goes to the one who asked", async () => {
    enter();
    const answer = socket.ask({ type: "history" });
    world.line.say({ type: "answer", id: world.line.last("ask").id, body: { frames: [] } });
    await expect(answer).resolves.toEqual({ frames: [] });
  });

  test("one without an answer is asked again after a lost connection", async () => {
    enter();
    const answer = socket.ask({ type: "history" });
    world.line.end(1006);
    world.pass(1_000);
    world.line.accept();
    enter();
    world.line.say({ type: "answer", id: world.line.last("ask").id, body: 7 });
    await expect(answer).resolves.toBe(7);
  });

  test.each(["unavailable", "rate", "busy"])("%s is no answer: the same question goes again when it may, once", async (code) => {
    enter();
    const answer = socket.ask({ type: "history" });
    const first = world.line.last("ask");
    world.line.say({ ...rejection(code, { retry_after_ms: 700 }), id: first.id });
    world.pass(699);
    expect(world.line.count("ask")).toBe(1);
    world.pass(1);
    expect(world.line.count("ask")).toBe(2);
    expect(world.line.last("ask")).toEqual(first);
    world.line.say({ type: "answer", id: first.id, body: 7 });
    await expect(answer).resolves.toBe(7);
    world.pass(10_000);
    expect(world.line.count("ask")).toBe(2);
  });

  test("one that waits to go again goes once over a new connection", () => {
    enter();
    void socket.ask({ type: "history" });
    world.line.say({ ...rejection("rate", { retry_after_ms: 5_000 }), id: world.line.last("ask").id });
    world.line.end(1006);
    world.pass(1_000);
    world.line.accept();
    enter();
    world.pass(10_000);
    expect(world.line.count("ask")).toBe(1);
  });

  test("an errand is refused at once, whatever for: it is somebody's to run again", async () => {
    enter();
    const answer = socket.request({ type: "branch", at: [3, 0], title: "What if" });
    world.line.say({ ...rejection("busy"), id: world.line.last("branch").id });
    await expect(answer).rejects.toMatchObject({ code: "busy" });
    world.pass(10_000);
    expect(world.line.count("branch")).toBe(1);
  });

  test("a refusal reaches the one who asked", async () => {
    enter();
    const answer = socket.ask({ type: "act_card", at: [99, 0] });
    world.line.say({ ...rejection("ahead"), id: world.line.last("ask").id });
    await expect(answer).rejects.toMatchObject({ code: "ahead" });
  });
});

describe("a lost connection", () => {
  function waits(): number {
    const link = links.at(-1);
    return link?.kind === "waiting" ? link.until - world.time_ms : -1;
  }

  test("is tried again after growing waits, up to 15 s", () => {
    const seen = [];
    for (let n = 0; n < 8; n++) {
      world.line.end(1006);
      seen.push(waits());
      world.pass(waits());
    }
    expect(seen).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  });

  test.each([
    [0, 250],
    [0.999_999, 750],
  ])("waits a random half more or less (%d)", (chance, wait_ms) => {
    world.chance = chance;
    world.line.end(1006);
    expect(waits()).toBe(wait_ms);
  });

  test("begins anew with short waits after a welcome", () => {
    for (const wait_ms of [500, 1000]) {
      world.line.end(1006);
      world.pass(wait_ms);
    }
    world.line.accept();
    enter();
    world.line.end(1006);
    expect(waits()).toBe(500);
  });

  test("waits as long as the server's goodbye says", () => {
    enter();
    world.line.say({ type: "bye", code: "restart", message: "Restart.", retry_after_ms: 2500 });
    world.line.end(1012);
    expect(waits()).toBe(2500);
  });

  test("forgets what it saw when the server does not know it", () => {
    enter();
    world.line.say({ type: "bye", code: "forked", message: "Forked." });
    world.line.end(1000);
    world.pass(1_000);
    world.line.accept();
    expect(world.line.last("hello")).not.toHaveProperty("resume");
  });

  test("an older server that can't read the newest words of hello is told none of them", () => {
    world.line.say({ type: "rejected", code: "schema", message: "Object contains unknown field `like`", detail: {} });
    world.line.say({ type: "bye", code: "hello_expected", message: "Say hello first." });
    world.line.end(4400, "hello_expected");
    expect(heard.filter(({ type }) => type === "rejected")).toEqual([]);
    world.pass(1_000);
    world.line.accept();
    expect(world.line.last("hello")).toEqual({ type: "hello", token: "token" });
    enter();
    expect(links.at(-1)).toEqual({ kind: "open" });
  });

  test("who is not heard without them either is not heard at all", () => {
    for (let time = 0; time < 2; time++) {
      world.line.end(4400, "hello_expected");
      world.pass(1_000);
      world.line.accept();
    }
    expect(links.at(-1)).toMatchObject({ kind: "closed", code: "hello_expected" });
    expect(world.lines.length).toBe(2);
  });

  test.each([4401, 4403, 4404, 4406, 4409, 1003, 1009])("%d ends it for good, with the reason", (code) => {
    world.line.say({ type: "bye", code: "token", message: "The link is not valid." });
    world.line.end(code, "token");
    world.pass(60_000);
    expect(links.at(-1)).toEqual({ kind: "closed", code: "token", message: "The link is not valid." });
    expect(world.lines.length).toBe(1);
  });

  test.each(["integrity", "rolled_back", "key_changed", "version"])("says %s, which somebody has to mend, and goes on trying", (code) => {
    world.line.say({ type: "bye", code, message: "Shorter than it was." });
    world.line.end(1011, code);
    expect(links.at(-1)).toMatchObject({ kind: "waiting", code, message: "Shorter than it was." });
    world.pass(2_000);
    expect(world.lines.length).toBe(2);
    world.line.end(1006);
    expect(links.at(-1)).not.toHaveProperty("code");
  });

  test("is tried at once when the network is back", () => {
    world.line.end(1006);
    socket.wake();
    expect(world.lines.length).toBe(2);
    world.line.accept();
    world.pass(20_000);
    expect(world.lines.length).toBe(2);
  });

  test("is given up where a new one does not come about within 10 s", () => {
    world.line.end(1006);
    world.pass(500);
    world.pass(9_999);
    expect(links.at(-1)).toEqual({ kind: "connecting" });
    world.pass(1);
    expect(world.line.isOpen).toBe(false);
    expect(links.at(-1)?.kind).toBe("waiting");
    world.pass(1_000);
    expect(world.lines.length).toBe(3);
  });

  test("is made anew for whoever wakes before they are welcome; what comes of the old one is not heard", () => {
    world.line.end(1006);
    world.pass(500);
    const hung = world.line;
    socket.wake();
    expect(world.lines.length).toBe(3);
    expect(hung.isOpen).toBe(false);
    hung.accept();
    hung.end(1006);
    expect(hung.count("hello")).toBe(0);
    expect(world.line.count("hello")).toBe(0);
    expect(links.at(-1)).toEqual({ kind: "connecting" });
    world.line.accept();
    enter();
    expect(links.at(-1)).toEqual({ kind: "open" });
    world.pass(15_000);
    expect(world.lines.length).toBe(3);
  });

  test("is noticed when a silent server does not answer a ping", () => {
    enter();
    world.pass(20_000);
    expect(world.line.count("ping")).toBe(1);
    world.line.say({ type: "pong", at: 1 });
    world.pass(19_999);
    expect(world.lines.length).toBe(1);
    world.pass(10_001);
    expect(links.at(-1)?.kind).toBe("waiting");
  });
});

test("without a token it enters the lobby and sends no resume", () => {
  connect(world, {}, { message: (message) => heard.push(message), link: () => {} });
  world.line.accept();
  expect(world.line.last("hello")).toEqual({ type: "hello" });
  world.line.say({ type: "lobby", body: { encounters: [] } });
  expect(heard.at(-1)?.type).toBe("lobby");
});

test("the key goes with the hello to the lobby", () => {
  connect(world, { key: "k" }, { message: () => {}, link: () => {} });
  world.line.accept();
  expect(world.line.last("hello")).toEqual({ type: "hello", key: "k" });
});
