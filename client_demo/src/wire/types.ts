/** Written by client_demo/generate_types.py from the server's Structs: change those, not this file. */

/** The intent has been taken; without `n` nothing had to happen. */
export interface Ack {
  type: "ack";
  id: Uint8Array;
  n?: number;
}

/** GM: everything of a past act that can be disputed. */
export interface ActCard {
  type: "act_card";
  at: [number, number];
}

/** The fight is played again in an encounter of its own: the token of your own seat there. Not state, not */
export interface Again {
  type: "again";
  token: string;
}

/** One more session of your own seat is opened, wherever. Not state, not numbered. */
export interface Another {
  type: "another";
}

/** The answer to `ask`, `create`, `join`, `import` or `branch`. */
export interface Answer {
  type: "answer";
  id: number;
  body: unknown;
}

/** Ground that matters, drawn under the pieces: the corners of its outline in whole centimetres. `label`: a text or */
export interface Area {
  corners: [number, number][];
  label?: string;
}

/** A question that changes nothing: preview, replay range, log page, export. */
export interface Ask {
  type: "ask";
  id: number;
  question: unknown;
}

/** One combatant that is asked, and whether it has answered. `passes`: it will pass by itself; of own ones only. */
export interface AskView {
  answered?: boolean;
  must?: boolean;
  passes?: boolean;
}

/** GM at a table: play on from a position (default: now) in an encounter of its own. */
export interface Branch {
  type: "branch";
  id: number;
  at?: [number, number];
  title?: string;
  again?: boolean;
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
  options: Option[];
  default?: unknown;
}

/** One thing that differs. `kind`: track, condition, place, order, turn, prompt, stage, round, joins, leaves, gear, */
export interface Change {
  kind: string;
  who?: string;
  key?: string;
  towards?: string;
  before?: unknown;
  after?: unknown;
}

/** One value of a parameter. `label` is a text or a catalogue key; `combatant` marks it on the map. */
export interface Choice {
  value: unknown;
  label?: string;
  reason?: Reason | null;
  fits?: unknown[];
  target?: string;
  aims?: string[];
  row?: string;
  uses?: Record<string, number>;
}

/** A circle on the ground, `radius` in whole centimetres: around a combatant, and it moves along, or a place. */
export interface Circle {
  radius: number;
  who?: string;
  at?: [number, number];
  label?: string;
}

/** Somebody at the door who waits for the GM's word. */
export interface ClaimView {
  seat: string;
  player?: string;
}

/** A combatant as the audience knows it. */
export interface CombatantView {
  name: string;
  side: string;
  x?: number;
  y?: number;
  seat?: string;
  hidden?: boolean;
  aware?: string[];
  tracks?: Record<string, Track>;
  conditions?: Record<string, number>;
  stance?: Stance[];
  plan?: Planned[];
  gear?: string[];
  facts?: Record<string, string>;
  out?: boolean;
}

/** Somebody who can be reached, or who reaches: by which option, and with what. */
export interface Contact {
  who: string;
  key: string;
  label?: string;
}

