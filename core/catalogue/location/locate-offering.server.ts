import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { DAY, HOUR, SECOND } from "../../durations.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { lockPractitionersOf } from "../../occupancy/lock-practitioner.server.ts";
import { pointOf } from "../../places/resolve-place.server.ts";
import { isPlausiblePin, pointText } from "../../places/rules.ts";
import {
  listUnlocated,
  readUnpinned,
  writeAddressPoint,
  writeAskedInVain,
} from "./store.server.ts";

/** Asked for once it is saved, so that no form waits for a geocoder. */
export async function askWhere(ctx: Context, tx: Transaction, offeringId: string): Promise<void> {
  if (ctx.geocoder) await ctx.jobs.send(tx, "locate-offering", { offeringId });
}

/**
 * Drops answers far from the postcode or for an earlier address (rule: own-pin).
 * @throws ServiceAway
 */
export const locateOffering = defineJob("locate-offering", async (ctx, { offeringId }) => {
  const place = await readUnpinned(ctx.db, offeringId);
  if (!ctx.geocoder || !place?.address) return;
  const middle = pointOf(place);
  const point = await ctx.geocoder.find({ ...place, address: place.address }, middle);
  if (!point || !isPlausiblePin(point, middle)) {
    return writeAskedInVain(ctx.db, offeringId, place, ctx.now());
  }
  await ctx.db.transaction(async (tx) => {
    await lockPractitionersOf(tx, [offeringId]);
    const isKept = await writeAddressPoint(tx, offeringId, place, pointText(point));
    if (isKept) await refreshListings(tx, [offeringId], ctx.now());
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
