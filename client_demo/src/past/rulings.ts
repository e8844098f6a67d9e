/** The GM's way back: choose a position, change what is disputed, look at what it would do, confirm exactly that. */
import { type Event, isMereAnswer, isOnlyBack, lineTo } from "../table/frames.ts";
import { linesOf, whyNot } from "../table/log.ts";
import { fillable, filled, type Values } from "../table/options.ts";
import type { Chosen, Ruling, State } from "../table/state.ts";
import { isOnItsWay } from "../table/update.ts";
import type { Sendable } from "../wire/socket.ts";
import type { Card, Frame, Need, Option, PreviewShown, Rejected, StepShown } from "../wire/types.ts";
import { answersOf, covers, editsOf, isSound, isTyped, needKey, type Position } from "./edits.ts";

/** So long after the last change a preview is asked for. */
const REST_MS = 350;

/** What a ruling is asked through, kept in and sent by. */
export interface RulingHost {
  readonly now: Pick<State, "ruling" | "form" | "n" | "pending" | "view" | "catalog" | "language">;
  /** What the page shows: a click means that. */
  readonly seen: Pick<State, "past" | "n" | "ruling">;
  set(change: Partial<Pick<State, "ruling" | "form">>): void;
  ask(question: Sendable): Promise<unknown>;
  /** Returns the id by which the server will speak of it. */
  submit(intent: Sendable): string;
  /** Returns what calls it off. */
  later(run: () => void, wait_ms: number): () => void;
  needRules(): void;
}

export class Rulings {
  private stopWaiting = () => {};
  /** Counts the rulings that were begun: what was asked for one is none of another's. */
  private starts = 0;
  /** Counts what was changed and asked: a preview of what is no longer wanted comes too late. */
  private looks = 0;
  /** Counts whose other choices were asked for: the card of one that was tapped before comes too late. */
  private choices = 0;

  constructor(private readonly host: RulingHost) {}

  private get open(): Ruling | undefined {
    return this.host.now.ruling;
  }

  rewind(to: Position) {
    this.start("rewind", to);
    void this.preview();
  }

  /** What would come back if the last rewind or amendment were undone. */
  redo() {
    this.start("redo", [this.host.now.n, 0]);
    this.preview();
  }

  /** The position before the newest act, as it is seen; of an amendment, where the game stood when it was made. */
  takeBackLast() {
    const { last, before } = this.newest();
    const left = (last?.events as Event[] | undefined)?.find(({ type }) => type === "Amended")?.["left"];
    const to = left ?? (before && [before, 0]);
    if (to) this.rewind(to as Position);
  }

  /** A player asks to have the newest act taken back. */
  askLast() {
    const { last } = this.newest();
    if (last) this.host.submit({ type: "request_undo", n: last.n });
  }

  /** The newest that was done and told on the line as it is seen, and the position before it. How the server goes on by
   * itself is told to nobody, and is nothing to take back; nor is that somebody passed while an act goes on. */
  private newest(): { last?: Frame | undefined; before?: number | undefined } {
    const { past, n } = this.host.seen;
    const line = lineTo(past.frames, n);
    const last = past.frames.findLast((frame) => line.includes(frame.n) && !isOnlyBack(frame) && !isMereAnswer(frame) && linesOf(this.host.now, frame).length > 0);
    return { last, before: last && line[line.indexOf(last.n) + 1] };
  }

  amend(target: Position) {
    this.host.needRules();
    this.start("amend", target);
    this.asked({ type: "act_card", at: target }, (card) => this.set({ card: card as Card }));
  }

  private start(kind: Ruling["kind"], at: Position) {
    this.stopWaiting();
    this.starts++;
    const ruling = { kind, at, needs: [], faces: {}, terms: {}, struck: false, instead: {}, reason: "", isStale: false };
    this.host.set({ ruling, form: undefined });
  }

  close() {
    this.host.set({ ruling: undefined, form: this.host.now.form?.purpose === "ruling" ? undefined : this.host.now.form });
  }

  private set(change: Partial<Ruling>) {
    if (this.open) this.host.set({ ruling: { ...this.open, ...change } });
  }

  /** A face that is typed, or of none any more: another choice may need no such die. */
  face(key: string, face: number | undefined) {
    const { [key]: _before, ...others } = this.open?.faces ?? {};
    this.edit({ faces: face === undefined ? others : { ...others, [key]: face } });
  }

  term(key: string, value: number) {
    this.edit({ terms: { ...this.open?.terms, [key]: value } });
  }

  strike(struck: boolean) {
    this.edit({ struck });
  }

  /** Something is changed: what it would do is looked up once the hand rests. */
  private edit(change: Partial<Ruling>) {
    this.looks++;
    this.set({ ...change, isStale: true });
    this.stopWaiting();
    this.stopWaiting = this.host.later(() => this.preview(), REST_MS);
  }

  // --- another choice -------------------------------------------------------------------------------------------------

  /** Offers what might have been done instead of the act at a position. */
  chooseInstead(at: Position) {
    const choice = ++this.choices;
    const offer = (card: Card) => this.set({ choosing: { key: at.join("."), at, options: (card.options ?? []).map(fillable) } });
    if (this.open?.card && isAt(at, this.open.at)) offer(this.open.card);
    else this.asked({ type: "act_card", at }, (card) => offer(card as Card), () => choice === this.choices);
  }

