/** Whoever plays alone has made the table: what it was laid from is kept in this browser, to lay it anew. */
import { connect, type Errand, LOST, type World } from "../wire/socket.ts";
import { keepLesson, lessonOf } from "./lesson.ts";
import { keepLinks } from "./recent.ts";
import { keep, kept } from "./storage.ts";

/** An encounter, and the seat of whoever plays it while bots play all others. */
export interface Plan {
  encounter: Record<string, unknown>;
  seat: string;
}

export interface Laid {
  id: string;
  /** The token of the seat. */
  link: string;
}

/** Under this name, before the encounter's id, its plan is kept. */
const ALONE = "alone.";

export function planOf(encounter: string): Plan | undefined {
  const plan = kept(ALONE + encounter);
  return plan ? (JSON.parse(plan) as Plan) : undefined;
}

export function forgetPlan(encounter: string) {
  keep(ALONE + encounter, "");
}

/** A table with bots, laid by way of the lobby. */
export async function layAlone(request: (errand: Errand) => Promise<unknown>, plan: Plan): Promise<Laid> {
  const made = await request({ type: "create", encounter: plan.encounter, alone: plan.seat });
  const { encounter: id, links } = made as { encounter: string; links: Record<string, string> };
  keepLinks(id, links);
  keep(ALONE + id, JSON.stringify(plan));
  return { id, link: links[plan.seat] as string };
}

/** The same once more, a lesson as a lesson. Whoever sits at a table can lay none from there: the lobby is asked, over a
 * connection of its own. */
export function layAnew(world: World, old: string, plan: Plan): Promise<Laid> {
  return new Promise((done, fail) => {
    const lobby = connect(world, {}, { message() {}, link: ({ kind }) => void (kind === "closed" && fail(LOST)) });
    const laid = layAlone((errand) => lobby.request(errand), plan).finally(() => lobby.close());
    laid.then((made) => (keepAs(old, made.id), done(made)), fail);
  });
}

function keepAs(old: string, id: string) {
  const system = lessonOf(old);
  if (system !== undefined) keepLesson(id, system);
}
