import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { decideGoodwill, listGoodwill } from "../bookings/goodwill/give-goodwill.server.ts";
import { isForGoodwill } from "../bookings/goodwill/rules.ts";
import { DAY, HOUR } from "../durations.ts";
import { listEarnings } from "../earnings/list-earnings.server.ts";
import { findShares } from "../payments/find-payment.server.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import { compareProvider } from "../reconciliation/compare-provider.server.ts";
import type { Role } from "../roles.ts";
import { mails, profiles, readings, refunds } from "../tables.server.ts";
import { showReceipt } from "../taxes/show-receipt.server.ts";
import { findOwnWork } from "../work-queue/show-queue.server.ts";
import { actOnAccount } from "./accounts/act-on-account.server.ts";
import { showAccountRecord } from "./accounts/show-account-record.server.ts";
import { decideBooking } from "./bookings/decide-booking.server.ts";
import { showBookingRecord } from "./bookings/show-booking-record.server.ts";
import { showJournal } from "./journal/show-journal.server.ts";
import type { Happening } from "./schema.ts";
import { readSought } from "./search/rules.ts";
import { searchRecords } from "./search/search-records.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const operator = async (...roles: Role[]) => makeOperatorContext(await world.context(), roles);

async function book(startsIn = 2 * DAY, priceCents = 4_000) {
  const offer = await world.makeOffer({ priceCents, start: new Date(Date.now() + startsIn) });
  const clientId = await makeClient(world.db);
  const { bookingId } = await world.buy(offer, await world.context(clientId));
  const { payment, booking } = await outcomeOf(world.db, bookingId);
  if (!payment) throw new Error("nothing was paid");
  return { bookingId, clientId, offer, payment, email: booking.buyerEmail };
}

const words = (happenings: readonly Happening[]) => happenings.map(({ what }) => what);
const mailsAbout = async (bookingId: string) =>
  (await world.db.select().from(mails)).filter(
    ({ data }) => (data as { bookingId?: string }).bookingId === bookingId,
  );
const reason = "Elle a téléphoné le matin.";

describe("the one field (rule: records)", () => {
  test("reads ids in pasted addresses, and nothing in a letter", () => {
    const id = "01a1f947-4d38-7636-b4fb-c69194333b29";
    expect(readSought(`https://parenthese.example/ma-seance/${id}?x=1`)).toEqual({ by: "id", id });
    expect(readSought(` pi_3Abc `)).toEqual({ by: "provider", id: "pi_3Abc" });
    expect(readSought("/payment-success?session_id=cs_test_a1B2")).toMatchObject({
      id: "cs_test_a1B2",
    });
    expect(readSought("Julie@Exa")).toEqual({ by: "email", email: "julie@exa" });
    expect(readSought(`essai-${id}@example.fr`)).toMatchObject({ by: "email" });
    expect(readSought("Julie Martin")).toEqual({ by: "words", words: "Julie Martin" });
    expect(readSought("tapis_12")).toMatchObject({ by: "words" });
    expect(readSought(" a ")).toBeNull();
  });

  test("finds a booking by its id, its buyer and every id of the provider's", async () => {
    const { bookingId, payment, email } = await book();
    const ctx = await operator("assistance");
    const ids = [bookingId, payment.checkoutSessionId, payment.paymentIntentId, payment.chargeId];
    for (const q of ids) {
      const found = await searchRecords(ctx, { q });
      expect(found.payments, String(q)).toMatchObject([{ id: payment.id, bookingId }]);
      expect(found.bookings, String(q)).toMatchObject([{ id: bookingId, buyerEmail: email }]);
    }
    expect((await searchRecords(ctx, { q: payment.id })).payments).toMatchObject([{ bookingId }]);
    const by = await searchRecords(ctx, { q: email.toUpperCase() });
    expect(by).toMatchObject({ accounts: [{ email }], bookings: [{ id: bookingId }] });
    expect(by.payments).toMatchObject([{ id: payment.id, payerEmail: email }]);
    expect(by.mails.map(({ kind }) => kind)).toContain("booking-confirmed");
  });

  test("finds people by the beginning of their e-mail and of any word of their name", async () => {
    const user = await makeUser(world.db, { firstName: "Éloïse", lastName: "Du Chêne-Vert" });
    const professional = await makeProfessional(world.db, {
      user,
      businessName: "L'Atelier du Souffle",
    });
    const ctx = await operator("finance");
    for (const q of ["eloise", "chene", "éloïse du", user.email.slice(0, 14), user.id]) {
      const { accounts } = await searchRecords(ctx, { q });
      expect(accounts, q).toContainEqual({
        ...{ id: user.id, email: user.email, status: "active", name: "Éloïse Du Chêne-Vert" },
      });
    }
    const account = String(professional.stripeConnectAccountId);
    for (const q of ["souffle", "atelier du", account, professional.id]) {
      const found = await searchRecords(ctx, { q });
      expect(found.professionals, q).toMatchObject([{ userId: user.id }]);
    }
    expect((await searchRecords(ctx, { q: "hene" })).accounts).toEqual([]);
    expect((await searchRecords(ctx, { q: "%" })).accounts).toEqual([]);
    expect((await searchRecords(ctx, { q: "%_" })).accounts).toEqual([]);
  });

  test("finds mails by words of their kind, ten at most, and notes that somebody looked", async () => {
    const rows = Array.from({ length: 12 }, () => ({ id: newId(), reference: newId() }));
    const sent = { kind: "calendar-failing", toAddress: "x@example.fr", status: "sent" as const };
    await world.db.insert(mails).values(rows.map((row) => ({ ...row, ...sent })));
    const ctx = await operator("assistance");
    const before = await world.db.$count(readings);
    const { mails: found } = await searchRecords(ctx, { q: "agenda illi" });
    expect(found).toHaveLength(10);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["calendar-failing"]));
    expect(await world.db.$count(readings)).toBe(before + 1);
    await searchRecords(ctx, { q: "introuvable" });
    expect(await world.db.$count(readings)).toBe(before + 1);
  });
});

