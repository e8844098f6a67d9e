/** After a table was laid: everybody's way to it. */
import { say } from "../../words/home_words.ts";
import { isLocal, linkOf, Qr, Seats } from "../links/seats.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { Icon } from "../parts/marks.tsx";
import type { HomeProps } from "../props.ts";

export function Links({ ctrl, home }: HomeProps) {
  const text = say(ctrl.now);
  const { made } = home.now;
  if (made === undefined) return null;
  const seats = Object.entries(made.seats).flatMap(([id, seat]) => {
    const token = made.links[id];
    return token === undefined ? [] : [{ id, token, ...seat }];
  });
  return (
    <>
      <div class="page-title">
        <h1>{text("links.title")}</h1>
        <p class="made-title">{made.title}</p>
        <p class="hint">{text("links.lead")}</p>
        {made.links["gm"] && (
          <a class="button primary big" href={linkOf(made.links["gm"])} target="_blank" rel="noopener">
            <Icon name="bolt" /> {text("links.mine")}
          </a>
        )}
      </div>
      {isLocal() && <p class="banner-note"><Icon name="why" /> {text("links.local")}</p>}
      {made.code && <Code ctrl={ctrl} home={home} code={made.code} />}
      <section class="sheet-card" aria-labelledby="each">
        <h2 id="each">{text("links.each")}</h2>
        <Seats ctrl={ctrl} seats={seats} />
      </section>
    </>
  );
}

function Code({ ctrl, code }: HomeProps & { code: string }) {
  const text = say(ctrl.now);
  const link = `${location.origin}/#/join/${code}`;
  return (
    <section class="sheet-card code-card" aria-labelledby="code">
      <Qr ctrl={ctrl} text={link} name={text("links.qrAll")} />
      <div>
        <h2 id="code">{text("links.code")}</h2>
        <p class="code-text">{code}</p>
        <p class="hint">{text("links.codeLead")}</p>
        <span class="seat-do">
          <CopyButton text={code} name={text("links.copyCode")} done={text("links.copied")} />
          <CopyButton text={link} name={text("links.copy")} done={text("links.copied")} of={text("links.code")} />
        </span>
      </div>
    </section>
  );
}
