/** Language and colours. */
import { speech } from "../../table/scene.ts";
import type { Theme } from "../../table/state.ts";
import type { Props } from "../props.ts";
import { IconButton, type IconName } from "./marks.tsx";

const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const SIGN: Record<Theme, IconName> = { auto: "half", light: "sun", dark: "moon" };

export function Settings({ ctrl }: Props) {
  const state = ctrl.state.value;
  const { t } = speech(state);
  const { theme, language } = state;
  return (
    <>
      <IconButton icon="globe" name={`${language.toUpperCase()} · ${t("app.language")}`} onClick={() => void ctrl.speak(language === "en" ? "de" : "en")}>
        <span class="code" aria-hidden="true">{language.toUpperCase()}</span>
      </IconButton>
      <IconButton icon={SIGN[theme]} name={t(`app.theme.${theme}`)} onClick={() => ctrl.paint(NEXT[theme])} />
    </>
  );
}
