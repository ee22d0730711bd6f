import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { PlanId } from "#core/subscriptions/rules.ts";
import Offers from "./nos-offres.tsx";

/** The page of who has this plan, paid at the provider's. */
function html(planId: PlanId): string {
  const subscription = { planId, status: "active", hasPortal: true };
  const loaderData = { signedIn: true, mayBecome: false, subscription };
  const props = { loaderData } as unknown as ComponentProps<typeof Offers>;
  const router = createMemoryRouter([{ path: "/", element: <Offers {...props} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll("<!-- -->", "");
}

test("Enterprise is named above the cards, where its portal opens, and none of them is its own", () => {
  const [above = "", cards = ""] = html("expand").split('aria-label="Affichage des prix"');
  expect(above).toContain("Votre offre : Enterprise");
  expect(above).toContain("Gérer mon abonnement");
  expect(cards).not.toContain("Gérer mon abonnement");
  expect(cards).not.toContain("Votre offre actuelle");
  expect(cards).not.toContain("Choisir Premium");
});

test("Premium is marked on its card, and managed there", () => {
  const [above = "", cards = ""] = html("premium").split('aria-label="Affichage des prix"');
  expect(above).not.toContain("Votre offre");
  expect(cards).toContain("Votre offre actuelle");
  expect(cards).toContain("Gérer mon abonnement");
});
