/** The page for those who sit at no table: create, join, continue. */
import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { Home } from "../../home/home.ts";
import { fetchJson } from "../../wire/fetched.ts";
import type { Setup } from "../../wire/types.ts";
import { say } from "../../words/home_words.ts";
import { refusedText } from "../../words/refused.ts";
import { lazy } from "../parts/lazy.tsx";
import { Icon } from "../parts/marks.tsx";
import { Settings } from "../parts/settings.tsx";
import type { HomeProps, Props } from "../props.ts";
import { Create } from "./create.tsx";
import { Encounters } from "./encounters.tsx";
import { Join } from "./join.tsx";
import { Links } from "./links.tsx";
import { Recents } from "./recents.tsx";
import "../../style/home.css";

/** With the words of the verdict. */
const CheckFile = lazy<HomeProps>(async () => (await import("./file.tsx")).CheckFile);

/** Behind the page that can be used. */
const Picture = lazy<HomeProps>(async () => (await import("./picture.tsx")).Picture);

const fetchSetup = (system: string) => fetchJson(`/setup/${encodeURIComponent(system)}.json`) as Promise<Setup>;

export default function HomePage({ ctrl }: Props) {
  const home = useMemo(() => new Home(ctrl, fetchSetup), [ctrl]);
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => home.state.subscribe(() => draw()), [home]);
  useLayoutEffect(() => {  // at once: whoever sees a link may follow it
    const arrive = () => home.arrive();
    addEventListener("hashchange", arrive);
    return () => removeEventListener("hashchange", arrive);
  }, [home]);
  const { place } = home.now;
  const text = say(ctrl.now);
  const isStart = ["start", "lost", "moment"].includes(place.kind);
  const main = useRef<HTMLElement>(null);
  const shown = `${place.kind} ${home.now.draft !== undefined}`;
  const before = useRef(shown);
  useLayoutEffect(() => {  // at once: later it would take the focus from whoever is already on the way
    if (before.current === shown) return;
    before.current = shown;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div class="home">
      <header class="home-head">
        <a class="brand-link" href="#/">
          <span class="brand">Fray</span>
          {isStart && <span class="tagline">{text("tagline")}</span>}
        </a>
        <nav class="tools" aria-label={text("start")}>
          <Settings ctrl={ctrl} />
        </nav>
      </header>
      <main ref={main} tabindex={-1}>{isStart ? <Start ctrl={ctrl} home={home} /> : <Part ctrl={ctrl} home={home} />}</main>
    </div>
  );
}

function Part({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const { kind } = home.now.place;
  return (
    <>
      <a class="back" href="#/">
        <Icon name="back" /> {text("start")}
      </a>
      {kind === "new" && <Create ctrl={ctrl} home={home} />}
      {kind === "links" && <Links ctrl={ctrl} home={home} />}
      {kind === "file" && <CheckFile ctrl={ctrl} home={home} />}
      {kind === "join" && <Join ctrl={ctrl} home={home} />}
    </>
  );
}

/** For whoever wants to see what it is like before anybody else is there. */
function Alone({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const { isBusy, error, place } = home.now;
  return (
    <section class="alone" aria-labelledby="alone">
      <h2 id="alone">{text("alone.title")}</h2>
      <p class="hint">{text("alone.lead")}</p>
      <div class="alone-do">
        <button type="button" class="button primary big" disabled={isBusy} onClick={() => void home.alone()}>
          <Icon name="play" /> {text("alone.go")}
        </button>
        {ctrl.now.lobby?.systems.some(({ tutorial }) => tutorial) && (
          <button type="button" class="button big" disabled={isBusy} onClick={() => void home.learn()}>
            {text("alone.learn")}
          </button>
        )}
      </div>
      {error && place.kind === "start" && <p class="problem" role="alert">{refusedText(ctrl.now.language, error)}</p>}
    </section>
  );
}

function Start({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const isOpen = ctrl.now.lobby?.open ?? false;
  const isMoment = home.now.place.kind === "moment";
  const isElsewhere = location.pathname !== "/" && location.pathname !== "/index.html";
  const isNowhere = isElsewhere || home.now.place.kind === "lost";
  return (
    <>
      {isNowhere && (
        <section class="note" aria-labelledby="nowhere">
          <h1 id="nowhere">{text("lost.title")}</h1>
          <p>{isElsewhere ? text("lost.lead", { path: location.pathname }) : text("lost.link")}</p>
          <a class="button primary" href="/">
            {text("lost.home")}
          </a>
        </section>
      )}
      {isMoment && (
        <section class="note" aria-labelledby="moment">
          <h1 id="moment">{text("moment.title")}</h1>
          <p>{text("moment.lead")}</p>
          <p>{text("moment.do")}</p>
        </section>
      )}
      {!isNowhere && !isMoment && <h1 class="sr-only">{text("start")}</h1>}
      {!isNowhere && !isMoment && (
        <div class="hero">
          {ctrl.now.lobby?.alone && <Alone ctrl={ctrl} home={home} />}
          <div class="picture-place">
            <Picture ctrl={ctrl} home={home} />
          </div>
        </div>
      )}
      <div class="doors">
        <section class="door primary-door" aria-labelledby="door-new">
          <h2 id="door-new">{text("new.title")}</h2>
          <p class="hint">{text(isOpen ? "new.lead" : "new.closed")}</p>
          {isOpen && (
            <a class="button primary" href="#/new">
              <Icon name="plus" /> {text("new.go")}
            </a>
          )}
        </section>
        <Join ctrl={ctrl} home={home} />
      </div>
      <Recents ctrl={ctrl} home={home} />
      <Encounters ctrl={ctrl} home={home} />
      <p class="more-doors">
        <a class="button quiet" href="#/file">
          <Icon name="shield" /> {text("file.go")}
        </a>
      </p>
    </>
  );
}
