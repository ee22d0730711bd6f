import type { z } from "zod";
import { limitForms, mayMail } from "../accounts/limit-forms-and-mails.server.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { askForLinkInput } from "./schema.ts";
import { sendBookingLink } from "./send-booking-link.server.ts";
import { findAnySlot, listGuestHolds } from "./store.server.ts";

/**
 * Mails a guest the link that goes on, in another browser, with what they have begun to book of a
 * session or activity. Whoever asks is answered alike, and as fast: a link is written for every e-mail,
 * and its mail dropped where nothing is held. Once a day and slot, as every such link.
 *
 * @throws AppError `invalid_input`, `rate_limited` by network.
 */
export async function askForLink(
  ctx: Context,
  input: z.input<typeof askForLinkInput>,
): Promise<void> {
  const { kind, offeringId, email } = parseInput(askForLinkInput, input);
  await limitForms(ctx, "booking-link");
  if (!(await mayMail(ctx, "booking-link", email))) return;
  await ctx.db.transaction(async (tx) => {
    const holds = await listGuestHolds(tx, { kind, offeringId, email });
    const slotId = holds[0]?.slotId ?? (await findAnySlot(tx, { kind, offeringId }));
    if (slotId === null) return;
    const slots = holds.length > 0 ? holds : [{ slotId, pricePaidCents: null }];
    for (const hold of slots) {
      const booking = "id" in hold && hold.pricePaidCents === 0 ? hold : null;
      const wish = { kind, offeringId, slotId: hold.slotId, email, booking };
      await sendBookingLink(ctx, tx, wish, "of this slot, if held");
    }
  });
}
