import { render } from "@testing-library/preact";
import { expect, test } from "vitest";
import { App } from "./app.tsx";

test("the page names the game", () => {
  const page = render(<App />);
  expect(page.getByRole("heading").textContent).toBe("Fray");
});
