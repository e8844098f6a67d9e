/** What Fray is, in one picture: the same fight on everybody's screen, to each what they may know, on one line of acts. */
import type { HomeProps } from "../props.ts";
import { pictureWords } from "../../home/picture_words.ts";
import "../../style/picture.css";

/** Where they stand on a screen of 100 by 60; `isSeen`: by everybody. */
const PIECES = [
  { x: 22, y: 38, side: 0, isSeen: true },
  { x: 36, y: 24, side: 0, isSeen: true },
  { x: 66, y: 32, side: 1, isSeen: true },
  { x: 84, y: 16, side: 1, isSeen: false },
];
const PLACES = [30, 90, 150, 210, 270, 330, 390, 450, 510, 570];
/** Acts that were taken back, and the one from which it goes on. */
const BACK = [330, 390];
const FROM = 270;

export function Picture({ ctrl }: HomeProps) {
  const t = pictureWords(ctrl.now.language);
  return (
    <figure class="picture">
      <svg viewBox="0 0 600 280" role="img" aria-label={t("title")}>
        <Screen at="20 16 2.7" name={t("gm")} isWhole />
        <Screen at="320 40 1.2" name={t("player")} />
        <Screen at="462 40 1.2" name={t("spectators")} />
        <g class="picture-line">
          <path d="M30 236H570" />
          <path class="picture-back" d={`M${BACK[1]} 226C${BACK[1]} 198 ${FROM} 198 ${FROM} 224m-5-7l5 8l6-7`} />
          {PLACES.map((x) => (
            <circle key={x} cx={x} cy="236" r="7" class={BACK.includes(x) ? "picture-gone" : ""} />
          ))}
          <text x="300" y="271">{t("line")}</text>
        </g>
      </svg>
      <figcaption>{t("caption")}</figcaption>
    </figure>
  );
}

/** One screen; the game master's shows also whom nobody else sees. */
function Screen({ at, name, isWhole = false }: { at: string; name: string; isWhole?: boolean }) {
  const [x, y, scale] = at.split(" ").map(Number) as [number, number, number];
  return (
    <g transform={`translate(${x} ${y})`} class="picture-screen">
      <g transform={`scale(${scale})`}>
        <rect width="100" height="60" rx="4" />
        <path class="picture-grid" d="M20 0V60M40 0V60M60 0V60M80 0V60M0 20H100M0 40H100" />
        <path class="picture-deed" d="M40 25.5L60 30.5m-4.5-4l4.5 4l-5.6 2.1" />
        {PIECES.filter(({ isSeen }) => isSeen || isWhole).map((piece) => (
          <Piece {...piece} key={piece.x} />
        ))}
      </g>
      <text x={50 * scale} y={60 * scale + 25}>{name}</text>
    </g>
  );
}

/** Round or square, as the sides are on the map; dashed: hidden. */
function Piece({ x, y, side, isSeen }: (typeof PIECES)[number]) {
  const look = `picture-piece side-${side}${isSeen ? "" : " picture-hidden"}`;
  return side === 0 ? <circle cx={x} cy={y} r="5" class={look} /> : <rect x={x - 5} y={y - 5} width="10" height="10" rx="1.5" class={look} />;
}
