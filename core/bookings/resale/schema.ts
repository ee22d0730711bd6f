import { z } from "zod";

export const resaleInput = z.object({ bookingId: z.uuid() });
