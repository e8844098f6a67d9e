/** A button that copies a text and says so for a moment. */
import { useState } from "preact/hooks";
import { Icon, type IconName } from "./marks.tsx";

const SAID_MS = 2_000;

interface CopyProps {
  text: string;
  name: string;
  done: string;
  /** What is copied, for those who don't see where the button stands. */
  of?: string;
  icon?: IconName;
}

export function CopyButton({ text, name, done, of, icon = "copy" }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copied(text));
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <button type="button" class="button quiet copy" onClick={() => void copy()} aria-label={of && `${name}: ${of}`}>
      <Icon name={isCopied ? "check" : icon} />
      <span class="wide" aria-live="polite">{isCopied ? done : name}</span>
    </button>
  );
}

/** The clipboard is there only on https and loopback; elsewhere the old way still works. */
async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
