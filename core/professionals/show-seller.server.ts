import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { VAT_PERCENT } from "../money.ts";
import { parseInput } from "../parse.ts";
import { professionalProfiles } from "../tables.server.ts";
import type { OwnProfessional, SellerNotice, Vat } from "./schema.ts";
import { findOwnProfessional, readSeller } from "./store.server.ts";

export { readSeller } from "./store.server.ts";

const asked = z.object({ professionalId: z.uuid() });

/** Before an order, so without street and telephone (rule: who-sells). */
export async function showSeller(
  ctx: Context,
  input: z.input<typeof asked>,
): Promise<SellerNotice | null> {
  const { professionalId } = parseInput(asked, input);
  const seller = await readSeller(ctx.reads, professionalId);
  if (!seller) return null;
  const { address: _, phone: __, ...notice } = seller;
  return notice;
}

export function showOwnProfessional(ctx: Context): Promise<OwnProfessional | null> {
  return findOwnProfessional(ctx.db, requireActor(ctx).userId);
}

/** In basis points, null as long as they have not said (rule: receipt). */
export function vatRateOf({ professionalId }: { professionalId: string }): SQL<number | null> {
  return sql`(select case vat_status when 'charged' then ${VAT_PERCENT * 100}::int when 'exempt' then 0 end
    from ${professionalProfiles} where id = ${professionalId})`;
}

export async function findVat(db: Executor, professionalId: string): Promise<Vat | null> {
  const { vatStatus, vatNumber, id } = professionalProfiles;
  const [row] = await db
    .select({ vatStatus, vatNumber })
    .from(professionalProfiles)
    .where(eq(id, professionalId));
  return row?.vatStatus ? { vatStatus: row.vatStatus, vatNumber: row.vatNumber } : null;
}

export async function writeVat(
  tx: Transaction,
  professionalId: string,
  { vatStatus, vatNumber }: Vat,
): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ vatStatus, vatNumber: vatStatus === "charged" ? vatNumber : null })
    .where(eq(professionalProfiles.id, professionalId));
}
