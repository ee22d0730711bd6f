import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { countUnread, listConversations, markRead } from "./show-booking-messages.server.ts";
import { writeBookingMessage } from "./write-booking-message.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** A professional with a session and an activity, each booked by the same client. */
async function makeBooked() {
  const offer = await world.makeOffer({ spots: 3 });
  const user = await makeUser(world.db, { firstName: "Julie", lastName: "Martin" });
  const client = await world.context(user.id);
  const activity = await world.makeActivityOffer({ spots: 3 });
  return {
    client,
    owner: await world.context(offer.professional.userId),
    session: (await world.buy(offer, client)).bookingId,
    activity: (await world.buy(activity, client)).bookingId,
  };
}

const write = (ctx: Context, minute: number, bookingId: string, text: string) =>
  writeBookingMessage(
    { ...ctx, now: () => new Date(Date.UTC(2026, 10, 20, 9, minute)) },
    {
      ...{ bookingId, text },
    },
  );

test("both sides find their messages by booking, the newest first, and what they have not read", async () => {
  const { client, owner, session, activity } = await makeBooked();
  await write(client, 1, session, "Faut-il un tapis ?");
  await write(client, 2, activity, "À quelle heure ?");
  await write(client, 3, session, "Et une serviette ?");
  expect(await listConversations(client)).toMatchObject({
    conversations: [
      { bookingId: session, isClient: true, unread: 0, last: { isOwn: true } },
      { bookingId: activity, unread: 0, last: { text: "À quelle heure ?" } },
    ],
    nextCursor: null,
  });
  expect((await listConversations(owner)).conversations).toMatchObject([
    { other: "Julie M.", isClient: false, unread: 2, last: { text: "Et une serviette ?" } },
  ]);
  expect([await countUnread(client), await countUnread(owner)]).toEqual([0, 2]);

  await markRead(owner, { bookingId: session });
  expect(await countUnread(owner)).toBe(0);
  await write(owner, 4, session, "Tout est là.");
  expect([await countUnread(client), await countUnread(owner)]).toEqual([1, 0]);
  // One's own reading says nothing about what one wrote oneself.
  await markRead(owner, { bookingId: session });
  expect(await countUnread(client)).toBe(1);
});

test("a page ends where the next begins, and a visitor or a stranger has none", async () => {
  const { client, session, activity } = await makeBooked();
  await write(client, 1, session, "Un");
  await write(client, 2, activity, "Deux");
  const first = await listConversations(client, { limit: 1 });
  expect(first.conversations).toMatchObject([{ bookingId: activity }]);
  const next = await listConversations(client, { limit: 1, cursor: String(first.nextCursor) });
  expect(next).toMatchObject({ conversations: [{ bookingId: session }], nextCursor: null });
  await expect(listConversations(client, { cursor: "x" })).rejects.toMatchObject({
    code: "invalid_input",
  });

  const stranger = await world.newClient();
  expect((await listConversations(stranger)).conversations).toEqual([]);
  await expect(markRead(stranger, { bookingId: session })).rejects.toMatchObject({
    code: "not_found",
  });
  const visitor = await world.context();
  expect(await countUnread(visitor)).toBe(0);
  await expect(listConversations(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
});
