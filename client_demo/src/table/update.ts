/** Pure reducers: what the server said makes the next state. Nothing here sends, draws or asks the clock. */
import { apply, type Json, type Patch } from "../wire/patch.ts";
import { offered, remembered, type Told } from "../wire/renew.ts";
import type { CombatantView, HistoryPage, Option, Rejected, Update, View, Welcome } from "../wire/types.ts";
import { text } from "../words/book.ts";
import { withFrame, withPage } from "./frames.ts";
import { whyNot } from "./log.ts";
import { decisionOf, fillable, optionId } from "./options.ts";
import type { Form, LobbyBody, Me, State, Toast, Witness } from "./state.ts";

/** The whole view anew. What was told before stays in the log, unless it was another history. */
export function welcomed(state: State, message: Welcome): State {
  const view = message.view as View;
  const known = offered([], message.options as Told[]);
  const options = known.slice(0, message.offered).map(fillable);
  const me = meOf(message, view);
  const isSame = state.me?.audience === me.audience && state.view?.encounter === view.encounter && !state.isForked;
  const past = isSame && state.n <= message.n ? state.past : { after: 0, frames: [] };
  const met = meeting(isSame ? state.met : {}, view.combatants);
  const tab = state.me === undefined && me.role === "spectator" ? ("map" as const) : state.tab;
  const witness = witnessed(me.audience, message);
  const pending = awaited(state, isSame ? message.n : Infinity);
  const next = { ...state, me, tab, n: message.n, witness, view, options, known, past, met, pending, lobby: undefined };
  return settled(selecting(isSame ? following(state, next) : next));
}

function witnessed(audience: string, { n, head }: Welcome | Update): Witness {
  return { audience, n, head: head as Uint8Array<ArrayBuffer> };
}

function meOf(message: Welcome, view: View): Me {
  const seat = message.seat ?? "";
  const given = view.seats?.[seat]?.role;
  const role = given === "gm" || given === "player" ? given : message.audience === "gm" ? "gm" : "spectator";
  return { seat, audience: message.audience, role };
}

/** One update: the socket has seen to it that none is missing and none comes twice. */
export function updated(state: State, message: Update): State {
  const view = apply(state.view as unknown as Json, message.patch as Patch) as unknown as View;
  const frame = { n: message.n, at: message.at, events: message.events as unknown[], patch: message.patch, step: 0 };
  const isNext = state.past.view !== undefined && (state.past.frames.at(-1)?.n ?? state.past.after) === message.n - 1;
  const past = isNext ? withFrame(state.past, frame) : state.past;
  const told = message.options ? offered(state.known, message.options as Told[]) : undefined;
  const known = told ? remembered(state.known, told) : state.known;
  const options = told ? told.map(fillable) : state.options;
  const ruling = state.ruling?.preview && { ...state.ruling, isStale: true };
  const met = meeting(state.met, view.combatants);
  const witness = witnessed(state.me?.audience ?? "", message);
  const pending = awaited(state, message.n);
  const next = settled(selecting(following(state, { ...state, n: message.n, witness, view, options, known, past, met, pending, ruling: ruling ?? state.ruling })));
  return state.form && !next.form ? toasted(next, "info", text(state.language, "form.gone")) : next;
}

/** The server's time was `at` when it was `now_ms` here. While a question's clock runs it never runs slower: where the
 * server's wall clock was put back, the times of updates stand nearly still. */
export function timed(before: State, now: State, at: number, now_ms: number): State {
  const [was, is] = [before.view?.decision, now.view?.decision];
  const skew_ms = at - now_ms;
  const runsOn = was?.closes_at !== undefined && is?.closes_at !== undefined && was.id === is.id;
  return { ...now, skew_ms, clock_ms: runsOn ? Math.max(before.clock_ms, skew_ms) : skew_ms };
}

/** A turn that begins, and a question that is over, put the one on turn in hand again. */
function following(before: State, now: State): State {
  const isOver = before.view?.decision !== undefined && now.view?.decision === undefined;
  const [first] = now.view?.turn ?? [];
  if (first === undefined || (!isOver && before.view?.turn?.includes(first))) return now;
  return mine(now).includes(first) || isUnmanned(now, first) ? { ...now, selected: first, target: undefined } : { ...now, target: undefined };
}

/** Nobody sits where it is played from: the game master acts for it. */
export function isUnmanned({ me, view, sessions }: State, who: string): boolean {
  return me?.role === "gm" && !sessions[`seat:${view?.combatants?.[who]?.seat}`];
}

