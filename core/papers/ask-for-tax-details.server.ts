import type { Context } from "../context.server.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import { yearOf } from "./rules.ts";
import { findToAsk } from "./store.server.ts";

/** Asks professionals whose tax details have become due, once a year (rule: tax-details). */
export async function askForTaxDetails(ctx: Context): Promise<number> {
  const { year, from } = yearOf(ctx.now());
  const due = await findToAsk(ctx.db, from, String(year));
  return ctx.db.transaction((tx) =>
    enqueueMails<"tax-details-due">(
      ctx,
      tx,
      due.map(({ professionalId, email }) => ({
        kind: "tax-details-due",
        reference: `${professionalId}:${year}`,
        to: email,
        data: { professionalId },
      })),
    ),
  );
}
