/** Screens that are fetched when they are first shown, with their words. */
import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadWords } from "../../words/book.ts";
import type { Props } from "../props.ts";

/** A component of a chunk of its own; until it is there, `Meanwhile` stands in its place, or nothing. */
export function lazy<P extends Props>(load: () => Promise<ComponentType<P>>, Meanwhile: ComponentType<P> = Nothing): ComponentType<P> {
  let ready: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [, draw] = useState(0);
    const Shown = ready ?? Meanwhile;
    const { language } = props.ctrl.state.value;
    useEffect(() => {
      if (Shown !== Meanwhile) return;
      let isHere = true;
      void load()
        .then(async (component) => {
          await loadWords(language);
          ready = component;
        })
        .then(() => isHere && draw(1));
      return () => void (isHere = false);
    }, []);
    return h(Shown as ComponentType<object>, props);
  };
}

function Nothing() {
  return null;
}