describe("a cancellation for somebody (rules: refund-notice, operator-roles)", () => {
  test("by the client's rule gives all back in time, with both mails and an act", async () => {
    const { bookingId, email } = await book();
    const ctx = await operator("assistance");
    expect((await showBookingRecord(ctx, { bookingId })).cancellations).toEqual({
      ...{ client: 4_000, professional: 4_000 },
    });
    const asked = { bookingId, decision: "client", reason, clientCents: "4000" };
    expect(await decideBooking(ctx, asked)).toBe("Réservation annulée");
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "client", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: 4_000 },
      spots: 1,
    });
    expect((await mailsAbout(bookingId)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["booking-cancelled-client", "booking-cancelled-professional"]),
    );
    const shown = await showBookingRecord(ctx, { bookingId });
    expect(shown.acts).toMatchObject([
      {
        ...{ act: "booking_cancelled", operator: "Léa", objectId: bookingId },
        details: { reason, after: { side: "client", refundCents: 4_000 } },
      },
    ]);
    expect(words(shown.happenings)).toEqual(
      expect.arrayContaining([
        ...["Places retenues", "Paiement demandé", "Encaissé", "Réservation confirmée"],
        ...["Réservation annulée", "Remboursement demandé", "Remboursement fait"],
        ...["E-mail : Réservation confirmée", "E-mail : Réservation annulée"],
        "Stripe : Page de paiement terminée",
      ]),
    );
    const times = shown.happenings.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(shown).toMatchObject({ status: "cancelled", ended: "par le client", client: { email } });
    expect(shown.cancellations).toEqual({ client: null, professional: null });
    const { acts } = await showJournal(ctx, { q: bookingId });
    expect(acts).toHaveLength(1);
    await expect(decideBooking(ctx, asked)).rejects.toMatchObject({ code: "conflict" });
  });

  test("gives nothing back late to the client, and all where the professional fails", async () => {
    const ctx = await operator("assistance");
    const late = await book(3 * HOUR);
    expect((await showBookingRecord(ctx, late)).cancellations).toEqual({
      ...{ client: 0, professional: 4_000 },
    });
    await decideBooking(ctx, { ...late, decision: "client", reason });
    expect((await outcomeOf(world.db, late.bookingId)).payment).toMatchObject({
      ...{ status: "paid", refundedCents: 0 },
    });
    const failed = await book(3 * HOUR);
    await decideBooking(ctx, { ...failed, decision: "professional", reason });
    await world.runJobs();
    expect(await outcomeOf(world.db, failed.bookingId)).toMatchObject({
      ...{ booking: { cancelReason: "professional" }, payment: { refundedCents: 4_000 } },
    });
  });

  test("never gives less than was shown, and does nothing without a reason or the role", async () => {
    const { bookingId } = await book(3 * HOUR);
    const ctx = await operator("assistance");
    const asked = { bookingId, decision: "client", reason };
    await expect(decideBooking(ctx, { ...asked, clientCents: "4000" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(decideBooking(ctx, { ...asked, reason: " " })).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { reason: expect.any(Array) } },
    });
    await expect(decideBooking(ctx, { bookingId, reason })).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { decision: ["Choisissez ce qu'il faut faire."] } },
    });
    for (const role of ["finance", "administration"] as const) {
      await expect(decideBooking(await operator(role), asked)).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
    expect(await showJournal(ctx, { q: bookingId })).toMatchObject({ acts: [] });
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, bookingId))).toEqual(
      [],
    );
  });

  test("the confirmation goes once more to its buyer", async () => {
    const { bookingId, email } = await book();
    const ctx = await operator("assistance");
    expect(await decideBooking(ctx, { bookingId, decision: "again", reason })).toBe(
      "Confirmation renvoyée",
    );
    const sent = (await mailsAbout(bookingId)).filter(({ kind }) => kind === "booking-confirmed");
    expect(sent.map(({ toAddress }) => toAddress)).toEqual([email, email]);
    expect((await showBookingRecord(ctx, { bookingId })).acts).toMatchObject([
      { act: "confirmation_sent" },
    ]);
  });
});

