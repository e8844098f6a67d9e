/** A QR code as one SVG path: dark on white in every theme, or phones can't read it. */
import { encode } from "uqr";
import type { Props } from "../props.ts";

export interface QrProps extends Props {
  text: string;
  name: string;
}

const QUIET = 3;

export function Qr({ text, name }: QrProps) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const whole = size + 2 * QUIET;
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path class="qr-paper" d={`M${-QUIET} ${-QUIET}h${whole}v${whole}h${-whole}z`} />
      <path class="qr-ink" d={path} />
    </svg>
  );
}
