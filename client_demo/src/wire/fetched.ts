/** What is fetched behind the first look, code and words: tried until it is there. Knows no part by name. */

const AGAIN_MS = 3_000;

/** Told by those who know: is the server away; would loading the page anew lose what somebody is doing? */
export const page = { isAway: false, isBusy: (): boolean => false };

/** What `load` brings once it succeeds. A server that is known to be away is not asked. */
export async function fetched<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      if (!page.isAway) return await load();
    } catch {
      if (!page.isBusy() && (await isOutdated().catch(() => false))) location.reload();
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** A file of the server; one that it does not have is empty. */
export async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (answer.status === 404) return {};
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Whether the server has another client by now: the files of this one are gone. */
async function isOutdated(): Promise<boolean> {
  const answer = await fetch("/");
  const ours = document.querySelector("script[src]")?.getAttribute("src") ?? "";
  return answer.ok && !(await answer.text()).includes(ours);
}

/** Stands in for the bundler's helper around every `import()`: with the files that the code needs beside it. */
export function imported<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  return fetched(async () => {
    await Promise.all(files.map(linked));
    return load();
  });
}

/** Styles are waited for; code beside them has only a head start. */
function linked(file: string): Promise<unknown> | undefined {
  const href = `/${file}`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const isStyle = href.endsWith("css");
  const link = Object.assign(document.createElement("link"), { rel: isStyle ? "stylesheet" : "modulepreload", href });
  document.head.append(link);
  if (!isStyle) return;
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = (why) => {
      link.remove();
      failed(why);
    };
  });
}
