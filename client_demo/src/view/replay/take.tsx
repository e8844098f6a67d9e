/** What can be taken along from a replay: the link to a moment, a new encounter, the whole fight as a file. */
import { useState } from "preact/hooks";
import { say } from "../../words/watch_words.ts";
import { CopyButton } from "../parts/copy.tsx";
import { lazy } from "../parts/lazy.tsx";
import { IconButton } from "../parts/marks.tsx";
import type { ReplayProps } from "../props.ts";
import type { BranchProps } from "./branch.tsx";
import type { FileProps } from "./file.tsx";

const BranchDialog = lazy<BranchProps>(async () => (await import("./branch.tsx")).BranchDialog);
const FileDialog = lazy<FileProps>(async () => (await import("./file.tsx")).FileDialog);

export function Take({ ctrl, scene, replay }: ReplayProps) {
  const text = say(ctrl.now);
  const [shown, show] = useState<"branch" | "file">();
  const close = () => show(undefined);
  const link = `${location.origin}/${ctrl.replays.link}`;
  const isGms = ctrl.now.me?.role === "gm" && replay.audience === "gm";
  return (
    <>
      <CopyButton text={link} name={text("link")} done={text("linkDone")} icon="link" />
      {isGms && <IconButton icon="branch" name={text("branch")} onClick={() => show("branch")} />}
      <IconButton icon="shield" name={text("file")} onClick={() => show("file")} />
      {shown === "branch" && <BranchDialog ctrl={ctrl} scene={scene} replay={replay} onClose={close} />}
      {shown === "file" && <FileDialog ctrl={ctrl} audience={replay.audience} onClose={close} />}
    </>
  );
}
