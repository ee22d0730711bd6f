import { Form, useNavigation } from "react-router";
import type { BusinessFields } from "#core/professionals/schema.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useFieldErrors } from "../../ui/use-field-errors.ts";
import { useFirstError } from "../../ui/use-first-error.ts";
import { BUSINESS_VISIBILITY, BusinessInputs } from "../account/business-fields.tsx";

/** Step 1: what is kept on the server until a plan is chosen. */
export function InformationStep({
  business,
  typed,
  fields,
}: {
  business: BusinessFields | null;
  typed: Record<string, string> | undefined;
  fields: Record<string, string[]> | undefined;
}) {
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
        <ButtonLink to="/profil" variant="quiet">
          Annuler
        </ButtonLink>
      </div>
    </Form>
  );
}
