import type { SubmissionResult } from "@conform-to/react";
import { Check, ExternalLink } from "@lucide/icons";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useNavigation, useSubmit } from "react-router";
import { CHECKOUT_FAILURE, PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import {
  ONBOARDING_STEPS,
  type OnboardingStep,
  type PaymentAccountState,
} from "#core/professionals/rules.ts";
import type { BusinessFields, BusinessTexts } from "#core/professionals/schema.ts";
import { PLAN_NAMES } from "#core/subscriptions/labels.ts";
import type { ChosenPlanView } from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { ProtectedForm } from "../drafts/protected-form.tsx";
import { BUSINESS_VISIBILITY, BusinessInputs } from "./business-fields.tsx";
import { PAYMENT_TERMS, PlanChoice } from "./plan-choice.tsx";

const NAMES: Record<OnboardingStep, string> = {
  information: "Vos informations",
  plan: "Votre offre",
  confirmation: "Confirmation",
};

export function Steps({ step, mayReturn }: { step: OnboardingStep; mayReturn: boolean }) {
  const at = ONBOARDING_STEPS.indexOf(step);
  return (
    <nav aria-label="Étapes">
      <ol className="flex gap-3 sm:gap-6">
        {ONBOARDING_STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? "step" : undefined}
            className={`flex-1 border-t-4 ${index <= at ? "border-sage-600" : "border-sand-300 text-ink-soft"}`}
          >
            <span className="flex min-h-11 items-center gap-2 text-14">
              <span className="figures font-strong">
                {index < at ? <Icon of={Check} className="size-4" /> : `${index + 1}.`}
              </span>
              {one === "information" && step === "plan" && mayReturn ? (
                <Link
                  to={`${addresses.becomeProfessional}?etape=1`}
                  className="inline-flex min-h-11 items-center leading-tight"
                >
                  {NAMES[one]}
                </Link>
              ) : (
                <span className={`leading-tight ${one === step ? "font-strong" : ""}`}>
                  {NAMES[one]}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
    <ProtectedForm name={addresses.becomeProfessional} answer={answer}>
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

/** The button opens a tab of its own, which our action redirects, so that no blocker stops it. */
export function PlanStep({ plan }: { plan: ChosenPlanView | null }) {
  const submit = useSubmit();
  const [opened, setOpened] = useState(false);
  const busy = useNavigation().formMethod === "POST";
  function stay(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (button?.getAttribute("formtarget")) {
      if (!holdOffline(event, { title: "Erreur", text: CHECKOUT_FAILURE })) setOpened(true);
      return;
    }
    event.preventDefault();
    submit(event.currentTarget);
  }
  // A guest who has paid has no plan left to choose (rule: guest-account).
  if (plan?.inForce && plan.planId !== "free") {
    return (
      <form method="post" onSubmit={stay} className="grid justify-items-start gap-6">
        <HiddenFields intent="plan" planType={plan.planId} />
        <Notice tone="success">
          Votre offre {PLAN_NAMES[plan.planId]} est déjà active : il n'y a rien à choisir.
        </Notice>
        <Button type="submit" variant="clay" size="large" busy={busy}>
          Créer mon profil professionnel
        </Button>
      </form>
    );
  }
  return (
    <form method="post" onSubmit={stay} className="group/plans">
      <input type="hidden" name="intent" value="plan" />
      <PlanChoice detailed chosen={plan?.planId ?? "free"} />
      <p className="mt-5 max-w-text text-14 text-ink-soft">{PAYMENT_TERMS}</p>
      {(opened || plan?.inForce === false) && (
        <Notice role="status" className="mt-5 max-w-text">
          Le paiement reste à faire. S'il est ouvert dans un autre onglet, terminez-le : cette page
          suivra. Sinon, reprenez ci-dessous.
        </Notice>
      )}
      <div className="mt-6 hidden group-has-[[value=free]:checked]/plans:block">
        <Button type="submit" variant="clay" size="large" busy={busy}>
          Commencer gratuitement
        </Button>
      </div>
      <div className="mt-6 group-has-[[value=free]:checked]/plans:hidden">
        <Button type="submit" formTarget="_blank" variant="clay" size="large">
          Continuer vers le paiement
          <Icon of={ExternalLink} className="size-4" />
          <span className="sr-only">(nouvel onglet)</span>
        </Button>
      </div>
    </form>
  );
}

export function ConfirmationStep({
  plan,
  paymentAccount,
}: {
  plan: ChosenPlanView | null;
  paymentAccount: PaymentAccountState;
}) {
  const isPaid = plan?.inForce ?? false;
  const isPayable = !["none", "lost", "begun"].includes(paymentAccount);
  const name = plan ? PLAN_NAMES[plan.planId] : "";
  return (
    <Panel id="suite" title="Votre profil professionnel est créé">
      <ol className="mt-4 grid">
        <Todo
          done={isPaid}
          title={`Offre ${name}`}
          text={
            isPaid
              ? "Elle est active."
              : "Le paiement reste à faire. Si vous venez de payer, un instant suffit : cette page se met à jour à votre retour."
          }
        >
          <ButtonLink to={`${addresses.becomeProfessional}?etape=2`} variant="clay">
            Reprendre le paiement
          </ButtonLink>
        </Todo>
        <Todo
          done={isPayable}
          title="Compte de paiement"
          text={PAYMENT_ACCOUNT_LABELS[paymentAccount].text}
        >
          <ButtonLink to={addresses.paymentAccount} variant={isPaid ? "clay" : "outline"}>
            {PAYMENT_ACCOUNT_LABELS[paymentAccount].next}
          </ButtonLink>
        </Todo>
        <Todo
          done={false}
          title="Première session"
          text="Publiez un créneau libre : les clients le trouvent aussitôt."
        >
          {paymentAccount !== "none" && paymentAccount !== "lost" && (
            <ButtonLink
              to={addresses.addSession}
              variant={isPaid && isPayable ? "clay" : "outline"}
            >
              Ajouter une session
            </ButtonLink>
          )}
        </Todo>
      </ol>
      <ButtonLink to={addresses.profile} variant="quiet" className="mt-2 -ml-5">
        Aller à mon profil
      </ButtonLink>
    </Panel>
  );
}

function Todo({
  done,
  title,
  text,
  children,
}: {
  done: boolean;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-b border-hairline py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span
        className={`grid size-7 place-items-center rounded-full ${done ? "bg-sage-600 text-surface" : "ring-2 ring-sand-500 ring-inset"}`}
      >
        {done && <Icon of={Check} className="size-4" />}
      </span>
      <div>
        <h3 className="font-text text-16 font-strong">
          {title}
          {done && <span className="sr-only"> : fait</span>}
        </h3>
        <p className="text-ink-soft">{text}</p>
      </div>
      {!done && <div className="col-start-2 sm:col-start-3">{children}</div>}
    </li>
  );
}
