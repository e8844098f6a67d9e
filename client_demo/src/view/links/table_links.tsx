/** GM: the button to the links of a running table. */
import { useState } from "preact/hooks";
import { speech } from "../../table/scene.ts";
import { lazy } from "../parts/lazy.tsx";
import { Icon, IconButton } from "../parts/marks.tsx";
import type { SceneProps } from "../props.ts";
import type { LinksProps } from "./links_dialog.tsx";

const Sheet = lazy<LinksProps>(async () => (await import("./links_dialog.tsx")).LinksDialog);

export function Links({ ctrl, scene, isNamed }: SceneProps & { isNamed?: boolean }) {
  const [isOpen, open] = useState(false);
  const name = speech(ctrl.state.value).t("gm.links");
  return (
    <>
      {isNamed ? (
        <button type="button" class="button quiet" onClick={() => open(true)}>
          <Icon name="qr" /> {name}
        </button>
      ) : (
        <IconButton icon="qr" name={name} onClick={() => open(true)} />
      )}
      {isOpen && <Sheet ctrl={ctrl} view={scene.view} onClose={() => open(false)} />}
    </>
  );
}
