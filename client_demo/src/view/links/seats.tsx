/** The seats of an encounter with their links: to open, to copy, to scan. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { speech } from "../../table/scene.ts";
import { say } from "../../words/home_words.ts";
import { CopyButton } from "../parts/copy.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Icon, type IconName, Sure } from "../parts/marks.tsx";
import type { Props } from "../props.ts";
import type { QrProps } from "./qr.tsx";
import "../../style/seats.css";

const SIGN: Record<string, IconName> = { gm: "bolt", player: "person", spectator: "eye" };

/** Fetched when somebody wants to scan. */
export const Qr = lazy<QrProps>(async () => (await import("./qr.tsx")).Qr, () => <span class="qr" />);

export interface SeatShown {
  id: string;
  token: string;
  name: string;
  role: string;
  /** Whose it is by now. */
  note?: string;
  /** Frees it, and makes it a new link. */
  free?: () => void;
}

/** The code that leads everybody to a table, to copy and to scan; `children`: what else can be done with it. */
export function CodeLine({ ctrl, code, children }: Props & { code: string | undefined; children?: ComponentChildren }) {
  const text = say(ctrl.now);
  const [isScanned, scan] = useState(false);
  return (
    <>
      <p class="code-line">
        {text("links.code")} <b>{code ?? "…"}</b>
        {code && <CopyButton text={code} name={text("links.copyCode")} done={text("links.copied")} />}
        <button type="button" class="button quiet" aria-expanded={isScanned} onClick={() => scan(!isScanned)}>
          {text("links.qr")}
        </button>
        {children}
      </p>
      {isScanned && code && <Qr ctrl={ctrl} text={`${location.origin}/#/join/${code}`} name={text("links.qrAll")} />}
    </>
  );
}

/** Whether links of this server open on this machine alone. */
export function isLocal(): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}

export function linkOf(token: string): string {
  return `${location.origin}/#${token}`;
}

export function Seats({ ctrl, seats }: Props & { seats: SeatShown[] }) {
  return (
    <ul class="seats">
      {seats.map((seat) => (
        <Seat ctrl={ctrl} seat={seat} key={seat.id} />
      ))}
    </ul>
  );
}

function Seat({ ctrl, seat }: Props & { seat: SeatShown }) {
  const text = say(ctrl.now);
  const [isScanned, scan] = useState(false);
  const role = text(`role.${seat.role}` as "role.gm");
  const name = (seat.role !== "player" && role) || seat.name || role;
  return (
    <li>
      <span class={`seat-sign ${seat.role}`}>
        <Icon name={SIGN[seat.role] ?? "person"} />
      </span>
      <span class="seat-name">
        <b>{name}</b>
        {seat.role === "gm" ? <small>{text("links.gmWarning")}</small> : role !== name && <small>{seat.note ?? role}</small>}
      </span>
      <span class="seat-do">
        {seat.free && <Sure name={text("links.free")} sure={speech(ctrl.now).t("gm.sure")} of={name} onSure={seat.free} />}
        {seat.token !== "" && <Ways text={text} seat={seat} name={name} isScanned={isScanned} scan={scan} />}
      </span>
      {isScanned && seat.token !== "" && <Qr ctrl={ctrl} text={linkOf(seat.token)} name={text("links.qrOf", { name })} />}
    </li>
  );
}

interface WaysProps {
  text: ReturnType<typeof say>;
  seat: SeatShown;
  name: string;
  isScanned: boolean;
  scan(is: boolean): void;
}

/** To scan, to copy, to open. */
function Ways({ text, seat, name, isScanned, scan }: WaysProps) {
  return (
      <>
        <button type="button" class="button quiet" aria-expanded={isScanned} aria-label={`${text("links.qr")}: ${name}`} onClick={() => scan(!isScanned)}>
          <Icon name="qr" />
          <span class="wide">{text("links.qr")}</span>
        </button>
        <CopyButton text={linkOf(seat.token)} name={text("links.copy")} done={text("links.copied")} of={name} />
        <a class="button" href={linkOf(seat.token)} target="_blank" rel="noopener" aria-label={`${text("links.open")}: ${name}`}>
          {text("links.open")}
        </a>
      </>
  );
}
