import { useSearchParams } from "react-router";

import * as addresses from "#site/addresses.ts";
import { ResultScreen } from "../../parts/bookings/result-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/payment-canceled";

export const meta: Route.MetaFunction = () => titleMeta("Paiement annulé");

export default function PaymentCanceled() {
  const [params] = useSearchParams();
  const kind = params.has("activity") ? "activity" : "session";
  const offeringId = params.get(kind);
  return (
    <ResultScreen
      title="Paiement annulé"
      picture="sophrologie-b"
      actions={
        <>
          {offeringId && (
            <div className="w-full">
              <ButtonLink
                to={addresses.offering(kind, encodeURIComponent(offeringId))}
                variant="clay"
                size="large"
              >
                Reprendre ma réservation
              </ButtonLink>
            </div>
          )}
          <ButtonLink to={addresses.plans} size="large">
            Voir nos offres
          </ButtonLink>
          <ButtonLink to={addresses.home} variant={offeringId ? "outline" : "sage"} size="large">
            Retour à l'accueil
          </ButtonLink>
        </>
      }
    >
      <p>Aucun montant n'a été débité. Vous pouvez réserver à nouveau quand vous le souhaitez.</p>
    </ResultScreen>
  );
}
