/** The page: a table, the lobby, or why there is neither. */
import { useLayoutEffect, useEffect, useReducer } from "preact/hooks";
import type { Ctrl } from "../ctrl.ts";
import { leave } from "../seat/leave.ts";
import { sceneOf, speech } from "../table/scene.ts";
import { troubleOf } from "../words/refused.ts";
import { lazy } from "./parts/lazy.tsx";
import { Toasts } from "./parts/toasts.tsx";
import type { Props, SceneProps } from "./props.ts";

const Table = lazy<SceneProps>(async () => (await import("./table/table.tsx")).Table, Waiting);
const Home = lazy<Props>(async () => (await import("./home/home.tsx")).default, Waiting);

export function App({ ctrl }: Props) {
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => drawnOnce(ctrl, draw), [ctrl]);
  const state = ctrl.state.value;
  const scene = sceneOf(state);
  useLook(ctrl);
  useLayoutEffect(() => void (ctrl.shown = state));
  useEffect(() => {
    document.title = state.view?.title ? `${state.view.title} · Fray` : "Fray";
  }, [state.view?.title]);
  return (
    <>
      {scene ? <Table ctrl={ctrl} scene={scene} /> : state.lobby ? <Home ctrl={ctrl} /> : <Waiting ctrl={ctrl} />}
      {!scene && <Toasts ctrl={ctrl} />}
    </>
  );
}

/** Draws once a frame, however much has happened in it. Returns what ends it. */
function drawnOnce(ctrl: Ctrl, draw: () => void): () => void {
  let frame = 0;
  const stop = ctrl.state.subscribe(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Language and colours of the whole document. */
function useLook(ctrl: Ctrl) {
  const { language, theme } = ctrl.state.value;
  useEffect(() => {
    document.documentElement.lang = language;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [language, theme]);
}

function Waiting({ ctrl }: Props) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { link, view } = state;
  const isEarly = view !== undefined && view.encounter === undefined;
  return (
    <main class="waiting">
      <h1 class="brand">Fray</h1>
      <p role="status">{troubleOf(state) ?? t(isEarly ? "link.early" : `link.${link.kind}`)}</p>
      {link.kind === "waiting" && (
        <button type="button" class="button" onClick={() => ctrl.wake()}>
          {t("link.again")}
        </button>
      )}
      {link.kind === "closed" && (
        <button type="button" class="button" onClick={leave}>
          {t("app.lobby")}
        </button>
      )}
    </main>
  );
}
