import { TransactionRollbackError } from "drizzle-orm";
import type Stripe from "stripe";
import type { Limits } from "#platform/limits.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import type { MailTemplates, RehearsedMail } from "./schema.ts";
import { findQueuedMail } from "./store.server.ts";

class AtTheProvider extends Error {}

const PROVIDER: object = new Proxy(
  () => {
    throw new AtTheProvider();
  },
  { get: () => PROVIDER },
);

function unused(limits: Limits): Limits {
  const allows = (name: string, key: string, points: number) => limits.allows(name, key, points);
  return {
    allows,
    consume: allows,
    take: async (name, key, points, seconds) => ((await allows(name, key, points)) ? 0 : seconds),
    giveBack: async () => {},
    reset: async () => {},
  };
}

/**
 * Runs an act until it turns to the provider, and rolls everything back.
 * @throws AppError `not_found` when nobody acts as an operator, and whatever the act throws.
 */
export async function rehearseMails(
  ctx: Context,
  templates: MailTemplates,
  act: (ctx: Context) => Promise<unknown>,
): Promise<RehearsedMail[]> {
  if (!ctx.operator) throw new AppError("not_found");
  const mailIds: string[] = [];
  const jobs: Context["jobs"] = {
    async send(_tx, name, data) {
      if (name !== "send-mail") return;
      for (const job of [data].flat()) mailIds.push((job as { mailId: string }).mailId);
    },
  };
  const rehearsed: RehearsedMail[] = [];
  try {
    await ctx.db.transaction(async (tx) => {
      const rehearsal = {
        ...{ ...ctx, jobs, reads: tx, db: tx as unknown as Database },
        ...{ stripe: PROVIDER as Stripe, limits: unused(ctx.limits) },
        ...{ log: ctx.log.child({}, { level: "silent" }) },
      };
      await act(rehearsal).catch((error: unknown) => {
        if (!(error instanceof AtTheProvider)) throw error;
      });
      for (const mailId of mailIds) {
        const mail = await findQueuedMail(tx, mailId);
        const rendered = mail && (await templates.render(rehearsal, mail));
        if (rendered) {
          rehearsed.push({ to: mail.to, subject: rendered.subject, html: rendered.html });
        }
      }
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return rehearsed;
}
