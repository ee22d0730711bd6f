import { z } from "zod";
import { typedAmount } from "../../bookings/goodwill/schema.ts";
import type { BookingMail } from "../../bookings/read-booking-mail.server.ts";
import type { Cents } from "../../money.ts";

import { requiredReason } from "../../operators/acts/schema.ts";

export const reclaimInput = z.object({
  paymentId: z.uuid(),
  /** Made with the form, which counts once however often it is sent. */
  reclaimId: z.uuid(),
  amount: typedAmount,
  reason: requiredReason,
});

export interface ReclaimMail extends BookingMail {
  takenCents: Cents;
  /** As the operator has written it for them. */
  reason: string;
  /** The client's bank had given the money back. */
  byBank: boolean;
}
