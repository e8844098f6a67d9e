/** Written by client_demo/generate_types.py from the server's Structs: change those, not this file. */

/** The intent has been taken; without `n` nothing had to happen. */
export interface Ack {
  type: "ack";
  id: Uint8Array;
  n?: number;
}

/** The answer to `ask`, `create` or `join`. */
export interface Answer {
  type: "answer";
  id: number;
  body: unknown;
}

/** A question that changes nothing: forecast, preview, replay range, log page. */
export interface Ask {
  type: "ask";
  id: number;
  question: unknown;
}

/** One combatant that is asked, and whether it has answered. */
export interface AskView {
  answered?: boolean;
  must?: boolean;
}

/** The last message before the server closes. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  retry_after_ms?: number;
}

/** A past act: its intent, its dice and the terms of its rolls. */
export interface Card {
  at: [number, number];
  intent: unknown;
  seat: string;
  dice: DieShown[];
  rolls: RollShown[];
  events: unknown[];
  amendable: boolean;
}

/** One thing that differs. `kind`: track, condition, place, order, turn, prompt, stage, round, joins, leaves, gear, */
export interface Change {
  kind: string;
  who?: string;
  key?: string;
  before?: unknown;
  after?: unknown;
}

/** One value of a parameter. `label` is a text or a catalogue key; `combatant` marks it on the map. */
export interface Choice {
  value: unknown;
  label?: string;
  reason?: Reason | null;
  fits?: unknown[];
}

/** A combatant as the audience knows it. */
export interface CombatantView {
  name: string;
  side: string;
  x?: number;
  y?: number;
  seat?: string;
  hidden?: boolean;
  tracks?: Record<string, Track>;
  conditions?: Record<string, number>;
  gear?: string[];
  facts?: Record<string, string>;
  out?: boolean;
}

/** Lobby: make an encounter; with `check` only say whether it could be made. */
export interface Create {
  type: "create";
  id: number;
  encounter: unknown;
  check?: boolean;
}

/** The question that the game waits for. `closes_at`: ms since the epoch. */
export interface DecisionView {
  id: string;
  kind: string;
  asks?: Record<string, AskView>;
  topic?: Record<string, unknown>;
  closes_at?: number;
}

/** Which face an edit sets: roll name, combatant, die index, explosion depth (0 is the first throw). */
export interface Die {
  roll: string;
  who: string;
  index: number;
  face: number;
  depth: number;
}

/** One face of an act. */
export interface DieShown {
  roll: string;
  who: string;
  index: number;
  depth: number;
  sides: number;
  face: number;
}

/** What an amendment changes at one position. */
export interface Edit {
  at: [number, number];
  intent?: Record<string, unknown> | null;
  faces?: Die[];
  terms?: TermEdit[];
  struck?: boolean;
}

/** One update of the past: its events and how the view changed. */
export interface Frame {
  n: number;
  at: number;
  events: unknown[];
  patch: unknown;
  step: number;
}

/** The first message. Without a token it enters the lobby. */
export interface Hello {
  type: "hello";
  token?: string;
  resume?: Resume;
}

/** The view at `after` (empty at 0) and the updates that follow; `last`: the audience's newest number. */
export interface HistoryPage {
  after: number;
  view: unknown;
  frames: Frame[];
  last: number;
}

/** Lobby: ask by the code that the game master gave out which seats are open; with `seat` for its link. */
export interface Join {
  type: "join";
  id: number;
  code: string;
  seat?: string;
}

/** Answers a `hello` without token. */
export interface Lobby {
  type: "lobby";
  body: unknown;
}

/** Dice that were never rolled, and the position whose act now needs them; the walk stops there. */
export interface Need {
  at: [number, number];
  act: string;
  roll: string;
  who: string;
  sides: number;
  count: number;
}

/** One thing that `who` may do: `intent` is the template to send once `params` are filled in. */
export interface Option {
  key: string;
  who?: string;
  intent: Record<string, unknown>;
  group?: string;
  cost?: string;
  label?: string;
  params?: Param[];
  decision?: string;
  reason?: Reason | null;
}

