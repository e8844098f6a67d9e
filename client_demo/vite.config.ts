/** Builds the client into server/static, which the game server reads at its start. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Around every `import()`, in the place of Vite's own helper, which gives up at once and never tries again. */
const patient = {
  name: "patient-imports",
  enforce: "pre" as const,
  load: (id: string) => (id === "\0vite/preload-helper.js" ? 'export { imported as __vitePreload } from "/src/wire/fetched.ts";' : undefined),
};

/** The font's licence goes wherever the font goes. Those of the packages Vite collects by itself (`license` below). */
const fontLicence: Plugin = {
  name: "font-licence",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "assets/figtree-OFL.txt", source: readFileSync("src/style/figtree-OFL.txt", "utf8") });
  },
};

/** Chromium forgets to style anew what gets another class and is then moved by `moveBefore`: who falls would keep the
 * colour and the ring of those who stand. Preact inserts where it can't move. */
const inserted: Plugin = {
  name: "inserted-instead-of-moved",
  transform: (code, id) => (id.includes("/preact/dist/") ? code.replace(/\w+\.moveBefore&&/, "0&&") : undefined),
};

export default defineConfig({
  plugins: [patient, fontLicence, inserted],
  // Preact's JSX is read from tsconfig.json (jsxImportSource): no plugin is needed.
  base: "/",
  build: {
    outDir: "../server/static",
    emptyOutDir: true,
    target: "es2022",
    // The server's content policy allows no inline script: no module preload polyfill, no inlined assets.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: "licences.txt" },
    // What several screens share is one file, for small files compress badly; but what no first screen shows stays apart.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: /^(?!.*(view\/(home|replay|ruling|gm\/gm_tools|parts\/(copy|dialog|judgement|word)|links\/(seats|qr|claims)|acts\/(prompt|answers|topic|form|stops)|menu\/(menu|several|suggested|holding)|log\/(outcomes|beats)|map\/(floats|ghosts|over))|past\/(outcome|newest|acts|changes)|words\/(home|watch|menu|telling|ruling|stops)_words|wire\/sha256|seat\/(alone|reveal|claim)|style\/(seats|term|ruling|latest|judgement|people|dialog|outcome|menu|prompt|stops|chip|form)))/, minShareCount: 2 }] } } },
  },
  // `npm run dev` serves the sources; the socket still goes to a server started with `make play`.
  // The tests read the golden files that the Python tests read, beside this folder.
  assetsInclude: ["**/*.fray"],
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:8642", ws: true } }, fs: { allow: [".."] } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/words/words.setup.ts"], testTimeout: 30_000 },
});
