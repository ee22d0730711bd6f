import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelForSomebody } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { giveGoodwill } from "#core/bookings/goodwill/give-goodwill.server.ts";
import type { Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { decideContent } from "#core/moderation/decide-content.server.ts";
import type { Act } from "#core/operators/acts/labels.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { processDeletion } from "#core/privacy/deletion/erase-account.server.ts";
import { decideReview } from "#core/reconciliation/decide-payment-review.server.ts";
import { acceptLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import { tellBookedClients } from "#core/sanctions/clients/tell-booked-clients.server.ts";
import { endRelationship, suspendAccount } from "#core/sanctions/close-account.server.ts";
import { accountDecisions, profiles, refunds } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import {
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  RETURN_PROOF,
} from "../make/payments.ts";

/*
 * A cancellation without the refund that its rule owes is impossible: every act of operators that could
 * reach a booking, its people, its offering or its money is tried on one whose rule owes its client
 * everything, and on one whose rule owes them nothing any more (rules: refund-notice, cancellation).
 */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const reason = "Essai : chaque geste, sur chaque réservation.";

interface Scene {
  bookingId: string;
  paymentId: string;
  chargeId: string | null;
  contentId: string;
  client: string;
  professional: string;
}
type Trial = (ctx: Context, scene: Scene) => Promise<unknown>;

const sanctioned = { basis: "fraud", source: "looked", reason } as const;
/** Both fates of what is booked, with the job that follows a decision about an account. */
const sanction =
  (decide: typeof suspendAccount | typeof endRelationship): Trial =>
  async (ctx, { professional: email }) => {
    const urgency = decide === endRelationship ? { urgency: "fraud" as const } : {};
    await decide(ctx, { email, ...sanctioned, ...urgency, booked: "refunded" });
    const newest = accountDecisions.decidedAt;
    const decisions = await ctx.db.select().from(accountDecisions).orderBy(newest);
    const decisionId = String(decisions.at(-1)?.id);
    await tellBookedClients(ctx, { decisionId });
  };

/** How each act is tried; null: no booking, no one of its two sides, no money and no offering is its object. */
const TRIALS: Record<Act, Trial[] | null> = {
  booking_cancelled: [
    (ctx, { bookingId }) => cancelForSomebody(ctx, { bookingId, side: "client", reason }),
    (ctx, { bookingId }) =>
      cancelForSomebody(ctx, { bookingId, side: "client", refundCents: 4_000, reason }),
    (ctx, { bookingId }) =>
      cancelForSomebody(ctx, { bookingId, side: "professional", refundCents: 4_000, reason }),
    (ctx, { bookingId }) => cancelForSomebody(ctx, { bookingId, side: "professional", reason }),
  ],
  goodwill_given: [(ctx, { bookingId }) => giveGoodwill(ctx, { bookingId, amount: "5", reason })],
  goodwill_proposed: [
    (ctx, { bookingId }) => giveGoodwill(ctx, { bookingId, amount: "40", reason }),
  ],
  goodwill_refused: null,
  refund_asked: [
    (ctx, { paymentId }) => decideReview(ctx, { paymentId, decision: "refund", reason }),
  ],
  refund_accepted: [
    (ctx, { paymentId }) =>
      decideReview(ctx, { paymentId, decision: "accept", reason, ...RETURN_PROOF }),
  ],
  return_proposed: [
    (ctx, { paymentId }) =>
      decideReview(ctx, { paymentId, decision: "accept", reason, ...RETURN_PROOF }),
  ],
  return_refused: null,
  share_reclaimed: [
    (ctx, { paymentId }) =>
      reclaimShare(ctx, { paymentId, reclaimId: newId(), amount: "5", reason }),
  ],
  // Above the limit, by its price below.
  loss_proposed: [
    async (ctx, { paymentId, chargeId }) => {
      await world.simulator.fault({ type: "create_dispute", charge: chargeId });
      await reconcilePayments(ctx);
      await acceptLoss(ctx, { paymentId, reason });
    },
  ],
  loss_refused: null,
  loss_accepted: [
    async (ctx, { paymentId, chargeId }) => {
      await world.simulator.fault({ type: "create_dispute", charge: chargeId });
      await reconcilePayments(ctx);
      await acceptLoss(ctx, { paymentId, reason });
    },
  ],
  account_suspended: [
    sanction(suspendAccount),
    (ctx, { client: email }) => suspendAccount(ctx, { email, ...sanctioned }),
    (ctx, { professional: email }) => suspendAccount(ctx, { email, ...sanctioned, booked: "kept" }),
  ],
  notice_given: [sanction(endRelationship)],
  account_deleted: [
    (ctx, { client: email }) => processDeletion(ctx, { email, reason }),
    (ctx, { professional: email }) => processDeletion(ctx, { email, reason }),
  ],
  content_hidden: [(ctx, { contentId }) => judge(ctx, contentId, "hidden")],
  content_removed: [(ctx, { contentId }) => judge(ctx, contentId, "removed")],
  content_to_correct: [(ctx, { contentId }) => judge(ctx, contentId, "correction")],
  picture_taken_down: [(ctx, { contentId }) => judge(ctx, contentId, "picture")],
  content_kept: null,
  ...{ operator_made: null, operator_closed: null, operator_roles_changed: null },
  operator_logged_in: null,
  recovery_codes_renewed: null,
  ...{ recovery_code_used: null, passkey_used: null, passkey_added: null, passkey_removed: null },
  ...{ review_published: null, review_refused: null, reply_removed: null },
  ...{ opinion_asked: null, opinion_given: null, evidence_sent: null },
  ...{ evidence_file_added: null, evidence_file_removed: null, account_reopened: null },
  ...{ notice_taken_back: null, decision_upheld: null, deletion_dropped: null },
  ...{ data_exported: null, bookings_exported: null, sellers_reported: null },
  ...{ professional_unverified: null, proof_accepted: null },
  ...{ proof_refused: null, proof_asked: null, activities_granted: null },
  ...{ activities_revoked: null, category_accepted: null, category_withdrawn: null },
  ...{ category_refused: null, category_renamed: null, category_merged: null },
  ...{ event_replayed: null, drill_noted: null, restore_resumed: null, message_closed: null },
  ...{ message_about_rights: null, mail_settled: null, letter_removed: null, letter_kept: null },
  letter_written: null,
  ...{ confirmation_sent: null, address_corrected: null, reset_sent: null, tax_reminded: null },
  ...{ tax_noted: null, announcement_made: null, announcement_withdrawn: null },
  terms_announced: null,
};

function judge(
  ctx: Context,
  contentId: string,
  decision: "hidden" | "removed" | "correction" | "picture",
) {
  return decideContent(ctx, { contentId, decision, basis: "rules", reason });
}

const PRICES: Partial<Record<string, number>> = { loss_proposed: 20_000, return_proposed: 20_000 };

async function makeScene(startsIn: number, act = ""): Promise<Scene> {
  const priceCents = PRICES[act] ?? 4_000;
  const offer = await world.makeOffer({ priceCents, start: new Date(Date.now() + startsIn) });
  const clientId = await makeClient(world.db);
  const { bookingId } = await world.buy(offer, await world.context(clientId));
  const { payment } = await outcomeOf(world.db, bookingId);
  const emailOf = async (id: string) => {
    const [row] = await world.db.select().from(profiles).where(eq(profiles.id, id));
    return String(row?.email);
  };
  return {
    ...{ bookingId, paymentId: String(payment?.id), chargeId: payment?.chargeId ?? null },
    ...{ contentId: offer.sessionId, client: await emailOf(clientId) },
    professional: await emailOf(offer.professional.userId),
  };
}

/** The cents that the client has back, or will, and those that the rule of how it ended owes them. */
async function moneyOf(bookingId: string) {
  const { booking, payment } = await outcomeOf(world.db, bookingId);
  const made = await world.db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, String(payment?.id)));
  const asked = made.filter(({ status }) => status !== "failed");
  const back = asked.reduce((sum, one) => sum + one.amountCents, payment?.chargedBackCents ?? 0);
  const { status, cancelReason, cancelledAt, refundableUntil, pricePaidCents } = booking;
  const isLate = cancelReason === "client" && Number(cancelledAt) > Number(refundableUntil);
  return { status, back, owed: status === "cancelled" && !isLate ? Number(pricePaidCents) : 0 };
}

