import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { PlanChoice } from "./plan-choice.tsx";
import { Steps } from "./steps.tsx";

test("every amount of a paid plan says that it is without tax (R11)", () => {
  const words = renderToStaticMarkup(<PlanChoice chosen="free" />).replaceAll(/\s/g, " ");
  expect(words).toContain("Soit 14,90 € HT par mois, économie de 60,00 € HT");
  expect(words.match(/\d,\d\d €(?! HT)/g)).toBeNull();
});

test("no step hides its name on a narrow screen", () => {
  const element = <Steps step="plan" mayReturn />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html).toContain("Confirmation");
  expect(html).not.toContain("sr-only");
});
