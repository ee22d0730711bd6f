import { useSearchParams } from "react-router";
import { ResultScreen } from "../parts/bookings/result-screen.tsx";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import type { Route } from "./+types/payment-canceled";

export const meta: Route.MetaFunction = () => [
  { title: `Paiement annulé — ${site.name}` },
  { name: "robots", content: "noindex" },
];

export default function PaymentCanceled() {
  const [params] = useSearchParams();
  const sessionId = params.get("session");
  return (
    <ResultScreen
      title="Paiement annulé"
      picture="sophrologie-b"
      actions={
        <>
          {sessionId && (
            <ButtonLink
              to={`/sessions/${encodeURIComponent(sessionId)}`}
              variant="clay"
              size="large"
            >
              Reprendre ma réservation
            </ButtonLink>
          )}
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
