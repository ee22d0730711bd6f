import * as addresses from "#site/addresses.ts";
import { ResultScreen } from "../../parts/bookings/result-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/professionnel-cancel";

export const meta: Route.MetaFunction = () => titleMeta("Paiement annulé");

export default function SubscriptionCanceled() {
  return (
    <ResultScreen
      title="Paiement annulé"
      picture="sophrologie-b"
      actions={
        <>
          <ButtonLink to={addresses.plans} variant="outline" size="large">
            Voir nos offres
          </ButtonLink>
          <ButtonLink to={addresses.profile} variant="sage" size="large">
            Retour au profil
          </ButtonLink>
        </>
      }
    >
      <p>
        Aucun montant n'a été débité et votre offre n'a pas changé. Vous pouvez choisir à nouveau
        quand vous le souhaitez.
      </p>
    </ResultScreen>
  );
}
