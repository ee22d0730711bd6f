import { type Context, Hono } from "hono";
import type { Standing } from "../accounts/account-standing.ts";
import { type Account, setStanding } from "../accounts/accounts.ts";
import { retrieveBalance } from "../payments/balance-transactions.ts";
import { inTransaction } from "../state/database.ts";
import { findVisit, keepVisit } from "../state/hosted-visits.ts";
import { newToken } from "../state/ids.ts";
import type { Simulator } from "../state/simulator.ts";
import {
  dashboardPage,
  expiredVisitPage,
  type OnboardingErrors,
  type OnboardingForm,
  onboardingPage,
} from "./account-pages.ts";

const visitLifeSeconds = 24 * 3600;

function formOf(account: Account): OnboardingForm {
  return {
    businessName: account.business_profile?.name ?? "",
    firstName: account.individual?.first_name ?? "",
    lastName: account.individual?.last_name ?? "",
    iban: "FR14 2004 1010 0505 0001 3M02 606",
  };
}

function check(form: OnboardingForm): OnboardingErrors {
  const errors: OnboardingErrors = {};
  if (!form.businessName) errors.businessName = "Saisissez le nom de l'activité.";
  if (!form.firstName) errors.firstName = "Saisissez votre prénom.";
  if (!form.lastName) errors.lastName = "Saisissez votre nom.";
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(form.iban.replaceAll(" ", "").toUpperCase())) {
    errors.iban = "Cet IBAN est invalide.";
  }
  return errors;
}

/** Writes the form's answers on the account; of the bank account it keeps the last four signs. */
function detailsOf(account: Account, form: OnboardingForm): Partial<Account> {
  const iban = form.iban.replaceAll(" ", "").toUpperCase();
  const bank = {
    id: `ba_${account.id.slice(5)}`,
    object: "bank_account",
    account: account.id,
    account_holder_name: `${form.firstName} ${form.lastName}`,
    account_holder_type: "individual",
    account_type: null,
    available_payout_methods: ["standard"],
    bank_name: "BANQUE DE TEST",
    country: iban.slice(0, 2),
    currency: account.default_currency ?? "eur",
    default_for_currency: true,
    fingerprint: null,
    last4: iban.slice(-4),
    metadata: {},
    routing_number: null,
    status: "new",
  };
  return {
    business_profile: { ...account.business_profile, name: form.businessName },
    external_accounts: { ...account.external_accounts, data: [bank], has_more: false },
  } as Partial<Account>;
}

/** The hosted pages of connected accounts: onboarding and their own dashboard. */
export function hostedAccounts(sim: Simulator): Hono {
  const app = new Hono();

  /** Uses a link up and leads to a page with a token of its own, which can be reloaded. */
  const open = (c: Context, account: string, token: string) => {
    const visit = findVisit(sim, token, "onboarding", "dashboard");
    if (!visit || visit.account !== account) return c.html(expiredVisitPage(), 404);
    if (visit.used || visit.expiresAt < sim.clock.now() || !sim.objects.find("account", account)) {
      return visit.refreshUrl ? c.redirect(visit.refreshUrl, 303) : c.html(expiredVisitPage(), 410);
    }
    const inner = newToken();
    inTransaction(sim.db, () => {
      keepVisit(sim, token, { ...visit, used: true });
      keepVisit(sim, inner, { ...visit, expiresAt: sim.clock.now() + visitLifeSeconds });
    });
    const place = visit.purpose === "onboarding" ? "setup/s" : "express/s";
    return c.redirect(`/${place}/${inner}`, 303);
  };
  app.get("/setup/e/:account/:token", (c) => open(c, c.req.param("account"), c.req.param("token")));
  app.get("/express/:account/:token", (c) => {
    return c.req.param("account") === "s"
      ? dashboard(c, c.req.param("token"))
      : open(c, c.req.param("account"), c.req.param("token"));
  });

  const visited = (token: string, purpose: "onboarding" | "dashboard") => {
    const visit = findVisit(sim, token, "onboarding", "dashboard");
    const account = visit && sim.objects.find("account", visit.account);
    const usable = visit?.purpose === purpose && !visit.used && visit.expiresAt >= sim.clock.now();
    return usable && account ? { visit, account } : undefined;
  };

  const dashboard = (c: Context, token: string) => {
    const here = visited(token, "dashboard");
    if (!here) return c.html(expiredVisitPage(), 410);
    const { id } = here.account;
    const balance = retrieveBalance(sim, { id: "", params: {}, account: id, path: "" });
    const payments = sim.objects.page("charge", id, { sql: "", values: [] }, {}, 20);
    return c.html(
      dashboardPage(
        here.account,
        {
          available: balance.available[0]?.amount ?? 0,
          pending: balance.pending[0]?.amount ?? 0,
        },
        payments,
      ),
    );
  };

  app.get("/setup/s/:token", (c) => {
    const here = visited(c.req.param("token"), "onboarding");
    return here
      ? c.html(onboardingPage(here.account, formOf(here.account), {}))
      : c.html(expiredVisitPage(), 410);
  });

  app.post("/setup/s/:token", async (c) => {
    const here = visited(c.req.param("token"), "onboarding");
    if (!here) return c.html(expiredVisitPage(), 410);
    const body = await c.req.parseBody();
    const text = (name: string) => (typeof body[name] === "string" ? body[name].trim() : "");
    const back = here.visit.returnUrl ?? "/";
    if (body.outcome === "incomplete") return c.redirect(back, 303);
    const form: OnboardingForm = {
      businessName: text("businessName"),
      firstName: text("firstName"),
      lastName: text("lastName"),
      iban: text("iban"),
    };
    const errors = check(form);
    if (Object.keys(errors).length > 0) {
      return c.html(onboardingPage(here.account, form, errors), 422);
    }
    const standing: Standing = body.outcome === "pending" ? "pending" : "active";
    inTransaction(sim.db, () =>
      setStanding(sim, here.account.id, standing, detailsOf(here.account, form)),
    );
    return c.redirect(back, 303);
  });
  return app;
}
