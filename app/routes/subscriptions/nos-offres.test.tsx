import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { PLANS, type PlanId, planAndPriceOf } from "#core/subscriptions/rules.ts";
import Plans from "./nos-offres.tsx";

/** The page for a subscriber of this plan, paid at the provider's. */
function html(planId: PlanId, price = PLANS[planId].prices[0]): string {
  const subscription = { planId, price, status: "active", hasPortal: true };
  const loaderData = { signedIn: true, mayBecome: false, subscription };
  const props = { loaderData } as unknown as ComponentProps<typeof Plans>;
  const router = createMemoryRouter([{ path: "/", element: <Plans {...props} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replaceAll("<!-- -->", "")
    .replaceAll(/\s/g, " ");
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

test("who pays several months at once reads their own price, and the others the reference", () => {
  expect(html("premium")).toContain('19,90 € <span class="text-18">HT par mois');
  expect(html("premium", planAndPriceOf("premium_yearly").price)).toContain(
    '14,90 € <span class="text-18">HT par mois</span></p><p class="mt-1 text-ink-soft">Vous payez 214,56 € TTC (178,80 € HT) par an.',
  );
  expect(html("premium", planAndPriceOf("premium_6months").price)).toContain(
    "Vous payez 71,64 € TTC (59,70 € HT) pour 6 mois, puis 23,88 € TTC (19,90 € HT) par mois.",
  );
});

test("whose e-mail is refused finds it again, and the rhythm they chose", () => {
  const props = {
    loaderData: { signedIn: false, mayBecome: false, subscription: null },
    actionData: {
      fields: { email: ["Veuillez saisir une adresse email valide"] },
      asked: { planType: "premium_yearly", email: "lea@exemple.fr" },
    },
  } as unknown as ComponentProps<typeof Plans>;
  const router = createMemoryRouter([{ path: "/", element: <Plans {...props} /> }]);
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(page.match(/value="lea@exemple.fr"/g)).toHaveLength(1);
  const inputs = page.match(/<input[^>]*>/g) ?? [];
  const checked = inputs.filter((input) => input.includes("checked="));
  expect(checked).toEqual([expect.stringContaining('value="premium_yearly"')]);
});

test("what costs nothing is written in one way", () => {
  expect(html("free")).toContain('0 € <span class="text-18">GRATUIT');
  expect(html("free")).not.toMatch(/\D0,00/);
});
