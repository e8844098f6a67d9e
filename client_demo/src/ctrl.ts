/** Joins state, socket and the user's clicks: every click ends in a new state, an intent or a question. Draws nothing. */
import { History, type HistoryHost } from "./past/history.ts";
import { type ReplayHost, Replays } from "./past/replays.ts";
import { type RulingHost, Rulings } from "./past/rulings.ts";
import { isToken, type Moment } from "./seat/address.ts";
import { forgetLink, remember } from "./seat/recent.ts";
import { keep, kept } from "./seat/storage.ts";
import { Cell } from "./table/cell.ts";
import { whyNot } from "./table/log.ts";
import { assigned, decisionOf, filled, initial, isReady, optionId, partOf, picked, type Value } from "./table/options.ts";
import { defaults, type LobbyBody, type State, type Tab, type Theme } from "./table/state.ts";
import { acked, answering, decided, doubted, isOnItsWay, lobbied, rejected, settled, submitted, timed, toasted, untoasted, updated, welcomed } from "./table/update.ts";
import { bytesOf, hexOf, randomBytes } from "./wire/bytes.ts";
import { fetched, page } from "./wire/fetched.ts";
import { connect, type Errand, idText, type Link, type Pass, type Sendable, type Socket, type World } from "./wire/socket.ts";
import type { Option, Param, Rejected, ServerMessage, View } from "./wire/types.ts";
import { loadWords } from "./words/book.ts";
import { type Catalog, enriched } from "./words/catalog.ts";
import type { Language } from "./words/language.ts";
import { loadRefusals } from "./words/refused.ts";

const TOAST_MS = 7_000;
/** So long after the start comes what a first look does not need. */
const LATER_MS = 3_000;
/** Goodbyes after which a link never opens a seat again. */
const WORTHLESS = new Set(["token", "token_expired"]);

/** Of a system's catalogue: its words in a language, why something is not possible, the titles of its rules. */
export type Part = Language | `${Language}.refusals` | "rules";

export class Ctrl implements HistoryHost, ReplayHost, RulingHost {
  readonly state: Cell<State>;
  readonly history: History;
  readonly replays: Replays;
  readonly rulings: Rulings;
  private readonly socket: Socket;
  /** Intents nobody should hear of when they fail: joining twice is no mistake of the user's. */
  private readonly quiet = new Set<string>();
  /** What is sent once an intent is taken, by the intent's id; gone as soon as that is decided. */
  private readonly behind = new Map<string, () => void>();
  /** The parts of the catalogue that are there or on their way. */
  private readonly parts = new Set<Part>();
  private wished?: Language;

  constructor(
    private readonly world: World,
    private readonly pass: Pass,
    wishes: Partial<State>,
    private readonly fetchCatalog: (system: string, part: Part) => Promise<unknown>,
    /** The moment that the link led to. */
    private moment?: Moment,
  ) {
    this.state = new Cell({ ...defaults(), ...wishes });
    this.history = new History(this);
    this.replays = new Replays(this);
    this.rulings = new Rulings(this);
    page.isBusy = () => !!this.now.form || !!this.now.ruling || Object.keys(this.now.pending).length > 0;
    this.socket = connect(world, pass, { message: (message) => this.hear(message), link: (link) => this.linked(link) });
  }

  get now(): State {
    return this.state.value;
  }

  set(change: Partial<State>) {
    this.state.value = { ...this.now, ...change };
  }

  /** What the page shows, once there is one: it is drawn once a frame, and a click means what is seen. */
  shown?: State;

  get seen(): State {
    return this.shown ?? this.now;
  }

  // --- the server ----------------------------------------------------------------------------------------------------

  private linked(link: Link) {
    this.set({ link });
    const isSaid = "code" in link;
    if (link.kind !== "connecting") page.isAway = link.kind === "waiting" && !isSaid;
    if (!isSaid) return;
    if (this.pass.token && WORTHLESS.has(link.code ?? "")) forgetLink(this.pass.token);
    const again = () => this.now.link === link && this.set({ link: { ...link } });  // drawn again in the reader's language
    void loadRefusals(this.now.language).then(again);
  }

  private hear(message: ServerMessage) {
    switch (message.type) {
      case "welcome":
        this.state.value = timed(defaults(), welcomed(this.now, message), message.at ?? this.world.now(), this.world.now());
        void this.join();
        this.remember();
        this.changed();
        return this.arrive();
      case "update": {
        const { toastCount } = this.now;
        this.state.value = timed(this.now, updated(this.now, message), message.at, this.world.now());
        if (this.now.toastCount > toastCount) this.fade();
        return this.changed();
      }
      case "lobby":
        this.state.value = lobbied(this.now, message.body as LobbyBody);
        return;
      case "ack": {
        const id = idText(message.id);
        this.state.value = acked(this.now, id, message.n);
        this.behind.get(id)?.();
        this.behind.delete(id);
        return this.rulings.settled(id, true);
      }
      case "pending":
        this.state.value = doubted(this.now, idText(message.id));
        return;
      case "rejected":
        return this.refused(message);
      case "presence":
        return this.set({ sessions: message.sessions });
      case "another":
        return this.set({ isShared: true });
      case "again":
        return this.set({ again: message.token });
      case "bye":
        if (message.code === "forked") this.set({ isForked: true });
    }
  }

