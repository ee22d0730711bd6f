import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { EMAIL_REQUIRED, isEmail } from "#core/accounts/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import { CHECKOUT_LIFETIME } from "#core/payments/rules.ts";
import { SUBSCRIPTION_FAILURE } from "#core/subscriptions/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { EmailField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { showToast } from "../../ui/toasts/toast.ts";

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
