import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { receiveMails, tokenIn } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { CORRECTION_LIFE } from "../../accounts/passwords/mail-access-links.server.ts";
import { resetPassword } from "../../accounts/passwords/request-password-reset.server.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { followAddress } from "../../bookings/links/follow-address.server.ts";
import { DAY } from "../../durations.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { bookings, logins, profiles, users } from "../../tables.server.ts";
import { actOnAccount } from "./act-on-account.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const reason = "Elle a écrit gmial ; carte d'identité vue.";
const password = "parenthese-2";
let count = 0;
const newAddress = () => `corrigee-${++count}@example.fr`;

async function mistyped() {
  const userId = await makeClient(world.db);
  const ctx = await makeOperatorContext(await world.context(), ["administration"]);
  const { email: from } = await profileOf(userId);
  return { userId, from, ctx };
}
async function profileOf(userId: string) {
  const [row] = await world.db.select().from(profiles).where(eq(profiles.id, userId));
  if (!row) throw new Error("no such account");
  return row;
}
async function deliver() {
  const received = await receiveMails(await world.context());
  return (to: string) => received.findLast(({ recipients }) => recipients.includes(to));
}

test("an address counts once its owner has proved it, and bookings follow (rule: corrected-address)", async () => {
  const { userId, from, ctx } = await mistyped();
  const client = await world.context(userId);
  const { bookingId } = await bookSlot(client, await world.makeOffer());
  const expiresAt = new Date(Date.now() + DAY);
  await world.db.insert(logins).values({ id: newId(), userId, token: newId(), expiresAt });
  const email = newAddress();
  const said = await actOnAccount(ctx, { userId, decision: "address", email, reason });
  expect(said).toBe("Lien envoyé à la nouvelle adresse");
  expect(await world.db.$count(logins, eq(logins.userId, userId))).toBe(0);
  expect((await profileOf(userId)).email).toBe(from);
  const mailTo = await deliver();
  expect(mailTo(from)?.subject).toBe("L'adresse de votre compte va changer");
  expect(mailTo(from)?.text).not.toContain(email);
  const token = tokenIn(mailTo(email));
  const [act] = await listActsOn(ctx, { kind: "account", id: userId });
  expect(act).toMatchObject({
    ...{ act: "address_corrected", details: { reason, before: { email: from } } },
  });

  const visitor = await world.context();
  await resetPassword(visitor, { token, password });
  expect((await profileOf(userId)).email).toBe(email);
  const [user] = await world.db.select().from(users).where(eq(users.id, userId));
  expect(user).toMatchObject({ email, emailVerified: true });
  await followAddress(visitor, { userId, from });
  const [booking] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
  expect(booking?.buyerEmail).toBe(email);
  await expect(resetPassword(visitor, { token, password })).rejects.toMatchObject({
    code: "invalid_token",
  });
});

test("a link dies with its time, with another correction, and when somebody else has the address", async () => {
  const { userId, from, ctx } = await mistyped();
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  for (const email of [first, second]) {
    await actOnAccount(ctx, { userId, decision: "address", email, reason });
  }
  const mailTo = await deliver();
  const visitor = await world.context();
  const late = { ...visitor, now: () => new Date(Date.now() + CORRECTION_LIFE + 1_000) };
  const dead = (who: typeof visitor, token: string) =>
    expect(resetPassword(who, { token, password })).rejects.toMatchObject({
      code: "invalid_token",
    });
  await dead(late, tokenIn(mailTo(second)));
  await resetPassword(visitor, { token: tokenIn(mailTo(second)), password });
  await dead(visitor, tokenIn(mailTo(first)));
  expect((await profileOf(userId)).email).toBe(second);

  await actOnAccount(ctx, { userId, decision: "address", email: third, reason });
  await makeUser(world.db, { email: third });
  await dead(visitor, tokenIn((await deliver())(third)));
  expect((await profileOf(userId)).email).toBe(second);
  expect(from).not.toBe(second);
});

test("what cannot be corrected is said, and nothing is mailed", async () => {
  const { userId, from, ctx } = await mistyped();
  const taken = await makeUser(world.db);
  const why = (email: string) => actOnAccount(ctx, { userId, decision: "address", email, reason });
  await expect(why("pas une adresse")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(why(from)).rejects.toMatchObject({ message: "C'est déjà l'adresse de ce compte." });
  await expect(why(taken.email)).rejects.toMatchObject({
    message: "Un autre compte a cette adresse.",
  });
  await world.db
    .update(profiles)
    .set({ accountStatus: "suspended" })
    .where(eq(profiles.id, userId));
  await expect(why(newAddress())).rejects.toMatchObject({ code: "conflict" });
  expect((await deliver())(from)).toBeUndefined();
});
