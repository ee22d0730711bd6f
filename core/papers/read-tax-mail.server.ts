import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findTaxRequest } from "../professionals/tax-requests/require-tax-details.server.ts";
import { holdsFrom } from "../professionals/tax-requests/rules.ts";
import { type YearlySales, yearOf } from "./rules.ts";
import { countSales } from "./store.server.ts";

export interface TaxMail extends YearlySales {
  siteUrl: string;
  reminders: number;
  heldFrom: string;
}

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
