import { useState } from "react";
import { useSearchParams } from "react-router";
import type { OfferedSlot } from "#core/bookings/schema.ts";

/** Whether the visitor can have this slot: they already hold it, or it has a free seat. */
export function isOpen({ mark, availableSpots }: OfferedSlot): boolean {
  return mark ? mark.hold !== null : availableSpots > 0;
}

/**
 * The slot that the page is about: the one just chosen, else the address's, else the one that the
 * visitor holds, else the first free one, which most people came for.
 */
export function useChosenSlot<Slot extends OfferedSlot>(
  { slots, unbookable }: { slots: readonly Slot[]; unbookable: unknown },
  askedId: string | undefined,
): [Slot | null, (slotId: string) => void] {
  const linkedId = useSearchParams()[0].get("creneau");
  const [chosenId, choose] = useState(askedId ?? linkedId);
  const open = unbookable ? [] : slots.filter(isOpen);
  const slot = open.find(({ id }) => id === chosenId) ?? open.find(({ mark }) => mark) ?? open[0];
  return [slot ?? null, choose];
}