  private refused(message: Rejected) {
    const id = message.id instanceof Uint8Array ? idText(message.id) : undefined;
    if (message.code === "forked") return this.set({ isForked: true });
    if (id !== undefined) this.behind.delete(id);
    if (id !== undefined && this.quiet.delete(id)) {
      this.state.value = decided(this.now, id);
      return;
    }
    this.state.value = rejected(this.now, id, message);
    this.fade();
    if (id !== undefined) this.rulings.settled(id, false);
  }

  /** After every new view: what the client does by itself. */
  private changed() {
    this.loadCatalog();
    this.reveal();
    this.history.follow();
    this.replays.extend();
    this.rulings.follow();
    this.look();
  }

  /** So that the home page leads back here. */
  private remember() {
    const { me, view } = this.now;
    const { token } = this.pass;
    if (token === undefined || !me || !view?.title || !isToken(token)) return;
    const { title, system } = view;
    const name = view.seats?.[me.seat]?.name ?? "";
    remember({ token, title, system, seat: me.seat, name, role: me.role, at: this.world.now() });
  }

  private arrive() {
    const { moment } = this;
    this.moment = undefined;
    if (moment) void this.replays.visit(moment);
  }

  private loadCatalog() {
    const { view, language } = this.now;
    if (view?.system === undefined || this.parts.has(language)) return;
    void this.part(language);
    this.world.later(() => void loadRefusals(language).then(() => this.part(`${language}.refusals`)), LATER_MS);
  }

  /** The titles of the rules, once somebody asks why. */
  needRules() {
    void this.part("rules");
  }

  /** Brings a part of the catalogue, if it is not there or on its way. */
  private async part(part: Part) {
    const system = this.now.view?.system;
    if (system === undefined || this.parts.has(part)) return;
    this.parts.add(part);
    const given = (await fetched(() => this.fetchCatalog(system, part))) as Partial<Catalog>;
    this.set({ catalog: enriched(this.now.catalog, given) });
  }

  // --- the seat's random value ---------------------------------------------------------------------------------------

  private secretKey(view: View): string {
    return `secret.${view.encounter}.${this.now.me?.seat}`;
  }

  /** A player's first intent binds its seat to a random value that it alone knows. */
  private async join() {
    const { me, view } = this.now;
    if (me?.role !== "player" || view?.stage !== "setup") return;
    const key = this.secretKey(view);
    const secret = kept(key) ?? hexOf(randomBytes(32));
    keep(key, secret);
    const { commitmentOf } = await import("./seat/reveal.ts");
    if (this.now.view?.stage !== "setup") return;
    const commitment = commitmentOf(view.encounter, me.seat, bytesOf(secret));
    this.quiet.add(this.submit({ type: "join", commitment }, { seen: this.now.n }));
  }

  private reveal() {
    const { me, view } = this.now;
    const ask = view?.decision?.kind === "reveal" ? view.decision.asks?.[me?.seat ?? ""] : undefined;
    const secret = view && kept(this.secretKey(view));
    if (!view?.decision || !ask || ask.answered || secret === undefined || isOnItsWay(this.now, "reveal")) return;
    this.quiet.add(this.submit({ type: "reveal", preimage: bytesOf(secret) }, { decision: view.decision.id, seen: this.now.n }));
  }

  // --- intents and questions -----------------------------------------------------------------------------------------

  /** Sends an intent, unless the very same is on its way; returns its id. `what` names it meanwhile. */
  submit(intent: Sendable, { what = intent.type, decision = "", seen = Math.min(this.seen.n, this.now.n) } = {}): string {
    const content = JSON.stringify([intent, decision]);
    const twin = Object.entries(this.now.pending).find(([, pending]) => pending.content === content);
    if (twin) return twin[0];
    const id = randomBytes(16);
    this.state.value = submitted(this.now, idText(id), what, content);
    this.socket.submit({ type: "submit", id, intent, nonce: randomBytes(16), seen, ...(decision && { decision }) });
    return idText(id);
  }

  request(errand: Errand): Promise<unknown> {
    return this.socket.request(errand);
  }

  ask(question: Sendable): Promise<unknown> {
    return this.socket.ask(question);
  }

  /** Returns what calls it off. */
  later(run: () => void, wait_ms: number): () => void {
    return this.world.later(run, wait_ms);
  }

  wake() {
    this.socket.wake();
  }

