import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { moveBooking } from "#core/bookings/move/move-booking.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { formatTime } from "#core/dates.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { WAITED_FOR } from "#core/jobs.ts";
import { cents } from "#core/money.ts";
import { enqueueMail } from "#core/notifications/enqueue-mail.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import * as tables from "#core/tables.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import {
  checkoutOf,
  disputeAnswer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** Every mail in the outbox, under the address it goes to. */
async function delivered() {
  const arrived = await receiveMails(await world.context());
  return (address: string) => arrived.filter((mail) => mail.recipients.includes(address));
}

const plain = (text: string | undefined) => text?.replaceAll(/[\s\u00a0\u202f]+/g, " ") ?? "";

test("a booking tells the client when and where, with a calendar file, and the professional who", async () => {
  // To come, whenever this is run.
  const start = new Date("2100-03-05T17:30:00Z");
  const offer = await world.makeOffer({ start, priceCents: 4_550 });
  await world.db
    .update(tables.professionalProfiles)
    .set({ siret: "73282932000074", businessPhone: "04 78 00 00 00" })
    .where(eq(tables.professionalProfiles.id, offer.professional.id));
  const client = await makeUser(world.db, { firstName: "Awa", lastName: "Diop" });
  const ctx = await world.context(client.id);
  const { bookingId } = await bookSlot(ctx, { ...offer, bookingNotes: "Dos fragile" });
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const mailsTo = await delivered();

  const [confirmation] = mailsTo(client.email);
  expect(confirmation?.subject).toMatch(/^Réservation confirmée : Séance \d+$/);
  const words = plain(confirmation?.text);
  expect(words).toContain("vendredi 5 mars 2100");
  expect(words).toContain("18:30 - 19:30");
  expect(words).toContain("1 rue de la Paix, 69001 Lyon");
  expect(words).toContain("45,50 €");
  expect(words).toContain("Dos fragile");
  expect(words).toContain("jusqu'au jeudi 4 mars à 18:30");
  expect(words).not.toContain("compte existant");
  // The law wants on a durable medium who sells, through whom and on which terms.
  for (const said of [words, plain(confirmation?.html?.replaceAll(/<[^>]*>/g, ""))]) {
    expect(said).toMatch(/vendue par Cabinet \d+/);
    expect(said).toContain("Parenthèse SAS, société par actions simplifiée");
    expect(said).toContain("RCS Lyon 000 000 000");
    expect(said).toContain("L221-28");
    // What the practitioner has not declared is said to be missing (rule: who-sells).
    expect(said).toContain("Nom légal : Non communiqué");
    expect(said).toContain("Adresse : 1 rue de la Paix, 69001 Lyon");
    expect(said).toContain("SIRET : 73282932000074");
    expect(said).toContain("Téléphone : 04 78 00 00 00");
  }
  expect(words).toContain("/conditions#reservations-et-paiements");

  const [file] = confirmation?.attachments ?? [];
  expect(file).toMatchObject({ filename: "seance.ics", mimeType: "text/calendar" });
  const calendar = Buffer.from(file?.content as ArrayBuffer)
    .toString()
    .replaceAll("\r\n ", "");
  expect(calendar).toContain("DTSTART:21000305T173000Z");
  expect(calendar).toContain("DTEND:21000305T183000Z");
  expect(calendar).toContain(`UID:${bookingId}@localhost`);
  expect(calendar).toContain("LOCATION:1 rue de la Paix\\, 69001 Lyon");

  const owner = (await world.context(offer.professional.userId)).actor?.email ?? "";
  const [received] = mailsTo(owner);
  expect(received?.subject).toMatch(/^Nouvelle réservation : Séance/);
  expect(plain(received?.text)).toContain("Awa Diop a réservé et payé une place.");
  expect(plain(received?.text)).toContain(client.email);
  expect(plain(received?.text)).toContain("Commission de 10 % : 4,55 €");
  expect(received?.attachments).toEqual([]);
});

test("a free booking is « Gratuit » for both, without a commission", async () => {
  const offer = await world.makeOffer({ priceCents: 0 });
  const client = await makeUser(world.db);
  await bookSlot(await world.context(client.id), offer);
  const mailsTo = await delivered();
  const owner = (await world.context(offer.professional.userId)).actor?.email ?? "";
  for (const address of [client.email, owner]) {
    const [mail] = mailsTo(address);
    expect(plain(mail?.text)).toContain("Prix : Gratuit");
    expect(plain(mail?.text)).not.toMatch(/0,00|Commission/);
  }
});

test("a guest whose address has an account is told that the booking was attached", async () => {
  const user = await makeUser(world.db);
  const offer = await world.makeOffer();
  const { bookingId } = await bookSlot(await world.context(), { ...offer, email: user.email });
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const [mail] = (await delivered())(user.email);
  expect(plain(mail?.text)).toContain("la réservation a été associée à votre compte existant");
});

