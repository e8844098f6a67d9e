/** Why a roll came out as it did: what counted, how much, by which rule; and what that makes with the dice. */
import { useEffect, useRef } from "preact/hooks";
import { type Line, sumOf } from "../../table/log.ts";
import { speech } from "../../table/scene.ts";
import type { View } from "../../wire/types.ts";
import { metres } from "../../words/book.ts";
import { rule, labelOf } from "../../words/catalog.ts";
import { Sentence } from "../parts/marks.tsx";
import { Word } from "../parts/word.tsx";
import type { Props } from "../props.ts";
import "../../style/why.css";

export interface WhyProps extends Props {
  view: View;
  line: Line;
}

export function WhyCard({ ctrl, view, line }: WhyProps) {
  const state = ctrl.state.value;
  const { catalog, language } = state;
  const { t } = speech(state);
  const shown = (key: string, number: number) => (key.endsWith("_cm") ? `${metres(language, number)} m` : number);
  const sum = sumOf({ view, catalog, language }, line);
  const card = useRef<HTMLTableElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <table class="why-card" ref={card}>
      <tbody>
        {line.terms.map(({ key, value, rule: id, was }) => (
          <tr key={key}>
            <th scope="row">
              <Word ctrl={ctrl} name={labelOf("term", catalog, language, key)} term={key} />
            </th>
            <td class="value">
              {shown(key, value)}
              {was !== undefined && was !== null && <small>{t("log.was", { was: shown(key, was) })}</small>}
            </td>
            <td class="rule" title={rule(catalog, id)}>
              <span>{rule(catalog, id)}</span> <code>{id}</code>
            </td>
          </tr>
        ))}
      </tbody>
      {sum.length > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3}>
              <Sentence state={state} view={view} parts={sum} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
