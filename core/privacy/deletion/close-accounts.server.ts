import { eachByItself, inBatches, oneByOne } from "#platform/batches.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import { holdStatus } from "../../accounts/change-status.server.ts";
import { countUpcomingBookings } from "../../bookings/lists/list-bookings.server.ts";
import { hideOfferings } from "../../catalogue/authoring/hide-offerings.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { UNUSED_NOTICE, unusedSince, unusedUntil } from "../rules.ts";
import {
  deleteFailedNotices,
  findUnused,
  listLeavers,
  listUnused,
  type Person,
  takeUnused,
} from "../store.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

/**
 * Waits for bookings and payments (rules: account-deletion, unused-accounts).
 * @throws AggregateError with what failed, once all was tried.
 */
export const closeAccounts = defineJob("close-accounts", async (ctx) => {
  const isDone = await eachByItself({
    "accounts of who asked to leave": () => closeLeavers(ctx),
    "mails about accounts that nobody uses": () => notifyOwners(ctx),
    "accounts that nobody uses": () => closeUnused(ctx),
  });
  if (!isDone) await ctx.jobs.send(ctx.db, "close-accounts", {});
});

/** Repeats a failed mail after as much time as it gives notice. */
async function notifyOwners(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  await deleteFailedNotices(ctx.db, new Date(now.getTime() - UNUSED_NOTICE));
  return inBatches(() =>
    ctx.db.transaction(async (tx) => {
      const people = await takeUnused(tx, unusedSince(now, "told"), now);
      const mails = people.map(({ userId, email, notice }) => {
        return { kind: "account-unused", reference: notice, to: email, data: { userId } } as const;
      });
      await enqueueMails<"account-unused">(ctx, tx, mails);
      return people.length;
    }),
  );
}

async function closeUnused(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const toldBefore = new Date(now.getTime() - UNUSED_NOTICE);
  const due = { before: unusedSince(now, "closed"), toldBefore, now };
  const list = (db: Executor, userId?: string) => listUnused(db, due, userId);
  return oneByOne(await list(ctx.db), (person) => close(ctx, person, "unused", list));
}

async function closeLeavers(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const list = (db: Executor, userId?: string) => listLeavers(db, now, userId);
  return oneByOne(await list(ctx.db), (person) => close(ctx, person, "asked", list));
}

/** Looks again under the lock: its owner may have logged in, booked or stayed meanwhile. */
async function close(
  ctx: Context,
  person: Person,
  why: "asked" | "unused",
  list: (db: Executor, userId: string) => Promise<Person[]>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const upcoming = await countUpcomingBookings(tx, person, ctx.now());
    await holdStatus(tx, person.userId);
    if (upcoming > 0 || (await list(tx, person.userId)).length === 0) return;
    await hideOfferings(tx, person.userId);
    await eraseAccount(ctx, tx, person, why);
    ctx.log.info({ userId: person.userId, why }, "an account was closed");
  });
}

export interface UnusedMail {
  dueAt: Date;
  isProfessional: boolean;
  siteUrl: string;
}

export async function readUnusedMail(
  ctx: Context,
  { data: { userId } }: QueuedMail<"account-unused">,
): Promise<UnusedMail | null> {
  const account = await findUnused(ctx.db, userId);
  if (!account) return null;
  const { lastActiveAt, isProfessional } = account;
  const dueAt = unusedUntil(lastActiveAt, ctx.now());
  return { dueAt, isProfessional, siteUrl: ctx.config.appUrl };
}
