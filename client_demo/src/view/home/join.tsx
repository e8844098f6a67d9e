/** By link or code to a seat. */
import { useState } from "preact/hooks";
import type { Joinable } from "../../wire/types.ts";
import { say } from "../../words/home_words.ts";
import { refusedText } from "../../words/refused.ts";
import { Icon } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";

export function Join({ ctrl, home }: HomeProps) {
  const { place, found, waiting } = home.now;
  const isAsking = place.kind !== "join" || place.code === "" || home.now.error !== undefined;
  if (!found || place.kind !== "join") return <Ask ctrl={ctrl} home={home} isAsking={isAsking} />;
  return waiting ? <Wait ctrl={ctrl} home={home} found={found} seat={waiting} /> : <Choose ctrl={ctrl} home={home} found={found} />;
}

function Ask({ ctrl, home, isAsking }: HomeProps & { isAsking: boolean }) {
  const text = say(ctrl.now);
  const { place, error } = home.now;
  const [typed, type] = useState(place.kind === "join" ? place.code : "");
  const [isBad, setBad] = useState(false);
  const join = (event: Event) => {
    event.preventDefault();
    setBad(!home.join(typed));
    if (place.kind === "join") home.arrive();
  };
  const problem = isBad ? text("join.bad") : place.kind === "join" && error ? refusedText(ctrl.now.language, error) : "";
  return (
    <section class="door" aria-labelledby="door-join">
      <h2 id="door-join">{text("join.title")}</h2>
      <p class="hint">{text("join.lead")}</p>
      <form class="join-form" onSubmit={join}>
        <label for="join-text">{text("join.label")}</label>
        <div class="join-row">
          <input
            id="join-text"
            type="text"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            value={typed}
            placeholder={text("join.hint")}
            aria-invalid={problem !== ""}
            aria-describedby="join-problem"
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
          <button type="submit" class="button primary" disabled={typed.trim() === "" || home.now.isBusy}>
            {text("join.go")}
          </button>
        </div>
        <p id="join-problem" class={problem ? "problem" : "hint"} role="status">
          {problem || (isAsking ? "" : text("join.looking"))}
        </p>
      </form>
    </section>
  );
}

/** Until the GM has said whether one may sit down. */
function Wait({ ctrl, home, found, seat }: HomeProps & { found: Joinable; seat: string }) {
  const text = say(ctrl.now);
  const name = home.now.name.trim();
  return (
    <section class="sheet-card wait-card" aria-labelledby="wait">
      <h1 id="wait">{found.title}</h1>
      <p>{text(name ? "join.askedAs" : "join.asked", { seat: found.seats[seat]?.name || seat, name })}</p>
      <p class="hint" role="status">{text("join.waits")}</p>
      <button type="button" class="button" onClick={() => home.withdraw()}>
        {text("join.withdraw")}
      </button>
    </section>
  );
}

function Choose({ ctrl, home, found }: HomeProps & { found: Joinable }) {
  const text = say(ctrl.now);
  const seats = Object.entries(found.seats);
  const players = seats.filter(([, seat]) => seat.role === "player");
  const isFull = players.every(([, seat]) => seat.taken);
  return (
    <section class="sheet-card" aria-labelledby="choose">
      <h1 id="choose">{found.title}</h1>
      <p class="hint">{isFull ? text("join.none") : text("join.choose")}</p>
      {home.now.error && <p class="problem" role="alert">{refusedText(ctrl.now.language, home.now.error)}</p>}
      {!isFull && (
        <p class="join-name">
          <label for="join-name">{text("join.name")}</label>
          <input
            id="join-name"
            type="text"
            maxLength={64}
            autocomplete="nickname"
            value={home.now.name}
            onInput={({ currentTarget }) => home.set({ name: currentTarget.value })}
          />
        </p>
      )}
      <ul class="choose-seats">
        {seats.map(([id, { name, role, taken }]) => (
          <li key={id}>
            <button type="button" class="seat-choice" disabled={taken || home.now.isBusy} onClick={() => void home.choose(id)}>
              <span class={`seat-sign ${role}`}>
                <Icon name={role === "spectator" ? "eye" : "person"} />
              </span>
              <b>{role === "spectator" ? text("join.watch") : name}</b>
              <small>{role === "spectator" ? "" : text(taken ? "join.taken" : "join.free")}</small>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
