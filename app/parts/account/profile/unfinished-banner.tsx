import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";

export function UnfinishedBanner() {
  return (
    <Panel
      aria-labelledby="profil-a-terminer"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="profil-a-terminer" className="text-22">
          Terminez votre profil professionnel
        </h2>
        <p className="mt-1 text-ink-soft">
          Présentez votre activité et confirmez votre plan : vous pourrez ensuite publier vos
          sessions.
        </p>
      </div>
      <ButtonLink to={addresses.becomeProfessional} variant="clay" className="max-sm:w-full">
        Terminer mon profil
      </ButtonLink>
    </Panel>
  );
}
