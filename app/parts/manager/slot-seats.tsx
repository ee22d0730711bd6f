import type { ManagedBooking, ManagedSlot } from "#core/bookings/schema.ts";

/** Whether a booking holds its seats. */
export function isLive({ status }: ManagedBooking): boolean {
  return status !== "cancelled";
}

/** The seats that these bookings hold. */
export function liveSeats({ bookings }: ManagedSlot): number {
  return bookings.filter(isLive).reduce((sum, { seats }) => sum + seats, 0);
}

/** « 1 / 8 », and the seats that are withheld: neither sold nor on sale. */
export function Seats({ slot, of }: { slot: ManagedSlot; of: string }) {
  const { availableSpots: free, capacity } = slot;
  const withheld = capacity - free - liveSeats(slot);
  return (
    <>
      {free}
      {of}
      {capacity}
      {withheld > 0 && (
        <span className="text-ink-soft">
          {" "}
          · {withheld} non proposée{withheld > 1 ? "s" : ""}
        </span>
      )}
    </>
  );
}
