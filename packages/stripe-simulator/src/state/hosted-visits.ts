import type { Simulator } from "./simulator.ts";

/** A visit to a hosted page of a connected account. */
export interface AccountVisit {
  purpose: "onboarding" | "dashboard";
  account: string;
  expiresAt: number;
  /** A link opens once; the page it leads to has a token of its own and can be reloaded. */
  used: boolean;
  returnUrl?: string;
  refreshUrl?: string;
}

/** A customer's visit to the billing portal. */
export interface PortalVisit {
  purpose: "portal";
  session: string;
  expiresAt: number;
}

type HostedVisit = AccountVisit | PortalVisit;

/** Keeps what a hosted page was opened for, under its unguessable token. */
export function keepVisit(sim: Simulator, token: string, visit: HostedVisit): void {
  sim.db
    .prepare(
      "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run(`visit:${token}`, JSON.stringify(visit));
}

/** The visit behind a token, if it is of this kind; its end is for the caller to check. */
export function findVisit<P extends HostedVisit["purpose"]>(
  sim: Simulator,
  token: string,
  ...purposes: P[]
): Extract<HostedVisit, { purpose: P }> | undefined {
  const row = sim.db.prepare("SELECT value FROM facts WHERE name = ?").get(`visit:${token}`);
  if (!row) return undefined;
  const visit = JSON.parse(String(row.value)) as HostedVisit;
  const wanted = (purposes as string[]).includes(visit.purpose);
  return wanted ? (visit as Extract<HostedVisit, { purpose: P }>) : undefined;
}
