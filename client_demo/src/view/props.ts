/** What components are given by those that draw them. Types only: every view may use them, whoever draws it. */
import type { Ctrl } from "../ctrl.ts";
import type { Home } from "../home/home.ts";
import type { Scene } from "../table/scene.ts";
import type { Form, Replay, Ruling } from "../table/state.ts";
import type { Param } from "../wire/types.ts";

/** Every screen. */
export interface Props {
  ctrl: Ctrl;
}

/** What shows a table: as it is now, through somebody's eyes, or in the past. */
export interface SceneProps extends Props {
  scene: Scene;
}

/** One open part of an option that is being filled in. */
export interface FieldProps extends SceneProps {
  form: Form;
  param: Param;
}

/** What moves through the past. */
export interface ReplayProps extends SceneProps {
  replay: Replay;
}

/** What takes back or changes an act. */
export interface RulingProps extends Props {
  ruling: Ruling;
}

/** The parts of the home page. */
export interface HomeProps extends Props {
  home: Home;
}
