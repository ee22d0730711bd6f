import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import { AppError } from "../errors.ts";
import { findTaxRequest } from "../professionals/tax-requests/require-tax-details.server.ts";
import { holdsFrom, isHeld } from "../professionals/tax-requests/rules.ts";
import { findVat } from "../professionals/vat-rate.server.ts";
import { areDetailsDue, yearOf } from "./rules.ts";
import type { OwnTaxDetails } from "./schema.ts";
import { countSales, findTaxDetails } from "./store.server.ts";

/** Null without any (rule: tax-details). @throws AppError `forbidden` without a profile. */
export async function showTaxDetails(ctx: Context): Promise<OwnTaxDetails> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const [details, vat, request, sales] = await Promise.all([
    findTaxDetails(ctx.db, professionalId),
    findVat(ctx.db, professionalId),
    findTaxRequest(ctx.db, professionalId),
    countSales(ctx.db, professionalId, yearOf(ctx.now()).from),
  ]);
  return {
    ...{ details, vat, ...sales },
    isDue: details === null && (request !== null || areDetailsDue(sales)),
    heldFrom: request && formatLongDate(holdsFrom(request)),
    isHeld: request !== null && isHeld(request, ctx.now()),
  };
}
