import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { asc, eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { giveGoodwill } from "#core/bookings/goodwill/give-goodwill.server.ts";
import { followBookingLink } from "#core/bookings/links/follow-booking-link.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import { WEEKDAYS } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import { ORPHAN_LIFE } from "#core/media/rules.ts";
import { sweepImages } from "#core/media/sweep-images.server.ts";
import { uploadImage } from "#core/media/upload-image.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { findShares } from "#core/payments/find-payment.server.ts";
import { compareProvider } from "#core/reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import {
  bookings,
  credentials,
  images,
  listings,
  mails,
  profiles,
  reclaims,
  refunds,
  slots,
  stripeEvents,
} from "#core/tables.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeSession } from "../make/catalogue.ts";
import { expectInvariants } from "../make/database.ts";
import { bookingTokens, deliverMails, openMailbox } from "../make/mailbox.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "../make/payments.ts";
import { makeProfessional } from "../make/people.ts";
import { fileOf, jpeg, makeFilesConfig, makePicture } from "../make/pictures.ts";
import type { CrashPoint, Order } from "./crashing-process.ts";
import { size } from "./size.ts";

/*
 * kill -9 of a process in the middle of what it does, then what the restarted one does: the
 * reconciler at its start and every 30 s, the outbox. Right again means within a minute.
 */

let world: PaymentWorld;
let folder: Awaited<ReturnType<typeof makeFilesConfig>>;
beforeAll(async () => {
  world = await openPaymentWorld();
  folder = await makeFilesConfig();
});
afterAll(async () => {
  for (const spare of spares) spare.kill("SIGKILL");
  await world.stop();
  await folder.remove();
});
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  await expectInvariants(world.db);
});

const LONG = { timeout: size(180, 600) * 1_000 };

/** Does this as often as the size asks for, a few at a time. */
async function many<Made>(make: () => Promise<Made>, times = size(1, 50)): Promise<Made[]> {
  const made: Made[] = [];
  const turns = Array(times).keys();
  const worker = async () => {
    for (const _ of turns) made.push(await make());
  };
  await Promise.all([worker(), worker(), worker()]);
  return made;
}

const spares: ChildProcess[] = [];
/** A process that has begun to load already, and others after it. */
function takeProcess(): ChildProcess {
  const script = path.join(import.meta.dirname, "crashing-process.ts");
  while (spares.length < 3) spares.push(fork(script, { execArgv: [], silent: true }));
  return spares.shift() as ChildProcess;
}

/** Has a process do this, and sees it die there. */
async function crash(crashAt: CrashPoint, act: Order["act"], userId: string | null = null) {
  const order: Order = {
    databaseUrl: world.databaseUrl,
    apiBase: String(world.simulator.stripe.apiBase),
    dataDir: folder.config.dataDir,
    crashAt,
    act,
    userId,
  };
  const child = takeProcess();
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  child.send(order);
  const [, signal] = await once(child, "exit");
  expect(signal, errors).toBe("SIGKILL");
}

/** The minute after the restart: the reconciler at once, after 30 s and after 60 s; the outbox. */
async function restart() {
  const box = await openMailbox();
  for (const seconds of [1, 31, 61]) {
    world.shift(seconds * 1_000);
    await reconcilePayments(await world.context());
    await world.runJobs();
    await deliverMails(await world.context(undefined, { mailer: box.mailer }));
  }
  return box;
}

const bookingOf = async (slotId: string) => {
  const [booking] = await world.db.select().from(bookings).where(eq(bookings.slotId, slotId));
  if (!booking) throw new Error("there is no booking");
  return booking;
};

describe("kill -9 while booking:", () => {
  test.each<[CrashPoint]>([["hold committed"], ["checkout created, not saved"], ["redirect"]])(
    "%s",
    LONG,
    async (crashAt) => {
      // A checkout can be made for a minute after the hold, so there is a restart after every ten.
      for (const _ of Array(size(1, 5)).keys()) {
        world.shift(0);
        const held = await many(
          async () => {
            const offer = await world.makeOffer();
            const clientId = await makeClient(world.db);
            await crash(crashAt, { book: offer }, clientId);
            const booking = await bookingOf(offer.slotId);
            expect(booking.status).toBe("pending");
            return { offer, clientId, bookingId: booking.id };
          },
          size(1, 10),
        );
        await restart();
        const { stripe } = await world.context();
        const made = new Map<string | null, string[]>();
        for await (const { id, client_reference_id: of } of stripe.checkout.sessions.list()) {
          made.set(of, [...(made.get(of) ?? []), id]);
        }
        for (const { offer, clientId, bookingId } of held) {
          const { payment } = await outcomeOf(world.db, bookingId);
          const checkoutId = String(payment?.checkoutSessionId);
          expect(made.get(String(payment?.id))).toEqual([checkoutId]);
          // The client, who saw an error, asks again: the same hold, and it can be paid.
          const again = await bookSlot(await world.context(clientId), offer);
          expect(again).toMatchObject({ bookingId, url: payment?.checkoutUrl });
          await world.simulator.pay(checkoutId);
          expect(await outcomeOf(world.db, bookingId)).toMatchObject({
            booking: { status: "confirmed" },
            payment: { status: "paid" },
            spots: 0,
          });
        }
      }
    },
  );
});

