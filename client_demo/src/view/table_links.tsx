/** GM: the button to the links of a running table. */
import { useState } from "preact/hooks";
import { speech } from "../scene.ts";
import { lazy, Nothing } from "./lazy.tsx";
import type { LinksProps } from "./links_dialog.tsx";
import { IconButton } from "./marks.tsx";
import type { SceneProps } from "./table.tsx";

const Sheet = lazy<LinksProps>(async () => (await import("./links_dialog.tsx")).LinksDialog, Nothing);

export function Links({ ctrl, scene }: SceneProps) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <IconButton icon="qr" name={speech(ctrl.state.value).t("gm.links")} onClick={() => open(true)} />
      {isOpen && <Sheet ctrl={ctrl} view={scene.view} onClose={() => open(false)} />}
    </>
  );
}
