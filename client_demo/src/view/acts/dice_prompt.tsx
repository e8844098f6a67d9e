/** Real dice: who rolled types what fell, or lets the server roll. */
import { useState } from "preact/hooks";
import type { Event } from "../../table/frames.ts";
import { original } from "../../table/log.ts";
import { purposeOf } from "../../table/purpose.ts";
import { speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { isOnItsWay, mine } from "../../table/update.ts";
import type { Sendable } from "../../wire/socket.ts";
import { Dice, Face } from "../parts/dice.tsx";
import type { SceneProps } from "../props.ts";
import { toHand } from "./form.tsx";

/** Of this die people tap pips, of all others numbers. */
const PIPPED = 6;

/** Real dice: the faces are tapped in, or the server rolls. */
export function TypedDice({ ctrl, scene, who }: SceneProps & { who: string }) {
  const state = ctrl.state.value;
  const isMine = mine({ view: scene.view, me: state.me }).includes(who) || state.me?.role === "gm";
  const asked = wanted(state, scene.view.decision?.id);
  return isMine && asked ? <Throw ctrl={ctrl} scene={scene} who={who} asked={asked} key={asked.key} /> : null;
}

/** One throw: what is typed for it counts for no other. */
function Throw({ ctrl, scene, who, asked }: SceneProps & { who: string; asked: Asked }) {
  const state = ctrl.state.value;
  const { t, name } = speech(state, scene.view);
  const [faces, setFaces] = useState<number[]>([]);
  const { roll = "", sides = 6, count = 1 } = asked;
  const submit = (intent: Sendable) => ctrl.submit(intent, { decision: scene.view.decision?.id ?? "" });
  const send = (intent: Sendable) => !isOnItsWay(ctrl.now, ...WAYS) && submit(intent);
  const isSent = isOnItsWay(state, ...WAYS);
  return (
    <section class={`prompt${isSent ? " sent" : ""}`} ref={toHand} tabIndex={-1} aria-label={t("prompt.dice", { name: name(who), count, sides })}>
      <h2>
        <Face face={sides} sides={sides} /> {t("prompt.dice", { name: name(who), count, sides })}
      </h2>
      <p class="field-hint">
        {roll && `${purposeOf(state, roll)}. `}
        {t("prompt.diceHint")}
      </p>
      <div class="chips">
        {Array.from({ length: sides }, (_, index) => index + 1).map((face) => (
          <button type="button" class="chip" key={face} disabled={isSent} aria-disabled={faces.length >= count} onClick={() => setFaces((typed) => [...typed, face].slice(0, count))}>
            {sides === PIPPED && <Face face={face} sides={sides} />}
            <span class={sides === PIPPED ? "sr-only" : ""}>{face}</span>
          </button>
        ))}
      </div>
      <p class="typed">
        <output>
          <Dice state={state} dice={faces.map((face) => ({ sides, faces: [face], isDropped: false }))} />
        </output>
        {faces.length > 0 && !isSent && (
          <button type="button" class="link-button" onClick={() => setFaces((typed) => typed.slice(0, -1))}>
            {t("map.undoPoint")}
          </button>
        )}
      </p>
      <footer>
        <button type="button" class="button primary" disabled={isSent || faces.length !== count} onClick={() => send({ type: "type_dice", faces })}>
          {t(isSent ? "act.pending" : "act.send")}
        </button>
        <button type="button" class="button quiet" disabled={isSent} onClick={() => send({ type: "server_rolls" })}>
          {t("prompt.server")}
        </button>
        {state.me?.role === "gm" && (
          <button type="button" class="button quiet" onClick={() => submit({ type: "drop_act" })}>
            {t("prompt.drop")}
          </button>
        )}
      </footer>
    </section>
  );
}

/** What answers it. */
const WAYS = ["type_dice", "server_rolls"];

interface Asked {
  roll?: string;
  sides?: number;
  count?: number;
  key: string;
}

/** Which dice are missing: what was told as the question was opened says so, else the newest event that asked for some.
 * After a lost connection it may not be here yet: dice typed for others would be lost. */
function wanted({ past, n }: State, decision: string | undefined): Asked | undefined {
  const frames = past.frames.toReversed().map((frame) => ({ ...frame, events: (frame.events as Event[]).flatMap(original) }));
  const opened = frames.filter(({ events }) => decision && events.some((event) => idOpened(event) === decision));
  if (opened.length === 0 && (past.frames.at(-1)?.n ?? past.after) < n) return undefined;
  for (const { n, step, events } of [...opened, ...frames]) {
    const index = events.findLastIndex(({ type }) => type === "DiceAsked" || type === "ActParked");
    const asked = events[index];
    if (asked) return { ...((asked["parked"] ?? asked) as Omit<Asked, "key">), key: `${n}.${step ?? 0}.${index}` };
  }
  return { key: "" };
}

function idOpened({ type, decision }: Event): string | undefined {
  return type === "DecisionOpened" ? (decision as { id: string }).id : undefined;
}
