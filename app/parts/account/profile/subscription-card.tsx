import { ExternalLink } from "@lucide/icons";
import { PROCESSING_LABEL } from "#core/bookings/labels.ts";
import { formatDate } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { NO_PLAN, PLAN_NAMES, PROCESSING_SUBSCRIPTION } from "#core/subscriptions/labels.ts";
import { PLANS, type Price, rightsOf } from "#core/subscriptions/rules.ts";
import type { SubscriptionView } from "#core/subscriptions/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { ArrowLink } from "../../../ui/text-link.tsx";
import { BenefitLines } from "../../subscriptions/benefits.tsx";

export function SubscriptionCard({
  subscription,
  className = "",
}: {
  /** Null when it could not be asked for: shown as none. */
  subscription: SubscriptionView | null;
  className?: string;
}) {
  const planId = subscription?.planId ?? null;
  return (
    <Panel aria-labelledby="abonnement" className={className}>
      <CardHead id="abonnement" title="Abonnement" />
      {planId ? (
        <>
          <p className="mt-2 font-display text-36 tracking-tighter">{PLAN_NAMES[planId]}</p>
          {/* What nobody bills is shown at the plan's own price. */}
          <p className="text-ink-soft figures">
            {monthlyPrice(subscription?.price ?? PLANS[planId].prices[0])}
          </p>
        </>
      ) : (
        <p className="mt-2">{NO_PLAN}</p>
      )}
      {subscription?.isProcessing && (
        <Notice className="mt-4">
          <b className="block font-bold">{PROCESSING_LABEL}</b>
          {PROCESSING_SUBSCRIPTION}
        </Notice>
      )}
      {planId && subscription && <NextPayment {...subscription} />}
      {planId ? (
        <ul className="mt-4 mb-6 grid gap-2">
          <BenefitLines planId={planId} />
        </ul>
      ) : (
        <Plans />
      )}
      <div className="grid justify-items-start gap-1">
        {rightsOf(planId).boosts && <ArrowLink to={addresses.boost}>Choisir mon boost</ArrowLink>}
        {planId !== "expand" && <ArrowLink to={addresses.plans}>Voir les offres</ArrowLink>}
        {subscription?.hasPortal && <Portal />}
      </div>
    </Panel>
  );
}

function Plans() {
  return (
    <>
      <p className="mt-2 text-ink-soft">
        Un abonnement permet aux praticiens de publier des sessions. Réserver est gratuit.
      </p>
      <div className="@container">
        <div className="mt-4 mb-6 grid gap-x-8 gap-y-5 @dialog:grid-cols-2">
          {(["free", "premium"] as const).map((planId) => (
            <div key={planId}>
              <h3 className="text-18">
                {PLAN_NAMES[planId]}
                <span className="ml-2 font-sans text-14 font-regular text-ink-soft figures">
                  {monthlyPrice(PLANS[planId].prices[0])}
                </span>
              </h3>
              <ul className="mt-2 grid gap-2">
                <BenefitLines planId={planId} />
              </ul>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

function monthlyPrice(price: Price | undefined): string {
  return price ? `${formatPrice(price.monthlyCents)} HT par mois` : "Gratuit";
}

function NextPayment(subscription: SubscriptionView) {
  const { subscribed, currentPeriodEnd, cancelAt, isPaused, graceEndsAt } = subscription;
  if (isPaused) return <p className="mt-4">Rien n'est prélevé en ce moment.</p>;
  if (subscribed && graceEndsAt) {
    return (
      <Notice className="mt-4">
        Le dernier paiement n'a pas abouti. Votre plan reste actif jusqu'au{" "}
        {formatDate(graceEndsAt)} : mettez à jour votre moyen de paiement.
      </Notice>
    );
  }
  const date = cancelAt ?? currentPeriodEnd;
  if (!subscribed || !date) return null;
  return (
    <p className="mt-4 figures">
      {cancelAt ? "Prend fin le" : "Prochaine facturation le"}{" "}
      <strong className="whitespace-nowrap">{formatDate(date)}</strong>
    </p>
  );
}

/** The form's own tab is redirected, so that no blocker stops it. */
function Portal() {
  return (
    <form
      method="post"
      action={addresses.subscription}
      target="_blank"
      rel="noopener"
      className="w-full"
    >
      <Button type="submit" block>
        Gérer mon abonnement
        <Icon of={ExternalLink} className="size-4" />
        <span className="sr-only">(nouvel onglet)</span>
      </Button>
    </form>
  );
}