const tried = Object.entries(TRIALS).flatMap(([act, trials]) =>
  (trials ?? []).flatMap((trial, at) =>
    [48, 3].map((hours) => [`${act} ${at + 1}, ${hours} hours ahead`, hours, act, trial] as const),
  ),
);

test.for(tried)("no cancellation without its refund: %s", async ([, hours, act, trial]) => {
  const scene = await makeScene(hours * HOUR, act);
  const office = { ...(await world.context()), operator: COMMAND_LINE };
  await trial(office, scene).catch((error: unknown) => {
    // Refused: then nothing may have changed.
    if (!isAppError(error)) throw error;
  });
  const { back, owed, status } = await moneyOf(scene.bookingId);
  expect({ status, back }).toEqual({ status, back: Math.max(back, owed) });
  await world.runJobs();
  const after = await moneyOf(scene.bookingId);
  expect(after.back).toBeGreaterThanOrEqual(after.owed);
});

test("the trials do cancel bookings, with and without something that is owed", async () => {
  const ends: [string, number][] = [];
  for (const [hours, side, refundCents] of [
    [48, "client", 4_000],
    [3, "client", 0],
    [3, "professional", 4_000],
  ] as const) {
    const { bookingId } = await makeScene(hours * HOUR);
    const office = { ...(await world.context()), operator: COMMAND_LINE };
    await cancelForSomebody(office, { bookingId, side, refundCents, reason });
    const { status, back } = await moneyOf(bookingId);
    ends.push([status, back]);
  }
  const { bookingId, ...scene } = await makeScene(48 * HOUR);
  const office = { ...(await world.context()), operator: COMMAND_LINE };
  await sanction(suspendAccount)(office, { bookingId, ...scene });
  const { status, back } = await moneyOf(bookingId);
  ends.push([status, back]);
  expect(ends).toEqual([
    ["cancelled", 4_000],
    ["cancelled", 0],
    ["cancelled", 4_000],
    ["cancelled", 4_000],
  ]);
});