describe("kill -9 while settling:", () => {
  test.each<[CrashPoint]>([
    ["event stored"],
    ["guest account half made"],
    ["confirmed, mail unsent"],
  ])("%s", LONG, async (crashAt) => {
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    const settled = await many(async () => {
      const offer = await world.makeOffer();
      const email = `coupure-${offer.slotId}@example.fr`;
      const { bookingId } = await bookSlot(
        await world.context(undefined, { address: offer.slotId }),
        { ...offer, email },
      );
      const checkoutId = await checkoutOf(world.db, bookingId);
      await world.simulator.pay(checkoutId);
      const delivery = await world.deliveryOf(checkoutId);
      await crash(crashAt, { receive: delivery });
      const stored = await world.db.select().from(stripeEvents);
      expect(stored.map(({ id }) => id)).toContain(JSON.parse(delivery.payload).id);
      const accounts = await world.db.$count(profiles, eq(profiles.email, email));
      expect(accounts).toBe(crashAt === "confirmed, mail unsent" ? 1 : 0);
      return { bookingId, email };
    });
    const box = await restart();
    for (const { bookingId, email } of settled) {
      const { booking, payment, spots } = await outcomeOf(world.db, bookingId);
      expect(booking).toMatchObject({ status: "confirmed", accountCreated: true });
      expect([payment?.status, spots]).toEqual(["paid", 0]);
      const accounts = await world.db.select().from(profiles).where(eq(profiles.email, email));
      expect(accounts.map(({ id }) => id)).toEqual([booking.clientId]);
      const told = await world.db.select().from(mails).where(eq(mails.reference, bookingId));
      expect(told.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
        "booking-confirmed sent",
        "booking-received sent",
        "guest-credentials sent",
      ]);
      const arrived = box.mails.filter(({ recipients }) => recipients.includes(email));
      expect(arrived).toHaveLength(2);
    }
  });
});

test("kill -9 while issuing: temporary password half issued", LONG, async () => {
  const bought = await many(async () => {
    const { slotId, ...offer } = await world.makeOffer({ priceCents: 0 });
    const email = `provisoire-${slotId}@example.fr`;
    const visitor = await world.context(undefined, { address: slotId });
    const { bookingId } = await bookSlot(visitor, { ...offer, slotId, email });
    const [token = ""] = await bookingTokens(world.db, email);
    await followBookingLink(visitor, { token });
    const { booking } = await outcomeOf(world.db, bookingId);
    const userId = String(booking.clientId);
    await crash("temporary password half issued", { issue: { userId, reference: bookingId } });
    expect(await world.db.$count(credentials, eq(credentials.userId, userId))).toBe(0);
    return { userId, email };
  });
  const box = await restart();
  for (const { userId, email } of bought) {
    expect(await world.db.$count(credentials, eq(credentials.userId, userId))).toBe(1);
    const arrived = box.mails.filter(({ recipients }) => recipients.includes(email));
    // The booking and the account: the link had been followed before its mail was due.
    expect(arrived).toHaveLength(2);
    expect(arrived.filter(({ text }) => text?.includes("temporaire"))).toHaveLength(1);
  }
});

describe("kill -9 while a share is taken back:", () => {
  test.each<[CrashPoint]>([["reclaim decided"], ["reclaim done, not saved"]])(
    "%s",
    LONG,
    async (crashAt) => {
      const given = await many(async () => {
        world.shift(0);
        const offer = await world.makeOffer({ start: new Date(Date.now() + 3 * HOUR) });
        const { bookingId } = await world.buy(offer);
        const later = () => new Date(Date.now() + 6 * HOUR);
        const office = { ...(await world.context()), operator: COMMAND_LINE, now: later };
        await giveGoodwill(office, { bookingId, amount: "30", reason: "Pour un essai." });
        await world.runJobs();
        return bookingId;
      });
      await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
      const turns = given.values();
      const asked = await many(async () => {
        const bookingId = String(turns.next().value);
        const { payment } = await outcomeOf(world.db, bookingId);
        const [paymentId, reclaimId] = [String(payment?.id), newId()];
        const reclaim = { paymentId, reclaimId, amount: "20", reason: "Pour un essai." };
        await crash(crashAt, { reclaim });
        const [row] = await world.db.select().from(reclaims).where(eq(reclaims.id, reclaimId));
        expect(row?.status).toBe("asked");
        return { bookingId, reclaimId };
      });
      await restart();
      for (const { bookingId, reclaimId } of asked) {
        const [row] = await world.db.select().from(reclaims).where(eq(reclaims.id, reclaimId));
        expect(row?.status).toBe("made");
        const shares = await findShares(world.db, bookingId);
        expect(shares?.professionalCents).toBe(3_600 - 2_000);
        const told = await world.db.select().from(mails).where(eq(mails.reference, reclaimId));
        expect(told.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
          "share-reclaimed sent",
        ]);
      }
      const compared = await compareProvider(await world.context());
      expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
    },
  );
});

