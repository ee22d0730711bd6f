import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { DAY, HOUR, SECOND } from "../../durations.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { lockPractitionersOf } from "../../occupancy/lock-practitioner.server.ts";
import { pointOf } from "../../places/resolve-place.server.ts";
import { isPlausiblePin, pointText } from "../../places/rules.ts";
import { offerings } from "../../tables.server.ts";

type Place = Pick<typeof offerings.$inferSelect, "address" | "postalCode" | "city">;

async function readUnpinned(db: Executor, id: string): Promise<Place | null> {
  const { address, postalCode, city } = offerings;
  const [row] = await db
    .select({ address, postalCode, city })
    .from(offerings)
    .where(and(eq(offerings.id, id), isNull(offerings.pin), isNotNull(address)));
  return row ?? null;
}

/** In the order of ids; `before` is by vain attempts. */
async function listUnlocated(
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

const isStillAt = (id: string, { address, postalCode, city }: Place): SQL => sql`
  ${offerings.id} = ${id} and ${offerings.pin} is null
  and (${offerings.address}, ${offerings.postalCode}, ${offerings.city})
    is not distinct from (${address}, ${postalCode}, ${city})`;

/** Asked for once it is saved, so that no form waits for a geocoder. */
export async function askWhere(ctx: Context, tx: Transaction, offeringId: string): Promise<void> {
  if (ctx.geocoder) await ctx.jobs.send(tx, "locate-offering", { offeringId });
}

/**
 * Drops answers far from the postcode or for an earlier address (rule: own-pin).
 * @throws ServiceAway when it gives no answer that can be read.
 */
export const locateOffering = defineJob("locate-offering", async (ctx, { offeringId }) => {
  const place = await readUnpinned(ctx.db, offeringId);
  if (!ctx.geocoder || !place?.address) return;
  const middle = pointOf(place);
  const point = await ctx.geocoder.find({ ...place, address: place.address }, middle);
  const isStillThere = isStillAt(offeringId, place);
  if (!point || !isPlausiblePin(point, middle)) {
    const addressAsks = sql`array_append(${offerings.addressAsks}, ${ctx.now()}::timestamptz)`;
    await ctx.db.update(offerings).set({ addressAsks }).where(isStillThere);
    return;
  }
  await ctx.db.transaction(async (tx) => {
    await lockPractitionersOf(tx, [offeringId]);
    const addressPoint = pointText(point);
    const { rowCount } = await tx.update(offerings).set({ addressPoint }).where(isStillThere);
    if (rowCount === 1) await refreshListings(tx, [offeringId], ctx.now());
  });
});

/** An hour less, since no night's job begins on the second; after the last, never again. */
const AGAIN_AFTER = [1, 7, 30].map((days) => days * DAY - HOUR);

const BATCH = 50;
const LONGEST = 10 * SECOND;

/** Mends what was saved without a geocoder; each job asks for the next one. @throws ServiceAway */
export const locateOfferings = defineJob("locate-offerings", async (ctx, { after = null }) => {
  const now = ctx.now();
  const end = now.getTime() + LONGEST;
  const before = AGAIN_AFTER.map((wait) => new Date(now.getTime() - wait));
  let last: string | null = null;
  for (const offeringId of await listUnlocated(ctx.db, { after, before, limit: BATCH })) {
    if (last && ctx.now().getTime() > end) break;
    await locateOffering(ctx, { offeringId });
    last = offeringId;
  }
  if (last) await ctx.jobs.send(ctx.db, "locate-offerings", { after: last });
});
