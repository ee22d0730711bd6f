import { ExternalLink } from "@lucide/icons";
import { type FormEvent, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { CHECKOUT_FAILURE } from "#core/professionals/labels.ts";
import { PLAN_NAMES } from "#core/subscriptions/labels.ts";
import type { ChosenPlanView } from "#core/subscriptions/show-subscription.server.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { PAYMENT_TERMS, PlanChoice } from "./plan-choice.tsx";

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
  if (plan?.inForce && plan.planId !== "free")
    return <PlanInForce plan={plan} busy={busy} onSubmit={stay} />;
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

/** A guest who has paid has no plan left to choose (rule: guest-account). */
function PlanInForce({
  plan,
  busy,
  onSubmit,
}: {
  plan: ChosenPlanView;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}) {
  return (
    <form method="post" onSubmit={onSubmit} className="grid justify-items-start gap-6">
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
