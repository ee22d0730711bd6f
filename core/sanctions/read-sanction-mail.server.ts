import * as addresses from "#site/addresses.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findBilledPlan } from "../subscriptions/billing/settle-billing.server.ts";
import { listBookedAhead } from "./clients/store.server.ts";
import { toOwnDecision } from "./contest-account-decision.server.ts";
import type { Booked } from "./rules.ts";
import type { OwnDecision } from "./schema.ts";
import { findDecision, findPerson } from "./store.server.ts";

export interface SanctionMail extends OwnDecision {
  isProfessional: boolean;
  /** Another decision keeps the account closed, also once this one is lifted. */
  isSuspended: boolean;
  upcoming: number;
  booked: Booked;
  plan: string | null;
  /** Ended before the account was opened again; null otherwise. */
  endedPlan: string | null;
  contestUrl: string;
  siteUrl: string;
}

/** Null once it holds no more: another mail says so. */
export async function readSanctionMail(
  ctx: Context,
  mail: QueuedMail<"account-suspended" | "relationship-ending">,
): Promise<SanctionMail | null> {
  const found = await readDecision(ctx, mail.data);
  return found?.isLifted ? null : found;
}

/** Null once somebody else has ended it. */
export function readRefusalMail(
  ctx: Context,
  { data }: QueuedMail<"terms-refused">,
): Promise<SanctionMail | null> {
  return readDecision(ctx, data);
}

/** Null while nothing is answered, and of an account that is gone. */
export async function readAnswerMail(
  ctx: Context,
  { data }: QueuedMail<"account-decision-answered">,
): Promise<SanctionMail | null> {
  const found = await readDecision(ctx, data);
  return found?.answer ? found : null;
}

async function readDecision(ctx: Context, { decisionId }: { decisionId: string }) {
  const decision = await findDecision(ctx.db, decisionId);
  const person = decision && (await findPerson(ctx.db, decision));
  if (!decision || !person || person.status === "deleted") return null;
  const token = await signLink(ctx, "account-decision", decisionId);
  const upcoming = await listBookedAhead(ctx.db, decision, ctx.now());
  const plan = await findBilledPlan(ctx.db, decision.userId);
  return {
    ...toOwnDecision(decision),
    isProfessional: person.professionalId !== null,
    ...{ isSuspended: person.status === "suspended", upcoming: upcoming.length },
    ...{ booked: decision.booked, plan: plan?.isLive ? plan.name : null },
    endedPlan: decision.measure === "ended" && plan && !plan.isLive ? plan.name : null,
    contestUrl: ctx.config.appUrl + addresses.contestAccountDecision(token),
    siteUrl: ctx.config.appUrl,
  };
}
