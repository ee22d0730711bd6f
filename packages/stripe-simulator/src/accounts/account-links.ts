import type Stripe from "stripe";
import { requireUrl } from "../protocol/param-checks.ts";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { type AccountVisit, keepVisit } from "../state/hosted-visits.ts";
import { newToken } from "../state/ids.ts";
import { platform } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";

const linkLifeSeconds = 5 * 60;
const loginLinkLifeSeconds = 5 * 60;

/** A link to the hosted onboarding page: opens once, within five minutes. */
export function createAccountLink(
  sim: Simulator,
  { params }: ApiRequest<Stripe.AccountLinkCreateParams>,
) {
  const account = sim.objects.get("account", params.account, platform, {
    param: "account",
    status: 400,
  });
  const refreshUrl = requireUrl(params.refresh_url, "refresh_url");
  const returnUrl = requireUrl(params.return_url, "return_url");
  if (
    params.type === "account_update" &&
    account.controller?.requirement_collection !== "application"
  ) {
    throw invalidRequest(
      "You cannot create `account_update` type Account Links for this account. You can only create `account_update` type Account Links for accounts where your platform is responsible for collecting requirements.",
      { param: "type" },
    );
  }
  const token = newToken();
  const now = sim.clock.now();
  const visit: AccountVisit = {
    purpose: "onboarding",
    account: account.id,
    expiresAt: now + linkLifeSeconds,
    used: false,
    returnUrl,
    refreshUrl,
  };
  keepVisit(sim, token, visit);
  return {
    object: "account_link",
    created: now,
    expires_at: visit.expiresAt,
    url: `${sim.settings.publicUrl}/setup/e/${account.id}/${token}`,
  };
}

/** A link to an account's own dashboard page; refused before its onboarding is finished. */
export function createLoginLink(sim: Simulator, { id }: ApiRequest) {
  const account = sim.objects.get("account", id, platform, { param: "account" });
  if (account.controller?.stripe_dashboard?.type !== "express") {
    throw new StripeError(400, {
      type: "invalid_request_error",
      message: `Cannot create a login link for account ${id}: it does not have access to the Express Dashboard.`,
    });
  }
  if (!account.details_submitted) {
    throw new StripeError(400, {
      type: "invalid_request_error",
      message: "Cannot create a login link for an account that has not completed onboarding.",
    });
  }
  const token = newToken();
  const now = sim.clock.now();
  keepVisit(sim, token, {
    purpose: "dashboard",
    account: id,
    expiresAt: now + loginLinkLifeSeconds,
    used: false,
  });
  return {
    object: "login_link",
    created: now,
    url: `${sim.settings.publicUrl}/express/${id}/${token}`,
  };
}
