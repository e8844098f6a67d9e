/** For tests: the words are there, as they are in a page that is drawn. */
import { loadWords } from "./ui.ts";

await loadWords("en");
