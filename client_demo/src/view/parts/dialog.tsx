/** A sheet over the page: the browser's own dialog keeps the focus inside and closes on Escape. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./marks.tsx";
import "../../style/dialog.css";

interface DialogProps {
  title: string;
  close: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Dialog({ title, close, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onClose={onClose}>
      <header>
        <h2 id="dialog-title">{title}</h2>
        <IconButton icon="close" name={close} onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}
