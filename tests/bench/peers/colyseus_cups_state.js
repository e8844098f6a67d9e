// The state of Three Cups in Colyseus, for the server and its load: what has a view is told only to those whose view has it.
const { Schema, defineTypes, view } = require("@colyseus/schema");

class Figure extends Schema {}
defineTypes(Figure, {
  who: "string", seat: "string", side: "string", hearts: "number", chosen: "boolean", shown: "number",
  cup: "number", cover: "number", weary: "boolean", asked: "boolean",
});
for (const own of ["cup", "cover", "weary", "asked"]) view()(Figure.prototype, own);

class State extends Schema {}
defineTypes(State, {
  count: "number", phase: "string", round: "number", striker: "string", struck: "string", face: "number", hit: "boolean",
  riposte: "number", figures: [Figure], hidden: [Figure],
});
view()(State.prototype, "hidden");

module.exports = { Figure, State };
