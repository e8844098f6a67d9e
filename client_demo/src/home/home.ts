/** The home page's state and what a click makes of it: routes, the draft, what the lobby answers. Draws nothing. */
import type { Ctrl } from "../ctrl.ts";
import { isToken, pasted, type Place, placeOf } from "../seat/address.ts";
import { forgetPlan, layAlone } from "../seat/alone.ts";
import { fetchTutorial, keepLesson } from "../seat/lesson.ts";
import { forget, keepLinks, type Recent, recents } from "../seat/recent.ts";
import { Cell } from "../table/cell.ts";
import type { LobbyBody } from "../table/state.ts";
import { listed } from "../table/update.ts";
import { fetched, page } from "../wire/fetched.ts";
import type { Errand } from "../wire/socket.ts";
import type { Joinable, OptionShown, Rejected, Setup } from "../wire/types.ts";
import { loadRefusals, type Refused } from "../words/refused.ts";
import { BadText, type Encounter, lineOf, parsed, type Part, type Problem, sampleIn, withOption } from "./draft.ts";

type Claim = Extract<Errand, { type: "join" }> & { seat: string };

/** A table that was laid: its links by seat, and the code for everybody. */
export interface Made {
  encounter: string;
  title: string;
  links: Record<string, string>;
  code?: string;
  /** Names and roles, where they are known. */
  seats: Record<string, { name: string; role: string }>;
}

/** What the text of an own file came to. */
export type Reading = { kind: "empty" | "reading" | "fine" } | { kind: "bad"; problem: Problem };

export interface HomeState {
  place: Place;
  setups: Setup[];
  draft?: Encounter | undefined;
  text: string;
  fileName: string;
  reading: Reading;
  made?: Made | undefined;
  found?: Joinable | undefined;
  /** The code that `found` answers. */
  code: string;
  /** What whoever sits down by the code wants to be called. */
  name: string;
  isBusy: boolean;
  /** The seat for which the GM is asked. */
  waiting?: string | undefined;
  /** The last refusal, for the part of the page that asked. */
  error?: Refused | undefined;
  /** What is wrong with the encounter that was to be laid. */
  problem?: Problem | undefined;
  recent: Recent[];
}

/** What the server takes of a file at once. */
const PART_BYTES = 32 * 1024;

/** So long nobody types before a text is judged: the server answers a few questions a second. */
const PAUSE_MS = 500;

export function homeDefaults(): HomeState {
  return {
    place: { kind: "start" },
    setups: [],
    text: "",
    fileName: "",
    reading: { kind: "empty" },
    code: "",
    name: "",
    isBusy: false,
    recent: [],
  };
}

export class Home {
  readonly state: Cell<HomeState>;
  private readings = 0;
  private stopWaiting = () => {};
  private stopPause = () => {};
  private hasLeft = false;

  constructor(
    readonly ctrl: Ctrl,
    private readonly fetchSetup: (system: string) => Promise<Setup>,
  ) {
    this.state = new Cell({ ...homeDefaults(), recent: recents() });
    page.isBusy = () => this.now.isBusy || this.now.text !== "" || !!this.now.draft || !!this.now.made;
    void loadRefusals(ctrl.now.language);
    this.arrive();
  }

  get now(): HomeState {
    return this.state.value;
  }

  set(change: Partial<HomeState>) {
    this.state.value = { ...this.now, ...change };
  }

  // --- where on the page ---------------------------------------------------------------------------------------------

  /** The address bar has changed. A place that needs what is no longer there leads to the start. */
  arrive() {
    const place = placeOf(location.hash);
    const isLost = (place.kind === "links" && !this.now.made) || place.kind === "seat";
    this.withdraw();
    this.set({ place: isLost ? { kind: "start" } : place, error: undefined });
    if (place.kind === "new") this.load();
    if (place.kind === "join" && place.code) void this.find(place.code);
  }

  // --- a new encounter -----------------------------------------------------------------------------------------------

  private load() {
    if (this.now.setups.length > 0) return;
    const systems = this.ctrl.now.lobby?.systems ?? [];
    const setups: Setup[] = [];
    systems.forEach(async ({ name }, place) => {
      setups[place] = await fetched(() => this.fetchSetup(name));
      this.set({ setups: setups.filter((setup) => setup?.system !== undefined) });
    });
  }

  take(draft: Encounter | undefined) {
    this.set({ draft, error: undefined, problem: undefined });
  }

  option(part: Part, option: OptionShown, value: unknown) {
    if (this.now.draft) this.take(withOption(this.now.draft, part, option, value));
  }

