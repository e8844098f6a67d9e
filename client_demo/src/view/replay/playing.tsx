/** A replay that plays goes on by itself, no faster than what happened can be followed. */
import { useEffect } from "preact/hooks";
import { everybody } from "../../table/scene.ts";
import { beatsOf, pause_ms, queued } from "../log/beats.ts";
import type { ReplayProps } from "../props.ts";

export function Playing({ ctrl, scene, replay }: ReplayProps) {
  const { past, place, isPlaying, speed } = replay;
  useEffect(() => {
    if (!isPlaying) return;
    const { catalog, language } = ctrl.now;
    const frame = past.frames[place - 1];
    const words = { view: everybody(ctrl.now, scene.view), catalog, language };
    const beats = frame ? queued([], beatsOf(words, past.frames, frame)) : [];
    return ctrl.later(() => ctrl.replays.on(), pause_ms(past.frames, place, beats) / speed);
  }, [isPlaying, place, speed]);
  return null;
}
