import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { benefitsOf, FREE_LACKS, REMINDERS } from "#core/subscriptions/labels.ts";
import type { PlanId } from "#core/subscriptions/rules.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { Steps } from "./wizard-steps.tsx";

/** The choice on a site that sends text messages, or does not. */
function draw(sendsTexts: boolean, props: Partial<ComponentProps<typeof PlanChoice>> = {}): string {
  const root = { id: "root", path: "/", element: <PlanChoice chosen="free" {...props} /> };
  const hydrationData = { loaderData: { root: { sendsTexts } } };
  const router = createMemoryRouter([{ ...root, loader: () => null }], { hydrationData });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("every amount of a paid plan says that it is without tax (rule: tax-added)", () => {
  const words = draw(true).replaceAll(/\s/g, " ");
  expect(words).toContain("Soit 14,90 € HT par mois, économie de 60,00 € HT");
  expect(words.match(/\d,\d\d €(?! HT)/g)).toBeNull();
});

test.each([true, false])("each plan says what it includes (as cards: %s)", (detailed) => {
  const plans = draw(true, { detailed }).split("<fieldset").slice(1);
  const included = ["free", "premium", "expand"].map((plan) => benefitsOf(plan as PlanId, true));
  expect(plans).toHaveLength(3);
  for (const [index, benefits] of included.entries()) {
    for (const label of benefits) expect(plans[index]).toContain(label);
  }
  for (const lack of FREE_LACKS) expect(plans[0]).toContain(lack);
});

test("text messages are promised only where they can be sent", () => {
  expect(draw(true)).toContain(REMINDERS);
  const without = draw(false);
  expect(without).not.toContain(REMINDERS);
  expect(without).toContain("Un boost de visibilité par mois");
});

test("no step hides its name on a narrow screen", () => {
  const element = <Steps step="plan" mayReturn />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html).toContain("Confirmation");
  expect(html).not.toContain("sr-only");
});
