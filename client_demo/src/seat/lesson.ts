/** Which table of this browser is a lesson, and of which system. */
import { fetchJson } from "../wire/fetched.ts";
import type { Tutorial } from "../wire/types.ts";
import { keep, kept } from "./storage.ts";

/** Under this name, before the encounter's id, its system is kept. */
const LESSON = "lesson.";

/** The system of which this encounter is a lesson; nothing: it is none. */
export function lessonOf(encounter: string | undefined) {
  return kept(LESSON + encounter);
}

export function keepLesson(encounter: string, system: string) {
  keep(LESSON + encounter, system);
}

export function fetchTutorial(system: string): Promise<Tutorial> {
  return fetchJson(`/tutorial/${encodeURIComponent(system)}.json`) as Promise<Tutorial>;
}
