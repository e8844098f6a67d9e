/** Before the fight: who is here, whom they play, who is missing, and what comes next. */
import { type Speech, speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import type { View } from "../../wire/types.ts";
import { Links } from "../links/table_links.tsx";
import { Badge, Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

interface Place {
  seat: string;
  name: string;
  plays: string[];
  isHere: boolean;
}

function placesOf({ sessions }: State, view: View, t: Speech["t"]): Place[] {
  return Object.entries(view.seats ?? {}).flatMap(([seat, { name = "", role }]) => {
    if (role === "spectator") return [];
    const isGm = role === "gm";
    const plays = Object.entries(view.combatants ?? {}).filter(([, { seat: by = "gm" }]) => by === seat);
    const isHere = (sessions[isGm ? "gm" : `seat:${seat}`] ?? 0) > 0;
    return [{ seat, name: isGm ? t("role.gm") : name || t("role.player"), plays: plays.map(([who]) => who), isHere }];
  });
}

export function Gathering({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const { view } = scene;
  const { t, name } = speech(state, view);
  const places = placesOf(state, view, t);
  const isKnown = Object.keys(state.sessions).length > 0;
  const missing = isKnown ? places.filter(({ isHere }) => !isHere).map((place) => place.name) : [];
  const isGm = state.me?.role === "gm";
  const story = state.catalog.stories[state.language]?.[view.title ?? ""];
  return (
    <section class="gathering" aria-label={t("wait.title")}>
      {story && <p class="story">{story}</p>}
      <h3>{t("wait.title")}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.seat} class={place.isHere ? "here" : ""}>
            <span class="gathering-sign">
              {isKnown && <Icon name={place.isHere ? "check" : "clock"} />}
            </span>
            <span class="gathering-name">
              <b>{place.name}</b>
              {state.me?.seat === place.seat && <em class="sign mine">{t("wait.you")}</em>}
              {isKnown && !place.isHere && <em class="sign">{t("wait.away")}</em>}
            </span>
            <span class="gathering-plays">
              {place.plays.map((who) => (
                <span key={who}>
                  <Badge view={view} who={who} /> {name(who)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p class="gathering-next" role="status">
        {missing.length > 0 && <span>{t("wait.missing", { names: missing.join(", ") })} </span>}
        {isGm ? isKnown && t(missing.length > 0 ? "wait.gmMissing" : "wait.gmAll") : t("act.waitStart")}
      </p>
      {isGm && missing.length > 0 && <Links ctrl={ctrl} scene={scene} isNamed />}
    </section>
  );
}
