import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import type { TermsChange } from "./schema.ts";
import { findChange } from "./store.server.ts";

export interface TermsMail extends TermsChange {
  siteUrl: string;
}

/** Null when the change is gone. */
export async function readTermsMail(
  ctx: Context,
  { data }: QueuedMail<"terms-changing">,
): Promise<TermsMail | null> {
  const change = await findChange(ctx.db, data.changeId);
  return change && { ...change, siteUrl: ctx.config.appUrl };
}
