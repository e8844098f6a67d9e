/** What a lesson says now: fetched with its words, told until the right act has come. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { BEGINNING, type Reached, reached } from "../../past/lessons.ts";
import { fetchTutorial, lessonOf } from "../../seat/lesson.ts";
import { keep, kept } from "../../seat/storage.ts";
import { fetched } from "../../wire/fetched.ts";
import type { Tutorial } from "../../wire/types.ts";
import type { SceneProps } from "../props.ts";
import "../../style/guide.css";

/** Under this name, before the encounter's id, this browser keeps how far one is. */
const REACHED = "lesson.at.";

export function Guide({ ctrl, scene }: SceneProps) {
  const { language, past } = ctrl.state.value;
  const { encounter } = scene.view;
  const system = lessonOf(encounter);
  const [tutorial, setTutorial] = useState<Tutorial>();
  useEffect(() => {
    if (system) void fetched(() => fetchTutorial(system)).then(setTutorial);
  }, [system]);
  const steps = tutorial?.steps ?? [];
  const now = reached(steps, past.frames, reachedIn(encounter));
  useLayoutEffect(() => keep(REACHED + encounter, JSON.stringify(now)), [encounter, now.step]);
  const { say = {} } = steps[now.step] ?? {};
  if (!steps.length) return null;
  return (
    <section class="guide" aria-label={language === "de" ? "Lektion" : "Lesson"}>
      <b>
        {now.step + 1}/{steps.length}
      </b>
      <p role="status">{say[language] ?? say["en"]}</p>
    </section>
  );
}

function reachedIn(encounter: string): Reached {
  const known = kept(REACHED + encounter);
  return known ? (JSON.parse(known) as Reached) : BEGINNING;
}