test("a new guest gets credentials and a confirmation, each in its mail", async () => {
  const email = `${randomUUID()}@example.fr`;
  const offer = await world.makeOffer();
  const { bookingId } = await bookSlot(await world.context(), { ...offer, email });
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const subjects = (await delivered())(email).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      "Vos identifiants Parenthèse",
      expect.stringMatching(/^Réservation confirmée/),
    ]),
  );
});

test("who paid too late reads of a refund that is asked for, and of one that is made", async () => {
  for (const isMade of [false, true]) {
    const offer = await world.makeOffer({ priceCents: 4_550 });
    const client = await world.newClient();
    const { bookingId } = await bookSlot(client, offer);
    const checkoutId = await checkoutOf(world.db, bookingId);
    const paymentId = String((await outcomeOf(world.db, bookingId)).payment?.id);
    await applyPayment(client, { paymentId, event: "ended", reason: "expired", answer: null });
    await bookSlot(await world.newClient(), offer);
    await world.simulator.pay(checkoutId);
    if (isMade) await world.runJobs();
    const [mail] = (await delivered())(client.actor?.email ?? "");
    const words = plain(mail?.text);
    expect(mail?.subject).toMatch(isMade ? /^Paiement remboursé : / : /^Remboursement demandé : /);
    expect(words).toContain(
      isMade
        ? "Vous êtes remboursé intégralement."
        : "Le remboursement intégral de 45,50 € est demandé.",
    );
    // A refund that is only requested is nowhere called made.
    expect(/paiement est remboursé|Vous êtes remboursé/i.test(words)).toBe(isMade);
  }
});

test("what was paid and is lost is given back in words that say so", async () => {
  const offer = await world.makeOffer({ priceCents: 4_550 });
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  await world.simulator.untilDelivered();
  await delivered();
  // A replica that these rows had not reached, and whose slot was sold again.
  const { bookings, mails, payments, slots } = tables;
  await world.db.delete(payments).where(eq(payments.reference, bookingId));
  await world.db.delete(bookings).where(eq(bookings.id, bookingId));
  await world.db.delete(mails).where(eq(mails.reference, bookingId));
  const seats = { availableSpots: 1 };
  await world.db.update(slots).set(seats).where(eq(slots.id, offer.slotId));
  await bookSlot(await world.newClient(), offer);
  await reconcilePayments(await world.context());
  const owner = (await world.context(offer.professional.userId)).actor?.email ?? "";
  const mailsTo = await delivered();
  const why = "À la suite d'un incident technique";
  const [own] = mailsTo(client.actor?.email ?? "");
  expect(own?.subject).toMatch(/^Réservation annulée : /);
  expect(plain(own?.text)).toContain(`${why}, nous n'avons pas pu garder votre réservation.`);
  expect(plain(own?.text)).toContain("Le remboursement de 45,50 € est demandé");
  expect(plain(mailsTo(owner).at(-1)?.text)).toContain(why);

  await enqueueMail(client, world.db, {
    ...{ kind: "lost-payment-returned", reference: randomUUID(), to: "payeur@example.fr" },
    data: { amountCents: cents(4_550) },
  });
  const [returned] = (await delivered())("payeur@example.fr");
  expect(plain(returned?.subject)).toBe("Votre paiement de 45,50 € est remboursé");
  expect(plain(returned?.text)).toContain("la réservation que vous avez payée 45,50 €");
});

test("a cancellation tells both sides by whom and what is given back", async () => {
  const offer = await world.makeOffer({ start: new Date(Date.now() + 5 * HOUR) });
  const client = await world.newClient();
  const professional = await world.context(offer.professional.userId);
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  await cancelBooking(professional, { bookingId });
  const mailsTo = await delivered();
  const told = (address: string) =>
    plain(
      mailsTo(address)
        .map(({ text }) => text)
        .join(" "),
    );
  const toClient = told(client.actor?.email ?? "");
  expect(toClient).toMatch(/Cabinet \d+ a dû annuler votre réservation/);
  expect(toClient).toContain("Le remboursement de 40,00 € est demandé");
  // A mail that is no longer true when its turn comes is not sent: the seat is not theirs any more.
  expect(toClient).not.toContain("Votre place est réservée");
  expect(told(professional.actor?.email ?? "")).toContain(
    "Le remboursement de 40,00 € au client est demandé, commission comprise.",
  );
});

