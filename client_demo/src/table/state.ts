/** What the client knows, headless: no DOM, no socket. `update.ts` and `ctrl.ts` make new states; views only read. */
import type { Link } from "../wire/socket.ts";
import type { Card, CombatantView, Frame, MarksShown, Need, Option, PreviewShown, View } from "../wire/types.ts";
import { type Catalog, EMPTY } from "../words/catalog.ts";
import type { Language } from "../words/language.ts";
import type { Values } from "./options.ts";

/** Whom this tab plays or watches for. */
export interface Me {
  seat: string;
  audience: string;
  role: "gm" | "player" | "spectator";
}

/** An intent that is on its way. `what` names the option it came from, so that its button can say so. */
export interface Pending {
  what: string;
  /** All of it, and which question it answers: what is on its way counts once. */
  content: string;
  isDoubtful: boolean;
  /** Taken; this update will show it. */
  n?: number;
}

/** A short message that leaves by itself. */
export interface Toast {
  id: number;
  kind: "error" | "info";
  text: string;
}

/** What was told after number `after`, oldest first, and the view at that number. Without `view` nothing is loaded. */
export interface Past {
  after: number;
  view?: View;
  frames: Frame[];
  /** How many frames are kept; somebody who reads earlier ones wants more. */
  most?: number;
}

export interface SeatLink {
  token: string;
  name: string;
  role: string;
}

/** The lobby's body. `links` are there only where everybody may have them: on the machine that serves. */
export interface LobbyBody {
  encounters: { id: string; title: string; system: string; at?: number; code?: string; links?: Record<string, SeatLink> }[];
  systems: { name: string; titles: Record<string, string>; tutorial?: boolean }[];
  open: boolean;
  /** Bots play with whoever is alone. */
  alone?: boolean;
  /** There is a list of encounters, but this tab has not the key to it. */
  locked?: boolean;
  /** There are older ones: what to ask for them with. */
  more?: number;
}

/** The option that is being filled in. */
export interface Form {
  option: Option;
  values: Values;
  /** For whom else it is to be sent, beside the one in its values: values of a parameter that may be sent for each. */
  others?: unknown[];
  /** The question that it answers; empty where it is no answer. */
  decision?: string;
  /** Not one of the options of now, so it stays while they come and go: somebody new, or another choice for the past. */
  purpose?: "add" | "ruling";
}

/** What this client saw live: the newest number it was told, and the hash over all up to there. */
export interface Witness {
  audience: string;
  n: number;
  head: Uint8Array<ArrayBuffer>;
}

/** Looking back, through the eyes of one audience. `place` counts the loaded frames that have been shown: 0 is the view
 * before the first of them. */
export interface Replay {
  audience: string;
  past: Past;
  marks?: MarksShown | undefined;
  place: number;
  /** The newest number that there is, loaded or not. */
  last?: number | undefined;
  isPlaying: boolean;
  speed: number;
  /** Leaves out what was taken back. */
  skips: boolean;
  isLoading: boolean;
  /** Why these eyes or this moment can't be had, until somebody moves. */
  problem: string;
}

/** Another choice for a past act (`at`), or an answer to a question (`decision`, `who`) that had not been asked. */
export interface Chosen {
  intent: Record<string, unknown>;
  option: Option;
  at?: [number, number] | undefined;
  decision?: string | undefined;
  who?: string | undefined;
}

/** The GM's look at one past act: what is disputed, what would change. */
export interface Ruling {
  kind: "rewind" | "redo" | "amend";
  /** [version, step]: where to rewind to, or which act to amend; of a redo, where the game stands now. */
  at: [number, number];
  card?: Card;
  /** Dice that the walk lacked, at any time since it was opened. */
  needs: Need[];
  /** New faces by index into `card.dice`; of dice that were never rolled by their need's key and `.<index>`. */
  faces: Record<string, number>;
  /** New values by `<roll index>.<term index>`. */
  terms: Record<string, number>;
  struck: boolean;
  /** Other choices by `<version>.<step>` of the act, or `<decision>|<combatant>` of a question never asked before. */
  instead: Record<string, Chosen>;
  /** What is being chosen anew. */
  choosing?: Omit<Chosen, "intent" | "option"> & { key: string; options: Option[] } | undefined;
  /** Why there is no preview. */
  problem?: string | undefined;
  /** The intent that confirms it, on its way. */
  sent?: string | undefined;
  reason: string;
  preview?: PreviewShown;
  /** The preview no longer fits what is above it. */
  isStale: boolean;
}

/** What the GM's dock shows: acts of a combatant, rulings, or what concerns combatants and table as such. */
export type GmPart = "act" | "rule" | "people";
export type Tab = "me" | "map" | "order" | "log";
export type Theme = "light" | "dark" | "auto";

export interface State {
  /** --- what the server said --- */
  link: Link;
  /** The body of the lobby, while there is no table. */
  lobby?: LobbyBody | undefined;
  me?: Me | undefined;
  /** Number of the newest update taken. */
  n: number;
  witness?: Witness | undefined;
  view?: View | undefined;
  options: Option[];
  /** These, and what was offered before: the server may name it by number. */
  known: Option[];
  past: Past;
  /** Everybody who was ever seen, for names in the log of those who are out of sight or gone. */
  met: Record<string, CombatantView>;
  /** Connections by audience. */
  sessions: Record<string, number>;
  /** One more session of the own seat was opened, and nobody has said yet whose it is. */
  isShared: boolean;
  /** The token of the own seat where the fight is played again. */
  again?: string;
  catalog: Catalog;
  /** The server does not know what this client saw: history was rolled back or rewritten. */
  isForked: boolean;

  /** --- what is on its way --- */
  pending: Record<string, Pending>;
  toasts: Toast[];
  /** How many there have been: none has the id of another. */
  toastCount: number;
  /** What this client has answered to the open decision: the option's key and label by combatant. */
  answers: { decision: string; given: Record<string, { key: string; label?: string | undefined }> };

  /** --- what the user looks at --- */
  language: Language;
  theme: Theme;
  /** Phone: which part fills the screen. */
  tab: Tab;
  gmPart: GmPart;
  /** The combatant whose options are shown. */
  selected?: string | undefined;
  /** Somebody else's that was tapped: what the one in hand can do to it is shown. */
  target?: string | undefined;
  /** The combatant whose sheet is unfolded in the order. */
  unfolded?: string | undefined;
  form?: Form | undefined;
  replay?: Replay | undefined;
  ruling?: Ruling | undefined;
  /** GM: the table through the eyes of an audience. */
  eyes?: { audience: string; view?: View | undefined; options: Option[] } | undefined;
  /** The log line whose terms are unfolded, as `<n>.<step>.<event>`. */
  why?: string | undefined;
  /** Milliseconds to add to this device's clock to get the server's. */
  skew_ms: number;
  /** The same for the clock of the open question, which runs on evenly whatever the times of updates do. */
  clock_ms: number;
}

export function defaults(): State {
  return {
    link: { kind: "connecting" },
    n: 0,
    options: [],
    known: [],
    past: { after: 0, frames: [] },
    met: {},
    sessions: {},
    isShared: false,
    catalog: EMPTY,
    isForked: false,
    pending: {},
    toasts: [],
    toastCount: 0,
    answers: { decision: "", given: {} },
    language: "en",
    theme: "auto",
    tab: "me",
    gmPart: "act",
    skew_ms: 0,
    clock_ms: 0,
  };
}

/** How many windows of the own seat are open. */
export function ownSessions({ me, sessions }: State): number {
  return me ? (sessions[me.audience] ?? 0) : 0;
}
