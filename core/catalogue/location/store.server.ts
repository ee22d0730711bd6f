import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { offerings } from "../../tables.server.ts";

type Place = Pick<typeof offerings.$inferSelect, "address" | "postalCode" | "city">;

export async function readUnpinned(db: Executor, id: string): Promise<Place | null> {
  const { address, postalCode, city } = offerings;
  const [row] = await db
    .select({ address, postalCode, city })
    .from(offerings)
    .where(and(eq(offerings.id, id), isNull(offerings.pin), isNotNull(address)));
  return row ?? null;
}

/**
 * In the order of ids.
 * @param before what it was last asked by, after each vain attempt in turn.
 */
export async function listUnlocated(
  db: Executor,
  { after, before, limit }: { after: string | null; before: readonly Date[]; limit: number },
): Promise<string[]> {
  const instants = list(
    before.map((instant) => instant.toISOString()),
    "timestamptz",
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${offerings}
    where is_active and not is_online and address is not null and pin is null and address_point is null
      and (${after}::uuid is null or id > ${after})
      and (address_asks is null
        or address_asks[cardinality(address_asks)] < (${instants})[cardinality(address_asks)])
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** @returns whether the offering still has this address. */
export async function writeAddressPoint(
  tx: Transaction,
  id: string,
  place: Place,
  addressPoint: string,
): Promise<boolean> {
  const { rowCount } = await tx.update(offerings).set({ addressPoint }).where(isStillAt(id, place));
  return rowCount === 1;
}

export async function writeAskedInVain(
  db: Executor,
  id: string,
  place: Place,
  now: Date,
): Promise<void> {
  await db
    .update(offerings)
    .set({ addressAsks: sql`array_append(${offerings.addressAsks}, ${now}::timestamptz)` })
    .where(isStillAt(id, place));
}

const isStillAt = (id: string, { address, postalCode, city }: Place): SQL => sql`
  ${offerings.id} = ${id} and ${offerings.pin} is null
  and (${offerings.address}, ${offerings.postalCode}, ${offerings.city})
    is not distinct from (${address}, ${postalCode}, ${city})`;
