import { Form, useNavigation } from "react-router";
import { REASON_MAX } from "#core/operators/acts/rules.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { useFieldErrors } from "../../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { DecisionAnswer } from "../decision-form.tsx";
import { ConfirmField } from "../fields/confirm-field.tsx";

/** In two steps, since nothing can be sent to the bank after it. */
export function LossForm({
  cost,
  kept,
  limit,
  isByTwo,
  answer,
}: {
  cost: string;
  kept: string;
  limit: string;
  isByTwo: boolean;
  answer: DecisionAnswer | undefined;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  return (
    <details open={answer !== undefined} className="border-t border-sand-300 pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-label">
        Accepter la perte
      </summary>
      <Form ref={form} method="post" noValidate onInput={onInput}>
        <fieldset disabled={busy} className="mt-2 grid gap-4">
          <legend className="sr-only">Accepter la perte</legend>
          <HiddenFields act="accept-loss" />
          {answer?.isSaid && (
            <Notice tone="danger" role="alert">
              {answer.toast?.text}
            </Notice>
          )}
          <p className="text-14 figures">
            Coût pour la plateforme&nbsp;: {cost}. Le praticien garde {kept}. Sans retour&nbsp;: la
            banque rend l'argent au client, et ne lit plus aucune preuve. Au-dessus de {limit}, une
            deuxième personne confirme.
          </p>
          <Field
            label="Pourquoi ne pas contester"
            hint="20 signes au moins, lus plus tard par le contrôle."
            error={errorOf("reason")}
          >
            {(control) => (
              <TextArea
                {...control}
                name="reason"
                rows={3}
                maxLength={REASON_MAX}
                defaultValue={answer?.typed.reason}
              />
            )}
          </Field>
          <ConfirmField answer={answer} />
          <Button type="submit" variant="danger" block busy={busy}>
            {isByTwo ? "Proposer d'accepter la perte" : "Accepter la perte"}
          </Button>
        </fieldset>
      </Form>
    </details>
  );
}