  title(title: string) {
    if (this.now.draft) this.take({ ...this.now.draft, title });
  }

  /** The text of an own file, typed, pasted or dropped: judged when nothing more is typed; the last one counts. */
  read(text: string, fileName = this.now.fileName) {
    const reading = ++this.readings;
    this.stopWaiting();
    this.set({ text, fileName, reading: { kind: text.trim() ? "reading" : "empty" }, error: undefined });
    if (!text.trim()) return;
    this.stopWaiting = this.ctrl.later(async () => {
      const result = await this.judged(text);
      if (reading === this.readings) this.set({ reading: result });
    }, PAUSE_MS);
  }

  private async judged(text: string): Promise<Reading> {
    let system: string | undefined;
    try {
      const encounter = await parsed(text);
      system = encounter.system;
      await this.ctrl.request({ type: "create", encounter, check: true });
      return { kind: "fine" };
    } catch (error) {
      return { kind: "bad", problem: error instanceof BadText ? error.problem : refusal(error as Rejected, text, system) };
    }
  }

  /** The text is fine: go on to its options. */
  async useText() {
    this.take(await parsed(this.now.text));
  }

  async create() {
    const { draft } = this.now;
    if (draft === undefined) return;
    await this.busy(async () => {
      this.laid((await this.ctrl.request({ type: "create", encounter: draft })) as Made);
      this.set({ draft: undefined, text: "", reading: { kind: "empty" } });
      location.hash = "#/links";
    });
  }

  /** A fight at which bots play everybody but the first seat, by default the first system's; and sit down there. */
  async alone(sample?: Encounter) {
    await this.busy(async () => {
      const encounter = sample ?? (await this.firstSample());
      if (encounter) await this.sitAlone(encounter);
    });
  }

  /** The lesson of the first system that has one: a table of its own, at which the steps are told. */
  async learn() {
    const system = this.ctrl.now.lobby?.systems.find(({ tutorial }) => tutorial)?.name;
    if (system === undefined) return;
    await this.busy(async () => {
      const { encounter, translated } = await fetched(() => fetchTutorial(system));
      const id = await this.sitAlone(translated[this.ctrl.now.language] ?? encounter);
      if (id !== undefined) keepLesson(id, system);
    });
  }

  /** Returns the table. */
  private async sitAlone(encounter: Encounter): Promise<string | undefined> {
    const [seat] = Object.keys(encounter.seats ?? {});
    if (seat === undefined) return;
    const { id, link } = await layAlone((errand) => this.ctrl.request(errand), { encounter, seat });
    this.sit(link);
    return id;
  }

  private async firstSample(): Promise<Encounter | null> {
    const [first] = this.ctrl.now.lobby?.systems ?? [];
    return first ? sampleIn(this.ctrl.now.language, await fetched(() => this.fetchSetup(first.name))) : null;
  }

  private laid(made: Made) {
    keepLinks(made.encounter, made.links);
    this.set({ made });
  }

  /** Takes in an export file, part by part; what it becomes is the server's to say, unless it shall be a new encounter.
   * Brought again after a lost answer it has the same key, and so the same links. */
  async bring(data: Uint8Array, isNew = false) {
    await this.busy(async () => {
      const { dropKey, keyFor, sumOf } = await import("../seat/claim.ts");
      const sum = sumOf(data);
      const key = keyFor("file", sum).secret;
      let made: unknown;
      for (let offset = 0; offset < data.length; offset += PART_BYTES) {
        const part = data.slice(offset, offset + PART_BYTES);
        const last = offset + PART_BYTES >= data.length;
        made = await this.ctrl.request({ type: "import", offset, data: part, last, carry_on: isNew, key });
      }
      dropKey("file", sum);
      this.laid(made as Made);
      location.hash = "#/links";
    });
  }

  /** Older encounters of the list. */
  async more(before: number) {
    await this.busy(async () => {
      const page = (await this.ctrl.request({ type: "list", before })) as Pick<LobbyBody, "encounters" | "more">;
      if (this.ctrl.now.lobby?.more === before) this.ctrl.state.value = listed(this.ctrl.now, page);
    });
  }

  // --- joining -------------------------------------------------------------------------------------------------------

  /** What was typed or pasted: a link goes there, a code is looked up. */
  join(text: string): boolean {
    const place = pasted(text);
    if (place?.kind === "join") location.hash = `#/join/${encodeURIComponent(place.code)}`;
    else if (place?.kind === "seat") this.sit(place.token);
    else if (place) location.hash = text.slice(text.indexOf("#"));
    return place !== undefined;
  }

