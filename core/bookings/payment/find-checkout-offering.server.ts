import { z } from "zod";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { checkoutIdInput } from "../../payments/schema.ts";
import { findBookingRow } from "../store.server.ts";
import { findPurchase } from "./find-purchase.server.ts";

const input = z.object({ sessionId: checkoutIdInput });

/** Reveals nothing about the buyer; null if nothing is left to book. */
export async function findCheckoutOffering(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<string | null> {
  const asked = input.safeParse(raw);
  const purchase = asked.success ? await findPurchase(ctx, asked.data.sessionId) : null;
  const row = purchase && (await findBookingRow(ctx.db, purchase.booking.id));
  return row && row.deletedAt === null ? addresses.offering(row.kind, row.offeringId) : null;
}