/** An open part of the intent. */
export interface Param {
  name: string;
  kind: string;
  label?: string;
  choices?: Choice[];
  goals?: Choice[];
  least?: number;
  most?: number;
  optional?: boolean;
  initial?: number | null;
  combatant?: boolean;
}

/** The outcome is not known yet; `ack` or `rejected` follows. */
export interface Pending {
  type: "pending";
  id: Uint8Array;
}

/** Asks for a `pong`. */
export interface Ping {
  type: "ping";
}

/** Answers `ping` with the server's time. */
export interface Pong {
  type: "pong";
  at: number;
}

/** How many sessions each audience has open now. Not state, not numbered. */
export interface Presence {
  type: "presence";
  sessions: Record<string, number>;
}

/** What would change; `digest` confirms exactly this. */
export interface PreviewShown {
  digest: Uint8Array;
  changes: Change[];
  steps: StepShown[];
  needs: Need[];
  rules_changed: [number, number][];
}

/** Why something is refused: the code, the sentence and its numbers. */
export interface Reason {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
}

/** The message changed nothing. `id` is missing where the bytes could not be read that far. */
export interface Rejected {
  type: "rejected";
  id?: Uint8Array | number;
  code: string;
  message: string;
  detail: Record<string, string | number | boolean>;
}

/** A player's wish to have something taken back. `to`: where play would go, for the GM only. */
export interface RequestView {
  seat: string;
  reason?: string;
  to?: [number, number];
  yes?: number;
  no?: number;
}

/** What a returning client last saw. */
export interface Resume {
  n: number;
  head: Uint8Array;
}

/** The terms of one roll of an act. */
export interface RollShown {
  roll: string;
  who: string;
  event: string;
  terms: Term[];
}

/** A place at the table. */
export interface SeatView {
  name: string;
  role: string;
}

/** One step of an amendment's preview. */
export interface StepShown {
  source: [number, number][];
  outcome: string;
  code: string;
  intent: unknown;
  events: unknown[];
}

/** An intent; `seen` is the sender's n, `decision` what it answers. */
export interface Submit {
  type: "submit";
  id: Uint8Array;
  intent: unknown;
  nonce: Uint8Array;
  decision?: string;
  seen?: number;
}

/** One number of a roll: stable `key`, `value` (yes is 1, no is 0) and the id of its rule. */
export interface Term {
  key: string;
  value: number;
  rule: string;
  was?: number | null;
}

/** Which term of which roll gets which value. */
export interface TermEdit {
  roll: string;
  who: string;
  key: string;
  value: number;
}

/** One update that a returning client missed: its events without the patch. */
export interface Told {
  n: number;
  at: number;
  events: unknown;
}

/** A number that goes up and down: health, actions, pool. `kind` tells clients how to draw it: health (full is */
export interface Track {
  value: number;
  kind?: string;
  max?: number;
}

/** What an audience learns of one commit. */
export interface Update {
  type: "update";
  n: number;
  head: Uint8Array;
  at: number;
  events: unknown;
  patch: unknown;
  options?: unknown;
}

/** Everything one audience may know. */
export interface View {
  encounter: string;
  title: string;
  system: string;
  stage: string;
  phase: string;
  round?: number;
  turn?: string[];
  order?: string[];
  combatants?: Record<string, CombatantView>;
  decision?: DecisionView;
  act?: Record<string, unknown>;
  dice_for?: string;
  seats?: Record<string, SeatView>;
  paused?: boolean;
  held?: boolean;
  redo?: boolean;
  requests?: Record<string, RequestView>;
  votes?: boolean;
  auto_pass?: string[];
}

/** The whole view at `n`. `more` says that missed events were left out. */
export interface Welcome {
  type: "welcome";
  seat?: string;
  audience: string;
  n: number;
  head: Uint8Array;
  view: unknown;
  options: unknown;
  events?: Told[];
  more?: boolean;
}

export type ClientMessage = Hello | Submit | Ask | Ping | Create | Join;

export type ServerMessage = Welcome | Lobby | Update | Ack | Rejected | Pending | Answer | Presence | Pong | Bye;