test("while the payer's bank decides, a cancellation promises neither side a refund from us", async () => {
  const offer = await world.makeOffer();
  const client = await world.newClient();
  const professional = await world.context(offer.professional.userId);
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.paymentIntentId });
  await world.simulator.untilDelivered();
  await cancelBooking(professional, { bookingId });
  const mailsTo = await delivered();
  const told = ({ actor }: typeof client) => plain(mailsTo(actor?.email ?? "").at(-1)?.text);
  expect(told(client)).toContain(
    "Ce paiement est contesté auprès de votre banque : elle garde la somme le temps de décider. Si elle ne vous la rend pas, nous vous remboursons 40,00 €.",
  );
  expect(told(professional)).toContain(
    "il est remboursé de 40,00 € par elle, ou par nous une fois qu'elle a décidé.",
  );
  expect(told(client) + told(professional)).not.toContain("est demandé");
});

test("a late cancellation after seats were given back in time promises no refund, to neither side", async () => {
  const offer = await world.makeOffer({ spots: 3, start: new Date(Date.now() + 30 * HOUR) });
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, { ...offer, seats: 3 });
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  await cancelBooking(client, { bookingId, seats: 1, refundCents: 4_000 });
  await world.runJobs();
  await world.simulator.untilDelivered();
  world.shift(7 * HOUR);
  await cancelBooking(await world.context(client.actor?.userId), { bookingId });
  const mailsTo = await delivered();
  world.shift(0);
  const told = (email = "") => plain(mailsTo(email).at(-1)?.text);
  expect(told(client.actor?.email)).toMatch(
    /Places : 2 \(1 rendue\).* Payé : 120,00 €.* Rendu : 40,00 €.* Reste payé : 80,00 €/,
  );
  expect(told(client.actor?.email)).toContain("Elle n'ouvre pas droit à un remboursement.");
  expect(told(client.actor?.email)).not.toContain("remboursé");
  const owner = await world.context(offer.professional.userId);
  expect(told(owner.actor?.email)).toContain("Le client n'est pas remboursé.");
});

test("a move to tomorrow names no deadline that is over", async () => {
  const offer = await world.makeOffer({ start: new Date(Date.now() + 120 * HOUR) });
  const client = await world.newClient();
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  await world.simulator.untilDelivered();
  const { id: slotId } = await makeSlot(world.db, {
    session: { id: offer.sessionId, capacity: 1 },
    start: new Date(Date.now() + 110 * HOUR),
    now: new Date(),
  });
  world.shift(90 * HOUR);
  await moveBooking(await world.context(client.actor?.userId), { bookingId, slotId });
  const told = (await delivered())(client.actor?.email ?? "").at(-1);
  world.shift(0);
  expect(told?.subject).toMatch(/^Votre réservation est déplacée/);
  expect(plain(told?.text)).toContain("Elle ne peut plus être annulée avec un remboursement.");
});

/** A paid booking, part of which is then refunded at the provider's dashboard. */
async function giveBack(refund: { amount?: number; reverse_transfer?: boolean }) {
  const offer = await world.makeOffer();
  const client = await world.newClient();
  const professional = await world.context(offer.professional.userId);
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const { payment } = await outcomeOf(world.db, bookingId);
  await client.stripe.refunds.create({
    payment_intent: String(payment?.paymentIntentId),
    refund_application_fee: refund.reverse_transfer ?? false,
    ...refund,
  });
  await world.simulator.untilDelivered();
  const mailsTo = await delivered();
  const last = (email = "") => {
    const [mail] = mailsTo(email).filter(({ subject }) => /annulée|rendus/.test(subject ?? ""));
    return { subject: plain(mail?.subject), text: plain(mail?.text) };
  };
  return { client: last(client.actor?.email), professional: last(professional.actor?.email) };
}

test("a part given back at the dashboard is told to both sides, with whose money it was", async () => {
  const gesture = await giveBack({ amount: 1_000 });
  expect(gesture.client.subject).toMatch(/^10,00 € vous sont rendus : Séance/);
  expect(gesture.client.text).toContain("Notre équipe vous a remboursé 10,00 €.");
  expect(gesture.client.text).toContain("Votre réservation, elle, ne change pas.");
  expect(gesture.professional.text).toContain("votre part, 36,00 €, vous reste acquise");
  const shared = await giveBack({ amount: 1_000, reverse_transfer: true });
  expect(shared.professional.text).toContain(
    "Votre part de cette réservation est maintenant de 27,00 €.",
  );
});

test("everything given back at the dashboard is told as the end of the booking", async () => {
  const told = await giveBack({ reverse_transfer: true });
  expect(told.client.subject).toMatch(/^Réservation annulée/);
  expect(told.client.text).toContain("Notre équipe a remboursé votre paiement");
  expect(told.client.text).toContain("Vous êtes remboursé de 40,00 €");
  expect(told.professional.text).toContain("La place est de nouveau libre.");
  expect(told.professional.text).toContain("Votre part de cette réservation a été reprise.");
});

