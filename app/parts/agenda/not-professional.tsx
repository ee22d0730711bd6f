import * as addresses from "#site/addresses.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

export const NOT_PROFESSIONAL = {
  title: "Vous devez être professionnel pour voir cette page.",
  to: addresses.profile,
  label: "Voir mon profil",
};

export function NotProfessional() {
  return (
    <div className="page pt-10">
      <EmptyState
        heading="h1"
        title={NOT_PROFESSIONAL.title}
        link={{ to: NOT_PROFESSIONAL.to, label: NOT_PROFESSIONAL.label }}
      />
    </div>
  );
}
