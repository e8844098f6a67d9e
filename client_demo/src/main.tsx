/** Starts the client: mounts it into the page, nothing else. */
import { render } from "preact";
import { App } from "./app.tsx";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");
render(<App />, root);
