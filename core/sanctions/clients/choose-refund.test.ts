import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSlot } from "#test/make/catalogue.ts";
import { untilWaiting } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import { lockWithPayment } from "../../bookings/find-own-booking.server.ts";
import { moveBooking } from "../../bookings/move/move-booking.server.ts";
import { DAY } from "../../durations.ts";
import { cents, formatPrice } from "../../money.ts";
import { accountDecisions } from "../../tables.server.ts";
import { endRelationship, suspendAccount } from "../close-account.server.ts";
import { takeNoticeBack } from "../lift-decision.server.ts";
import { ENDING_NOTICE } from "../rules.ts";
import { chooseRefund, showChoice } from "./choose-refund.server.ts";
import { tellBookedClients } from "./tell-booked-clients.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const AFTER_THE_END = () => new Date(Math.ceil(Date.now() / DAY) * DAY + ENDING_NOTICE + 5 * DAY);

/** Three paid seats with a professional, and who decides about them. */
async function makeBooked(start?: Date) {
  const offer = await world.makeOffer({ spots: 5, ...(start && { start }) });
  const owner = await world.context(offer.professional.userId);
  const { client, bookingId } = await world.buy({ ...offer, seats: 3 });
  const operator = await makeOperatorContext(await world.context());
  return { offer, email: String(owner.actor?.email), client, bookingId, operator };
}

async function deliver() {
  return receiveMails(await world.context());
}

/** Tells the clients of the account's only decision: the mail's words, and its link's token. */
async function tell({ client, offer }: Awaited<ReturnType<typeof makeBooked>>) {
  const ofUser = eq(accountDecisions.userId, offer.professional.userId);
  const [decision] = await world.db.select().from(accountDecisions).where(ofUser);
  await tellBookedClients(client, { decisionId: String(decision?.id) });
  const mail = (await deliver())
    .filter(({ recipients }) => recipients.includes(String(client.actor?.email)))
    .at(-1);
  return { text: mail?.text, token: /jeton=([\w.-]+)/.exec(String(mail?.text))?.[1] ?? "" };
}

describe("a client's choice (rule: booked-clients-choose)", () => {
  it("promises what comes back, which is less once a seat was given back", async () => {
    const booked = await makeBooked();
    const { client, bookingId, offer, operator, email } = booked;
    await cancelBooking(client, { bookingId, seats: 1 });
    await world.runJobs();
    await deliver();
    await suspendAccount(operator, { ...SUSPENSION, email });
    const { text, token } = await tell(booked);
    const refundCents = 2 * offer.priceCents;
    expect(text).toContain(`être remboursé de ${formatPrice(cents(refundCents))}`);
    expect(await showChoice(client, { token })).toMatchObject({ state: "open", refundCents });

    const refund = { token, choice: "refunded" as const };
    await expect(
      chooseRefund(client, { ...refund, refundCents: refundCents + 1 }),
    ).rejects.toMatchObject({ code: "conflict" });
    await chooseRefund(client, { ...refund, refundCents });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("cancelled");
    const told = (await deliver()).find(({ recipients }) => recipients.includes(email));
    expect(told?.subject).toContain("Réservation annulée");
    expect(told?.text).toContain("a choisi d'être remboursé");
    expect(told?.text).not.toContain("Vous avez annulé");
  });

  it("is over where the booking has moved to before the end", async () => {
    const booked = await makeBooked(AFTER_THE_END());
    const { client, bookingId, offer, operator, email } = booked;
    await endRelationship(operator, { ...SUSPENSION, email });
    const { token } = await tell(booked);
    expect(await showChoice(client, { token })).toMatchObject({ state: "open", measure: "ended" });
    const sooner = await makeSlot(world.db, {
      session: { id: offer.sessionId, capacity: 5 },
      start: new Date(Math.ceil(Date.now() / DAY) * DAY + 3 * DAY),
      availableSpots: 5,
    });
    await moveBooking(client, { bookingId, slotId: sooner.id });

    expect(await showChoice(client, { token })).toMatchObject({ state: "stands" });
    await expect(chooseRefund(client, { token, choice: "refunded" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });

  it("stays open where another decision is in the way once a notice is taken back", async () => {
    const booked = await makeBooked(AFTER_THE_END());
    const { client, operator, email } = booked;
    await endRelationship(operator, { ...SUSPENSION, email });
    const { token } = await tell(booked);
    await suspendAccount(operator, { ...SUSPENSION, email });
    await takeNoticeBack(operator, { email, reason: "Nous l'avons relu." });
    expect(await showChoice(client, { token })).toMatchObject({
      ...{ state: "open", measure: "suspended" },
    });
    const told = (await deliver()).filter(({ recipients }) => recipients.includes(email)).at(-1);
    expect(told?.subject).toBe("Le préavis est levé");
    expect(told?.text).toContain("Votre compte reste suspendu");
  });

  it("is nobody's any more once the decision was lifted, a moment before the refund", async () => {
    const booked = await makeBooked();
    const { client, bookingId, offer, operator, email } = booked;
    await suspendAccount(operator, { ...SUSPENSION, email, booked: "refunded" });
    const ofUser = eq(accountDecisions.userId, offer.professional.userId);
    const [decision] = await world.db.select().from(accountDecisions).where(ofUser);
    let told: Promise<void> = Promise.resolve();
    await world.db.transaction(async (tx) => {
      await lockWithPayment(tx, bookingId);
      told = tellBookedClients(client, { decisionId: String(decision?.id) });
      await untilWaiting(world.db, 1);
      await world.db.update(accountDecisions).set({ endedAt: new Date() }).where(ofUser);
    });
    await told;
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
  });
});
