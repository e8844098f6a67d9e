/** For tests: the words are there, as they are in a page that is drawn; what comes is waited for, however busy the machine. */
import { configure } from "@testing-library/preact";
import { loadWords } from "./book.ts";

configure({ asyncUtilTimeout: 15_000 });
await loadWords("en");
