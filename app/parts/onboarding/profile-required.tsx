import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export function ProfileRequired({ what }: { what: string }) {
  return (
    <EmptyState
      heading="h1"
      picture="espace-cabinet"
      title="Profil professionnel requis"
      action={
        <ButtonLink to={addresses.becomeProfessional} variant="sage">
          Créer mon profil professionnel
        </ButtonLink>
      }
    >
      {`Créez votre profil professionnel pour ${what}.`}
    </EmptyState>
  );
}
