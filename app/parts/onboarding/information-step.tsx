import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { BusinessFields, BusinessTexts } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProtectedForm } from "../drafts/protected-form.tsx";
import { BUSINESS_VISIBILITY, BusinessInputs } from "./business-fields.tsx";

/** The page and the window share one draft. */
export const WIZARD = addresses.becomeProfessional;

/** Kept on the server until a plan is chosen, and in the browser until it is sent. */
export function InformationStep({
  business,
  answer,
}: {
  business: BusinessFields | null;
  answer: SubmissionResult | undefined;
}) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <ProtectedForm name={WIZARD} answer={answer}>
      {(typed) => (
        <AnsweredForm<BusinessTexts> id="activite" known={business} typed={typed} answer={answer}>
          <Panel id="informations" title="Votre activité">
            <p className="mt-2 mb-5 text-ink-soft">{BUSINESS_VISIBILITY}</p>
            <BusinessInputs />
          </Panel>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="information" variant="clay" busy={busy}>
              Continuer
            </Button>
            <ButtonLink to={addresses.profile} variant="quiet">
              Annuler
            </ButtonLink>
          </div>
        </AnsweredForm>
      )}
    </ProtectedForm>
  );
}
