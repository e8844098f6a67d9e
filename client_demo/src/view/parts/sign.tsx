/** The drawings that systems name in their `icons`: one set for all, in one picture that comes when the first is drawn. A font
 * would show some of such signs in colours and others not at all. */
import sheet from "./signs.svg";

export function Sign({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}

/** One within a drawing, around a point. */
export function SignAt({ name, x = 0, y = 0, size }: { name: string; x?: number; y?: number; size: number }) {
  return <use class="sign" href={`${sheet}#${name}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />;
}