describe("kill -9 while refunding:", () => {
  test.each<[CrashPoint]>([["refund asked"], ["refund done, not saved"]])(
    "%s",
    LONG,
    async (crashAt) => {
      const owed = (paymentId: unknown) =>
        world.db
          .select()
          .from(refunds)
          .where(eq(refunds.paymentId, String(paymentId)));
      const paid = await many(async () => {
        const offer = await world.makeOffer();
        const { client, bookingId } = await world.buy(offer);
        return { client, bookingId };
      });
      await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
      const turns = paid.values();
      await many(async () => {
        const { client, bookingId } = turns.next().value ?? {};
        if (!client || !bookingId) throw new Error("nothing was paid");
        await cancelBooking(client, { bookingId });
        const { payment } = await outcomeOf(world.db, bookingId);
        await crash(crashAt, { refund: { refundId: String((await owed(payment?.id))[0]?.id) } });
        expect(await owed(payment?.id)).toMatchObject([{ status: "asked" }]);
      });
      await restart();
      for (const { client, bookingId } of paid) {
        const { booking, payment } = await outcomeOf(world.db, bookingId);
        expect(await owed(payment?.id)).toMatchObject([
          { status: "succeeded", amountCents: 4_000 },
        ]);
        const made = await client.stripe.refunds.list({
          payment_intent: String(payment?.paymentIntentId),
        });
        expect(made.data).toHaveLength(1);
        expect(booking).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
      }
    },
  );
});

describe("kill -9 while writing:", () => {
  // The row comes first, so that no file is without one: what is missing are files.
  test("file written, row missing", LONG, async () => {
    const bucket = "session-images";
    const files = createFiles(folder.config);
    const filesOf = (id: string) =>
      readdir(path.join(folder.config.dataDir, "files", "images", bucket, id)).catch(() => []);
    const sent = await many(async () => {
      const { id, userId } = await makeProfessional(world.db);
      await crash("file written, row missing", { upload: { bucket } }, userId);
      const left = (await filesOf(id)).length;
      expect(left).toBeGreaterThanOrEqual(3);
      expect(await world.db.$count(images, eq(images.ownerId, userId))).toBe(1);
      // Sent again at once, and shown from then on.
      const file = fileOf(await jpeg(makePicture(40, 30)));
      const ctx = await world.context(userId, { files });
      const { url } = await uploadImage(ctx, { file, bucket });
      const imageId = String(url.match(/([^/]+)\.jpg$/)?.[1]);
      await world.db.update(images).set({ used: true }).where(eq(images.id, imageId));
      return { id, userId, imageId };
    });
    world.shift(ORPHAN_LIFE + 61_000);
    // Fifty in a turn.
    for (const _ of [1, 2]) await sweepImages(await world.context(undefined, { files }));
    for (const { id, userId, imageId } of sent) {
      const rows = await world.db.select().from(images).where(eq(images.ownerId, userId));
      expect(rows.map((row) => row.id)).toEqual([imageId]);
      const left = await filesOf(id);
      expect(left).toHaveLength(6);
      expect(left.every((name) => name.startsWith(imageId))).toBe(true);
    }
  });

  test("slot generation half done", LONG, async () => {
    const EVERY_DAY = { recurrence: { days: WEEKDAYS.slice(0, 5), time: "18:00" } };
    const startsOf = async (sessionId: string) => {
      const made = await world.db
        .select()
        .from(slots)
        .where(eq(slots.offeringId, sessionId))
        .orderBy(asc(slots.startDatetime));
      return made.map(({ startDatetime }) => startDatetime.toISOString());
    };
    const pairs = await many(async () => {
      const professional = await makeProfessional(world.db);
      const first = (await makeSession(world.db, { ...EVERY_DAY, professional })).id;
      const second = (await makeSession(world.db, { ...EVERY_DAY, professional })).id;
      const generate = [first, second].map((id) => ({ kind: "session", id }) as const);
      await crash("slot generation half done", { generate });
      expect((await startsOf(first)).length).toBeGreaterThan(30);
      expect(await startsOf(second)).toEqual([]);
      return { first, second, generate };
    });
    for (const { first, second, generate } of pairs) {
      for (const one of generate) await generateSlots(await world.context(), one);
      expect(await startsOf(second)).toEqual(await startsOf(first));
      expect(await world.db.$count(listings, inArray(listings.offeringId, [first, second]))).toBe(
        2,
      );
    }
  });
});
