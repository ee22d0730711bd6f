import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseCheckouts, listOpenGuestCheckouts } from "./checkouts/store.server.ts";
import { endFreePlan, lockSubscriber, mirrorPlan } from "./store.server.ts";

/** A job ends a billed plan at the provider; payments stay, nameless (rule: account-deletion). */
export async function anonymiseSubscriber(
  ctx: Context,
  tx: Transaction,
  leaver: Leaver,
): Promise<void> {
  const { userId } = leaver;
  await lockSubscriber(tx, userId);
  const now = ctx.now();
  if (await endFreePlan(tx, userId, now)) await mirrorPlan(tx, userId, null, now);
  await anonymiseCheckouts(tx, leaver);
  const guestCheckoutIds = await listOpenGuestCheckouts(tx, leaver.email);
  await ctx.jobs.send(tx, "stop-billing", { userId, guestCheckoutIds });
}
