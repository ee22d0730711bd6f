import { ExternalLink } from "@lucide/icons";
import { type FormEvent, type ReactNode, useState } from "react";
import { COMMISSION_LABEL, SHARE_LABEL } from "#core/commission.ts";
import type { FieldErrors } from "#core/errors.ts";
import {
  ACCOUNT_FAILURE,
  BUSINESS_TYPE_LABELS,
  COUNTRY_LABELS,
  PAYMENT_ACCOUNT_LABELS,
} from "#core/professionals/labels.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { VatFields } from "./vat-fields.tsx";

export function AccountPanel({
  state,
  requirementsDue,
  children,
}: {
  state: PaymentAccountState;
  requirementsDue: boolean;
  children: ReactNode;
}) {
  const { label, text } = PAYMENT_ACCOUNT_LABELS[state];
  return (
    <Panel aria-labelledby="etat">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="etat" className="text-22">
          Votre compte<span className="sr-only"> : {label}</span>
        </h2>
        <span aria-hidden>
          <Badge tone={state === "ready" ? "success" : "clay-soft"}>{label}</Badge>
        </span>
      </div>
      <p className="mt-3 max-w-text">{text}</p>
      <p className="mt-2 max-w-text text-ink-soft">
        Vous recevez {SHARE_LABEL} du prix de chaque réservation, la commission est de{" "}
        {COMMISSION_LABEL}. Vos coordonnées bancaires sont gardées par Stripe, notre prestataire de
        paiement, et par lui seul.
      </p>
      {state === "ready" && requirementsDue && (
        <Notice className="mt-5">
          Stripe vous demande une information de plus. Donnez-la pour que votre compte reste actif.
        </Notice>
      )}
      {children}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {(state === "begun" ||
          state === "restricted" ||
          (state === "ready" && requirementsDue)) && (
          <ToProvider intent="continue" variant="clay">
            {state === "begun" ? "Terminer mon compte" : "Compléter mes informations"}
          </ToProvider>
        )}
        {state === "ready" && (
          <ButtonLink to={addresses.addSession} variant={requirementsDue ? "outline" : "clay"}>
            Ajouter une session
          </ButtonLink>
        )}
        {(state === "ready" || state === "held" || state === "restricted") && (
          <ToProvider intent="dashboard" variant="outline">
            Voir mes versements
          </ToProvider>
        )}
      </div>
    </Panel>
  );
}

function ToProvider({
  intent,
  variant,
  children,
}: {
  intent: "continue" | "dashboard";
  variant: "clay" | "outline";
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      target="_blank"
      rel="noopener"
      onSubmit={(event) => {
        holdOffline(event, { title: "Erreur", text: "Une erreur inattendue est survenue" });
      }}
    >
      <Button type="submit" name="intent" value={intent} variant={variant}>
        {children}
        <Icon of={ExternalLink} className="size-4" />
        <span className="sr-only">(nouvel onglet)</span>
      </Button>
    </form>
  );
}

const MISSING = "Ce champ est obligatoire";
const VAT_MISSING = "Dites si vous facturez la TVA";

/** Checks first what is missing, before the form's own tab opens for nothing. */
export function AccountForm({
  businessName,
  vat,
  typed,
  fields,
}: {
  businessName: string;
  vat: { vatStatus: string | null; vatNumber: string | null };
  typed: Record<string, string> | undefined;
  fields: FieldErrors | undefined;
}) {
  const [own, setOwn] = useState<FieldErrors>();
  const errors = own ?? fields;
  const form = useFirstError(errors);
  function check(event: FormEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget);
    const missing: FieldErrors = {
      ...(!String(typed.get("businessName")).trim() && { businessName: [MISSING] }),
      ...(!typed.get("vatStatus") && { vatStatus: [VAT_MISSING] }),
    };
    if (Object.keys(missing).length === 0) {
      holdOffline(event, { title: "Erreur", text: ACCOUNT_FAILURE });
      return;
    }
    event.preventDefault();
    setOwn(missing);
  }
  return (
    <form
      ref={form}
      method="post"
      target="_blank"
      rel="noopener"
      noValidate
      onSubmit={check}
      onInput={() => setOwn({})}
      className="mt-6 grid gap-5 sm:grid-cols-2"
    >
      <TextField
        name="businessName"
        label="Nom de l'activité"
        error={errors?.businessName}
        className="sm:col-span-2"
        autoComplete="organization"
        defaultValue={typed?.businessName ?? businessName}
      />
      <SelectField
        name="businessType"
        label="Type d'activité"
        error={errors?.businessType}
        defaultValue={typed?.businessType ?? "individual"}
        choices={Object.entries(BUSINESS_TYPE_LABELS)}
      />
      <SelectField
        name="country"
        label="Pays"
        error={errors?.country}
        hint="Il ne pourra plus être changé ensuite."
        defaultValue={typed?.country ?? "FR"}
        choices={Object.entries(COUNTRY_LABELS)}
      />
      <div className="sm:col-span-2">
        <VatFields values={typed ?? vat} errors={errors} />
      </div>
      <div className="sm:col-span-2">
        <Button type="submit" variant="clay" size="large">
          Créer mon compte de paiement
          <Icon of={ExternalLink} className="size-4" />
          <span className="sr-only">(nouvel onglet)</span>
        </Button>
      </div>
    </form>
  );
}
