/** The byte vectors of protocol/golden, for the tests: the same files that the Python tests read. */
import lists from "../../../protocol/golden/lists.json";
import messages from "../../../protocol/golden/messages.json";
import numbers from "../../../protocol/golden/numbers.json";
import patches from "../../../protocol/golden/patches.json";
import type { Json, Patch } from "./patch.ts";

export const LISTS = lists as { name: string; before: object[]; told: (number | object)[]; after: object[] }[];
export const MESSAGES: { name: string; from: string; json: unknown; msgpack: string }[] = messages;
export const NUMBERS: { text: string; canonical: string }[] = numbers;
export const PATCHES = patches as unknown as { name: string; before: Json; after: Json; patch: Patch; canonical: string }[];
