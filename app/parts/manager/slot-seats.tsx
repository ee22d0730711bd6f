import type { ManagedBooking, ManagedSlot } from "#core/bookings/schema.ts";

export function isLive({ status }: ManagedBooking): boolean {
  return status !== "cancelled";
}

export function Seats({ slot, of }: { slot: ManagedSlot; of: string }) {
  const { availableSpots: free, capacity, outside, reserved } = slot;
  const withheld = capacity - free - slot.taken;
  const others = [
    outside > 0 && `${outside} hors site`,
    reserved > 0 && `${reserved} gardée${reserved > 1 ? "s" : ""} pour une proposition`,
    withheld > 0 && `${withheld} non proposée${withheld > 1 ? "s" : ""}`,
  ].filter(Boolean);
  return (
    <>
      {free}
      {of}
      {capacity}
      {others.length > 0 && <span className="text-ink-soft"> · {others.join(" · ")}</span>}
    </>
  );
}
