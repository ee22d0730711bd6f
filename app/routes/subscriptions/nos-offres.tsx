import { ExternalLink } from "@lucide/icons";
import type { ReactNode } from "react";
import { Link, redirect, useSearchParams } from "react-router";
import { COMMISSION_LABEL } from "#core/commission.ts";
import { answerOnceInSteps, newGuestProof } from "#core/idempotency/answer-once.server.ts";
import { type Cents, formatPrice, VAT_PERCENT } from "#core/money.ts";
import { chooseGuestPlan, choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import {
  FREE_PRICE,
  PLAN_ACTIVATED,
  PLAN_NAMES,
  paymentLabel,
  SUBSCRIPTION_FAILURE,
} from "#core/subscriptions/labels.ts";
import { PLANS, planAndPriceOf, withTax } from "#core/subscriptions/rules.ts";
import { showSubscription } from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof, writeGuestProof } from "../../cookies/cookies.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asGuestFormError, withKept } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { callOf, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { PageHead } from "../../parts/information/page-head.tsx";
import { PlanTable } from "../../parts/information/plan-table.tsx";
import { BecomeProfessional } from "../../parts/onboarding/become-professional.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { useSendsTexts } from "../../parts/subscriptions/benefits.tsx";
import {
  BillingPeriodPicker,
  ChoosePlanForm,
  PlanPanel,
} from "../../parts/subscriptions/plan-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { useFreshOnReturn } from "../../ui/hooks/use-fresh-on-return.ts";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/nos-offres";

