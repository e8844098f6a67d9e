/** Notes above the table: somebody else on the own seat, other eyes, stopped clocks. */
import type { ComponentChildren } from "preact";
import { speech } from "../../table/scene.ts";
import { ownSessions } from "../../table/state.ts";
import { bannerWords } from "../../words/banner_words.ts";
import { Icon } from "../parts/marks.tsx";
import type { Props, SceneProps } from "../props.ts";

export function Notes({ ctrl, scene }: SceneProps) {
  const state = ctrl.state.value;
  const words = bannerWords(state.language);
  return (
    <>
      <Windows ctrl={ctrl} />
      {state.eyes && <Eyes ctrl={ctrl} scene={scene} audience={state.eyes.audience} />}
      {scene.view.paused && <Note kind="calm">{words("paused")}</Note>}
    </>
  );
}

/** More than one window of the own seat may be somebody else's. A GM often has a second one. */
function Windows({ ctrl }: Props) {
  const state = ctrl.state.value;
  const words = bannerWords(state.language);
  const [isGm, own] = [state.me?.role === "gm", ownSessions(state)];
  if (state.me?.role === "player" && own > 1) return <Note kind="bad">{words("others", { count: own })}</Note>;
  if (!state.isShared) return null;
  const mine = (
    <button type="button" class="link-button" onClick={() => ctrl.set({ isShared: false })}>
      {words("mine")}
    </button>
  );
  return (
    <Note kind={isGm ? "calm" : "bad"} button={mine}>
      {words(isGm ? "anotherGm" : "another")}
    </Note>
  );
}

function Eyes({ ctrl, scene, audience }: SceneProps & { audience: string }) {
  const state = ctrl.state.value;
  const { t, name } = speech(state, scene.view);
  const who = audience === "public" ? t("gm.public") : name(audience.replace("seat:", ""));
  const back = (
    <button type="button" class="link-button" onClick={() => ctrl.see(undefined)}>
      {t("app.back")}
    </button>
  );
  return (
    <Note kind="eyes" button={back}>
      {bannerWords(state.language)("eyes", { name: who })}
    </Note>
  );
}

function Note({ kind, button, children }: { kind: string; button?: ComponentChildren; children: ComponentChildren }) {
  return (
    <p class={`banner ${kind}`} role="status">
      <Icon name={kind === "eyes" ? "eye" : kind === "bad" ? "why" : "clock"} />
      <span>{children}</span>
      {button}
    </p>
  );
}
