import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { EMAIL_REQUIRED, isEmail } from "#core/accounts/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import type { Cents } from "#core/money.ts";
import { CHECKOUT_LIFETIME } from "#core/payments/rules.ts";
import { PLAN_NAMES, SUBSCRIPTION_FAILURE } from "#core/subscriptions/labels.ts";
import {
  fullPrice,
  PLAN_TYPES,
  type PlanId,
  type PlanType,
  type Price,
  planAndPriceOf,
} from "#core/subscriptions/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { EmailField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Panel } from "../../ui/panel.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { showToast } from "../../ui/toasts/toast.ts";
import { Benefits } from "./benefits.tsx";

export function PlanPanel({
  planId,
  current,
  price,
  note,
  children,
}: {
  planId: PlanId;
  current: boolean;
  price: ReactNode;
  note: string;
  children: ReactNode;
}) {
  return (
    <Panel aria-labelledby={`offre-${planId}`}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h2 id={`offre-${planId}`} className="text-28">
          {PLAN_NAMES[planId]}
        </h2>
        {current ? (
          <Badge tone="success">Votre offre actuelle</Badge>
        ) : (
          planId === "premium" && <Badge tone="sage">Populaire</Badge>
        )}
      </div>
      <p className="mt-2 font-display text-36 font-price lining-nums">{price}</p>
      <p className="mt-1 text-ink-soft">{note}</p>
      <Benefits planId={planId} className="my-6" />
      <div className="grid gap-4">{children}</div>
    </Panel>
  );
}

const TYPES = ["premium", "premium_yearly", "premium_6months"] as const satisfies PlanType[];

export function BillingPeriodPicker({
  show,
  tax,
  asked,
}: {
  show: (amount: Cents) => string;
  tax: string;
  asked: string | undefined;
}) {
  const chosen = TYPES.find((type) => type === asked) ?? "premium";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-label">Votre rythme de paiement</legend>
      <div className="grid gap-2">
        {TYPES.map((type) => {
          const { price } = planAndPriceOf(PLAN_TYPES[type]);
          return (
            <label
              key={type}
              className="flex min-h-14 cursor-pointer items-start gap-3 rounded-control bg-surface px-4 py-3 ring ring-sand-300 transition-colors has-checked:bg-sage-100 has-checked:ring-sage-600 hover:bg-sand-100 has-checked:hover:bg-sage-100"
            >
              <input
                type="radio"
                name="planType"
                value={type}
                defaultChecked={type === chosen}
                className="mt-0.5 size-5.5 shrink-0 appearance-none rounded-full border-2 border-sand-500 bg-surface checked:border-7 checked:border-sage-600"
              />
              <span className="figures">
                <b className="font-strong">
                  {show(price.monthlyCents)} {tax} par mois
                </b>
                <Terms price={price} show={show} tax={tax} />
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The billing, the saving, and the price after a promotion (rule: six-month-price). */
function Terms({
  price,
  show,
  tax,
}: {
  price: Price;
  show: (amount: Cents) => string;
  tax: string;
}) {
  const later = price.renewsAs === price.key ? null : planAndPriceOf(price.renewsAs).price;
  return (
    <span className="block text-14 text-ink-soft">
      {price.months === 1 && "Chaque mois, sans engagement."}
      {price.months === 12 && `Facturé à l'année : total ${show(price.totalCents)}`}
      {price.months === 6 &&
        `Promotion de ${price.months} mois : ${show(price.totalCents)} au lieu de ${show(fullPrice(price))}`}
      {price.savingCents !== null && `, économie de ${show(price.savingCents)}.`}
      {later && (
        <>
          {" "}
          Payé en une fois, renouvelé ensuite à {show(later.monthlyCents)} {tax} par mois.
        </>
      )}
    </span>
  );
}

/** With `newTab` the form's own tab is redirected, so that no blocker stops it. */
export function ChoosePlanForm({
  label,
  variant,
  signedIn,
  newTab = false,
  refusal,
  children,
}: {
  label: ReactNode;
  variant: "clay" | "sage";
  signedIn: boolean;
  newTab?: boolean;
  refusal:
    | { fields: FieldErrors; asked: { email: string }; retryKey?: string | undefined }
    | undefined;
  children: ReactNode;
}) {
  const [own, setOwn] = useState<FieldErrors>();
  const errors = own ?? refusal?.fields;
  const form = useFirstError(errors);
  const submit = useSubmit();
  const busy = useNavigation().formMethod === "POST";
  // The provider closes a key's payment page in the end; then a new key is needed.
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((last) => last + 1), CHECKOUT_LIFETIME);
    return () => clearInterval(timer);
  }, []);
  function check(event: FormEvent<HTMLFormElement>) {
    const email = new FormData(event.currentTarget).get("email");
    if (typeof email !== "string" || isEmail(email)) {
      if (newTab) holdOffline(event, { title: "Erreur", text: SUBSCRIPTION_FAILURE });
      else {
        // Sent by the page itself, which then stays when there is no network.
        event.preventDefault();
        submit(event.currentTarget);
      }
      return;
    }
    event.preventDefault();
    setOwn({ email: [EMAIL_REQUIRED] });
    showToast({ title: "Email requis", text: EMAIL_REQUIRED, tone: "danger" });
  }
  return (
    <form
      ref={form}
      method="post"
      action={addresses.plans}
      noValidate
      onSubmit={check}
      onInput={() => setOwn({})}
      className="grid gap-4"
      {...(newTab && { target: "_blank", rel: "noopener" })}
    >
      {children}
      {!signedIn && <RetryKey key={round} value={refusal?.retryKey} />}
      {signedIn ? (
        <input type="hidden" name="signedIn" value="1" />
      ) : (
        <EmailField
          label="Votre e-mail"
          error={errors?.email}
          hint={`Pas besoin de compte : il est créé pour vous ${newTab ? "après le paiement" : "par le lien que nous vous envoyons"}.`}
          defaultValue={refusal?.asked.email}
        />
      )}
      <Button type="submit" variant={variant} size="large" block busy={!newTab && busy}>
        {label}
      </Button>
    </form>
  );
}
