/** A word of the system; one that it explains says what it means where it is tapped. */
import { useState } from "preact/hooks";
import type { State } from "../../table/state.ts";
import type { Props } from "../props.ts";
import "../../style/term.css";

export interface WordProps extends Props {
  /** The word as it is read, and its key in the catalogue. */
  name: string;
  term: string;
}

export function Word({ ctrl, name, term }: WordProps) {
  const [isOpen, setOpen] = useState(false);
  const told = meaning(ctrl.state.value, term);
  if (!told) return <>{name}</>;
  return (
    <>
      <Tap name={name} isOpen={isOpen} onTap={() => setOpen(!isOpen)} />
      {isOpen && <Meaning text={told} />}
    </>
  );
}

export function Tap({ name, isOpen, onTap }: { name: string; isOpen: boolean; onTap: () => void }) {
  return (
    <button type="button" class="term" aria-expanded={isOpen} onClick={onTap}>
      {name}
    </button>
  );
}

export function Meaning({ text }: { text: string }) {
  return <span class="meaning" role="status">{text}</span>;
}

/** What a word of the system means. */
export function meaning({ catalog, language }: State, term: string): string | undefined {
  return catalog.terms[language]?.[term];
}
