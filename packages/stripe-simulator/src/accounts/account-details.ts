import type Stripe from "stripe";
import { refuseNotPlayed } from "../protocol/param-checks.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import type { Kinds } from "../state/objects.ts";

type Account = Kinds["account"];
type AskedSettings = Stripe.AccountCreateParams.Settings;

/** Parameters that the simulator would have to ignore. */
export const accountNotPlayed = [
  "account_token",
  "documents",
  "external_account",
  "groups",
  "tos_acceptance",
];
const settingsNotPlayed = [
  "bacs_debit_payments",
  "card_issuing",
  "invoices",
  "paypay_payments",
  "treasury",
];

/** `type` is the old way to say what `controller` says. */
export function controllerOf(params: Stripe.AccountCreateParams): {
  type: string;
  controller: Stripe.Account.Controller;
} {
  if (params.type && params.controller) {
    throw invalidRequest("You may only specify one of these parameters: type, controller.", {
      code: "parameters_exclusive",
      param: "type",
    });
  }
  const byType = {
    standard: { payer: "account", losses: "stripe", collection: "stripe", dashboard: "full" },
    express: {
      payer: "application_express",
      losses: "application",
      collection: "stripe",
      dashboard: "express",
    },
    custom: {
      payer: "application_custom",
      losses: "application",
      collection: "application",
      dashboard: "none",
    },
  }[params.type as "standard" | "express" | "custom"];
  const asked = params.controller;
  return {
    type: params.type ?? (asked ? "none" : "standard"),
    controller: {
      fees: { payer: byType?.payer ?? asked?.fees?.payer ?? "account" },
      is_controller: true,
      losses: { payments: byType?.losses ?? asked?.losses?.payments ?? "stripe" },
      requirement_collection: byType?.collection ?? asked?.requirement_collection ?? "stripe",
      stripe_dashboard: { type: byType?.dashboard ?? asked?.stripe_dashboard?.type ?? "full" },
      type: "application",
    } as Stripe.Account.Controller,
  };
}

/** The capabilities asked for so far, with those of this request. */
export function requestedCapabilities(asked: object | undefined, before: string[]): string[] {
  const names = new Set(before);
  for (const [name, value] of Object.entries(asked ?? {})) {
    const { requested } = value as { requested?: boolean };
    if (requested === true) names.add(name);
    if (requested === false) names.delete(name);
  }
  return [...names];
}

export function businessProfile(
  asked: Stripe.AccountCreateParams.BusinessProfile | undefined,
  before: Account["business_profile"] | null,
) {
  const changes = Object.entries(asked ?? {}).map(([name, value]) => [name, value || null]);
  return { ...before, ...Object.fromEntries(changes) } as NonNullable<Account["business_profile"]>;
}

/** The account's settings with what a request changes in them. */
export function settingsOf(before: Account["settings"], asked: AskedSettings | undefined) {
  refuseNotPlayed(asked ?? {}, settingsNotPlayed);
  const { delay_days: delay, ...schedule } = asked?.payouts?.schedule ?? {};
  return {
    ...before,
    branding: { ...before?.branding, ...asked?.branding },
    card_payments: { ...before?.card_payments, ...asked?.card_payments },
    payments: { ...before?.payments, ...asked?.payments },
    payouts: {
      ...before?.payouts,
      ...asked?.payouts,
      schedule: {
        ...before?.payouts?.schedule,
        ...schedule,
        ...(typeof delay === "number" && { delay_days: delay }),
      },
    },
  } as NonNullable<Account["settings"]>;
}

type Owner = Pick<Stripe.AccountCreateParams, "company" | "individual">;

/** The person or company behind an account, as the platform describes them. */
export function ownerOf(params: Owner, account: string, now: number) {
  const { company, individual } = params;
  return {
    ...(company && {
      company: {
        name: company.name ?? null,
        phone: company.phone ?? null,
        tax_id_provided: company.tax_id !== undefined,
      },
    }),
    ...(individual && {
      individual: {
        id: account.replace("acct_", "person_"),
        object: "person" as const,
        account,
        created: now,
        email: individual.email ?? null,
        first_name: individual.first_name ?? null,
        last_name: individual.last_name ?? null,
        phone: individual.phone ?? null,
      },
    }),
  };
}
