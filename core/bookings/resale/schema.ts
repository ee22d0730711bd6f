import { z } from "zod";

/** One of the caller's bookings, to put up for sale or to take back. */
export const resaleInput = z.object({ bookingId: z.uuid() });
