import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findTaxRequest } from "../professionals/tax-requests/require-tax-details.server.ts";
import { holdsFrom } from "../professionals/tax-requests/rules.ts";
import { type YearlySales, yearOf } from "./rules.ts";
import { countSales } from "./store.server.ts";

/** The data of the mail that asks for tax details, read when it is sent. */
export interface TaxMail extends YearlySales {
  siteUrl: string;
  reminders: number;
  /** From when nothing new is published without them. */
  heldFrom: string;
}

/** Null once they were given, or nobody asks any more. */
export async function readTaxMail(
  ctx: Context,
  { data: { professionalId } }: QueuedMail<"tax-details-due">,
): Promise<TaxMail | null> {
  const request = await findTaxRequest(ctx.db, professionalId);
  if (!request) return null;
  const sales = await countSales(ctx.db, professionalId, yearOf(ctx.now()).from);
  const heldFrom = formatLongDate(holdsFrom(request));
  return { siteUrl: ctx.config.appUrl, ...sales, reminders: request.reminders, heldFrom };
}
