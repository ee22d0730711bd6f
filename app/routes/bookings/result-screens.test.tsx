import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import GuestPaymentSuccess from "./guest-payment-success.tsx";
import PaymentCanceled from "./payment-canceled.tsx";
import PaymentSuccess from "./payment-success.tsx";

/** The server's HTML: before anything was verified, and without a `session_id`. */
function html(element: ReactElement): string {
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const linksIn = (page: string) => [...page.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
type Props<Screen extends (props: never) => unknown> = Parameters<Screen>[0];
const drawn = (hasId: boolean) => ({ loaderData: { hasId, isFree: false } });

test("/payment-success verifies first, its buttons closed; a problem leads on", () => {
  const page = (hasId: boolean) =>
    html(<PaymentSuccess {...(drawn(hasId) as Props<typeof PaymentSuccess>)} />);
  const verifying = page(true);
  expect(verifying).toContain("Vérification en cours...");
  expect(verifying).toMatch(/<button[^>]*disabled=""[^>]*>Voir mon profil</);
  expect(verifying).toMatch(/<button[^>]*disabled=""[^>]*>Voir les sessions</);
  const problem = page(false);
  expect(problem).toContain("Vérification du paiement");
  expect(problem).toContain("Si le montant a été débité, votre réservation sera confirmée");
  expect(linksIn(problem)).toEqual(["/contact", "/profil", "/sessions"]);
});

test("/guest-payment-success that fails leads to the support and home", () => {
  const page = html(
    <GuestPaymentSuccess {...(drawn(false) as Props<typeof GuestPaymentSuccess>)} />,
  );
  expect(page).toContain("Échec de la vérification du paiement");
  expect(page).toContain("Veuillez contacter le support");
  expect(linksIn(page)).toEqual(["/contact", "/"]);
});

test("/payment-canceled: nothing was debited, to the offers and home", () => {
  const page = html(<PaymentCanceled />);
  expect(page).toContain("Paiement annulé");
  expect(page).toContain("Aucun montant n&#x27;a été débité.");
  expect(linksIn(page)).toEqual(["/nos-offres", "/"]);
});
