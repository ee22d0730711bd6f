import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { BusinessTexts } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { ProtectedForm } from "../drafts/protected-form.tsx";
import { BUSINESS_VISIBILITY, BusinessInputs } from "./business-fields.tsx";
import { PAYMENT_TERMS, PlanChoice } from "./plan-choice.tsx";

const FORM = "devenir-praticien";

/** Both steps are one form, so that nothing typed is lost. */
export function BecomeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<"plan" | "business">("plan");
  const [planType, setPlanType] = useState("free");
  const { Form, data, state } = useFetcher<{ answer?: SubmissionResult; toast?: ToastMessage }>();
  const isPlan = step === "plan";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isPlan ? "Choisissez votre offre" : "Votre activité"}
      actions={
        isPlan ? (
          <>
            <Button variant="quiet" onClick={onClose}>
              Annuler
            </Button>
            <Button key="continue" variant="clay" onClick={() => setStep("business")}>
              Continuer
            </Button>
          </>
        ) : (
          <>
            {/* A toast would be hidden behind the window. */}
            <Notice tone="danger" role="alert" className="basis-full">
              {data?.toast?.text}
            </Notice>
            <Button variant="quiet" onClick={() => setStep("plan")}>
              Retour
            </Button>
            <Button key="end" type="submit" form={FORM} variant="clay" busy={state !== "idle"}>
              {planType === "free" ? "Créer mon profil" : "Créer mon profil et payer"}
            </Button>
          </>
        )
      }
    >
      {/* The page and the window share one draft. */}
      <ProtectedForm name={addresses.becomeProfessional} answer={data} sending={state !== "idle"}>
        {(typed) => (
          <AnsweredForm<BusinessTexts>
            as={Form}
            id={FORM}
            action={addresses.becomeProfessional}
            typed={typed}
            answer={data?.answer}
            className="text-ink"
          >
            <div hidden={!isPlan}>
              <PlanChoice chosen={planType} onChoose={setPlanType} />
              <p className="mt-4 text-14 text-ink-soft">{PAYMENT_TERMS}</p>
            </div>
            <div hidden={isPlan}>
              <p className="mb-4 text-14 text-ink-soft">{BUSINESS_VISIBILITY}</p>
              <BusinessInputs />
            </div>
          </AnsweredForm>
        )}
      </ProtectedForm>
    </Dialog>
  );
}