  private async find(code: string) {
    this.set({ code, found: undefined });
    await this.busy(() => this.look(code));
  }

  /** Which seats are free behind the code; who has asked with a key waits for none of them any more. */
  private async look(code: string, key_h?: Uint8Array) {
    const found = (await this.ctrl.request({ type: "join", code, ...(key_h && { key_h }) })) as Joinable;
    if (code === this.now.code) this.set({ found });
  }

  /** A seat of those that were found: the spectators' by the link that all share, a player's by a link of our own. */
  async choose(seat: string) {
    const { code, found } = this.now;
    if (found === undefined) return;
    await this.busy(async () => {
      if (found.seats[seat]?.role !== "spectator") return this.claim(found.encounter, seat);
      const { token = "" } = (await this.ctrl.request({ type: "join", code, seat })) as Joinable;
      if (isToken(token)) this.sit(token);
    });
  }

  private async claim(encounter: string, seat: string): Promise<void> {
    const { code, name } = this.now;
    const { dropKey, keyFor, tokenOf } = await import("../seat/claim.ts");
    const { secret, key_h } = keyFor(encounter, seat);
    const wish: Claim = { type: "join", code, seat, key_h, ...(name.trim() && { name: name.trim() }) };
    try {
      if (!(await this.claimed(wish))) return this.look(code, key_h);
    } catch (error) {
      const { code: refusal } = error as Rejected;
      if (refusal === "seat_taken") await this.look(code);
      if (refusal !== "claim_refused") throw error;
      dropKey(encounter, seat);
      if (this.now.waiting) throw error;
      return this.claim(encounter, seat); // it was the answer to an earlier question, which was withdrawn or has lapsed
    }
    dropKey(encounter, seat);
    this.sit(tokenOf(encounter, secret));
  }

  /** Where the GM is asked first, the same is asked again until there is an answer, as long as somebody waits for it.
   * False: nobody does. */
  private async claimed(claim: Claim): Promise<boolean> {
    this.hasLeft = false;
    while (!this.hasLeft) {
      try {
        await this.ctrl.request(claim);
        return true;
      } catch (error) {
        const { code, detail } = error as Rejected;
        if (code !== "claim_waits") throw error;
        this.set({ waiting: claim.seat });
        await this.pause(Number(detail["retry_after_ms"]));
      }
    }
    return false;
  }

  private pause(ms: number) {
    return new Promise<void>((go) => {
      this.stopPause = go;
      if (this.hasLeft) go();
      else this.ctrl.later(go, ms);
    });
  }

  /** Whoever waits for the GM's word wants the seat no more. */
  withdraw() {
    this.hasLeft = true;
    this.stopPause();
  }

  sit(token: string) {
    location.hash = `#${token}`;
  }

  forget(encounter: string) {
    forget(encounter);
    forgetPlan(encounter);
    this.set({ recent: recents() });
  }

  // --- what may fail -------------------------------------------------------------------------------------------------

  private async busy(run: () => Promise<void>) {
    this.set({ isBusy: true, error: undefined, problem: undefined });
    try {
      await run();
    } catch (error) {
      const refused = error as Rejected;
      this.set(refused.detail?.["path"] ? { problem: refusal(refused, "", this.now.draft?.system) } : { error: refused });
    } finally {
      this.set({ isBusy: false, waiting: undefined });
    }
  }
}

/** What is wrong with an encounter, as the server says it: the details of whatever else is have a number behind their names. */
export function refusal({ code, message, detail }: Rejected, text: string, system: string | undefined): Problem {
  const of = (number: string) => Object.fromEntries(Object.entries({ ...detail }).flatMap(([key, value]) => {
    const [name = "", its = ""] = key.split(".");
    return its === number ? [[name, value]] : [];
  }));
  const numbers = [...new Set(Object.keys({ ...detail }).map((key) => key.split(".")[1] ?? ""))].filter(Boolean);
  const problem = (details: Record<string, unknown>) => problemIn({ problem: message || code, ...details }, text, system);
  return { ...problem(of("")), ...(numbers.length > 0 && { also: numbers.map((number) => problem(of(number))) }) };
}

function problemIn({ path: where = "", problem, kind = "", ...details }: Record<string, unknown>, text: string, system: string | undefined): Problem {
  const path = String(where).replace(/^\$\.?(encounter\.?)?/, "");
  const about = { kind: String(kind), detail: details as Problem["detail"], system };
  return { path, text: String(problem), line: lineOf(text, path), ...about };
}