/** A page of the past came. */
export function paged<S extends Pick<State, "past" | "met">>(state: S, page: HistoryPage): S {
  const past = withPage(state.past, page);
  return { ...state, past, met: meeting(state.met, metIn(page)) };
}

/** The same object as long as nobody new is met: what is drawn by it needs no drawing again. */
function meeting(met: State["met"], seen: Record<string, CombatantView> = {}): State["met"] {
  const more = Object.entries(seen).filter(([who, { name, side }]) => met[who]?.name !== name || met[who]?.side !== side);
  if (more.length === 0) return met;
  return { ...met, ...Object.fromEntries(more.map(([who, { name, side }]) => [who, { name, side }])) };
}

/** Whoever is on the page's first view or comes in one of its patches. */
function metIn(page: HistoryPage): Record<string, CombatantView> {
  const views = [page.view, ...page.frames.map(({ patch }) => patch)] as { combatants?: Record<string, unknown> }[];
  const all = views.flatMap((view) => Object.entries(view?.combatants ?? {}));
  const whole = all.filter(([, one]) => typeof one === "object" && one !== null && "name" in one && "side" in one);
  return Object.fromEntries(whole) as Record<string, CombatantView>;
}

export function lobbied(state: State, body: LobbyBody): State {
  return { ...state, lobby: body, me: undefined, view: undefined, options: [] };
}

/** Older encounters of the lobby's list. */
export function listed(state: State, { encounters, more }: Pick<LobbyBody, "encounters" | "more">): State {
  if (!state.lobby) return state;
  const { more: _asked, ...lobby } = state.lobby;
  return { ...state, lobby: { ...lobby, encounters: [...lobby.encounters, ...encounters], ...(more && { more }) } };
}

/** An intent is on its way; `what` is the id of its option, or its type. */
export function submitted(state: State, id: string, what: string, content = ""): State {
  return { ...state, pending: { ...state.pending, [id]: { what, content, isDoubtful: false } } };
}

/** Remembers what was chosen, until another question is open: the server tells nobody what was answered. */
export function answering(state: State, option: Option, decision = decisionOf(state, option)): State {
  const { who = "", key, label } = option;
  if (!decision) return state;
  const given = state.answers.decision === decision ? state.answers.given : {};
  return { ...state, answers: { decision, given: { ...given, [who]: { key, label } } } };
}

export function doubted(state: State, id: string): State {
  const pending = state.pending[id];
  return pending ? { ...state, pending: { ...state.pending, [id]: { ...pending, isDoubtful: true } } } : state;
}

/** Taken: it stays pending until the update is here that shows it. */
export function acked(state: State, id: string, n: number | undefined): State {
  const pending = state.pending[id];
  if (pending === undefined || n === undefined || n <= state.n) return decided(state, id);
  return { ...state, pending: { ...state.pending, [id]: { ...pending, n } } };
}

/** What is still pending once all is shown up to a number; the same object where that is all of it. */
function awaited(state: State, n: number): State["pending"] {
  const all = Object.entries(state.pending);
  const left = all.filter(([, pending]) => pending.n === undefined || pending.n > n);
  return left.length === all.length ? state.pending : Object.fromEntries(left);
}

export function isOnItsWay({ pending }: Pick<State, "pending">, ...whats: string[]): boolean {
  return Object.values(pending).some(({ what }) => whats.includes(what));
}

/** Decided, either way. */
export function decided(state: State, id: string): State {
  const { [id]: _gone, ...pending } = state.pending;
  return { ...state, pending };
}

export function rejected(state: State, id: string | undefined, message: Rejected): State {
  const next = id === undefined ? state : decided(state, id);
  const ruling = message.code === "preview_outdated" && next.ruling ? { ...next.ruling, isStale: true } : next.ruling;
  return toasted({ ...next, ruling }, "error", whyNot(state, message));
}

/** At most three at once; the oldest goes. */
export function toasted(state: State, kind: Toast["kind"], text: string): State {
  const id = state.toastCount + 1;
  return { ...state, toastCount: id, toasts: [...state.toasts.filter((toast) => toast.text !== text), { id, kind, text }].slice(-3) };
}

export function untoasted(state: State, id: number): State {
  return { ...state, toasts: state.toasts.filter((toast) => toast.id !== id) };
}

