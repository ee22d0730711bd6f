import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Instead of a page for professionals. */
export function NotProfessional() {
  return (
    <div className="page pt-10">
      <EmptyState
        heading="h1"
        title="Vous devez être professionnel pour voir cette page."
        action={
          <ButtonLink to={addresses.profile} variant="sage">
            Voir mon profil
          </ButtonLink>
        }
      />
    </div>
  );
}
