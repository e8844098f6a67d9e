/** The GM's way back: choose a position, change what is disputed, look at what it would do, confirm exactly that. */
import type { Ctrl } from "./ctrl.ts";
import { lineTo } from "./replay.ts";
import type { Ruling } from "./state.ts";
import { text } from "./ui.ts";
import type { Card, Edit, Need, PreviewShown, Rejected } from "./wire/types.ts";

type Position = [number, number];

export class Rulings {
  constructor(private readonly ctrl: Ctrl) {}

  private get open(): Ruling | undefined {
    return this.ctrl.now.ruling;
  }

  rewind(to: Position) {
    this.start("rewind", to);
    void this.preview();
  }

  /** What would come back if the last rewind or amendment were undone. */
  redo() {
    this.start("redo", [this.ctrl.now.n, 0]);
    this.preview();
  }

  /** The position before the newest act on the line. */
  takeBackLast() {
    const { past, n } = this.ctrl.now;
    const [, before] = lineTo(past.frames, n);
    if (before !== undefined) this.rewind([before, 0]);
  }

  amend(target: Position) {
    this.start("amend", target);
    this.asked({ type: "act_card", at: target }, (card) => this.set({ card: card as Card }));
  }

  private start(kind: Ruling["kind"], at: Position) {
    const ruling = { kind, at, needs: [], faces: {}, terms: {}, struck: false, reason: "", isStale: false };
    this.ctrl.set({ ruling, form: undefined });
  }

  close() {
    this.ctrl.set({ ruling: undefined });
  }

  private set(change: Partial<Ruling>) {
    if (this.open) this.ctrl.set({ ruling: { ...this.open, ...change } });
  }

  face(key: string, face: number) {
    this.set({ faces: { ...this.open?.faces, [key]: face }, isStale: true });
  }

  term(key: string, value: number) {
    this.set({ terms: { ...this.open?.terms, [key]: value }, isStale: true });
  }

  strike(struck: boolean) {
    this.set({ struck, isStale: true });
  }

  reason(reason: string) {
    this.set({ reason });
  }

  preview() {
    const ruling = this.open;
    if (!ruling) return;
    this.asked(questionOf(ruling), (preview) => this.previewed(preview as PreviewShown));
  }

  private previewed(preview: PreviewShown) {
    this.set({ preview, isStale: false, needs: together(this.open?.needs ?? [], preview.needs) });
  }

  private asked(question: { type: string; [field: string]: unknown }, done: (answer: unknown) => void) {
    const asked = this.open?.at;
    this.ctrl.ask(question).then(
      (answer) => this.open?.at === asked && done(answer),
      (why: Rejected) => this.ctrl.toast("error", why.message),
    );
  }

  /** Carries the digest of what was looked at: if anything has changed since, the server refuses. */
  confirm() {
    const ruling = this.open;
    const preview = ruling?.preview;
    if (!ruling || !preview || ruling.isStale) return;
    const { digest } = preview;
    const reason = ruling.reason.trim();
    if (ruling.kind === "rewind") this.ctrl.submit({ type: "rewind", to: ruling.at, reason, digest });
    else if (ruling.kind === "redo") this.ctrl.submit({ type: "redo", reason });
    else this.ctrl.submit({ type: "amend", target: ruling.at, edits: editsOf(ruling), answers: [], digest, reason });
    this.close();
  }

  /** What a confirmed preview is called on the button. */
  verb(): string {
    const { language, ruling } = this.ctrl.now;
    return text(language, VERBS[ruling?.kind ?? "rewind"]);
  }
}

const VERBS = { rewind: "ruling.confirmRewind", redo: "ruling.confirmRedo", amend: "ruling.confirmAmend" } as const;

function questionOf(ruling: Ruling): { type: string; [field: string]: unknown } {
  if (ruling.kind === "redo") return { type: "preview_redo" };
  if (ruling.kind === "rewind") return { type: "preview_rewind", to: ruling.at };
  return { type: "preview_amend", target: ruling.at, edits: editsOf(ruling), answers: [] };
}

/** The edits as the server takes them: one for the disputed act, one for each act that lacks dice. */
export function editsOf(ruling: Ruling): Edit[] {
  const { card, faces, terms, struck } = ruling;
  const dice = (card?.dice ?? []).flatMap((die, index) => {
    const face = faces[String(index)];
    if (face === undefined || face === die.face) return [];
    return [{ roll: die.roll, who: die.who, index: die.index, face, depth: die.depth }];
  });
  const values = (card?.rolls ?? []).flatMap((roll, i) =>
    roll.terms.flatMap((term, j) => {
      const value = terms[`${i}.${j}`];
      if (value === undefined || value === term.value) return [];
      return [{ roll: roll.roll, who: roll.who, key: term.key, value }];
    }),
  );
  const own: Edit = { at: ruling.at, faces: dice, terms: values, struck };
  const added = missing(ruling);
  const here = added.filter((edit) => isAt(edit.at, ruling.at)).flatMap((edit) => edit.faces ?? []);
  const elsewhere = added.filter((edit) => !isAt(edit.at, ruling.at));
  const isEdited = dice.length > 0 || values.length > 0 || here.length > 0 || struck;
  return isEdited ? [{ ...own, faces: [...dice, ...here] }, ...elsewhere] : elsewhere;
}

/** Faces given for dice that were never rolled. They follow those of the same roll that were. */
function missing({ needs, faces, card }: Ruling): Edit[] {
  return needs.flatMap((need) => {
    const rolled = isAt(need.at, card?.at) ? (card?.dice ?? []) : [];
    const first = rolled.filter((die) => die.roll === need.roll && die.who === need.who && die.depth === 0).length;
    const given = Array.from({ length: need.count }, (_, index) => faces[`${needKey(need)}.${index}`]);
    const found = given.flatMap((face, index) =>
      face === undefined ? [] : [{ roll: need.roll, who: need.who, index: first + index, face, depth: 0 }],
    );
    return found.length ? [{ at: need.at, faces: found }] : [];
  });
}

export function needKey(need: Need): string {
  return `${need.at.join(".")}|${need.roll}|${need.who}`;
}

function isAt(a: Position, b: Position | undefined): boolean {
  return a[0] === b?.[0] && a[1] === b[1];
}

/** All that was ever lacking stays: once given, it is no longer reported, but must be sent again. */
function together(old: Need[], more: Need[]): Need[] {
  return [...new Map([...old, ...more].map((need) => [needKey(need), need])).values()];
}
