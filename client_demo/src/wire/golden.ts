/** The byte vectors of protocol/golden, for the tests: the same files that the Python tests read. */
import blocks from "../../../protocol/golden/blocks.json";
import likes from "../../../protocol/golden/likes.json";
import lists from "../../../protocol/golden/lists.json";
import messages from "../../../protocol/golden/messages.json";
import numbers from "../../../protocol/golden/numbers.json";
import patches from "../../../protocol/golden/patches.json";
import type { Json, Patch } from "./patch.ts";
import type { Told } from "./renew.ts";
import type { Option } from "./types.ts";

interface Fight {
  name: string;
  steps: { told: Told[]; offered: Option[] }[];
  late: { options: Told[]; offered: number };
}

export const BLOCKS = blocks as unknown as Fight[];
export const LIKES = likes as unknown as Fight[];
export const LISTS = lists as { name: string; before: object[]; told: (number | object)[]; after: object[] }[];
export const MESSAGES: { name: string; from: string; json: unknown; msgpack: string }[] = messages;
export const NUMBERS: { text: string; canonical: string }[] = numbers;
export const PATCHES = patches as unknown as { name: string; before: Json; after: Json; patch: Patch; canonical: string }[];
