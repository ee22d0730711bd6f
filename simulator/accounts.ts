import type Stripe from "stripe";
import { platformAccountId } from "./authentication.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { type ListParams, listObjects } from "./listing.ts";
import { applyMetadata } from "./metadata.ts";
import { type Kinds, platform } from "./objects.ts";
import type { ApiRequest, Simulator } from "./simulator.ts";
import { invalidRequest, missingParam } from "./stripe-error.ts";

export type Account = Kinds["account"];

/** Where an account stands with Stripe; everything that an account says of itself follows from it. */
export type Standing = "incomplete" | "pending" | "active" | "restricted";

interface AccountHidden {
  standing: Standing;
}

const currencies: Record<string, string> = { CH: "chf", CA: "cad", GB: "gbp", US: "usd" };

const dueAtOnboarding = [
  "business_profile.mcc",
  "business_type",
  "external_account",
  "individual.address.line1",
  "individual.dob.day",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

const standings = {
  incomplete: { due: dueAtOnboarding, verifying: [], reason: "requirements.past_due" },
  pending: {
    due: [],
    verifying: ["individual.verification.document"],
    reason: "requirements.pending_verification",
  },
  active: { due: [], verifying: [], reason: null },
  restricted: {
    due: ["individual.verification.document"],
    verifying: [],
    reason: "requirements.past_due",
  },
} satisfies Record<Standing, { due: string[]; verifying: string[]; reason: string | null }>;

/** The members of an account that follow from its standing and its requested capabilities. */
function standingMembers(standing: Standing, requested: string[]) {
  const { due, verifying, reason } = standings[standing];
  const status = standing === "active" ? "active" : standing === "pending" ? "pending" : "inactive";
  const requirements = {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: reason,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: verifying,
  };
  return {
    capabilities: Object.fromEntries(requested.map((name) => [name, status])),
    charges_enabled: standing === "active" && requested.length > 0,
    details_submitted: standing !== "incomplete",
    payouts_enabled: standing === "active",
    requirements,
    future_requirements: {
      ...requirements,
      currently_due: [],
      disabled_reason: null,
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
  } as unknown as Pick<
    Account,
    | "capabilities"
    | "charges_enabled"
    | "details_submitted"
    | "payouts_enabled"
    | "requirements"
    | "future_requirements"
  >;
}

/** `type` is the old way to say what `controller` says. */
function controllerOf(params: Stripe.AccountCreateParams) {
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
      type: "application" as const,
    },
  };
}

function requestedCapabilities(asked: object | undefined, before: string[]): string[] {
  const names = new Set(before);
  for (const [name, value] of Object.entries(asked ?? {})) {
    const { requested } = value as { requested?: boolean };
    if (requested === true) names.add(name);
    if (requested === false) names.delete(name);
  }
  return [...names];
}

function businessProfile(
  asked: Stripe.AccountCreateParams.BusinessProfile | undefined,
  before: Account["business_profile"],
) {
  return { ...before, ...asked } as NonNullable<Account["business_profile"]>;
}

/** Makes an account that still has all of its onboarding to do. */
export function createAccount(
  sim: Simulator,
  { params }: ApiRequest<Stripe.AccountCreateParams>,
): Account {
  return makeAccount(sim, params, newId("acct_1"), "incomplete");
}

/** As `createAccount`, under a chosen id and in any standing; for demo data and the platform. */
export function makeAccount(
  sim: Simulator,
  params: Stripe.AccountCreateParams,
  id: string,
  standing: Standing,
): Account {
  const country = params.country ?? "FR";
  if (!/^[A-Z]{2}$/.test(country)) {
    throw invalidRequest(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      { param: "country" },
    );
  }
  const { type, controller } = controllerOf(params);
  const name = params.business_profile?.name ?? null;
  const individual = params.individual;
  return sim.objects.insert(
    "account",
    {
      id,
      object: "account",
      business_profile:
        businessProfile(params.business_profile, {
          mcc: null,
        } as Account["business_profile"]) ?? undefined,
      business_type: params.business_type ?? null,
      controller: controller as Stripe.Account.Controller,
      country,
      created: sim.clock.now(),
      default_currency: params.default_currency ?? currencies[country] ?? "eur",
      email: params.email ?? null,
      external_accounts: {
        object: "list",
        data: [],
        has_more: false,
        url: `/v1/accounts/${id}/external_accounts`,
      },
      ...(individual && {
        individual: {
          id: newId("acct_1").replace("acct", "person"),
          object: "person",
          account: id,
          created: sim.clock.now(),
          first_name: individual.first_name ?? null,
          last_name: individual.last_name ?? null,
          email: individual.email ?? null,
        },
      }),
      metadata: applyMetadata({}, params.metadata),
      settings: {
        branding: {},
        card_payments: { decline_on: { avs_failure: false, cvc_failure: false } },
        dashboard: { display_name: name, timezone: "Europe/Paris" },
        payments: {},
        payouts: {
          debit_negative_balances: controller.losses.payments === "application",
          schedule: { delay_days: 7, interval: "daily" },
        },
      },
      tos_acceptance: {},
      type: type as Account["type"],
      ...standingMembers(standing, requestedCapabilities(params.capabilities, [])),
    },
    { hidden: { standing } satisfies AccountHidden },
  );
}

