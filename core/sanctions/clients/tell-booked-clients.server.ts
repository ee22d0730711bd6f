import { endBooking } from "../../bookings/cancellation/end-booking.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { AppError, isAppError } from "../../errors.ts";
import { enqueueMail, enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { AccountDecision } from "../schema.ts";
import { findDecision, lockInTheWay } from "../store.server.ts";
import { insertChoice, listBookedAhead, listStanding } from "./store.server.ts";

/** Tells each client once, in a transaction each; safe to repeat (rule: booked-clients-choose). */
export const tellBookedClients = defineJob("tell-booked-clients", async (ctx, { decisionId }) => {
  const decision = await findDecision(ctx.db, decisionId);
  if (!decision) return;
  if (decision.endedAt) return reassure(ctx, decisionId, decision.endedAt);
  const ahead = await listBookedAhead(ctx.db, decision, ctx.now());
  for (const { id, slotId, status, email } of ahead) {
    if (status !== "confirmed") continue;
    if (decision.booked === "refunded") await refund(ctx, decision, { id, slotId });
    else await offerChoice(ctx, { decisionId, bookingId: id, email });
  }
  if (ahead.some(({ status }) => status === "pending")) {
    await ctx.jobs.send(
      ctx.db,
      "tell-booked-clients",
      { decisionId },
      { startAfter: HOUR / 1_000 },
    );
  }
});

/** Tells once of a booking that two decisions stood against. */
async function reassure(ctx: Context, decisionId: string, endedAt: Date): Promise<void> {
  const mails = (await listStanding(ctx.db, decisionId, ctx.now())).map(
    ({ id: choiceId, bookingId, email: to }) => {
      const reference = `${bookingId}:${endedAt.toISOString()}`;
      return { kind: "booking-goes-on", reference, to, data: { choiceId } } as const;
    },
  );
  await ctx.db.transaction((tx) => enqueueMails<"booking-goes-on">(ctx, tx, mails));
}

async function refund(
  ctx: Context,
  { userId }: AccountDecision,
  { id, slotId }: { id: string; slotId: string },
): Promise<void> {
  try {
    await endBooking(ctx, { id }, "professional", {
      slotId,
      async also(tx) {
        if (!(await lockInTheWay(tx, { userId, slotId }))) throw new AppError("conflict");
      },
    });
  } catch (error) {
    // At the same moment its client has cancelled or moved it, it has begun, or the decision was lifted.
    if (!isAppError(error) || error.code !== "conflict") throw error;
  }
}

async function offerChoice(
  ctx: Context,
  { decisionId, bookingId, email: to }: { decisionId: string; bookingId: string; email: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const choiceId = await insertChoice(tx, { decisionId, bookingId, createdAt: ctx.now() });
    if (!choiceId) return;
    const mail = { kind: "booking-choice" as const, reference: choiceId, to };
    await enqueueMail(ctx, tx, { ...mail, data: { choiceId } });
  });
}
