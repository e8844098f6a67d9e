/** What a lesson says now: fetched with its words, told until the right act has come. */
import { useEffect, useState } from "preact/hooks";
import { stepAt } from "../../past/lessons.ts";
import { fetchTutorial, lessonOf } from "../../seat/lesson.ts";
import { fetched } from "../../wire/fetched.ts";
import type { Tutorial } from "../../wire/types.ts";
import type { SceneProps } from "../props.ts";
import "../../style/guide.css";

export function Guide({ ctrl, scene }: SceneProps) {
  const { language, past } = ctrl.state.value;
  const system = lessonOf(scene.view.encounter);
  const [tutorial, setTutorial] = useState<Tutorial>();
  useEffect(() => {
    if (system) void fetched(() => fetchTutorial(system)).then(setTutorial);
  }, [system]);
  if (!tutorial?.steps?.length) return null;
  const at = stepAt(tutorial.steps, past.frames);
  const { say = {} } = tutorial.steps[at] ?? {};
  return (
    <section class="guide" aria-label={language === "de" ? "Lektion" : "Lesson"}>
      <b>
        {at + 1}/{tutorial.steps.length}
      </b>
      <p role="status">{say[language] ?? say["en"]}</p>
    </section>
  );
}
