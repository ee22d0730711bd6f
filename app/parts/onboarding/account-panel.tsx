import { ExternalLink } from "@lucide/icons";
import type { ReactNode } from "react";
import { COMMISSION_LABEL, SHARE_LABEL } from "#core/commission.ts";
import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";

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
