import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
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
        action={
          <ButtonLink to={NOT_PROFESSIONAL.to} variant="sage">
            {NOT_PROFESSIONAL.label}
          </ButtonLink>
        }
      />
    </div>
  );
}
