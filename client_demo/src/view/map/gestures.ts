/** Fingers and mouse on the map: pan, pinch, wheel, dragging a piece, tapping a place. */
import { useEffect, useRef } from "preact/hooks";
import { type Camera, panned, type Size, zoomed } from "./camera.ts";

interface Wishes {
  camera: Camera;
  size: Size;
  setCamera(camera: Camera): void;
  isDraggable(who: string): boolean;
  pieceDragged(who: string, px: number, py: number, isOver: boolean): void;
  tapped(px: number, py: number, isPiece: boolean): void;
}

/** Pixels before a press becomes a drag. */
const SLACK_PX = 6;

interface Press {
  who: string | undefined;
  x: number;
  y: number;
  isDrag: boolean;
}

export function usePointers(frame: { current: HTMLDivElement | null }, wishes: Wishes) {
  const now = useRef(wishes);
  now.current = wishes;
  const press = useRef<Press | undefined>(undefined);
  const fingers = useRef(new Map<number, [number, number]>());

  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { camera, size, setCamera } = now.current;
      const [x, y] = inside(box, event);
      setCamera(zoomed(camera, size, Math.exp(-event.deltaY * 0.0015), x, y));
    };
    box.addEventListener("wheel", wheel, { passive: false });
    return () => box.removeEventListener("wheel", wheel);
  }, []);

  function inside(box: Element, event: MouseEvent): [number, number] {
    const { left, top } = box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  function down(event: PointerEvent) {
    const [x, y] = inside(frame.current as Element, event);
    fingers.current.set(event.pointerId, [x, y]);
    const piece = (event.target as Element).closest<SVGElement>("[data-who]");
    if (fingers.current.size === 1) press.current = { who: piece?.dataset["who"], x, y, isDrag: false };
  }

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const [x, y] = inside(frame.current as Element, event);
    fingers.current.set(event.pointerId, [x, y]);
    if (fingers.current.size === 2) return pinch(event.pointerId, before, [x, y]);
    const held = press.current;
    if (!held) return;
    if (!held.isDrag && Math.hypot(x - held.x, y - held.y) < SLACK_PX) return;
    if (!held.isDrag) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    held.isDrag = true;
    const { camera, setCamera, isDraggable, pieceDragged } = now.current;
    if (held.who && isDraggable(held.who)) pieceDragged(held.who, x, y, false);
    else setCamera(panned(camera, x - before[0], y - before[1]));
  }

  function pinch(id: number, before: [number, number], to: [number, number]) {
    const other = [...fingers.current].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const { camera, size, setCamera } = now.current;
    const factor = distance(other, to) / (distance(other, before) || 1);
    setCamera(zoomed(camera, size, factor, (other[0] + to[0]) / 2, (other[1] + to[1]) / 2));
    press.current = undefined;
  }

  function up(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    const held = press.current;
    press.current = undefined;
    if (!held) return;
    const [x, y] = inside(frame.current as Element, event);
    const { isDraggable, pieceDragged, tapped } = now.current;
    if (held.isDrag && held.who && isDraggable(held.who)) pieceDragged(held.who, x, y, true);
    else if (!held.isDrag) tapped(x, y, held.who !== undefined);
  }

  function cancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    press.current = undefined;
  }

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel };
}

function distance(a: [number, number], b: [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