describe("a gift (rule: goodwill)", () => {
  const give = async (bookingId: string, amount: string, ...roles: Role[]) =>
    decideBooking(await operator(...roles), { bookingId, decision: "goodwill", amount, reason });

  /** A booking whose hour is over. */
  async function bookAndAttend(priceCents?: number) {
    const booked = await book(3 * HOUR, priceCents);
    world.shift(6 * HOUR);
    return booked;
  }

  test("comes back to the client, and takes nothing from the professional", async () => {
    const { bookingId, payment, offer, email, clientId } = await bookAndAttend();
    const professional = await world.context(offer.professional.userId);
    const before = await findShares(world.db, bookingId);
    const earned = await listEarnings(professional);
    expect(await give(bookingId, "12,50", "assistance")).toBe("Geste commercial accordé");
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", paymentStatus: "paid" },
      payment: { status: "partially_refunded", refundedCents: 1_250 },
    });
    expect(await findShares(world.db, bookingId)).toMatchObject({
      ...{ professionalCents: before?.professionalCents, returnedCents: 1_250 },
    });
    const own = await world.db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
    expect(own).toMatchObject([
      { reason: "goodwill", seats: 0, amountCents: 1_250, commissionCents: 1_250 },
    ]);
    expect((await listEarnings(professional)).total).toEqual(earned.total);
    expect(await showReceipt(await world.context(clientId), { bookingId })).toMatchObject({
      ...{ totalCents: 4_000, refundedCents: 0, keptCents: 4_000 },
    });
    const known = await compareProvider(await world.context());
    expect(known.flatMap(({ faults }) => faults)).toEqual([]);
    const told = (await mailsAbout(bookingId)).filter(
      ({ kind }) => kind === "booking-refunded-client",
    );
    expect(told).toMatchObject([{ toAddress: email }]);
    const arrived = await receiveMails(await world.context());
    const gift = arrived.find(({ subject }) => subject?.startsWith("12,50"));
    expect(gift?.text).toContain("à titre de geste commercial");
    expect(gift?.text).not.toContain("Rendu en tout");
    const shown = await showBookingRecord(await operator("finance"), { bookingId });
    expect(shown.goodwillCents).toBe(2_750);
    expect(words(shown.happenings)).toContain("Geste commercial accordé");
    expect(await checkInvariants(world.db, new Date(Date.now() + 6 * HOUR))).toEqual([]);
    world.shift(0);
  });

  test("is bounded by role for each booking, and above it takes two people", async () => {
    const { bookingId } = await bookAndAttend();
    await give(bookingId, "15", "assistance");
    expect(await give(bookingId, "6", "assistance")).toMatch(/^Geste proposé/);
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(1_500);
    const other = { bookingId, decision: "goodwill", amount: "6", reason };
    const assistant = await operator("assistance");
    await expect(decideBooking(assistant, other)).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("attend déjà, dans la file") },
    });
    await decideGoodwill(await operator("finance"), {
      ...{ proposalId: await proposalOf(bookingId), decision: "grant", reason },
    });
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(2_100);
    await expect(give(bookingId, "20", "finance")).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { amount: expect.any(Array) } },
    });
    world.shift(0);
  });

  const proposalOf = async (bookingId: string) => {
    const found = (await listGoodwill(await operator("finance"))).find(
      (one) => one.bookingId === bookingId,
    );
    return String(found?.id);
  };

  test("above the limit of the finance role waits in the queue for a second person, who grants it", async () => {
    const { bookingId } = await bookAndAttend(30_000);
    const first = await operator("finance");
    const asked = { bookingId, decision: "goodwill", amount: "150", reason };
    expect(await decideBooking(first, asked)).toMatch(/^Geste proposé/);
    const proposalId = await proposalOf(bookingId);
    const grant = { proposalId, decision: "grant" as const, reason: "Deux témoins." };
    await expect(decideGoodwill(first, grant)).rejects.toMatchObject({ code: "conflict" });
    await expect(decideGoodwill(await operator("assistance"), grant)).rejects.toMatchObject({
      code: "forbidden",
    });
    const second = await operator("administration");
    const work = await findOwnWork(second, { kind: "goodwill", id: proposalId });
    expect(work).toMatchObject({ basis: "promise", within: "2 jours" });
    expect(Number(work?.dueAt) - Number(work?.receivedAt)).toBe(2 * DAY);
    await decideGoodwill(second, grant);
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(15_000);
    expect(await findOwnWork(second, { kind: "goodwill", id: proposalId })).toBeNull();
    await expect(decideGoodwill(second, grant)).rejects.toMatchObject({ code: "conflict" });
    world.shift(0);
  });

  test("that is refused gives nothing, and whoever proposed it reads why", async () => {
    const { bookingId, payment } = await bookAndAttend(30_000);
    const first = await operator("finance");
    await decideBooking(first, { bookingId, decision: "goodwill", amount: "150", reason });
    const proposalId = await proposalOf(bookingId);
    const second = await operator("finance");
    const why = "Le praticien a montré ses messages : la séance a eu lieu.";
    await decideGoodwill(second, { proposalId, decision: "refuse", reason: why });
    await world.runJobs();
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(0);
    expect(await world.db.$count(refunds, eq(refunds.paymentId, payment.id))).toBe(0);
    const arrived = await receiveMails(await world.context());
    const told = arrived.find(({ subject }) => subject?.startsWith("Geste de 150"));
    expect(told?.text).toContain(why);
    const { acts } = await showBookingRecord(second, { bookingId });
    expect(acts.map(({ act }) => act)).toEqual(["goodwill_refused", "goodwill_proposed"]);
    // Another may be proposed, and its own author may drop it, which nobody is mailed.
    await decideBooking(first, { bookingId, decision: "goodwill", amount: "160", reason });
    await decideGoodwill(first, {
      ...{ proposalId: await proposalOf(bookingId), decision: "refuse", reason },
    });
    const sent = await world.db.select().from(mails).where(eq(mails.kind, "goodwill-refused"));
    expect(sent).toHaveLength(1);
    world.shift(0);
  });

  test("is refused while a rule may owe, and to whoever has no limit", async () => {
    const { bookingId } = await book();
    await expect(give(bookingId, "5", "finance")).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("avant, annulez-la") },
    });
    for (const amount of ["", "0", "-5", "1,234", "beaucoup"]) {
      await expect(give(bookingId, amount, "finance"), amount).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { amount: [expect.stringContaining("12,50")] } },
      });
    }
    const both = { bookingId, decision: "goodwill", amount: "x", reason: "" };
    await expect(decideBooking(await operator("finance"), both)).rejects.toMatchObject({
      fields: { amount: expect.any(Array), reason: expect.any(Array) },
    });
    await expect(give(bookingId, "5", "administration")).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await world.db.$count(refunds, eq(refunds.reason, "goodwill"))).toBeGreaterThan(0);
    expect(await showJournal(await operator("finance"), { q: bookingId })).toMatchObject({
      acts: [],
    });
  });

  test("waits for the hour where seats were sold again", () => {
    const hour = new Date("2026-11-20T18:00:00Z");
    const sold = { status: "cancelled", cancelReason: "resold", start: hour } as const;
    const sound = { isDisputed: false, isInReview: false };
    expect(isForGoodwill({ ...sold, ...sound }, new Date(hour.getTime() - 1))).toBe(false);
    expect(isForGoodwill({ ...sold, ...sound }, hour)).toBe(true);
    const late = { ...sold, ...sound, cancelReason: "client" as const };
    expect(isForGoodwill(late, new Date(0))).toBe(true);
    expect(isForGoodwill({ ...late, isDisputed: true }, hour)).toBe(false);
  });

  test("of the whole price ends nothing, and one after a late cancellation stands", async () => {
    const whole = await bookAndAttend();
    await give(whole.bookingId, "40", "finance");
    await world.runJobs();
    expect(await outcomeOf(world.db, whole.bookingId)).toMatchObject({
      ...{ booking: { status: "confirmed" }, payment: { status: "refunded" } },
    });
    world.shift(0);
    const late = await book(3 * HOUR);
    await decideBooking(await operator("assistance"), { ...late, decision: "client", reason });
    await give(late.bookingId, "10", "assistance");
    await world.runJobs();
    expect((await outcomeOf(world.db, late.bookingId)).payment?.refundedCents).toBe(1_000);
    expect(await checkInvariants(world.db)).toEqual([]);
  });
});

