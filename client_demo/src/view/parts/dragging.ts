/** Putting a row of a list to another place by dragging its grip, with a mouse, a pen or a finger. */
import { useEffect, useRef, useState } from "preact/hooks";

/** So near the edge of what scrolls it scrolls by itself, so many pixels a frame. */
const EDGE_PX = 48;
const STEP_PX = 9;

interface Drag {
  place: number;
  first: number;
  y: number;
  stop: () => void;
}

/** `move` is called for every place that the row comes to, `dropped` once it lies there or, by Escape, where it was. */
export function useDragging(move: (from: number, to: number) => void, dropped: (place: number) => void) {
  const drag = useRef<Drag | undefined>(undefined);
  const [held, hold] = useState<number>();
  const end = () => {
    drag.current?.stop();
    drag.current = undefined;
    hold(undefined);
  };
  useEffect(() => end, []);

  function take(event: PointerEvent, place: number) {
    if (event.button !== 0 || drag.current) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    const list = grip.closest("ol") as HTMLElement;
    grip.setPointerCapture?.(event.pointerId);
    drag.current = { place, first: place, y: event.clientY, stop: listen(grip, list) };
    hold(place);
  }

  function listen(grip: HTMLElement, list: HTMLElement): () => void {
    const frame = { id: 0 };
    const follow = (event: PointerEvent) => {
      if (drag.current) drag.current.y = event.clientY;
      over(list);
    };
    const drop = () => {
      const place = drag.current?.place;
      end();
      if (place !== undefined) dropped(place);
    };
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drag.current) return;
      event.preventDefault();
      event.stopPropagation();
      put(drag.current.first);
      drop();
    };
    const scroll = () => {
      frame.id = requestAnimationFrame(scroll);
      if (drag.current && scrolled(list, drag.current.y)) over(list);
    };
    frame.id = requestAnimationFrame(scroll);
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("pointerup", drop);
    grip.addEventListener("pointercancel", drop);
    addEventListener("keydown", giveUp, true);
    return () => {
      cancelAnimationFrame(frame.id);
      grip.removeEventListener("pointermove", follow);
      grip.removeEventListener("pointerup", drop);
      grip.removeEventListener("pointercancel", drop);
      removeEventListener("keydown", giveUp, true);
    };
  }

  function over(list: HTMLElement) {
    if (drag.current) put(placeAt([...list.children].map((row) => row.getBoundingClientRect()), drag.current.y));
  }

  function put(to: number) {
    const now = drag.current;
    if (!now || to === now.place) return;
    move(now.place, to);
    now.place = to;
    hold(to);
  }

  return { held, take };
}

/** The row at this height; above all of them the first, below all the last. */
export function placeAt(rows: { bottom: number }[], y: number): number {
  const found = rows.findIndex(({ bottom }) => y < bottom);
  return found < 0 ? rows.length - 1 : found;
}

/** Scrolls what the list lies in, where the pointer is near its edge. */
function scrolled(list: HTMLElement, y: number): boolean {
  const frame = scrollerOf(list);
  const { top, bottom } = frame === document.scrollingElement ? { top: 0, bottom: innerHeight } : frame.getBoundingClientRect();
  const before = frame.scrollTop;
  if (y < top + EDGE_PX) frame.scrollTop -= STEP_PX;
  else if (y > bottom - EDGE_PX) frame.scrollTop += STEP_PX;
  return frame.scrollTop !== before;
}

function scrollerOf(element: HTMLElement): Element {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.scrollingElement ?? document.documentElement;
}