test("words of strangers are words: no header, no markup of theirs gets in", async () => {
  const offer = await world.makeOffer();
  const client = await makeUser(world.db, {
    firstName: "Awa\r\nBcc: victime@example.fr",
    lastName: "<script>alert(1)</script>",
  });
  const ctx = await world.context(client.id);
  const { bookingId } = await bookSlot(ctx, { ...offer, bookingNotes: "<b>gras</b>" });
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  const mailsTo = await delivered();
  const owner = (await world.context(offer.professional.userId)).actor?.email ?? "";
  const [received] = mailsTo(owner);
  expect(received?.html).toContain("&lt;script&gt;");
  expect(received?.html).not.toContain("<script>");
  expect(received?.html).toContain("&lt;b&gt;gras&lt;/b&gt;");
  expect(mailsTo("victime@example.fr")).toEqual([]);
});

test("a refund that could not be made is told to both sides as it is, and so is its end", async () => {
  const offer = await world.makeOffer();
  const client = await world.newClient();
  const professional = await world.context(offer.professional.userId);
  const { bookingId } = await bookSlot(client, offer);
  await world.simulator.pay(await checkoutOf(world.db, bookingId));
  // Work left over by other tests must not get in the way.
  await world.runJobs();
  await cancelBooking(professional, { bookingId });
  await world.simulator.fault({ type: "refuse_refunds", code: "charge_disputed" });
  await world.runJobs();
  const newest = (mailsTo: Awaited<ReturnType<typeof delivered>>, { actor }: typeof client) => {
    // The professional is told of the dispute itself too.
    const mails = mailsTo(actor?.email ?? "");
    const mail = mails.findLast(({ subject }) => !subject?.startsWith("Paiement contesté"));
    return plain(`${mail?.subject} ${mail?.text}`);
  };
  const refused = await delivered();
  const toClient = newest(refused, client);
  expect(toClient).toMatch(/^Remboursement retardé : Séance/);
  expect(toClient).toContain("le remboursement de 40,00 € pour cette réservation annulée");
  expect(toClient).toContain("contesté auprès de votre banque, qui garde la somme");
  expect(toClient).toContain("Sinon, nous vous la remboursons.");
  expect(toClient).not.toContain("Vous êtes remboursé");
  expect(newest(refused, professional)).toMatch(
    /^Remboursement retardé : .*Le remboursement de 40,00 € à .* n'a pas encore pu être fait/,
  );

  const { payment } = await outcomeOf(world.db, bookingId);
  const dispute = disputeAnswer("lost", 4_000);
  await applyPayment(client, { paymentId: String(payment?.id), event: "dispute", dispute });
  const settled = await delivered();
  expect(newest(settled, client)).toContain("votre banque vous en a rendu 40,00 €");
  expect(newest(settled, professional)).toContain("sa banque lui en a rendu 40,00 €");
});

test("a booking that starts within three hours reaches its professional at once, under a subject of its own (rule: notice)", async () => {
  const priorities = async (start: Date) => {
    const offer = await world.makeOffer({ start, priceCents: 0 });
    const ctx = await world.newClient();
    const sent: (number | undefined)[] = [];
    const jobs: typeof ctx.jobs = {
      ...ctx.jobs,
      send: async (db, name, data, options) => {
        const ids = [data].flat().map((one) => (one as { mailId?: string }).mailId ?? "");
        const about = await db
          .select()
          .from(tables.mails)
          .where(inArray(tables.mails.id, ids.filter(Boolean)));
        if (about.some(({ kind }) => kind === "booking-received")) sent.push(options?.priority);
        return ctx.jobs.send(db, name, data, options);
      },
    };
    await bookSlot({ ...ctx, jobs }, offer);
    return { sent, owner: offer.professional };
  };
  const soon = new Date(Math.ceil(Date.now() / MINUTE) * MINUTE + 2 * HOUR);
  const later = new Date(soon.getTime() + 4 * HOUR);
  const near = await priorities(soon);
  const far = await priorities(later);
  const mailsTo = await delivered();
  const emailOf = async (userId: string) =>
    (await world.db.select().from(tables.profiles).where(eq(tables.profiles.id, userId)))[0]?.email;
  const [told] = mailsTo(String(await emailOf(near.owner.userId)));
  expect(told?.subject).toMatch(new RegExp(`^Bientôt, à ${formatTime(soon)} : .+ vient, Séance`));
  expect(plain(told?.text)).toContain("moins de 3 heures avant le début");
  expect(told?.text).toContain("/agenda");
  const [calm] = mailsTo(String(await emailOf(far.owner.userId)));
  expect(calm?.subject).toMatch(/^Nouvelle réservation : /);
  expect([near.sent, far.sent]).toEqual([[WAITED_FOR], [0]]);
});
