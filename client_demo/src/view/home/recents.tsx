/** The tables at which this browser has sat. */
import { byEncounter } from "../../seat/recent.ts";
import { say } from "../../words/home_words.ts";
import { Icon, IconButton } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";

const FEW = 6;

export function Recents({ ctrl, home }: HomeProps) {
  const { language } = ctrl.now;
  const text = say(ctrl.now);
  const tables = byEncounter(home.now.recent).slice(0, FEW);
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" class="section-title">{text("recent.title")}</h2>
      <ul class="agains">
        {tables.map(({ encounter, title, at, seats }) => (
          <li key={encounter} class="again">
            <div class="again-head">
              <h3>{title}</h3>
              <small>{new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}</small>
              <IconButton icon="close" name={text("recent.forgetOf", { title })} onClick={() => home.forget(encounter)} />
            </div>
            <span class="again-seats">
              {seats.map(({ token, name, role }) => (
                <a class="button" href={`/#${token}`} key={token}>
                  <Icon name={role === "gm" ? "bolt" : role === "spectator" ? "eye" : "person"} />
                  <span>{role === "player" ? name : text(`role.${role}` as "role.gm")}</span>
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
