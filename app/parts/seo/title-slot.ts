import { whenSaid } from "#core/catalogue/publishing/labels.ts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { priceLabel } from "#core/money.ts";

/**
 * Names the slot, else the next bookable one, else the title alone.
 * @param slotId may be unknown.
 */
export function titleSlot(
  { title, slots }: { title: string; slots: Pick<OfferingView["slots"][number], Shown>[] },
  slotId: string | null,
  now: Date,
): string {
  const isOpen = (slot: (typeof slots)[number]) => slot.availableSpots > 0 && slot.start > now;
  const slot = slots.find(({ id }) => id === slotId) ?? slots.find(isOpen);
  if (!slot) return title;
  return `${title}, ${whenSaid(slot.start, now)}, ${priceLabel(slot.price.nowCents)}`;
}

type Shown = "id" | "start" | "availableSpots" | "price";
