/** The questions on which this seat always passes, each to be taken back. */
import { speech } from "../../table/scene.ts";
import { Icon } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";

export function AutoPass({ ctrl, scene }: SceneProps) {
  const { t, label } = speech(ctrl.state.value, scene.view);
  const kinds = scene.view.auto_pass ?? [];
  if (kinds.length === 0) return null;
  return (
    <p class="auto-pass">
      {t("prompt.alwaysOn")}
      {kinds.map((kind) => (
        <button
          type="button"
          class="chip"
          key={kind}
          aria-label={t("prompt.alwaysOff", { kind: label(kind) })}
          title={t("prompt.alwaysOff", { kind: label(kind) })}
          onClick={() => ctrl.submit({ type: "auto_pass", kinds: kinds.filter((other) => other !== kind) })}
        >
          {label(kind)} <Icon name="close" />
        </button>
      ))}
    </p>
  );
}
