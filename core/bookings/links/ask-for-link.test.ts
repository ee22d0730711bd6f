import { randomUUID } from "node:crypto";
import { count, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { bookingLinks, mails } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { followBookingLink } from "./follow-booking-link.server.ts";
import { askForLink } from "./send-booking-link.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});

const newEmail = () => `${randomUUID()}@example.fr`;

/** A guest's hold of the last seat, and the mails that they get from now on. */
async function begin(kind: "session" | "activity" = "session", priceCents?: number) {
  const terms = priceCents === undefined ? {} : { priceCents };
  const offer = await (kind === "session"
    ? world.makeOffer(terms)
    : world.makeActivityOffer(terms));
  const email = newEmail();
  const begun = await bookSlot(await world.context(), { ...offer, email });
  const asked =
    "sessionId" in offer ? { sessionId: offer.sessionId } : { activityId: offer.activityId };
  const mailbox = await openMailbox();
  const delivered = async () => {
    await deliverMails(await world.context(undefined, { mailer: mailbox.mailer }));
    return mailbox.mails.filter(({ recipients }) => recipients.includes(email));
  };
  return { offer, email, begun, asked, delivered };
}

describe.each(["session", "activity"] as const)("the last seat of a %s", (kind) => {
  test("is gone on with in another browser by the link that was asked for", async () => {
    const { email, begun, asked, delivered } = await begin(kind);
    await askForLink(await world.context(), { ...asked, email });
    const [mail] = await delivered();
    expect(mail?.subject).toBe("Continuez votre réservation");
    const { url } = await followBookingLink(await world.context(), { token: tokenIn(mail) });
    expect(url).toBe(begun.url);
  });

  test("is mailed to who holds it alone, and once a day", async () => {
    const { email, asked, delivered } = await begin(kind);
    const stranger = newEmail();
    const ctx = await world.context();
    await askForLink(ctx, { ...asked, email: stranger });
    for (let time = 0; time < 3; time += 1) await askForLink(ctx, { ...asked, email });
    expect(await delivered()).toHaveLength(1);
    const [others] = await world.db.select().from(mails).where(eq(mails.toAddress, stranger));
    expect(others?.status).toBe("dropped");
  });
});

test("an e-mail that holds nothing is written to like any other, so that no answer tells", async () => {
  const { email, asked } = await begin();
  const written = async (address: string) => {
    await askForLink(await world.context(), { ...asked, email: address });
    const [links] = await world.db
      .select({ count: count() })
      .from(bookingLinks)
      .where(eq(bookingLinks.email, address));
    const queued = await world.db
      .select({ kind: mails.kind })
      .from(mails)
      .where(eq(mails.toAddress, address));
    return { links: links?.count, queued: queued.filter(({ kind }) => kind === "booking-link") };
  };
  expect(await written(newEmail())).toEqual(await written(email));
});

test("who asked too early, or was named by a stranger, has their link once they hold a seat", async () => {
  const offer = await world.makeOffer();
  const email = newEmail();
  const mailbox = await openMailbox();
  const ctx = await world.context();
  const deliver = async () => {
    await deliverMails(await world.context(undefined, { mailer: mailbox.mailer }));
    return mailbox.mails.filter(({ recipients }) => recipients.includes(email)).length;
  };
  await askForLink(ctx, { sessionId: offer.sessionId, email });
  expect(await deliver()).toBe(0);
  await bookSlot(await world.context(), { ...offer, email });
  await askForLink(await world.context(), { sessionId: offer.sessionId, email });
  expect(await deliver()).toBe(1);
});

test("what costs nothing gets the link that confirms it again", async () => {
  const { email, asked, delivered } = await begin("session", 0);
  await askForLink(await world.context(), { ...asked, email });
  const sent = await delivered();
  expect(sent.map(({ subject }) => subject?.split(" :")[0])).toEqual([
    "Confirmez votre réservation",
    "Confirmez votre réservation",
  ]);
});

test("an account's own hold, another session, or an address that is none get nothing", async () => {
  const offer = await world.makeOffer();
  const client = await world.newClient();
  await bookSlot(client, offer);
  const mailbox = await openMailbox();
  const visitor = await world.context();
  await askForLink(visitor, {
    sessionId: offer.sessionId,
    email: String(client.actor?.email),
  });
  const email = newEmail();
  await askForLink(visitor, { sessionId: randomUUID(), email });
  await deliverMails(await world.context(undefined, { mailer: mailbox.mailer }));
  const theirs = [email, String(client.actor?.email)];
  expect(mailbox.mails.filter(({ recipients }) => theirs.includes(String(recipients[0])))).toEqual(
    [],
  );
  await expect(
    askForLink(visitor, { sessionId: offer.sessionId, email: "personne" }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});
