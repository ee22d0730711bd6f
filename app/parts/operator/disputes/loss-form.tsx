import { REASON_MAX } from "#core/operators/acts/rules.ts";
import {
  AnswerForm,
  ConfirmField,
  type DecisionAnswer,
  SubmitButton,
  TextAreaField,
} from "../fields/answer-form.tsx";

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
  return (
    <details open={answer !== undefined} className="border-t border-sand-300 pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-label">
        Accepter la perte
      </summary>
      <AnswerForm
        answer={answer}
        legend="Accepter la perte"
        hidden={{ act: "accept-loss" }}
        layout="mt-2 grid gap-4"
      >
        <p className="text-14 figures">
          Coût pour la plateforme&nbsp;: {cost}. Le praticien garde {kept}. Sans retour&nbsp;: la
          banque rend l'argent au client, et ne lit plus aucune preuve. Au-dessus de {limit}, une
          deuxième personne confirme.
        </p>
        <TextAreaField
          name="reason"
          label="Pourquoi ne pas contester"
          hint="20 signes au moins, lus plus tard par le contrôle."
          rows={3}
          maxLength={REASON_MAX}
        />
        <ConfirmField />
        <SubmitButton variant="danger" block>
          {isByTwo ? "Proposer d'accepter la perte" : "Accepter la perte"}
        </SubmitButton>
      </AnswerForm>
    </details>
  );
}
