import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { csvLine, harmless } from "../../texts/csv.ts";
import { EXPORTED_COLUMNS, type ExportedBooking, readExport } from "./store.server.ts";

const WRITTEN = "Une date s'écrit AAAA-MM-JJ";

const exportInput = z.object({
  // PostgreSQL's calendar has no year 0.
  since: z.iso
    .date(WRITTEN)
    .refine((day) => day >= "0001", WRITTEN)
    .default("2000-01-01"),
  reason: requiredReason,
});

const PAGE = 1_000;

/**
 * Yields CSV (RFC 4180) since a day in Paris: amounts in euros, instants in ISO 8601.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`.
 */
export async function* exportBookings(
  ctx: Context,
  input: z.input<typeof exportInput>,
): AsyncGenerator<string> {
  requireOperator(ctx, "finance");
  const { since, reason } = parseInput(exportInput, input);
  await ctx.db.transaction((tx) =>
    recordAct(ctx, tx, {
      ...{ act: "bookings_exported", object: { kind: "site", id: "bookings" } },
      ...{ reason, after: { since } },
    }),
  );
  yield csvLine(EXPORTED_COLUMNS, ",");
  for (let after: string | null = null; ; ) {
    const rows: ExportedBooking[] = await readExport(ctx.db, { since, after, limit: PAGE });
    for (const row of rows) {
      yield csvLine(
        EXPORTED_COLUMNS.map((column) => harmless(String(row[column] ?? ""))),
        ",",
      );
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? null;
  }
}