describe("an account (rule: records)", () => {
  test("shows what it booked and what happened, and is suspended and reopened", async () => {
    const { offer, bookingId, clientId } = await book();
    const { userId } = offer.professional;
    const ctx = await operator("administration");
    expect(await showAccountRecord(ctx, { userId: clientId })).toMatchObject({
      ...{ booked: [{ id: bookingId }], received: [], professional: null, status: "active" },
    });
    expect(await showAccountRecord(ctx, { userId })).toMatchObject({
      ...{ booked: [], received: [{ id: bookingId }], professional: { id: offer.professional.id } },
    });
    const why = "Deux clientes disent que le diplôme est faux.";
    const suspension = { ...SUSPENSION, userId, decision: "suspend", reason: why };
    expect(await actOnAccount(ctx, suspension)).toBe("Compte suspendu");
    const shown = await showAccountRecord(ctx, { userId });
    expect(shown).toMatchObject({ status: "suspended", acts: [{ act: "account_suspended" }] });
    expect(words(shown.happenings)).toEqual(
      expect.arrayContaining([
        ...["Compte ouvert", "Profil professionnel créé", "Compte suspendu"],
        "E-mail : Compte suspendu, avec les motifs",
      ]),
    );
    expect(shown.decisions).toMatchObject([{ measure: "suspended", facts: why }]);
    await expect(actOnAccount(ctx, suspension)).rejects.toMatchObject({ code: "conflict" });
    await actOnAccount(ctx, { userId, decision: "reopen", reason: "Le diplôme est vrai." });
    expect((await showAccountRecord(ctx, { userId })).status).toBe("active");
  });

  test("a link for another password goes to its own mailbox, within the limit", async () => {
    const { id: userId, email } = await makeUser(world.db);
    const ctx = await operator("assistance");
    expect(await actOnAccount(ctx, { userId, decision: "reset", reason })).toBe("Lien envoyé");
    const sent = await world.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(sent).toMatchObject([{ kind: "reset-password", status: "queued" }]);
    expect((await showAccountRecord(ctx, { userId })).acts).toMatchObject([{ act: "reset_sent" }]);
    await world.db
      .update(profiles)
      .set({ accountStatus: "suspended" })
      .where(eq(profiles.id, userId));
    await expect(actOnAccount(ctx, { userId, decision: "reset", reason })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
