/** Taking back and changing: what is disputed, what it would do in plain words, a reason, and only then the deed. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isSound } from "../../past/edits.ts";
import { speech } from "../../table/scene.ts";
import type { Ruling } from "../../table/state.ts";
import { rulingWords } from "../../words/ruling_words.ts";
import { IconButton } from "../parts/marks.tsx";
import type { RulingProps } from "../props.ts";
import { Disputed, Needs } from "./disputed.tsx";
import { Choosing } from "./instead.tsx";
import { Act, Moves, Outcome } from "./outcome.tsx";
import "../../style/ruling.css";

export function RulingPanel({ ctrl, ruling }: RulingProps) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const r = rulingWords(state.language);
  const panel = useRef<HTMLElement>(null);
  const isAmend = ruling.kind === "amend";
  useLayoutEffect(() => panel.current?.focus(), [ruling.kind, ruling.at[0], ruling.at[1]]);
  return (
    <section
      class="ruling"
      role="dialog"
      aria-label={r(`ruling.${ruling.kind}`)}
      tabIndex={-1}
      ref={panel}
      onKeyDown={({ key }) => key === "Escape" && ctrl.rulings.close()}
    >
      <div class="ruling-head">
        <h2>{r(`ruling.${ruling.kind}`)}</h2>
        <IconButton icon="close" name={t("app.close")} onClick={() => ctrl.rulings.close()} />
      </div>
      {isAmend ? <Act state={state} ruling={ruling} /> : <Moves state={state} ruling={ruling} />}
      {ruling.choosing ? (
        <Choosing ctrl={ctrl} choosing={ruling.choosing} />
      ) : (
        <>
          {isAmend && <Disputed ctrl={ctrl} ruling={ruling} />}
          {isAmend && <Needs ctrl={ctrl} ruling={ruling} />}
          {(isAmend || ruling.isStale) && (
            <button type="button" class="button" disabled={!isSound(ruling)} onClick={() => ctrl.rulings.preview()}>
              {r("ruling.preview")}
            </button>
          )}
          {!isSound(ruling) && <p class="why-not">{r("ruling.badFace")}</p>}
          {ruling.problem && <p class="why-not">{ruling.problem}</p>}
          {ruling.preview?.needs.length === 0 && <Outcome ctrl={ctrl} ruling={ruling} />}
          <Confirm ctrl={ctrl} ruling={ruling} />
        </>
      )}
    </section>
  );
}

function Confirm({ ctrl, ruling }: RulingProps) {
  const { t } = speech(ctrl.state.value);
  const r = rulingWords(ctrl.state.value.language);
  return (
    <>
      <label class="reason">
        <span>{r("ruling.reason")}</span>
        <input
          type="text"
          maxLength={200}
          placeholder={r("ruling.reasonHint")}
          value={ruling.reason}
          onInput={({ currentTarget }) => ctrl.rulings.reason(currentTarget.value)}
        />
      </label>
      <div class="ruling-foot">
        <button
          type="button"
          class={`button primary${ruling.sent ? " pending" : ""}`}
          disabled={!canConfirm(ruling)}
          onClick={() => ctrl.rulings.confirm()}
        >
          {r(VERBS[ruling.kind])}
        </button>
        <button type="button" class="button quiet" onClick={() => ctrl.rulings.close()}>
          {t("app.cancel")}
        </button>
      </div>
    </>
  );
}

const VERBS = { rewind: "ruling.confirmRewind", redo: "ruling.confirmRedo", amend: "ruling.confirmAmend" } as const;

function canConfirm({ preview, isStale, sent }: Ruling): boolean {
  return preview !== undefined && !isStale && sent === undefined && preview.needs.length === 0;
}
