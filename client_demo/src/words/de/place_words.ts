import type { EN } from "../en/place_words.ts";

export const DE: typeof EN = {
  title: "{name}: {length_m} m von hier",
  stays: "{name}: hier",
  go: "{way}, {length_m} m (höchstens {most_m} m)",
  noWay: "Dorthin führt kein Weg.",
  targets: "Erreicht von dort",
  threats: "Wird dort erreicht von",
  nobody: "Niemand",
  perhaps: "Vielleicht von {who}",
  closed: "Wie weit sie reichen, steht auf Bögen, die du nicht lesen darfst.",
};
