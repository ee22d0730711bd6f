import { Check } from "@lucide/icons";
import type { ReactNode } from "react";
import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import { PLAN_NAMES } from "#core/subscriptions/labels.ts";
import type { ChosenPlanView } from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

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
    <Panel aria-labelledby="suite">
      <h2 id="suite" className="text-22">
        Votre profil professionnel est créé
      </h2>
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
