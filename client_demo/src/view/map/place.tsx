/** What it would be to stand where the map was tapped: the ways there with what they take, whom one reaches from there and
 * who reaches one. The server says all of it; only the straight line to the place is measured here. */
import { useEffect, useState } from "preact/hooks";
import type { Point } from "../../table/ground.ts";
import { length_cm } from "../../table/options.ts";
import { placeOf, speech } from "../../table/scene.ts";
import type { Contact, Reached, Rejected, Way } from "../../wire/types.ts";
import type { Sendable } from "../../wire/socket.ts";
import { fill, type Gaps, metres } from "../../words/book.ts";
import { DE } from "../../words/de/place_words.ts";
import { EN } from "../../words/en/place_words.ts";
import { IconButton } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import { type Camera, type Size, toPixels } from "./camera.ts";
import { cornerOf, type Spot } from "./corner.ts";
import "../../style/place.css";

export interface PlaceProps extends SceneProps {
  who: string;
  at: Point;
  camera: Camera;
  size: Size;
  onClose(): void;
}

/** A place that is moved on by keys is asked about where it comes to rest. */
const REST_MS = 150;

export function Place({ ctrl, scene, who, at, camera, size, onClose }: PlaceProps) {
  const state = ctrl.state.value;
  const { language, n } = state;
  const { view } = scene;
  const { t, name, label, cost, why } = speech(state, view);
  const words = (key: keyof typeof EN, gaps?: Gaps) => fill(language, (language === "de" ? DE : EN)[key], gaps);
  const [answer, say] = useState<{ of: string; said: Reached }>();
  const [x, y] = at;
  const of = `${who} ${x} ${y}`;
  const said = answer?.of === of ? answer.said : undefined; // never what was said of another place
  useEffect(() => {
    let isWanted = true;
    const failed = (no: Rejected) => isWanted && (ctrl.saysNo(no), onClose());
    const ask = () => void ctrl.ask({ type: "reach", who, at: [x, y] }).then((said) => isWanted && say({ of, said: said as Reached }), failed);
    const callOff = ctrl.later(ask, REST_MS);
    return () => {
      isWanted = false;
      callOff();
    };
  }, [of, n]);

  const length_m = metres(language, length_cm(placeOf(view.combatants?.[who]) ?? at, [at]));
  const go = ({ intent, key }: Way) => {
    const { decision } = view;
    ctrl.submit(intent as Sendable, { what: key, ...(decision?.asks?.[who] && { decision: decision.id }) });
    onClose();
  };
  const { targets = [], threats = [], closed = [] } = said ?? {};
  const unsure = closed.filter((other) => !view.combatants?.[other]?.out && !threats.some(({ who }) => who === other));
  const lists = [["targets", targets, []], ["threats", threats, unsure]] as const;
  const seen = ([x, y]: Point): Spot => toPixels(camera, size, x / 100, y / 100);
  const standing = Object.values(view.combatants ?? {}).flatMap((each) => (each.out ? [] : [placeOf(each)])).flatMap((place) => (place ? [seen(place)] : []));
  const title = words(length_m === "0" ? "stays" : "title", { name: name(who), length_m });
  return (
    <section class={`place ${cornerOf(seen(at), standing, size)}`.trimEnd()} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" name={t("app.close")} onClick={onClose} />
      </header>
      <div role="status">
        {said && (
          <>
            <div class="buttons">
              {said.ways?.map((way) => (
                <button type="button" class={`option${way.reason ? " grey" : ""}`} aria-disabled={Boolean(way.reason)} key={JSON.stringify(way.intent)} onClick={() => !way.reason && go(way)}>
                  <span class="option-name">{words("go", { way: label(way.key), ...lengths(language, way) })}</span>
                  {way.cost && <span class="option-cost">{cost(way.cost)}</span>}
                  {way.reason && <small>{why(way.reason)}</small>}
                </button>
              ))}
            </div>
            {!said.ways?.length && length_m !== "0" && <p class="hint">{words("noWay")}</p>}
            <dl>
              {lists.map(([key, contacts, perhaps]) => (
                <div key={key}>
                  <dt>{words(key)}</dt>
                  {people(contacts).map((one) => (
                    <dd key={one}>
                      <b>{name(one)}</b> {by(contacts, one, label)}
                    </dd>
                  ))}
                  {perhaps.length > 0 && <dd>{words("perhaps", { who: perhaps.map(name).join(", ") })}</dd>}
                  {contacts.length + perhaps.length === 0 && <dd>{words("nobody")}</dd>}
                </div>
              ))}
            </dl>
            {unsure.length > 0 && <p class="hint">{words("closed")}</p>}
          </>
        )}
      </div>
    </section>
  );
}

function lengths(language: Parameters<typeof metres>[0], way: Way) {
  return { length_m: metres(language, way.length_cm ?? 0), most_m: metres(language, way.most_cm ?? 0) };
}

function people(contacts: Contact[]): string[] {
  return [...new Set(contacts.map(({ who }) => who))];
}

/** With what, each thing once; where it has no name by what is done. */
function by(contacts: Contact[], one: string, label: (key: string) => string): string {
  const things = contacts.filter(({ who }) => who === one).map((each) => label(each.label || each.key));
  return [...new Set(things)].join(", ");
}
