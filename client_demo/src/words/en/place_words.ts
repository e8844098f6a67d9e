/** What is said of a place on the map; it comes with it. */
export const EN = {
  title: "{name}: {length_m} m from here",
  stays: "{name}: here",
  go: "{way}, {length_m} m (at most {most_m} m)",
  noWay: "No way leads there.",
  targets: "Reaches from there",
  threats: "Is reached there by",
  nobody: "Nobody",
  perhaps: "Perhaps by {who}",
  closed: "How far they reach stands on sheets that you may not read.",
};
