import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { bookingMessages } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { showBookingMessages } from "./show-booking-messages.server.ts";
import { writeBookingMessage, writeToSlotClients } from "./write-booking-message.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

async function makeBooked(isPaid = true) {
  const offer = await world.makeOffer({ spots: 2 });
  const user = await makeUser(world.db, { firstName: "Julie", lastName: "Martin" });
  const client = await world.context(user.id);
  const { bookingId } = await bookSlot(client, offer);
  if (isPaid) await world.pay(bookingId);
  return { bookingId, client, owner: await world.context(offer.professional.userId) };
}

const plain = (text: string | undefined) => text?.replaceAll(/[\s\u00a0\u202f]+/g, " ") ?? "";

test("each side writes to the other by the site, which shows no address and keeps it (rule: writing-through-us)", async () => {
  const { bookingId, client, owner } = await makeBooked();
  const asked = "Bonjour,\r\n\r\nfaut-il <b>un tapis</b> ?\nBcc: tout-le-monde@example.fr";
  await writeBookingMessage(client, { bookingId, text: asked });
  await writeBookingMessage(owner, { bookingId, text: "Non, tout est là." });
  const arrived = await receiveMails(await world.context());
  const addressOf = (ctx: typeof client) => String(ctx.actor?.email);
  const sentTo = (ctx: typeof client) =>
    arrived.filter(
      ({ recipients, subject }) =>
        recipients.join() === addressOf(ctx) && subject?.includes("vous écrit"),
    );
  const [received] = sentTo(owner);
  expect(received?.subject).toMatch(/^Julie M\. vous écrit : Séance/);
  expect(plain(received?.text)).toContain("faut-il <b>un tapis</b> ?");
  expect(received?.html).toContain("&lt;b&gt;un tapis");
  const [answered] = sentTo(client);
  expect(answered?.subject).toMatch(/^Cabinet \d+ vous écrit/);
  expect(answered?.text).toContain(`/reservations/${bookingId}/ecrire`);
  for (const [mail, other] of [
    [received, client],
    [answered, owner],
  ] as const) {
    expect(JSON.stringify(mail)).not.toContain(addressOf(other));
  }
  expect(arrived.flatMap(({ recipients }) => recipients)).not.toContain("tout-le-monde@example.fr");

  const seen = await showBookingMessages(client, { bookingId });
  expect(seen).toMatchObject({ other: expect.stringMatching(/^Cabinet/), canWrite: true });
  expect(seen.messages).toMatchObject([
    { isOwn: true },
    { isOwn: false, text: "Non, tout est là." },
  ]);
  expect(await showBookingMessages(owner, { bookingId })).toMatchObject({
    other: "Julie M.",
    messages: [{ isOwn: false }, { isOwn: true }],
  });
});

test("only the two sides read and write, and only while the booking is confirmed", async () => {
  const { bookingId, client, owner } = await makeBooked();
  const text = "Bonjour";
  const stranger = await world.newClient();
  for (const act of [writeBookingMessage, showBookingMessages]) {
    await expect(act(stranger, { bookingId, text })).rejects.toMatchObject({ code: "not_found" });
    const visitor = await world.context();
    await expect(act(visitor, { bookingId, text })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  }
  await cancelBooking(client, { bookingId });
  for (const ctx of [client, owner]) {
    await expect(writeBookingMessage(ctx, { bookingId, text })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await showBookingMessages(ctx, { bookingId })).toMatchObject({ canWrite: false });
  }
  const open = await makeBooked(false);
  const unpaid = { bookingId: open.bookingId, text };
  await expect(writeBookingMessage(open.client, unpaid)).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(writeBookingMessage(open.owner, unpaid)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await world.db.$count(bookingMessages, eq(bookingMessages.bookingId, bookingId))).toBe(0);
  await world.runJobs();
});

test("what is empty or too long is refused beside its field, and nobody floods another", async () => {
  const { bookingId, client, owner } = await makeBooked();
  for (const [text, message] of [
    ["  \n ", "Ce champ est obligatoire"],
    ["a".repeat(2_001), "2000 caractères au plus"],
  ] as const) {
    await expect(writeBookingMessage(client, { bookingId, text })).rejects.toMatchObject({
      fields: { text: [message] },
    });
  }
  for (let count = 0; count < 20; count += 1)
    await writeBookingMessage(client, { bookingId, text: "!" });
  await expect(writeBookingMessage(client, { bookingId, text: "!" })).rejects.toMatchObject({
    code: "rate_limited",
  });
  await writeBookingMessage(owner, { bookingId, text: "Un de trop." });
  expect(await world.db.$count(bookingMessages, eq(bookingMessages.bookingId, bookingId))).toBe(21);
});

test("one text reaches everybody who comes to a slot, each for themselves (rule: writing-through-us)", async () => {
  const offer = await world.makeOffer({ spots: 3 });
  const owner = await world.context(offer.professional.userId);
  const { slotId } = offer;
  const write = (ctx: typeof owner, text = "La salle est au premier.") =>
    writeToSlotClients(ctx, { slotId, text });
  await expect(write(owner)).rejects.toMatchObject({ code: "conflict" });
  const clients = [];
  for (const firstName of ["Julie", "Karim", "Léa"]) {
    const user = await makeUser(world.db, { firstName, lastName: "Martin" });
    const client = await world.context(user.id);
    const { bookingId } = await world.buy(offer, client);
    clients.push({ client, bookingId });
  }
  const [left, ...kept] = clients;
  if (!left) throw new Error("nobody has booked");
  await cancelBooking(left.client, { bookingId: left.bookingId });
  expect(await write(owner)).toMatchObject({ letters: 2 });
  for (const { client, bookingId } of kept) {
    expect((await showBookingMessages(client, { bookingId })).messages).toMatchObject([
      { isOwn: false, text: "La salle est au premier." },
    ]);
  }
  expect((await showBookingMessages(left.client, left)).messages).toEqual([]);
  const arrived = await receiveMails(await world.context());
  const sent = arrived.filter(({ subject }) => subject?.includes("vous écrit"));
  expect(sent.map(({ recipients }) => recipients)).toEqual(
    expect.arrayContaining(kept.map(({ client }) => [String(client.actor?.email)])),
  );
  expect(sent.filter(({ text }) => text?.includes("au premier"))).toHaveLength(2);

  // Not by a client of it, nor a visitor; and nothing that is empty.
  for (const { client } of kept) {
    await expect(write(client)).rejects.toMatchObject({ code: "forbidden" });
  }
  await expect(write(await world.context())).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(write(owner, " ")).rejects.toMatchObject({
    fields: { text: ["Ce champ est obligatoire"] },
  });
  for (const { bookingId } of kept) {
    expect(await world.db.$count(bookingMessages, eq(bookingMessages.bookingId, bookingId))).toBe(
      1,
    );
  }
  for (let count = 1; count < 20; count += 1) await write(owner);
  await expect(write(owner)).rejects.toMatchObject({ code: "rate_limited" });
});
