/** GM: what somebody else is asked and offered now, to look at and not to touch. */
import type { Ctrl } from "../../ctrl.ts";
import { Cell } from "../../table/cell.ts";
import type { Me, State } from "../../table/state.ts";
import { mine } from "../../table/update.ts";
import { Actions } from "../acts/actions.tsx";
import { Prompt } from "../acts/prompt.tsx";
import type { SceneProps } from "../props.ts";

export function Through({ ctrl, scene }: SceneProps) {
  const { eyes } = ctrl.state.value;
  if (!eyes?.view || !eyes.audience.startsWith("seat:")) return null;
  const seen = asIf(ctrl, { seat: eyes.audience.replace("seat:", ""), audience: eyes.audience, role: "player" });
  const live = { ...scene, options: eyes.options, isLive: true };
  return (
    <div class="through" inert>
      <Prompt ctrl={seen} scene={live} />
      <Actions ctrl={seen} scene={live} />
    </div>
  );
}

/** The same client with another's state: whatever reads it reads that. */
function asIf(ctrl: Ctrl, me: Me): Ctrl {
  const { eyes, ...now } = ctrl.state.value;
  const view = eyes?.view;
  const [selected] = mine({ view, me });
  const state: State = { ...now, me, view, options: eyes?.options ?? [], selected, form: undefined, pending: {} };
  return Object.create(ctrl, { state: { value: new Cell(state) } }) as Ctrl;
}
