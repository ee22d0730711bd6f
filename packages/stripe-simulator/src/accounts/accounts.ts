import type Stripe from "stripe";
import { requireCurrency } from "../protocol/money.ts";
import { refuseNotPlayed, requireEmail } from "../protocol/param-checks.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import { complete, type Kinds, platform } from "../state/objects.ts";
import { platformAccountId } from "../state/platform-account.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit, previousOf } from "../webhooks/events.ts";
import {
  accountNotPlayed,
  businessProfile,
  controllerOf,
  ownerOf,
  requestedCapabilities,
  settingsOf,
} from "./account-details.ts";
import { type AccountHidden, type Standing, standingMembers } from "./account-standing.ts";

export type Account = Kinds["account"];

const currencies: Record<string, string> = { CH: "chf", CA: "cad", GB: "gbp", US: "usd" };

/** Makes an account that still has all of its onboarding to do. */
export function createAccount(
  sim: Simulator,
  { params }: ApiRequest<Stripe.AccountCreateParams>,
): Account {
  refuseNotPlayed(params, accountNotPlayed);
  requireEmail(params.email || undefined, "email");
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
  const currency = params.default_currency ?? currencies[country] ?? "eur";
  const defaults = {
    card_payments: { decline_on: { avs_failure: false, cvc_failure: false } },
    dashboard: { display_name: params.business_profile?.name ?? null, timezone: "Europe/Paris" },
    payouts: {
      debit_negative_balances: controller.losses?.payments === "application",
      schedule: { delay_days: 7, interval: "daily" },
    },
  } as unknown as Account["settings"];
  return sim.objects.insert(
    "account",
    {
      id,
      object: "account",
      business_profile: businessProfile(params.business_profile, null),
      business_type: params.business_type ?? null,
      controller,
      country,
      created: sim.clock.now(),
      default_currency: requireCurrency(currency, "default_currency"),
      email: params.email || null,
      external_accounts: {
        object: "list",
        data: [],
        has_more: false,
        url: `/v1/accounts/${id}/external_accounts`,
      },
      ...ownerOf(params, id, sim.clock.now()),
      metadata: applyMetadata({}, params.metadata),
      settings: settingsOf(defaults, params.settings),
      tos_acceptance: {},
      type: type as Account["type"],
      ...standingMembers(standing, requestedCapabilities(params.capabilities, [])),
    },
    { hidden: { standing } satisfies AccountHidden },
  );
}

/** Saves a change and tells the Connect endpoint; nothing happens without a change. */
function save(sim: Simulator, before: Account, changed: Account): Account {
  const after = complete("account", changed);
  const previous = previousOf(before, after);
  if (Object.keys(previous).length === 0) return before;
  sim.objects.save("account", after);
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
  const had = capabilitiesOf(sim, before);
  sim.objects.hide(id, { standing } satisfies AccountHidden);
  const after = save(sim, before, {
    ...before,
    ...details,
    ...standingMembers(standing, requested),
  });
  for (const capability of capabilitiesOf(sim, after)) {
    const earlier = had.find((one) => one.id === capability.id);
    const previous = earlier && previousOf(earlier, capability);
    if (previous && Object.keys(previous).length > 0) {
      emit(sim, "capability.updated", capability, { account: id, previous });
    }
  }
  return after;
}

/**
 * The owner takes the platform's access back: the Connect endpoint hears of it, and from then on no
 * call reaches the account. Its balance stays its own.
 */
export function revokeAccess(sim: Simulator, id: string): object {
  sim.objects.get("account", id, platform, { param: "account" });
  const application = platformAccountId(sim).replace("acct_", "ca_");
  emit(
    sim,
    "account.application.deauthorized",
    { id: application, object: "application", name: "Plateforme de test" },
    { account: id },
  );
  return sim.objects.bury(id, "account");
}

function standingOf(sim: Simulator, id: string): Standing {
  return sim.objects.hidden<AccountHidden>(id).standing;
}

export function updateAccount(
  sim: Simulator,
  { id, params }: ApiRequest<Stripe.AccountUpdateParams>,
): Account {
  refuseNotPlayed(params, accountNotPlayed);
  requireEmail(params.email || undefined, "email");
  const before = sim.objects.get("account", id, platform, { param: "account" });
  const requested = requestedCapabilities(
    params.capabilities,
    Object.keys(before.capabilities ?? {}),
  );
  return save(sim, before, {
    ...before,
    ...(params.email !== undefined && { email: params.email || null }),
    ...(params.business_type && { business_type: params.business_type }),
    ...(params.default_currency && {
      default_currency: requireCurrency(params.default_currency, "default_currency"),
    }),
    ...ownerOf(params, id, before.created ?? sim.clock.now()),
    settings: settingsOf(before.settings, params.settings),
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
