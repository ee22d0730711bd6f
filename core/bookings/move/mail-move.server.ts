import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { BookingRow } from "../store.server.ts";

export async function mailMove(
  ctx: Context,
  tx: Transaction,
  { buyerEmail, professionalEmail }: Pick<BookingRow, "buyerEmail" | "professionalEmail">,
  moved: {
    bookingId: string;
    changeId: string;
    /** In cents. */
    backCents: Cents;
  },
): Promise<void> {
  const mail = { reference: moved.changeId, data: moved };
  await enqueueMails(ctx, tx, [
    { kind: "booking-moved-client", to: buyerEmail, ...mail },
    { kind: "booking-moved-professional", to: professionalEmail, ...mail },
  ]);
}
