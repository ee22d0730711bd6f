import type { AccountMail } from "../../accounts/passwords/change-password.server.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findUnused } from "../store.server.ts";
import { deletionDueAt, unusedUntil } from "./rules.ts";

export async function readDeletionRequestMail(
  ctx: Context,
  { data }: QueuedMail<"deletion-requested">,
): Promise<AccountMail & { dueAt: Date }> {
  const at = new Date(data.askedAt);
  return { at, dueAt: deletionDueAt(at), siteUrl: ctx.config.appUrl };
}

export async function readDeletedMail(
  ctx: Context,
  { data }: QueuedMail<"account-deleted">,
): Promise<AccountMail & { why: "asked" | "unused" }> {
  return { at: new Date(data.at), why: data.why, siteUrl: ctx.config.appUrl };
}

export interface UnusedMail {
  dueAt: Date;
  isProfessional: boolean;
  siteUrl: string;
}

/** Null when it has been used since, or is gone. */
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
