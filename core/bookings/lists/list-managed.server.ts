import { requireActor } from "../../accounts/rules.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { viewNextPrice } from "../../catalogue/views/read-next-price.server.ts";
import type { Context } from "../../context.server.ts";
import { DAY } from "../../durations.ts";
import type { ManagedBooking, ManagedOffering, ManagedSlot } from "../schema.ts";
import { viewFacts } from "./list-bookings.server.ts";
import { groupManaged, type ManagedGroups } from "./rules.ts";
import { listOwnOfferings, listSlotBookings, listSlots } from "./store.server.ts";

const MAX_MANAGED = 200;
/** The previous calendar month is always within two months of 31 days. */
const LOOK_BACK = 62 * DAY;

/**
 * Null without a professional profile: the manager is then not shown.
 * @throws AppError `unauthenticated`.
 */
export async function listManaged(
  ctx: Context,
  kind: SlotKind,
): Promise<ManagedGroups<ManagedOffering> | null> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) return null;
  const now = ctx.now();
  const own = await listOwnOfferings(ctx.db, { kind, professionalId, now }, MAX_MANAGED);
  const slots = await listSlots(
    ctx.db,
    own.map(({ id }) => id),
    new Date(now.getTime() - LOOK_BACK),
  );
  const bookings = await listSlotBookings(
    ctx.db,
    slots.map(({ id }) => id),
  );
  const bookingsBySlot = Map.groupBy(bookings, ({ slotId }) => slotId);
  const slotsByOffering = Map.groupBy(slots, ({ offeringId }) => offeringId);
  const offerings = own.map(
    ({ nextPrice, priceCents, discountedPriceCents, ...offering }): ManagedOffering => ({
      ...offering,
      kind,
      price: viewNextPrice({ nextPrice, priceCents, discountedPriceCents }, now),
      slots: (slotsByOffering.get(offering.id) ?? [])
        .map(
          ({ offeringId: _, ...slot }): ManagedSlot => ({
            ...slot,
            bookings: (bookingsBySlot.get(slot.id) ?? []).map((row) => toManagedBooking(row, now)),
          }),
        )
        .filter(({ isActive, bookings }) => isActive || bookings.length > 0),
    }),
  );
  return groupManaged(offerings, now);
}

function toManagedBooking(
  row: Awaited<ReturnType<typeof listSlotBookings>>[number],
  now: Date,
): ManagedBooking {
  const name = [row.firstName, row.lastName].filter(Boolean).join(" ");
  const { clientEmail, sellersLeftCents } = row;
  return { ...viewFacts(row, now), clientName: name || clientEmail, clientEmail, sellersLeftCents };
}
