import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import {
  cancelSlot,
  cancelSlotBookings,
} from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import { releaseHolds } from "#core/bookings/holds/release-hold.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { abandonCheckout } from "#core/bookings/payment/verify-payment.server.ts";
import { cancelPeriod } from "#core/bookings/period/cancel-period.server.ts";
import { answerProposal } from "#core/bookings/proposals/answer-proposal.server.ts";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { lapseProposals } from "#core/bookings/proposals/withdraw-proposal.server.ts";
import { resellBooking, takeBack } from "#core/bookings/resale/resell-booking.server.ts";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import {
  deleteOffering,
  setOfferingActive,
} from "#core/catalogue/authoring/delete-offering.server.ts";
import type { OfferingFields } from "#core/catalogue/authoring/schema.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { addOutsideClient } from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { editSchedule } from "#core/catalogue/schedule/edit-schedule.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { JOB_NAMES, type JobMap } from "#core/jobs.ts";
import { addOwnTime } from "#core/own-time/add-own-time.server.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import {
  joinWaitingList,
  leaveWaitingList,
  passOffer,
} from "#core/waiting-list/join-waiting-list.server.ts";
import { offerSeats } from "#core/waiting-list/offer-seats.server.ts";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createDatabase } from "#platform/postgres.server.ts";
import { actorOf, makeConfig, makeContext } from "../make/context.ts";
import { takeDelivery } from "../make/deliveries.ts";
import { createPatientPool } from "../patient-pool.ts";

/*
 * A process of its own, with connections of its own, as a second one of the site would be: does
 * everything in a message at once and answers what became of each.
 */

type Fields = OfferingFields["session"];

const ACTS = {
  abandonCheckout,
  addOutsideClient,
  answerProposal,
  askRefund: (ctx: Context, refund: JobMap["ask-refund"]) => askRefund(ctx, refund, applyPayment),
  bookSlot,
  cancelBooking,
  cancelPeriod,
  cancelSlot,
  editSchedule,
  cancelSlotBookings,
  releaseHolds: (ctx: Context, _: object) => releaseHolds(ctx),
  resellBooking,
  takeBack,
  joinWaitingList,
  lapseProposals: (ctx: Context, _: object) => lapseProposals(ctx),
  leaveWaitingList,
  offerSeats: (ctx: Context, _: object) => offerSeats(ctx),
  passOffer,
  proposeHour,
  generateSlots,
  createSession: (ctx: Context, fields: Fields) => createOffering(ctx, "session", fields),
  deleteActivity: (ctx: Context, { activityId }: { activityId: string }) =>
    deleteOffering(ctx, "activity", activityId),
  deleteSession: (ctx: Context, { sessionId }: { sessionId: string }) =>
    deleteOffering(ctx, "session", sessionId),
  setSessionActive: (ctx: Context, input: { sessionId: string; isActive: boolean }) =>
    setOfferingActive(ctx, "session", { ...input, id: input.sessionId }),
  applyPayment,
  takeDelivery,
  addOwnTime,
  updateSession: (ctx: Context, input: { sessionId: string; changes: Fields }) =>
    updateOffering(ctx, "session", { ...input, id: input.sessionId }),
};

/** A use case to be called, by whom (a visitor unless told) and from where. */
export type Deed = {
  [Act in keyof typeof ACTS]: {
    act: Act;
    input: Parameters<(typeof ACTS)[Act]>[1];
    userId?: string;
    address?: string;
    /** When; the present when left out. */
    at?: Date;
  };
}[keyof typeof ACTS];

/** « done », the code of the refusal, or what a visitor would have seen as a 500. */
export interface Outcome {
  word: string;
  answer: unknown;
}

const [databaseUrl = "", apiBase = ""] = process.argv.slice(2);
// A hundred wait for one row here: on a busy machine the last of them longer than anybody should.
const db = createDatabase(createPatientPool(databaseUrl, "parenthese-race"));
const config = makeConfig();
// As the site does before it listens.
const jobs = await createJobs<JobMap>(db, createLogger("silent"), JOB_NAMES);
const base = makeContext(db, {
  jobs,
  config: { ...config, stripe: { ...config.stripe, apiBase } },
  now: () => new Date(),
});
const actors = new Map<string, Actor>();

async function know(userId: string | undefined): Promise<void> {
  if (userId && !actors.has(userId)) actors.set(userId, await actorOf(db, userId));
}

/** Each person comes from their own address unless told otherwise: thirty holds are all one may have. */
async function attempt({ act, input, userId = "", address = userId, at }: Deed) {
  const ctx = { ...base, address, actor: actors.get(userId) ?? null, ...(at && { now: () => at }) };
  const call = ACTS[act] as (context: typeof ctx, given: unknown) => Promise<unknown>;
  try {
    return { word: "done", answer: await call(ctx, input) };
  } catch (error) {
    const cause = error instanceof Error && error.cause;
    return { word: isAppError(error) ? error.code : String(cause || error), answer: null };
  }
}

process.send?.("started");
let deeds: Deed[] = [];
process.on("message", async (message: Deed[] | "go") => {
  if (message === "go") return process.send?.(await Promise.all(deeds.map(attempt)));
  deeds = message;
  for (const { userId } of deeds) await know(userId);
  return process.send?.("ready");
});
