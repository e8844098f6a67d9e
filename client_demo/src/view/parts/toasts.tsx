/** Short messages that leave by themselves; refusals are spoken at once. */
import { speech } from "../../table/scene.ts";
import type { Props } from "../props.ts";
import { IconButton } from "./marks.tsx";

export function Toasts({ ctrl }: Props) {
  const state = ctrl.state.value;
  return (
    <div class="toasts" role="alert">
      {state.toasts.map((toast) => (
        <div class={`toast ${toast.kind}`} key={toast.id}>
          <span>{toast.text}</span>
          <IconButton icon="close" name={speech(state).t("app.close")} onClick={() => ctrl.dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
