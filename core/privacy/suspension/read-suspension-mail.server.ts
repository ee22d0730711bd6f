import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findNewestAct } from "../../operators/acts/record-act.server.ts";
import { findStatus } from "./store.server.ts";

/** The data of the mail to somebody whose account was suspended. */
export interface SuspensionMail {
  at: Date;
  /** The operator's, word for word. */
  reason: string;
  isProfessional: boolean;
  siteUrl: string;
}

/** Null once the account is open again, or deleted. */
export async function readSuspensionMail(
  ctx: Context,
  { data: { userId, at } }: QueuedMail<"account-suspended">,
): Promise<SuspensionMail | null> {
  const account = await findStatus(ctx.db, userId);
  const object = { kind: "account" as const, id: userId };
  const act = await findNewestAct(ctx.db, object, ["account_suspended"]);
  const reason = act?.details?.reason;
  if (account?.status !== "suspended" || !reason) return null;
  const { isProfessional } = account;
  return { at: new Date(at), reason, isProfessional, siteUrl: ctx.config.appUrl };
}
