/** Real dice: who rolled types what fell, or lets the server roll. */
import { useState } from "preact/hooks";
import type { Event } from "../log.ts";
import { speech } from "../scene.ts";
import type { State } from "../state.ts";
import { mine } from "../update.ts";
import { Dice, Face } from "./marks.tsx";
import type { SceneProps } from "./table.tsx";

/** Dice with more sides show numbers. */
const PIPPED = 6;

/** Real dice: the faces are tapped in, or the server rolls. */
export function TypedDice({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const { t, name, label } = speech(state, scene.view);
  const [faces, setFaces] = useState<number[]>([]);
  const { roll = "", sides = 6, count = 1 } = wanted(state);
  const isMine = mine({ view: scene.view, me: state.me }).includes(who) || state.me?.role === "gm";
  if (!isMine) return null;
  const send = () => {
    ctrl.submit({ type: "type_dice", faces });
    setFaces([]);
  };
  return (
    <section class="prompt" aria-label={t("prompt.dice", { name: name(who), count, sides })}>
      <h2>{t("prompt.dice", { name: name(who), count, sides })}</h2>
      <p class="field-hint">
        {roll && `${label(purposeOf(roll))}. `}
        {t("prompt.diceHint")}
      </p>
      <div class="chips">
        {Array.from({ length: sides }, (_, index) => index + 1).map((face) => (
          <button type="button" class="chip" key={face} disabled={faces.length >= count} onClick={() => setFaces([...faces, face])}>
            {sides <= PIPPED && <Face face={face} sides={sides} />}
            <span class={sides <= PIPPED ? "sr-only" : ""}>{face}</span>
          </button>
        ))}
      </div>
      <p class="typed">
        <output>{sides <= PIPPED ? <Dice dice={faces.map((face) => [face])} sides={sides} /> : faces.join(", ")}</output>
        {faces.length > 0 && (
          <button type="button" class="link-button" onClick={() => setFaces(faces.slice(0, -1))}>
            {t("map.undoPoint")}
          </button>
        )}
      </p>
      <footer>
        <button type="button" class="button primary" disabled={faces.length !== count} onClick={send}>
          {t("act.send")}
        </button>
        <button type="button" class="button quiet" onClick={() => ctrl.submit({ type: "server_rolls" })}>
          {t("prompt.server")}
        </button>
        {state.me?.role === "gm" && (
          <button type="button" class="button quiet" onClick={() => ctrl.submit({ type: "drop_act" })}>
            {t("prompt.drop")}
          </button>
        )}
      </footer>
    </section>
  );
}

/** A roll's name says what it is for and then tells it apart: `tie.0` is a tie. */
function purposeOf(roll: string): string {
  return roll.split(".").findLast((part) => !/^\d+$/.test(part)) ?? roll;
}

/** Which dice are missing: the newest event that asked for some says so. */
function wanted(state: State): { roll?: string; sides?: number; count?: number } {
  const events = state.past.frames.flatMap((frame) => frame.events as Event[]);
  const asked = events.findLast((event) => event.type === "DiceAsked" || event.type === "ActParked");
  return ((asked?.["parked"] ?? asked) as ReturnType<typeof wanted> | undefined) ?? {};
}
