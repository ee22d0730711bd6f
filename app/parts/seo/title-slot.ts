import { whenSaid } from "#core/catalogue/publishing/labels.ts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { priceLabel } from "#core/money.ts";

/**
 * « Yoga du soir, ce soir à 18:30, 18,00 € »: an offering as messengers show its address, by the slot
 * that the address names, else by the next that can be booked; its title alone without any.
 *
 * @param slotId of the address; one that is not known is as if there were none.
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
