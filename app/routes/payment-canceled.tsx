import { ResultScreen } from "../parts/bookings/result-screen.tsx";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import type { Route } from "./+types/payment-canceled";

export const meta: Route.MetaFunction = () => [
  { title: `Paiement annulé — ${site.name}` },
  { name: "robots", content: "noindex" },
];

export default function PaymentCanceled() {
  return (
    <ResultScreen
      title="Paiement annulé"
      picture="sophrologie-b"
      actions={
        <>
          <ButtonLink to="/nos-offres" variant="outline" size="large">
            Voir nos offres
          </ButtonLink>
          <ButtonLink to="/" variant="sage" size="large">
            Retour à l'accueil
          </ButtonLink>
        </>
      }
    >
      <p>Aucun montant n'a été débité. Vous pouvez réserver à nouveau quand vous le souhaitez.</p>
    </ResultScreen>
  );
}
