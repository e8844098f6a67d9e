/** What lies over the pieces for a while: what has come of an attack, and what a ruling would do. */
import { lazy } from "../parts/lazy.tsx";
import { Floats, type FloatsProps } from "./floats.tsx";

const Ghosts = lazy<FloatsProps>(async () => (await import("./ghosts.tsx")).Ghosts);

export function Over(props: FloatsProps) {
  return (
    <>
      <Floats {...props} />
      {props.ctrl.state.value.ruling && <Ghosts {...props} />}
    </>
  );
}
