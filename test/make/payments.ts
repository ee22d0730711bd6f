import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, or, sql } from "drizzle-orm";
import { signLink } from "#core/accounts/logins/sign-login.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import type { Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import type { DisputeAnswer } from "#core/payments/schema.ts";
import { bookings, payments, refunds, slots } from "#core/tables.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { freshDatabase, retireDatabase } from "../database.ts";
import { createPatientPool } from "../patient-pool.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "./catalogue.ts";
import { actorOf, makeConfig, makeContext, startJobs, stopJobs } from "./context.ts";
import { expectInvariants } from "./database.ts";
import { type Delivery, takeDelivery } from "./deliveries.ts";
import { issueTemporaryPasswords } from "./mailbox.ts";
import { makeProfessional, makeUser } from "./people.ts";
import { type Simulator, startSimulator } from "./simulator.ts";

/** A database and the simulator, whose webhooks reach it over HTTP: all that payments need. */
export interface PaymentWorld {
  db: Database;
  databaseUrl: string;
  simulator: Simulator;
  /** A context at the real time, moved by `shift`; a visitor unless told who. */
  context(userId?: string, options?: Partial<Context>): Promise<Context>;
  /** The context of somebody new who can buy. */
  newClient(): Promise<Context>;
  /** Moves the clock of every context made here; the simulator's is its own. */
  shift(milliseconds: number): void;
  /**
   * A slot that can be booked, of a professional of its own unless told, known to the simulator; in
   * two days unless told.
   */
  makeOffer(options?: {
    spots?: number;
    priceCents?: number;
    start?: Date;
    professional?: Offer["professional"];
  }): Promise<Offer>;
  /** The same of an activity (rule: activities-alike). */
  makeActivityOffer(options?: {
    spots?: number;
    priceCents?: number;
    start?: Date;
    isOnline?: boolean;
    onlineLink?: string;
  }): Promise<ActivityOffer>;
  /** Books and, where there is something to pay, pays; a new client unless told who. */
  buy(
    input: Parameters<typeof bookSlot>[1],
    client?: Context,
  ): Promise<{ client: Context; bookingId: string }>;
  /** Pays what is held, and leaves it to the webhook to confirm it. */
  pay(bookingId: string): Promise<void>;
  /** Puts a payment back to where our call to the provider had not returned yet. */
  unsaveCheckout(paymentId: string): Promise<void>;
  /** The webhook of a paid checkout, signed as the provider signs it. */
  deliveryOf(checkoutId: string): Promise<Delivery>;
  /** Works the queues of refunds and of guests' passwords, as the worker would. */
  runJobs(): Promise<void>;
  stop(): Promise<void>;
}

export type ActivityOffer = Omit<Offer, "sessionId"> & { activityId: string };

export interface Offer {
  sessionId: string;
  slotId: string;
  priceCents: number;
  professional: { id: string; userId: string; accountId: string };
}

