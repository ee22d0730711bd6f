import { z } from "zod";
import { typedAmount } from "../../bookings/goodwill/schema.ts";

import { requiredReason } from "../../operators/acts/schema.ts";

export const reclaimInput = z.object({
  paymentId: z.uuid(),
  /** Made with the form, which counts once however often it is sent. */
  reclaimId: z.uuid(),
  amount: typedAmount,
  reason: requiredReason,
});