function save(sim: Simulator, before: Account, after: Account): Account {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Account]),
  );
  if (changed.length === 0) return before;
  sim.objects.save("account", after);
  const previous = Object.fromEntries(
    changed.map(([name]) => [name, before[name as keyof Account] ?? null]),
  );
  emit(sim, "account.updated", after, { account: after.id, previous });
  return after;
}

/** Moves an account to another standing and tells the Connect endpoint. */
export function setStanding(
  sim: Simulator,
  id: string,
  standing: Standing,
  details: Partial<Account> = {},
): Account {
  const before = sim.objects.get("account", id, platform, { param: "account" });
  const requested = Object.keys(before.capabilities ?? {});
  sim.objects.hide(id, { standing } satisfies AccountHidden);
  const after = save(sim, before, {
    ...before,
    ...details,
    ...standingMembers(standing, requested),
  });
  if (JSON.stringify(before.capabilities) !== JSON.stringify(after.capabilities)) {
    for (const capability of capabilitiesOf(sim, after)) {
      emit(sim, "capability.updated", capability, { account: id });
    }
  }
  return after;
}

function standingOf(sim: Simulator, id: string): Standing {
  return sim.objects.hidden<AccountHidden>(id).standing;
}

export function updateAccount(
  sim: Simulator,
  { id, params }: ApiRequest<Stripe.AccountUpdateParams>,
): Account {
  const before = sim.objects.get("account", id, platform, { param: "account" });
  const requested = requestedCapabilities(
    params.capabilities,
    Object.keys(before.capabilities ?? {}),
  );
  return save(sim, before, {
    ...before,
    ...(params.email !== undefined && { email: params.email || null }),
    ...(params.business_type && { business_type: params.business_type }),
    ...(params.default_currency && { default_currency: params.default_currency }),
    ...(params.business_profile && {
      business_profile: businessProfile(params.business_profile, before.business_profile),
    }),
    metadata: applyMetadata(before.metadata, params.metadata),
    ...standingMembers(standingOf(sim, id), requested),
  });
}

export function retrieveAccount(sim: Simulator, { id }: ApiRequest): Account {
  return sim.objects.get("account", id, platform, { param: "account" });
}

/** `GET /v1/account`: the account that the key, or `Stripe-Account`, stands for. */
export function retrieveOwnAccount(sim: Simulator, { account }: ApiRequest): Account {
  return sim.objects.get("account", account || platformAccountId(sim));
}

export function listAccounts(sim: Simulator, request: ApiRequest<ListParams>) {
  return listObjects(
    sim,
    { ...request, account: platform },
    "account",
    {},
    {
      sql: " AND id <> ?",
      values: [platformAccountId(sim)],
    },
  );
}

export function deleteAccount(sim: Simulator, { id }: ApiRequest) {
  sim.objects.get("account", id, platform, { param: "account" });
  if (id === platformAccountId(sim)) {
    throw invalidRequest("You cannot delete your own account via the API.");
  }
  sim.objects.delete(id);
  return { id, object: "account", deleted: true };
}

function capabilitiesOf(sim: Simulator, account: Account) {
  const { requirements, future_requirements: future } = account;
  const withoutReason = { ...requirements, disabled_reason: null };
  return Object.entries(account.capabilities ?? {}).map(([name, status]) => ({
    id: name,
    object: "capability",
    account: account.id,
    future_requirements: future,
    requested: true,
    requested_at: account.created ?? sim.clock.now(),
    requirements: withoutReason,
    status,
  }));
}

export function listCapabilities(sim: Simulator, request: ApiRequest) {
  const account = retrieveAccount(sim, request);
  return {
    object: "list",
    data: capabilitiesOf(sim, account),
    has_more: false,
    url: request.path,
  };
}

/** Makes the platform's own account the first time a state file is opened. */
export function ensurePlatformAccount(sim: Simulator): void {
  const known = sim.db.prepare("SELECT value FROM facts WHERE name = 'platform_account'").get();
  if (known) return;
  const id = newId("acct_1");
  sim.db.prepare("INSERT INTO facts (name, value) VALUES ('platform_account', ?)").run(id);
  makeAccount(
    sim,
    {
      type: "standard",
      country: "FR",
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      business_profile: { name: "Plateforme de test" },
    },
    id,
    "active",
  );
}

/**
 * Checks that money may be sent to an account: it exists and its `transfers` capability is active.
 * `param` names the parameter in the error.
 */
export function requireDestination(sim: Simulator, id: string, param: string): Account {
  const account = sim.objects.find("account", id);
  if (!account)
    throw invalidRequest(`No such destination: '${id}'`, { code: "resource_missing", param });
  const { transfers, legacy_payments: legacy } = account.capabilities ?? {};
  if (transfers !== "active" && legacy !== "active") {
    throw invalidRequest(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer", param },
    );
  }
  return account;
}

export function requireEmailOrNothing(email: string | undefined, param: string): void {
  if (email === undefined) return;
  if (email === "") throw missingParam(param);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, { code: "email_invalid", param });
  }
}