  /** Offers other answers to a question that had not been asked then. */
  chooseAnswer(step: StepShown) {
    this.choices++;
    const { decision = "", options = [] } = step;
    const who = (step.intent as { who?: string } | undefined)?.who ?? "";
    this.set({ choosing: { key: `${decision}|${who}`, decision, who, options: options.map(fillable) } });
  }

  stopChoosing() {
    this.choices++;
    this.set({ choosing: undefined });
    if (this.host.now.form?.purpose === "ruling") this.host.set({ form: undefined });
  }

  take(option: Option, values: Values) {
    const { choosing, instead = {} } = this.open ?? {};
    if (!choosing) return;
    const { key, at, decision, who } = choosing;
    const chosen: Chosen = { intent: filled(option, values), option, at, decision, who };
    this.stopChoosing();
    this.edit({ instead: { ...instead, [key]: chosen } });
  }

  /** Back to what was chosen then. */
  forget(key: string) {
    const { [key]: _gone, ...instead } = this.open?.instead ?? {};
    this.edit({ instead });
  }

  /** What is lacking now, and what was and has been typed: that must be sent again. The rest of a roll of which some
   * dice are typed has its fields already; and no field changes its place while others are typed in. */
  private lacking(preview: PreviewShown): Need[] {
    const { open } = this;
    const same = (need: Need) => preview.needs.filter((other) => needKey(other) === needKey(need));
    const kept = open ? open.needs.flatMap((need) => (isTyped(open, need) ? [need] : same(need))) : [];
    return [...kept, ...preview.needs.filter((need) => !kept.some((other) => covers(other, need)))];
  }

  /** The server draws what is lacking, for all to see; then the preview is made anew. */
  draw() {
    if (!this.open || isOnItsWay(this.host.now, "draw_dice")) return;
    this.host.submit({ type: "draw_dice", target: this.open.at, edits: editsOf(this.open), answers: answersOf(this.open) });
  }

  // --- looking and confirming ------------------------------------------------------------------------------------------

  reason(reason: string) {
    this.set({ reason });
  }

  preview() {
    const ruling = this.open;
    this.stopWaiting();
    if (!ruling || !isSound(ruling)) return;
    const look = ++this.looks;
    this.asked(questionOf(ruling), (preview) => this.previewed(preview as PreviewShown), () => look === this.looks, () => this.askFreed(ruling));
  }

  /** Where dice that were lacking are typed, what was changed since may need them no more: asked anew without them. Was it? */
  private askFreed(ruling: Ruling): boolean {
    if (!ruling.needs.some((need) => isTyped(ruling, need))) return false;
    const faces = Object.fromEntries(Object.entries(ruling.faces).filter(([key]) => !ruling.needs.some((need) => key.startsWith(`${needKey(need)}.`))));
    this.set({ faces, needs: [] });
    this.preview();
    return true;
  }

  private previewed(preview: PreviewShown) {
    this.set({ preview, isStale: false, problem: undefined, needs: this.lacking(preview) });
  }

  /** The answer or the refusal, unless another ruling was begun, it `isWanted` no more, or it could `mend` what was refused. */
  private asked(question: Sendable, done: (answer: unknown) => void, isWanted = () => true, mend = () => false) {
    const { starts } = this;
    const isDue = () => starts === this.starts && isWanted();
    this.host.ask(question).then(
      (answer) => isDue() && done(answer),
      (why: Rejected) => isDue() && !mend() && this.set({ problem: whyNot(this.host.now, why) }),
    );
  }

  /** Carries the digest of what was looked at: if anything has changed since, the server refuses. */
  confirm() {
    const ruling = this.open;
    const preview = ruling?.preview;
    if (!ruling || !preview || ruling.isStale || ruling.sent || this.host.seen.ruling?.preview !== preview) return;
    const { digest } = preview;
    const reason = ruling.reason.trim();
    this.set({ sent: this.host.submit(deedOf(ruling, digest, reason)) });
  }

  /** The server has decided: done, or looked at anew where the game had moved on. */
  settled(id: string, isTaken: boolean) {
    if (this.open?.sent !== id) return;
    if (isTaken) return this.close();
    this.set({ sent: undefined, isStale: true });
    this.preview();
  }

  /** After every update: what is shown must fit the game as it stands. */
  follow() {
    if (this.open?.isStale && this.open.preview && this.open.sent === undefined) this.preview();
  }
}

function questionOf(ruling: Ruling): Sendable {
  if (ruling.kind === "redo") return { type: "preview_redo" };
  if (ruling.kind === "rewind") return { type: "preview_rewind", to: ruling.at };
  return { type: "preview_amend", target: ruling.at, edits: editsOf(ruling), answers: answersOf(ruling) };
}

function deedOf(ruling: Ruling, digest: Uint8Array, reason: string): Sendable {
  if (ruling.kind === "redo") return { type: "redo", reason, digest };
  if (ruling.kind === "rewind") return { type: "rewind", to: ruling.at, reason, digest };
  return { type: "amend", target: ruling.at, edits: editsOf(ruling), answers: answersOf(ruling), digest, reason };
}

function isAt(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
