import { Form, useNavigation } from "react-router";
import type { BusinessFields } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Panel } from "../../ui/panel.tsx";
import { textsOf } from "../drafts/drafts.ts";
import { KeptForm } from "../drafts/kept-form.tsx";
import { BUSINESS_VISIBILITY, BusinessInputs } from "./business-fields.tsx";

/** The page and the window share one draft, because both ask the same. */
export const WIZARD = addresses.becomeProfessional;

interface Known {
  business: BusinessFields | null;
  typed: Record<string, string> | undefined;
  fields: Record<string, string[]> | undefined;
}

/** Step 1: kept on the server until a plan is chosen, and in the browser until it is sent. */
export function InformationStep(known: Known) {
  return (
    <KeptForm name={WIZARD} answer={known.fields}>
      {(typed) => <InformationForm {...known} typed={typed ? textsOf(typed) : known.typed} />}
    </KeptForm>
  );
}

function InformationForm({ business, typed, fields }: Known) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  return (
    <Form ref={form} method="post" noValidate onInput={onInput}>
      <Panel aria-labelledby="informations">
        <h2 id="informations" className="text-22">
          Votre activité
        </h2>
        <p className="mt-2 mb-5 text-ink-soft">{BUSINESS_VISIBILITY}</p>
        <BusinessInputs business={business} typed={typed} errorOf={errorOf} />
      </Panel>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="information" variant="clay" busy={busy}>
          Continuer
        </Button>
        <ButtonLink to={addresses.profile} variant="quiet">
          Annuler
        </ButtonLink>
      </div>
    </Form>
  );
}
