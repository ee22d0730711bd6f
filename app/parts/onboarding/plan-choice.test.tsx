import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { benefitsOf, FREE_LACKS } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { Steps } from "./steps.tsx";

test("every amount of a paid plan says that it is without tax (rule: tax-added)", () => {
  const words = renderToStaticMarkup(<PlanChoice chosen="free" />).replaceAll(/\s/g, " ");
  expect(words).toContain("Soit 14,90 € HT par mois, économie de 60,00 € HT");
  expect(words.match(/\d,\d\d €(?! HT)/g)).toBeNull();
});

test.each([true, false])("each plan says what it includes (as cards: %s)", (detailed) => {
  const html = renderToStaticMarkup(<PlanChoice chosen="free" detailed={detailed} />);
  const plans = html.split("<fieldset").slice(1);
  const included = ["free", "premium", "expand"].map((plan) => benefitsOf(plan as PlanId));
  expect(plans).toHaveLength(3);
  for (const [index, benefits] of included.entries()) {
    for (const label of benefits) expect(plans[index]).toContain(label);
  }
  for (const lack of FREE_LACKS) expect(plans[0]).toContain(lack);
});

test("no step hides its name on a narrow screen", () => {
  const element = <Steps step="plan" mayReturn />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html).toContain("Confirmation");
  expect(html).not.toContain("sr-only");
});
