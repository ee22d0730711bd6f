import { useState } from "react";
import { useSearchParams } from "react-router";
import type { OfferedSlot } from "#core/bookings/schema.ts";

export function isOpen({ mark, availableSpots }: OfferedSlot): boolean {
  return mark ? mark.hold !== null : availableSpots > 0;
}

/** Prefers the slot chosen last, then the address's, the held one and the first free one. */
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
