import type { ComponentProps } from "react";
import { BASIS_WORDS } from "#core/moderation/labels.ts";
import { DecisionForm } from "../decision-form.tsx";
import { BasisField } from "../fields/basis-field.tsx";

export function ReportedDecision({
  basisHint,
  ...form
}: { basisHint: string } & Pick<
  ComponentProps<typeof DecisionForm>,
  "choices" | "reasonHint" | "answer"
>) {
  return (
    <DecisionForm {...form} reasonLabel="Les faits, dits aux deux" button="Décider et envoyer">
      {(errorOf) => (
        <BasisField
          words={BASIS_WORDS}
          error={errorOf("basis")}
          typed={form.answer?.typed.basis}
          hint={basisHint}
        />
      )}
    </DecisionForm>
  );
}
