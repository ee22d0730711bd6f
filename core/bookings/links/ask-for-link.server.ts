import type { z } from "zod";
import { limitByAddress, mayMail } from "../../accounts/limit-logins.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { listGuestHolds } from "../holds/store.server.ts";
import { askForLinkInput } from "../schema.ts";
import { sendBookingLink } from "./send-booking-link.server.ts";
import { findAnySlot } from "./store.server.ts";

/**
 * Stores a link for every e-mail, so that all answers take as long (rule: same-answer).
 * @throws AppError `invalid_input`, `rate_limited` by network.
 */
export async function askForLink(
  ctx: Context,
  input: z.input<typeof askForLinkInput>,
): Promise<void> {
  const { kind, offeringId, email } = parseInput(askForLinkInput, input);
  await limitByAddress(ctx, "booking-link");
  if (!(await mayMail(ctx, "booking-link", email))) return;
  await ctx.db.transaction(async (tx) => {
    const holds = await listGuestHolds(tx, { kind, offeringId, email });
    const slotId = holds[0]?.slotId ?? (await findAnySlot(tx, { kind, offeringId }));
    if (slotId === null) return;
    const slots = holds.length > 0 ? holds : [{ slotId, seats: 1, pricePaidCents: null }];
    for (const hold of slots) {
      const booking = "id" in hold && hold.pricePaidCents === 0 ? hold : null;
      const input = { kind, offeringId, slotId: hold.slotId, seats: hold.seats, email, booking };
      await sendBookingLink(ctx, tx, input, "of this slot, if held");
    }
  });
}
