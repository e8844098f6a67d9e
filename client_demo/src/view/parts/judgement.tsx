/** The verifier's verdict on a file in plain words. The verifier itself is fetched when it is wanted. */
import { useEffect, useState } from "preact/hooks";
import type { Witness } from "../../table/state.ts";
import type { Verdict } from "../../verify/verify.ts";
import { say } from "../../words/watch_words.ts";
import type { WatchKey } from "../../words/en/watch_words.ts";
import type { Props } from "../props.ts";
import { Icon } from "./marks.tsx";
import "../../style/judgement.css";

interface JudgementProps extends Props {
  data: Uint8Array<ArrayBuffer>;
  /** What this browser saw live, if anything. */
  witness?: Witness | undefined;
  /** Is told the verdict as soon as it is known. */
  tell?(verdict: Verdict): void;
}

const DICE: WatchKey[] = [
  "verdict.recomputed",
  "verdict.unrevealed",
  "verdict.typed",
  "verdict.recorded",
  "verdict.kept",
  "verdict.copied",
  "verdict.secret",
  "verdict.unseen",
];

export function Judgement({ ctrl, data, witness, tell }: JudgementProps) {
  const text = say(ctrl.now);
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    let isWanted = true;
    void import("../../verify/verify.ts").then(({ verify }) => {
      if (!isWanted) return;
      const found = verify(data, witness ? [witness] : []);
      setVerdict(found);
      tell?.(found);
    });
    return () => void (isWanted = false);
  }, [data]);
  if (verdict === undefined) return <p role="status">{text("file.checking")}</p>;
  return verdict.intact ? <Intact ctrl={ctrl} verdict={verdict} witness={witness} /> : <Broken ctrl={ctrl} verdict={verdict} />;
}

type Good = Extract<Verdict, { intact: true }>;
type Bad = Extract<Verdict, { intact: false }>;

function Intact({ ctrl, verdict, witness }: Props & { verdict: Good; witness: Witness | undefined }) {
  const text = say(ctrl.now);
  const { entries, dice, unvouched, withheld, rewinds, amendments, closed, signed } = verdict;
  const said = [
    text("verdict.chain", { entries }),
    witness ? text("verdict.witness", { n: witness.n }) : text("verdict.noWitness"),
    ...DICE.flatMap((key) => {
      const count = dice[key.replace("verdict.", "")] ?? 0;
      return count > 0 ? [text(key, { count })] : [];
    }),
    ...(unvouched > 0 ? [text("verdict.unvouched", { count: unvouched })] : []),
    ...(withheld.length > 0 ? [text("verdict.withheld", { names: withheld.join(", ") })] : []),
    ...(rewinds + amendments > 0 ? [text("verdict.undone", { rewinds, amendments })] : []),
    ...(closed ? [] : [text("verdict.notClosed")]),
    text(signed ? "verdict.signed" : "verdict.unsigned"),
  ];
  return (
    <div class="judgement good" role="status">
      <h3>
        <Icon name="shield" /> {text("verdict.intact")}
      </h3>
      <ul>
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

function Broken({ ctrl, verdict }: Props & { verdict: Bad }) {
  const text = say(ctrl.now);
  return (
    <div class="judgement bad" role="alert">
      <h3>
        <Icon name="why" /> {text("verdict.broken")}
      </h3>
      <p>{text(`verdict.code.${verdict.code}` as WatchKey)}</p>
      <p class="reason">
        {verdict.at > 0 && <b>{text("verdict.at", { at: verdict.at })} </b>}
        <code>{verdict.reason}</code>
      </p>
    </div>
  );
}
