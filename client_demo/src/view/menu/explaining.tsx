/** What the words on these buttons mean: fetched once one of them has something to explain. */
import type { Option } from "../../wire/types.ts";
import { lazy } from "../parts/lazy.tsx";
import type { SceneProps } from "../props.ts";

const Explained = lazy<SceneProps & { options: Option[] }>(async () => (await import("./explained.tsx")).Explained);

export function Explaining(props: SceneProps & { options: Option[] }) {
  const { catalog, language } = props.ctrl.state.value;
  return props.options.some(({ key }) => catalog.terms[language]?.[key]) ? <Explained {...props} /> : null;
}