  /** An option's button: at once where nothing is open, else its form. */
  choose(option: Option) {
    if (option.reason) return;
    if (!option.params?.length) return this.send(option, {});
    const { form } = this.now;
    const decision = decisionOf(this.seen, option);
    const isShown = form && optionId(form.option) === optionId(option) && form.decision === decision;
    const hasPlace = option.params?.some(({ kind }) => kind === "path" || kind === "point");
    this.state.value = settled({
      ...this.now,
      form: isShown ? undefined : { option, values: initial(option), decision },
      ...(hasPlace && !isShown && { tab: "map" as const }),
    });
  }

  /** An option with its values; once, until it is decided. `goesOn`: with what may be sent behind it, as one who has
   * seen no more than now. */
  send(option: Option, values: Record<string, Value>, decision = decisionOf(this.seen, option), goesOn?: boolean) {
    if (isOnItsWay(this.now, optionId(option))) return;
    const intent = filled(option, values) as Sendable;
    const id = this.submit(intent, { what: optionId(option), decision });
    const type = goesOn && this.now.catalog.follows[option.key];
    if (type) {
      const said = { seen: Math.min(this.seen.n, this.now.n), decision: this.now.view?.decision?.id ?? "" };
      this.behind.set(id, () => this.submit({ type, who: option.who } as Sendable, said));
    }
    this.state.value = answering(this.now, option, decision);
    const isForTarget = partOf(intent, option.whom ?? "") === this.now.target;
    this.set({ form: undefined, ...(isForTarget && { target: undefined }) });
  }

  setValue(name: string, value: Value | undefined) {
    const { form } = this.now;
    if (form === undefined) return;
    const { [name]: _old, ...values } = form.values;
    this.set({ form: { ...form, values: value === undefined ? values : { ...values, [name]: value } } });
  }

  sendForm(goesOn?: boolean) {
    const { form } = this.now;
    if (!form || !isReady(form.option, form.values)) return;
    if (form.purpose === "ruling") this.rulings.take(form.option, form.values);
    else this.send(form.option, form.values, form.decision, goesOn);
  }

  /** A choice that was tapped; what else is chosen counts as it is now: taps may come faster than frames. */
  pick(param: Param, index: number) {
    if (this.isAsSeen(param)) this.setValue(param.name, picked(param, this.now.form?.values[param.name], index));
  }

  /** A unit laid against a goal, or none. */
  lay(param: Param, goal: number, unit: number | undefined) {
    const before = this.now.form?.values[param.name] as Record<string, number> | undefined;
    if (this.isAsSeen(param)) this.setValue(param.name, assigned(before ?? {}, goal, unit));
  }

  /** Whether its choices are still those that are drawn: else another may stand at the place that was tapped. */
  isAsSeen({ name, choices, goals }: Param): boolean {
    const now = this.now.form?.option.params?.find((each) => each.name === name);
    return JSON.stringify([now?.choices, now?.goals]) === JSON.stringify([choices, goals]);
  }

  /** A combatant tapped on the map, for a parameter that takes combatants. */
  pickOnMap(name: string, who: string) {
    const { form } = this.now;
    const param = form?.option.params?.find((each) => each.name === name);
    const index = param?.choices?.findIndex((choice) => choice.value === who && !choice.reason) ?? -1;
    if (param && index >= 0) this.pick(param, index);
  }

  // --- what is looked at ---------------------------------------------------------------------------------------------

  /** Says why something was refused. */
  saysNo(why: Rejected) {
    this.toast("error", whyNot(this.now, why));
  }

  toast(kind: "error" | "info", text: string) {
    this.state.value = toasted(this.now, kind, text);
    this.fade();
  }

  /** The newest toast leaves after a while. */
  private fade() {
    const id = this.now.toasts.at(-1)?.id;
    if (id !== undefined) this.world.later(() => this.dismiss(id), TOAST_MS);
  }

  dismiss(id: number) {
    this.state.value = untoasted(this.now, id);
  }

  show(tab: Tab) {
    this.set({ tab });
  }

  async speak(language: Language) {
    keep("language", (this.wished = language));
    await Promise.all([loadWords(language), loadRefusals(language)]);
    if (this.wished === language) this.set({ language });
    this.loadCatalog();
  }

  paint(theme: Theme) {
    keep("theme", theme);
    this.set({ theme });
  }

  /** GM: the table through an audience's eyes; asked again after every change. */
  see(audience: string | undefined) {
    this.set({ eyes: audience === undefined ? undefined : { audience, options: [] } });
    this.look();
  }

  private look() {
    const audience = this.now.eyes?.audience;
    if (audience === undefined) return;
    Promise.all([this.ask({ type: "view_as", audience }), this.ask({ type: "options_as", audience })]).then(
      ([view, options]) =>
        this.now.eyes?.audience === audience &&
        this.set({ eyes: { audience, view: view as View, options: options as Option[] } }),
      (why: Rejected) => this.saysNo(why),
    );
  }
}