/** A form whose option is no longer offered, now greyed, or would answer another question closes; one that is keeps its values. */
export function settled(state: State): State {
  if (state.form === undefined || state.form.purpose) return state;
  const id = optionId(state.form.option);
  const option = state.options.find((offered) => optionId(offered) === id);
  const isOffered = option !== undefined && !option.reason && decisionOf(state, option) === (state.form.decision ?? "");
  return { ...state, form: isOffered ? kept(state.form, option) : undefined };
}

/** Values are kept where the parameter still looks the same: they may be indices into its choices. */
function kept(form: Form, option: Option): Form {
  const before = new Map((form.option.params ?? []).map((param) => [param.name, JSON.stringify(param)]));
  const same = (option.params ?? []).filter((param) => before.get(param.name) === JSON.stringify(param));
  const names = new Set(same.map((param) => param.name));
  return { ...form, option, values: Object.fromEntries(Object.entries(form.values).filter(([name]) => names.has(name))) };
}

/** The combatant in hand: the one there was while it can act, else whoever of mine is asked or on turn. */
function selecting(state: State): State {
  const { view, options } = state;
  if (view === undefined) return state;
  const wanted = wantedBy(state);
  const isThere = state.selected !== undefined && view.combatants?.[state.selected] !== undefined;
  const canAct = options.some((option) => option.who === state.selected && !option.reason);
  if (isThere && (canAct || wanted === undefined || isAwaiting(state))) return state;
  return { ...state, selected: wanted ?? mine(state)[0] ?? (isThere ? state.selected : undefined) };
}

/** Its act goes on, and none of mine is asked meanwhile: nothing of another lies under the finger that has begun it. */
function isAwaiting({ me, view, selected = "" }: State): boolean {
  const own = mine({ me, view });
  const isAsked = waitingFor(view).some((who) => own.includes(who) && !view?.decision?.asks?.[who]?.passes);
  return !isAsked && isUnderWay(view) && view?.turn?.includes(selected) === true;
}

/** Something has begun and is not over: there will be something to do again. */
export function isUnderWay(view: View | undefined): boolean {
  return view?.decision !== undefined || isInAct(view);
}

/** An act is in progress. A question may belong to none: plans are none. */
export function isInAct(view: View | undefined): boolean {
  return Object.keys(view?.act ?? {}).length > 0;
}

/** Nobody is on turn and nobody is asked: one turn is over, and the table goes on by itself. A question that asks nobody
 * is the pause before the next turn, which only a game master is told of. */
export function isBetween(view: View): boolean {
  return view.stage === "running" && !view.turn?.length && !isAnybodyAsked(view) && !isInAct(view);
}

/** Not so in the pauses that only a game master is told of. */
export function isAnybodyAsked({ decision, held }: View): boolean {
  return decision !== undefined && (held === true || Object.keys(decision.asks ?? {}).length > 0);
}

function wantedBy({ me, view, options }: State): string | undefined {
  const own = mine({ me, view });
  const open = options.filter(({ who, reason, group }) => own.includes(who ?? "") && !reason && group !== "gm");
  const onTurn = open.find((option) => view?.turn?.includes(option.who ?? ""));
  return (open.find((option) => option.answers) ?? onTurn ?? open[0])?.who;
}

/** The combatants that this seat plays: for the GM, those that no seat has. */
export function mine(state: Pick<State, "view" | "me">): string[] {
  const { view, me } = state;
  if (view === undefined || me === undefined || me.role === "spectator") return [];
  const seat = me.role === "gm" ? "gm" : me.seat;
  return Object.entries(view.combatants ?? {})
    .filter(([, combatant]) => (combatant.seat ?? "gm") === seat)
    .map(([who]) => who);
}

/** What a tap on a combatant means: one that can be acted as is taken in hand, of any other it is asked what to do to it;
 * while one of another side has its turn it is asked of whoever might also be taken in hand. */
export function tapped({ me, view, options, gmPart, target, selected = "" }: State, who: string): Partial<State> {
  const isActing = options.some((option) => option.who && option.who !== who && option.whom) && (me?.role === "player" || gmPart === "act");
  const isFoe = view?.turn?.includes(selected) && view.combatants?.[selected]?.side !== view.combatants?.[who]?.side;
  const isOwn = !isFoe && (mine({ me, view }).includes(who) || options.some((option) => option.who === who));
  return isOwn || !isActing ? { selected: who, target: undefined } : { target: target === who ? undefined : who };
}

/** Who is asked now and has not answered. */
export function waitingFor(view: View | undefined): string[] {
  return Object.entries(view?.decision?.asks ?? {})
    .filter(([, ask]) => !ask.answered)
    .map(([who]) => who);
}
