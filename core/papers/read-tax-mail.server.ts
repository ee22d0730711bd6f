import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { type YearlySales, yearOf } from "./rules.ts";
import { countSales, findTaxDetails } from "./store.server.ts";

/** The data of the mail that asks for tax details, read when it is sent. */
export interface TaxMail extends YearlySales {
  siteUrl: string;
}

/** Null once they were given. */
export async function readTaxMail(
  ctx: Context,
  { data: { professionalId } }: QueuedMail<"tax-details-due">,
): Promise<TaxMail | null> {
  if (await findTaxDetails(ctx.db, professionalId)) return null;
  const sales = await countSales(ctx.db, professionalId, yearOf(ctx.now()).from);
  return { siteUrl: ctx.config.appUrl, ...sales };
}