export const page = { shared: { prix: /^ttc$/ } };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger nos offres." },
  actionFailure: { title: "Erreur", text: SUBSCRIPTION_FAILURE },
};

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Nos offres",
    `Les offres pour les praticiens : Free pour commencer, Premium pour ${PLANS.premium.sessionsPerMonth} sessions par mois. Flow, Boost et Expand : toutes nos formules.`,
  );

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor || ctx.actor.mustChangePassword) {
    return { signedIn: false, mayBecome: false, subscription: null };
  }
  const mayBecome = ctx.actor.professionalId === null;
  return {
    signedIn: true,
    mayBecome,
    subscription: await readPart(context, "subscription", () => showSubscription(ctx)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const planType = String(form.get("planType") ?? "");
  const email = String(form.get("email") ?? "");
  try {
    // The login may have ended while the page was open.
    if (ctx.actor || form.has("signedIn")) {
      const { url } = await choosePlan(ctx, { planType });
      if (url) return redirect(url, 303);
      return redirectWithToast(addresses.profile, {
        title: PLAN_ACTIVATED,
        events: [{ name: "subscription", data: { action: "activated", plan: planType } }],
      });
    }
    const call = callOf(form, "create-guest-subscription-checkout");
    const guestProof = readGuestProof(request) ?? newGuestProof(call.key);
    const { goTo } = await answerOnceInSteps(ctx, { ...call, guestProof }, async () => {
      const { url, resultPath } = await chooseGuestPlan(ctx, { planType, email, guestProof });
      return { goTo: url ?? resultPath };
    });
    const headers = { "Set-Cookie": writeGuestProof(ctx, guestProof) };
    return redirect(goTo, { status: 303, headers });
  } catch (error) {
    const asked = { planType, email };
    return withKept(asGuestFormError(error), { asked, retryKey: nextKey(error) });
  }
}

export default function Plans({
  loaderData: { signedIn, mayBecome, subscription },
  actionData,
}: Route.ComponentProps) {
  useFreshOnReturn();
  const sendsTexts = useSendsTexts();
  const isTtc = useSearchParams()[0].get("prix") === "ttc";
  const show = (amount: Cents) => formatPrice(isTtc ? withTax(amount) : amount);
  const tax = isTtc ? "TTC" : "HT";
  const current = subscription?.planId ?? null;
  // The visitor's own price, which may be lower than the reference.
  const paid = current === "premium" ? subscription?.price : null;
  // A paid plan, or one whose payment has been owed for too long.
  const isBilled =
    current === "premium" || current === "expand" || subscription?.status === "inactive";
  const refusalOfPlan = (isFree: boolean) =>
    actionData && (actionData.asked.planType === "free") === isFree ? actionData : undefined;
  return (
    <>
      <PageHead
        title="Nos offres"
        intro={`Publiez vos créneaux libres. La commission est de ${COMMISSION_LABEL} par réservation, quelle que soit l'offre.`}
        picture="yoga-b"
      />
      <div className="page section">
        <FormToast toast={actionData?.toast} />
        {current === "expand" && <OwnEnterprise hasPortal={subscription?.hasPortal ?? false} />}
        <TaxSwitch isTtc={isTtc} />
        <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
          <PlanPanel
            planId="free"
            current={current === "free"}
            price={
              <>
                {FREE_PRICE} <span className="text-18">GRATUIT</span>
              </>
            }
            note="Sans engagement, sans carte bancaire."
          >
            {current === null && !isBilled && (
              <ChoosePlanForm
                signedIn={signedIn}
                refusal={refusalOfPlan(true)}
                label="Choisir Free"
                variant="sage"
              >
                <input type="hidden" name="planType" value="free" />
              </ChoosePlanForm>
            )}
            {isBilled && (
              <Small>
                Pour passer à Free, arrêtez d'abord votre abonnement dans votre espace client.
              </Small>
            )}
          </PlanPanel>
          <PlanPanel
            planId="premium"
            current={current === "premium"}
            price={
              <>
                {show((paid ?? planAndPriceOf("premium_monthly").price).monthlyCents)}{" "}
                <span className="text-18">{tax} par mois</span>
              </>
            }
            note={
              paid && paid.months > 1
                ? `Vous payez ${paymentLabel(paid)}.`
                : "Ou moins, en payant plusieurs mois d'avance."
            }
          >
            {current === "expand" ? (
              <Small>Pour passer à Premium, changez d'offre dans votre espace client.</Small>
            ) : isBilled ? (
              <ManageForm />
            ) : (
              <ChoosePlanForm
                signedIn={signedIn}
                refusal={refusalOfPlan(false)}
                newTab
                variant="clay"
                label={
                  <>
                    Choisir Premium
                    <Icon of={ExternalLink} className="size-4" />
                    <span className="sr-only">(nouvel onglet)</span>
                  </>
                }
              >
                <BillingPeriodPicker show={show} tax={tax} asked={actionData?.asked.planType} />
              </ChoosePlanForm>
            )}
            {!isBilled && (
              <Small>
                Le paiement s'ouvre dans un nouvel onglet, TVA de {VAT_PERCENT} % comprise.
                L'abonnement se renouvelle jusqu'à ce que vous l'arrêtiez, depuis votre profil. Voir
                nos <TextLink to={addresses.terms}>conditions</TextLink>.
              </Small>
            )}
          </PlanPanel>
        </div>
        <h2 className="mt-16 mb-6">Comparer les offres</h2>
        <PlanTable show={show} tax={tax} sendsTexts={sendsTexts} />
        {mayBecome && (
          <Panel aria-labelledby="praticien" className="mt-16 grid justify-items-start gap-4">
            <h2 id="praticien" className="text-28">
              Vous êtes praticien ?
            </h2>
            <p className="max-w-text text-ink-soft">
              Choisissez une offre et présentez votre activité : votre profil professionnel est créé
              en quelques minutes.
            </p>
            <BecomeProfessional />
          </Panel>
        )}
      </div>
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-14 text-ink-soft">{children}</p>;
}

function OwnEnterprise({ hasPortal }: { hasPortal: boolean }) {
  return (
    <Panel aria-labelledby="votre-offre" className="mb-6 grid justify-items-start gap-4">
      <h2 id="votre-offre" className="text-28">
        Votre offre : {PLAN_NAMES.expand}
      </h2>
      {hasPortal && <ManageForm />}
    </Panel>
  );
}

function ManageForm() {
  return (
    <form method="post" action={addresses.subscription} target="_blank" rel="noopener">
      <Button type="submit" variant="sage" size="large" block>
        Gérer mon abonnement
        <Icon of={ExternalLink} className="size-4" />
        <span className="sr-only">(nouvel onglet)</span>
      </Button>
    </form>
  );
}

/** Links, so that the choice works without JavaScript; starts without tax (rule: tax-added). */
function TaxSwitch({ isTtc }: { isTtc: boolean }) {
  return (
    <nav aria-label="Affichage des prix" className="flex gap-2">
      <Link
        to={addresses.plans}
        preventScrollReset
        aria-current={isTtc ? undefined : "true"}
        className={chipClass(!isTtc)}
      >
        Prix HT
      </Link>
      <Link
        to={`${addresses.plans}?prix=ttc`}
        preventScrollReset
        aria-current={isTtc ? "true" : undefined}
        className={chipClass(isTtc)}
      >
        Prix TTC
      </Link>
    </nav>
  );
}
