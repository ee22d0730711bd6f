import { z } from "zod";
import { changeStatus, holdStatus } from "../accounts/change-status.server.ts";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { noteProfessionalBookable } from "../prices/write-prices.server.ts";
import { refreshOwnListings } from "../professionals/refresh-own-listings.server.ts";
import { findUserId } from "./store.server.ts";

const suspensionInput = z.object({
  email: emailAddress,
  suspended: z.boolean(),
  reason: requiredReason,
});

/**
 * Suspends an account until further notice, or opens it again: every login ends, offerings are
 * neither found nor booked, bookings are kept. The owner is mailed the reason at once. For operators
 * of the administration.
 *
 * @returns false when it was so already.
 * @throws AppError `invalid_input`, `not_found`, `conflict` for a deleted account.
 */
export async function suspendAccount(
  ctx: Context,
  input: z.input<typeof suspensionInput>,
): Promise<boolean> {
  requireOperator(ctx, "administration");
  const { email, suspended, reason } = parseInput(suspensionInput, input);
  const userId = await findUserId(ctx.db, email);
  if (!userId) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  const wanted = suspended ? "suspended" : "active";
  return ctx.db.transaction(async (tx) => {
    const status = await holdStatus(tx, userId);
    if (status === "deleted") throw new AppError("conflict");
    if (status === wanted) return false;
    await changeStatus(tx, userId, wanted);
    const now = ctx.now();
    await refreshOwnListings(tx, userId, now);
    // After the listings, which have locked the professional's time and the slots.
    if (!suspended) await noteProfessionalBookable(tx, { userId }, now);
    if (suspended) {
      const at = now.toISOString();
      const data = { userId, at };
      const mail = { kind: "account-suspended" as const, reference: `${userId}:${at}`, data };
      await enqueueMail(ctx, tx, { ...mail, to: email });
    }
    await recordAct(ctx, tx, {
      act: suspended ? "account_suspended" : "account_reopened",
      ...{ object: { kind: "account", id: userId }, personId: userId, reason },
      ...{ before: { status }, after: { status: wanted } },
    });
    return true;
  });
}
