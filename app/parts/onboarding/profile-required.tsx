import * as addresses from "#site/addresses.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

export function ProfileRequired({ what }: { what: string }) {
  return (
    <EmptyState
      heading="h1"
      picture="espace-cabinet"
      title="Profil professionnel requis"
      link={{ to: addresses.becomeProfessional, label: "Créer mon profil professionnel" }}
    >
      {`Créez votre profil professionnel pour ${what}.`}
    </EmptyState>
  );
}
