/** A component that is drawn again only when one of its properties is another one. */
import { type ComponentType, h } from "preact";
import { useRef } from "preact/hooks";
import type { JSX } from "preact";

export function memo<P extends object>(Inner: (props: P) => JSX.Element): ComponentType<P> {
  return function Memo(props: P) {
    const held = useRef<{ props: P; drawn: JSX.Element }>(undefined);
    if (held.current === undefined || !isSame(held.current.props, props)) {
      held.current = { props, drawn: h(Inner as ComponentType<object>, props) as JSX.Element };
    }
    return held.current.drawn;
  };
}

function isSame<P extends object>(a: P, b: P): boolean {
  return (Object.keys(b) as (keyof P)[]).every((key) => a[key] === b[key]);
}