/** @param shared common to every context made here, the webhooks' own included. */
export async function openPaymentWorld(
  shared: Pick<Partial<Context>, "log"> = {},
  /** A migrated database; a fresh one when left out. */
  given?: string,
): Promise<PaymentWorld> {
  const databaseUrl = given ?? (await freshDatabase());
  const pool = createPatientPool(databaseUrl, "parenthese-test");
  const db = createDatabase(pool);
  await startJobs(db);
  let shifted = 0;
  async function receive(request: IncomingMessage): Promise<void> {
    const endpoint = request.url === "/stripe-connect" ? "connect" : "platform";
    const signature = String(request.headers["stripe-signature"]);
    await takeDelivery(await context(), { endpoint, signature, payload: await text(request) });
  }
  // One that the world's end cuts off half read is refused too.
  const receiver = createServer(async (request, response) => {
    const status = await receive(request).then(
      () => 200,
      () => 400,
    );
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const simulator = await startSimulator({
    platform: `${at}/stripe`,
    connect: `${at}/stripe-connect`,
  });
  const config = makeConfig({ stripe: simulator.stripe });
  const stripe = createStripe(config.stripe);

  async function context(userId?: string, options: Partial<Context> = {}): Promise<Context> {
    return makeContext(db, {
      config,
      stripe,
      now: () => new Date(Date.now() + shifted),
      actor: userId ? await actorOf(db, userId) : null,
      // Each comes from their own: one network may hold so many seats only.
      address: userId ?? randomUUID(),
      ...shared,
      ...options,
    });
  }

  const newClient = async () => context(await makeClient(db));

  async function pay(bookingId: string) {
    await simulator.pay(await checkoutOf(db, bookingId));
  }

  async function makeSeller() {
    const professional = await makeProfessional(db);
    const accountId = String(professional.stripeConnectAccountId);
    await simulator.makeAccount(accountId);
    return { id: professional.id, userId: professional.userId, accountId };
  }
  const inTwoDays = () => new Date(Date.now() + 48 * HOUR);

  return {
    db,
    databaseUrl,
    simulator,
    context,
    newClient,
    shift(milliseconds) {
      shifted = milliseconds;
    },
    async makeOffer({ spots = 1, priceCents = 4_000, start, ...given } = {}) {
      const professional = given.professional ?? (await makeSeller());
      const session = await makeSession(db, { professional, priceCents, capacity: spots });
      const slot = await makeSlot(db, {
        session,
        start: start ?? inTwoDays(),
        now: new Date(),
      });
      return { sessionId: session.id, slotId: slot.id, priceCents, professional };
    },
    async makeActivityOffer({ spots = 1, priceCents = 3_500, start, ...fields } = {}) {
      const professional = await makeSeller();
      const owned = { ...fields, professional, priceCents, capacity: spots };
      const activity = await makeActivity(db, owned);
      const slot = await makeActivitySlot(db, { activity, start: start ?? inTwoDays() });
      return { activityId: activity.id, slotId: slot.id, priceCents, professional };
    },
    async buy(input, client) {
      const buyer = client ?? (await newClient());
      const { bookingId, confirmed } = await bookSlot(buyer, input);
      if (!confirmed) {
        await pay(bookingId);
        await untilSettled(db, bookingId);
      }
      return { client: buyer, bookingId };
    },
    pay,
    async unsaveCheckout(paymentId) {
      await db
        .update(payments)
        .set({ status: "creating", checkoutSessionId: null, checkoutUrl: null })
        .where(eq(payments.id, paymentId));
    },
    async deliveryOf(checkoutId) {
      const { data } = await stripe.events.list({ type: "checkout.session.completed", limit: 100 });
      const event = data.find(
        (one) => "id" in one.data.object && one.data.object.id === checkoutId,
      );
      const payload = JSON.stringify(event);
      const secret = config.stripe.webhookSecret;
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
      return { payload, signature, endpoint: "platform" };
    },
    async runJobs() {
      const isReversalDue = sql`(commission_cents is not null and reversed_at is null)`;
      const isAsked = eq(refunds.status, "asked");
      const isDue = and(eq(refunds.status, "succeeded"), isReversalDue);
      const asked = await db.select().from(refunds).where(or(isAsked, isDue));
      for (const { id } of asked) await askRefund(await context(), { refundId: id }, applyPayment);
      await issueTemporaryPasswords(await context());
    },
    async stop() {
      receiver.closeAllConnections();
      receiver.close();
      await simulator.stop();
      try {
        await expectInvariants(db);
      } finally {
        await stopJobs(db);
        await pool.end();
        if (!given) retireDatabase(databaseUrl);
      }
    },
  };
}

/** What proves a refund that was made by other means. */
/** What the provider says of a dispute that was opened just now, and took so much back. */
export function disputeAnswer(status: "won" | "lost", lostCents: number): DisputeAnswer {
  return {
    ...{ status, dueAt: null, lostCents: cents(lostCents) },
    about: {
      ...{ disputeId: `dp_${randomUUID()}`, disputedAt: new Date(), disputeReason: "fraudulent" },
      ...{ disputedCents: cents(lostCents), disputeFeeCents: cents(2_000) },
    },
  };
}

export const RETURN_PROOF = {
  ...{ madeOn: "2026-01-12", means: "transfer", reference: "VIR-2026-0112" },
} as const;

/** Somebody who can buy. */
export async function makeClient(db: Database): Promise<string> {
  return (await makeUser(db)).id;
}

/** The result of a booking: its row, its payment, and the seats left in its slot. */
export async function outcomeOf(db: Database, bookingId: string) {
  const [row] = await db
    .select({ booking: bookings, payment: payments, spots: slots.availableSpots })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .leftJoin(payments, eq(payments.reference, bookings.id))
    .where(eq(bookings.id, bookingId));
  if (!row) throw new Error(`no booking ${bookingId}`);
  return row;
}

/** What the cancel address of its checkout carries. */
export const cancelTokenOf = (db: Database, payment: { id: string } | null | undefined) =>
  signLink({ db }, "payment-cancel", String(payment?.id));

/** The checkout of a booking that waits for its payment. */
export async function checkoutOf(db: Database, bookingId: string): Promise<string> {
  const { payment } = await outcomeOf(db, bookingId);
  if (!payment?.checkoutSessionId) throw new Error(`booking ${bookingId} has no checkout`);
  return payment.checkoutSessionId;
}

/** Waits until webhooks under way have moved a booking on. */
export async function untilSettled(db: Database, bookingId: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    const { booking } = await outcomeOf(db, bookingId);
    if (booking.status !== "pending") return;
    await wait(50);
  }
  throw new Error(`booking ${bookingId} is still pending`);
}
