/** Your turn can't be missed: it stands in the header on every part of the page, in the tab's title and sign; a phone
 * shakes, and who likes it hears a sound. Who has to wait sees for whom, and for how long already. */
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, kept } from "../../seat/storage.ts";
import { type Call as Calling, callOf, type Wait, waitOf } from "./calling.ts";
import { speech } from "../../table/scene.ts";
import type { State } from "../../table/state.ts";
import { callWords } from "../../words/call_words.ts";
import type { SceneProps } from "../props.ts";
import "../../style/call.css";

/** Who was called so shortly before is still at it: an own act is in between, and nobody else's. */
const STILL_MS = 2_000;
/** After so long it is said that it is the game master who thinks. */
const THINKS_MS = 8_000;
/** A shorter wait needs no clock. */
const CLOCK_MS = 5_000;
const SHAKE_MS = [120, 80, 120];
const MOST_NAMES = 4;

export function Call({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const call = callOf(state.me, scene);
  const wait = call ? undefined : waitOf(scene);
  useTab(state, call);
  useSignal(call);
  if (call) return <Mine ctrl={ctrl} scene={scene} call={call} />;
  return wait ? <Waiting state={state} scene={scene} wait={wait} key={wait.key} /> : null;
}

function Mine({ ctrl, scene, call }: SceneProps & { call: Calling }) {
  const state = ctrl.state.value;
  const { name } = speech(state, scene.view);
  const who = call.who.filter((each) => scene.view.combatants?.[each]);
  const [first] = who;
  const said = [callWords(state.language)(call.kind), few(who.map(name))].filter(Boolean).join(": ");
  const come = () => ctrl.set({ tab: "me", gmPart: "act", ...(first && { selected: first }) });
  return (
    <>
      <button type="button" class={`call ${call.kind}`} onClick={come}>
        {said}
      </button>
      <span class="sr-only" role="status">
        {said}
      </span>
      <Bell state={state} />
    </>
  );
}

function Bell({ state }: { state: State }) {
  const words = callWords(state.language);
  const [isOn, turn] = useState(kept("sound") === "on");
  const toggle = () => {
    keep("sound", isOn ? "off" : "on");
    turn(!isOn);
    if (!isOn) ring();
  };
  return (
    <button type="button" class="bell" aria-pressed={isOn} aria-label={words("soundOn")} title={words(isOn ? "soundOff" : "soundOn")} onClick={toggle}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={`M5 17h14l-2-3V10a5 5 0 0 0-10 0v4zM10 20h4${isOn ? "" : "M4 4l16 16"}`} />
      </svg>
    </button>
  );
}

function Waiting({ state, scene, wait }: { state: State; scene: SceneProps["scene"]; wait: Wait }) {
  const words = callWords(state.language);
  const { t, name } = speech(state, scene.view);
  const waited_ms = useWaited(state);
  const isLong = waited_ms >= THINKS_MS;
  const what = wait.who.length > 0 ? words("waiting", { names: few(wait.who.map(name)) }) : isLong && state.me?.role !== "gm" ? words("master") : t("act.waitTable");
  return (
    <>
      <span role="status">{what}</span>
      {waited_ms >= CLOCK_MS && scene.isLive && <span class="waited">{words("since", { time: clock(waited_ms) })}</span>}
    </>
  );
}

/** How long it has been waited for: since the newest update, as far as that is told at once. */
function useWaited({ past, skew_ms, me, view }: State): number {
  const isLate = me?.role === "spectator" && Boolean(view?.delay_s || view?.delay_turns);
  const [since_ms] = useState(() => (isLate ? undefined : past.frames.at(-1)?.at) ?? Date.now() + skew_ms);
  const [now_ms, tick] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now_ms + skew_ms - since_ms;
}

/** 75,000 as 1:15. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function few(names: string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} + ${rest}` : names.join(", ");
}

// --- what is noticed by somebody who looks elsewhere -----------------------------------------------------------------

const DOT = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#c2410c"/></svg>')}`;

/** The browser's tab says it while it is so. */
function useTab({ view, language }: State, call: Calling | undefined) {
  const title = view?.title ?? "";
  useEffect(() => {
    if (!call) return;
    const before = document.title;
    const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const was = sign?.href ?? "";
    document.title = `● ${callWords(language)(call.kind)} · ${title}`;
    if (sign) sign.href = DOT;
    return () => {
      document.title = before;
      if (sign) sign.href = was;
    };
  }, [call?.kind, title, language]);
}

/** Once for each time that the game comes to wait for whoever sits here. */
function useSignal(call: Calling | undefined) {
  const gone_ms = useRef(0);
  useEffect(() => {
    if (!call) return;
    const isNew = Date.now() - gone_ms.current > STILL_MS;
    if (isNew && navigator.userActivation?.hasBeenActive) signal();  // before the first touch a browser forbids it
    return () => void (gone_ms.current = Date.now());
  }, [call?.key]);
}

function signal() {
  navigator.vibrate?.(SHAKE_MS);
  if (kept("sound") === "on") ring();
}

const TONES_HZ = [660, 880];
const TONE_S = 0.14;
const LOUD = 0.12;

/** Two short tones. */
function ring() {
  const audio = new AudioContext();
  const volume = new GainNode(audio, { gain: LOUD });
  volume.connect(audio.destination);
  TONES_HZ.forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(volume);
    tone.start(index * TONE_S);
    tone.stop((index + 1) * TONE_S);
    if (index === TONES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