/** Lobby: make an encounter; with `check` only say whether it could be made. `alone`: the seat that its maker takes, */
export interface Create {
  type: "create";
  id: number;
  encounter: unknown;
  check?: boolean;
  alone?: string;
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

/** The file (`.fray`) of one's own audience, or of another that one may look through. */
export interface Export {
  type: "export";
  audience?: string | null;
}

/** The part of a file from `offset` on. */
export interface FilePart {
  offset: number;
  data: Uint8Array;
}

/** A file of `size_bytes` bytes, and its first part in `data`; ask for the rest by `part` from `len(data)` on. */
export interface FileShown {
  file: string;
  name: string;
  audience: string;
  n: number;
  size_bytes: number;
  data: Uint8Array;
}

/** One update of the past: its events and how the view changed. `at`: when that was decided (ms). */
export interface Frame {
  n: number;
  at: number;
  events: unknown[];
  patch: unknown;
  step: number;
  outcome?: string;
  code?: string;
  intent?: unknown;
  unvouched?: boolean;
}

/** The GM's answer to a question that had not been asked. */
export interface GivenAnswer {
  decision: string;
  who: string;
  intent: Record<string, unknown>;
}

/** The first message. Without a token it enters the lobby; `key` opens the list of links there. `blocks`: */
export interface Hello {
  type: "hello";
  token?: string;
  key?: string;
  resume?: Resume;
  blocks?: boolean;
  like?: boolean;
}

/** What was told after number `after`, with the view at that number, for replay and log pages. */
export interface History {
  type: "history";
  after?: number;
  count?: number;
  audience?: string | null;
  steps?: boolean;
}

/** The view at `after` (empty at 0) and the updates that follow; `last`: the audience's newest number. */
export interface HistoryPage {
  after: number;
  view: unknown;
  frames: Frame[];
  last: number;
}

/** Lobby: take in an export file, part by part; each part is sent when the one before was answered. */
export interface Import {
  type: "import";
  id: number;
  offset: number;
  data: Uint8Array;
  last?: boolean;
  carry_on?: boolean;
  at?: [number, number];
  title?: string;
  key?: Uint8Array;
}

/** Lobby: ask by the code that the game master gave out which seats are free; with `seat` for one of them. */
export interface Join {
  type: "join";
  id: number;
  code: string;
  seat?: string;
  key_h?: Uint8Array;
  name?: string;
}

/** What a code leads to; `token` opens the spectators' seat, where that was asked for. */
export interface Joinable {
  encounter: string;
  title: string;
  system: string;
  seats: Record<string, Place>;
  token: string;
}

/** One step of a tutorial: what the learner is told, by language, and the events of which one ends it; none: it is */
export interface Lesson {
  say: Record<string, string>;
  until: Record<string, unknown>[];
}

/** Something that the entries of a `list` use up, one after another: at none of them may it be more than `most`. */
export interface Limit {
  name: string;
  label?: string;
  most?: number | null;
  reason?: Reason | null;
}

/** GM at a table: the links of its seats, so that they are found again on another device. */
export interface Links {
  type: "links";
  id: number;
}

/** Lobby: the next page of the list that the lobby has begun, by the `more` of the one before. */
export interface List {
  type: "list";
  id: number;
  before: number;
}

/** Answers a `hello` without token. */
export interface Lobby {
  type: "lobby";
  body: unknown;
}

/** `kind`: begin, round, turn, end, close, rewind, redo, amendment (core's); hit, fall, ruling (the system's). */
export interface Mark {
  n: number;
  step?: number;
  kind: string;
  who?: string;
}

/** Something small that lies or stands there. `label`: a text or a catalogue key, which may have an icon. */
export interface Marker {
  at: [number, number];
  label: string;
}

/** What is worth jumping to after number `after`, and which numbers are no longer on the line. */
export interface Marks {
  type: "marks";
  audience?: string | null;
  after?: number;
  count?: number;
}

/** Marks in their order, of the numbers up to `until`; `last`: the audience's newest number. */
export interface MarksShown {
  marks: Mark[];
  undone: Stretch[];
  until: number;
  last: number;
}

/** One position as an audience saw it: what a deep link names. Step 0 is the whole commit. */
export interface Moment {
  type: "moment";
  encounter: string;
  audience?: string | null;
  n: number;
  step?: number;
}

/** The view at a position, and what was told there. */
export interface MomentShown {
  audience: string;
  n: number;
  step: number;
  at: number;
  view: unknown;
  events: unknown[];
  last: number;
  unvouched?: boolean;
}

/** Dice that were never rolled, and the position whose act now needs them; the walk stops there. */
export interface Need {
  at: [number, number];
  act: string;
  roll: string;
  who: string;
  sides: number;
  count: number;
  index: number;
  depth: number;
  is_open: boolean;
}

/** One thing that `who` may do: `intent` is the template to send once `params` are filled in. What the template */
export interface Option {
  key: string;
  who?: string;
  intent: Record<string, unknown>;
  group?: string;
  goal?: "defend" | "end" | "harm" | "help" | "hinder" | "move" | "prepare" | null;
  whom?: string;
  changes?: boolean;
  cost?: string;
  label?: string;
  sides?: string[];
  risks?: string[];
  params?: Param[];
  each?: string;
  answers?: boolean;
  reason?: Reason | null;
}

/** One option of a table. `words`: by language `name`, `hint` and the values' names. */
export interface OptionShown {
  key: string;
  kind: "choice" | "number" | "switch";
  default: boolean | string | number | null;
  values?: string[];
  least?: number | null;
  most?: number | null;
  optional?: boolean;
  words: Record<string, Record<string, string>>;
}

/** GM: what may this audience do now? */
export interface OptionsAs {
  type: "options_as";
  audience: string;
}

/** What each dealt, took and stopped, who fell, and which sides are out. */
export interface Outcome {
  type: "outcome";
  audience?: string | null;
}

/** As it stands at the audience's number `last`. Times in ms since 1970; 0: not yet. */
export interface OutcomeShown {
  rows: Row[];
  beaten: string[];
  falls: Spot[];
  worst: Spot | null;
  began: number;
  ended: number;
  last: number;
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
  rough?: [number, number][][];
  around?: string;
  repeats?: boolean;
  aim?: string;
  limits?: Limit[];
  optional?: boolean;
  initial?: number | null;
  combatant?: boolean;
}

/** A further part of a file. */
export interface Part {
  type: "part";
  file: string;
  offset: number;
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

/** A seat that a code can lead to. `taken`: somebody has it already. */
export interface Place {
  name: string;
  role: string;
  taken: boolean;
}

/** One step of a plan. `label`: a catalogue key; `text`: more about it; `target`: the combatant it aims at. */
export interface Planned {
  label: string;
  text?: string;
  target?: string;
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

/** GM: what would an amendment do? */
export interface PreviewAmend {
  type: "preview_amend";
  target: [number, number];
  edits?: Edit[];
  answers?: GivenAnswer[];
}

/** GM: what would change if the last rewind or amendment were taken back? */
export interface PreviewRedo {
  type: "preview_redo";
}

/** GM: what would change if play went back (or forth) to this position? */
export interface PreviewRewind {
  type: "preview_rewind";
  to: [number, number];
}

/** What would change; `digest` confirms exactly this. */
export interface PreviewShown {
  digest: Uint8Array;
  changes: Change[];
  steps: StepShown[];
  needs: Need[];
  rules_changed: [number, number][];
}

/** What it costs one of the asker's combatants to come to a place, whom it reaches from there, who reaches it. */
export interface Reach {
  type: "reach";
  who: string;
  at: [number, number];
}

/** An answer, or a part of one. */
export interface Reached {
  ways?: Way[];
  targets?: Contact[];
  threats?: Contact[];
  closed?: string[];
}

/** GM: which sheets are in this file (TOML or JSON, UTF-8)? */
export interface ReadSheets {
  type: "read_sheets";
  file: Uint8Array;
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

/** The terms of one roll of an act. `event`: the event that shows them, else the roll's name. */
export interface RollShown {
  roll: string;
  who: string;
  event: string;
  terms: Term[];
}

/** Of one combatant, in the measure of its system: wounds, health, hearts. */
export interface Row {
  who: string;
  name?: string;
  side?: string;
  dealt?: number;
  took?: number;
  stopped?: number;
  spent?: number;
  regained?: number;
  more_dealt?: boolean;
  more_took?: boolean;
  more_spent?: boolean;
  made?: number;
  expected?: number;
}

/** A place at the table. How a player's seat was taken stands in the GM's view alone. What a player is called */
export interface SeatView {
  name: string;
  role: string;
  taken?: string;
  player?: string;
}

/** One system, as the page that creates encounters shows it. `sample`: an encounter in plain values. */
export interface Setup {
  system: string;
  titles: Record<string, string>;
  sample: Record<string, unknown> | null;
  translated: Record<string, Record<string, unknown>>;
  story: Record<string, string>;
  table: OptionShown[];
  options: OptionShown[];
  problems: Record<string, Record<string, string>>;
}

/** Where something was told, and of whom. */
export interface Spot {
  n: number;
  step?: number;
  who: string;
}

/** How somebody stands, as it is drawn at the piece: cover, a raised shield. `label`: a catalogue key; `text`: its */
export interface Stance {
  label: string;
  text?: string;
  towards?: string;
}

/** One step of an amendment's preview. */
export interface StepShown {
  source: [number, number][];
  outcome: string;
  code: string;
  intent: unknown;
  events: unknown[];
  decision: string;
  options: Option[];
}

/** Numbers that were taken back: from `first` to `last`, by the rewind or amendment told as `by`. */
export interface Stretch {
  first: number;
  last: number;
  by: number;
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

/** A system's tutorial, as a table and as what is said there. */
export interface Tutorial {
  encounter: Record<string, unknown>;
  translated: Record<string, Record<string, unknown>>;
  steps: Lesson[];
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
  areas?: Record<string, Area>;
  circles?: Record<string, Circle>;
  markers?: Record<string, Marker>;
  decision?: DecisionView;
  act?: Record<string, unknown>;
  dice_for?: string;
  seats?: Record<string, SeatView>;
  paused?: boolean;
  held?: boolean;
  redo?: boolean;
  requests?: Record<string, RequestView>;
  door?: number;
  claims?: Record<string, ClaimView>;
  votes?: boolean;
  auto_pass?: string[];
  stops?: Record<string, Record<string, number>>;
  reveal?: string;
  revealed?: boolean;
  delay_s?: number;
  delay_turns?: number;
}

/** GM: what does this audience see now? */
export interface ViewAs {
  type: "view_as";
  audience: string;
}

/** One way of moving, straight to the place. `key`, `label` and `cost` are those of the option. */
export interface Way {
  key: string;
  intent: Record<string, unknown>;
  label?: string;
  cost?: string;
  length_cm?: number;
  most_cm?: number;
  reason?: Reason | null;
}

/** The whole view at `n`. `more` says that missed events were left out; `at` is what time it is, to count down to */
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
  at?: number;
  offered?: number;
}

export type ClientMessage = Hello | Submit | Ask | Ping | Create | Join | Import | List | Branch | Links;

export type ServerMessage = Welcome | Lobby | Update | Ack | Rejected | Pending | Answer | Presence | Another | Again | Pong | Bye;

export type Question = History | Moment | Marks | Outcome | Reach | Export | Part | ViewAs | OptionsAs | ActCard | ReadSheets | PreviewRewind | PreviewRedo | PreviewAmend;
