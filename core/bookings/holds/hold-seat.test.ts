import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookingTokens } from "#test/make/mailbox.ts";
import {
  cancelTokenOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { bookingLinks, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { abandonCheckout } from "../payment/verify-payment.server.ts";
import { purgeHolds } from "../purge-bookings.server.ts";
import { releaseHolds } from "./release-hold.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
/**
 * The provider's clock, whose checkouts end meanwhile, then ours: its events are signed at real
 * time.
 */
async function passTime(milliseconds: number): Promise<void> {
  world.shift(0);
  await world.simulator.setClock(new Date(Date.now() + milliseconds));
  await world.simulator.untilDelivered();
  world.shift(milliseconds);
}
afterEach(async () => {
  world.shift(0);
  await world.simulator.setClock(null);
  expect(await checkInvariants(world.db)).toEqual([]);
});

const MAILBOX_PAGE = "/verifiez-votre-boite-mail";
const newEmail = () => `${randomUUID()}@example.fr`;
const free = (spots = 1) => world.makeOffer({ priceCents: 0, spots });
const spotsOf = async (slotId: string) =>
  (await world.db.select().from(slots).where(eq(slots.id, slotId)))[0]?.availableSpots;

/** The provider's answer when nobody has paid in time. */
async function letLapse(ctx: Context, bookingId: string): Promise<void> {
  const { payment } = await outcomeOf(world.db, bookingId);
  const update = { event: "ended", reason: "expired", answer: null } as const;
  await applyPayment(ctx, { paymentId: String(payment?.id), ...update });
}

async function giveUp(ctx: Context, bookingId: string): Promise<void> {
  const { payment } = await outcomeOf(world.db, bookingId);
  await abandonCheckout(ctx, { token: await cancelTokenOf(world.db, payment) });
}

describe("one buyer", () => {
  test("holds three checkouts: a browser is one, whatever e-mails are typed in it", async () => {
    const visitor = await world.context();
    const { guestProof } = await bookSlot(visitor, {
      ...(await world.makeOffer()),
      email: newEmail(),
    });
    const again = async () =>
      bookSlot(visitor, {
        ...(await world.makeOffer()),
        email: newEmail(),
        guestProof: guestProof ?? "",
      });
    await again();
    await again();
    await expect(again()).rejects.toMatchObject({ code: "too_many_holds" });
    // A free booking is no checkout.
    const offer = { ...(await free()), email: newEmail(), guestProof: guestProof ?? "" };
    expect((await bookSlot(visitor, offer)).url).toContain(MAILBOX_PAGE);
  });

  test("holds six seats of one slot, and more of another", async () => {
    const visitor = await world.context();
    const guestProof = randomUUID();
    const [crowd, other] = [await free(10), await free()];
    const ask = (offer: typeof crowd) =>
      bookSlot(visitor, { ...offer, email: newEmail(), guestProof });
    for (let held = 0; held < 6; held += 1) await ask(crowd);
    await expect(ask(crowd)).rejects.toMatchObject({
      code: "too_many_holds",
      message: expect.stringContaining("6 places de ce créneau"),
    });
    expect(await spotsOf(crowd.slotId)).toBe(4);
    expect((await ask(other)).url).toContain(MAILBOX_PAGE);
    expect((await ask(await world.makeOffer())).url).toContain("/c/pay/");
  });

  test.each(["signed in", "as a guest"])(
    "leaves ten checkouts to lapse in a day, %s, in all slots together",
    async (how) => {
      const isGuest = how === "as a guest";
      const ctx = await world.context(isGuest ? undefined : await makeClient(world.db));
      const guestProof = randomUUID();
      const ask = async () => {
        const offer = await world.makeOffer();
        return bookSlot(ctx, { ...offer, ...(isGuest && { email: newEmail(), guestProof }) });
      };
      for (let left = 0; left < 10; left += 1) await letLapse(ctx, (await ask()).bookingId);
      await expect(ask()).rejects.toMatchObject({
        code: "too_many_holds",
        message: expect.stringMatching(
          isGuest ? /^10 .*Connectez-vous pour réserver\.$/ : /^10 .*d'ici 24 heures\.$/,
        ),
      });
      // A name typed in this browser does not use up another browser's share.
      expect(
        (await bookSlot(await world.context(), { ...(await world.makeOffer()), email: newEmail() }))
          .url,
      ).toContain("/c/pay/");
      await passTime(24 * HOUR + MINUTE);
      const later = await world.makeOffer({ start: new Date(Date.now() + 96 * HOUR) });
      const asked = { ...later, ...(isGuest && { email: newEmail(), guestProof }) };
      expect((await bookSlot(ctx, asked)).url).toContain("/c/pay/");
    },
  );

  test("may look at the card page and come back as often as they like", async () => {
    const ctx = await world.newClient();
    const offer = await world.makeOffer();
    for (let time = 0; time < 12; time += 1) {
      await giveUp(ctx, (await bookSlot(ctx, offer)).bookingId);
    }
    expect((await bookSlot(ctx, offer)).url).toContain("/c/pay/");
  });

  test("who gives a seat back only when its time is almost over has left it to lapse", async () => {
    const ctx = await world.newClient();
    for (let time = 0; time < 10; time += 1) {
      const { bookingId } = await bookSlot(ctx, await world.makeOffer());
      await passTime((time + 1) * 29 * MINUTE);
      await giveUp(ctx, bookingId);
    }
    await expect(bookSlot(ctx, await world.makeOffer())).rejects.toMatchObject({
      code: "too_many_holds",
    });
  });

  test("who renews a seat shortly before it lapses has left as much to lapse as they held it", async () => {
    const ctx = await world.newClient();
    const offer = await world.makeOffer();
    // Twelve times nine minutes are ten lapses.
    for (let time = 1; time <= 12; time += 1) {
      const { bookingId } = await bookSlot(ctx, offer);
      await passTime(time * 9 * MINUTE);
      await giveUp(ctx, bookingId);
    }
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "too_many_holds" });
  });

  test("books and cancels one slot three times a day, and another one still", async () => {
    const clientId = await makeClient(world.db);
    const ctx = await world.context(clientId);
    const [offer, other] = [await free(), await free()];
    for (let time = 0; time < 3; time += 1) {
      const { bookingId } = await bookSlot(ctx, offer);
      await cancelBooking(ctx, { bookingId });
    }
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({
      code: "too_many_holds",
      message: expect.stringContaining("réservé puis annulé ce créneau 3 fois"),
    });
    expect(await spotsOf(offer.slotId)).toBe(1);
    expect(await bookSlot(ctx, other)).toMatchObject({ confirmed: true });
    await passTime(24 * HOUR + MINUTE);
    expect(await bookSlot(ctx, offer)).toMatchObject({ confirmed: true });
  });
});

describe("one network", () => {
  test("holds thirty seats, with and without charge together", async () => {
    const visitor = await world.context(undefined, { address: "198.51.100.9" });
    const paid = await world.makeOffer({ spots: 20 });
    const gratis = await free(20);
    const asked = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        bookSlot(visitor, { ...(n % 2 ? paid : gratis), email: newEmail() }),
      ),
    );
    const refused = asked.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: "too_many_holds",
        message: expect.stringContaining("depuis votre connexion"),
      });
    }
    // Holds enough seats that a signed-in buyer there has to wait too.
    const client = await world.context(await makeClient(world.db), { address: "198.51.100.9" });
    await expect(bookSlot(client, await world.makeOffer())).rejects.toMatchObject({
      code: "too_many_holds",
    });
  });

  test("beyond sixty lapses in a day asks its guests for an account, and nobody who has one", async () => {
    const address = "198.51.100.10";
    const visitor = await world.context(undefined, { address });
    const crowd = await free(30);
    for (let held = 0; held < 30; held += 1) {
      await bookSlot(visitor, { ...crowd, email: newEmail() });
    }
    await passTime(31 * MINUTE);
    expect(await releaseHolds(visitor)).toBeGreaterThanOrEqual(30);
    const paid = await world.makeOffer({ spots: 30 });
    for (let held = 0; held < 30; held += 1) {
      await letLapse(visitor, (await bookSlot(visitor, { ...paid, email: newEmail() })).bookingId);
    }
    const guest = { ...(await world.makeOffer()), email: newEmail() };
    await expect(bookSlot(visitor, guest)).rejects.toMatchObject({
      code: "too_many_holds",
      message: expect.stringContaining("Connectez-vous pour réserver."),
    });
    const client = await world.context(await makeClient(world.db), { address });
    expect((await bookSlot(client, await world.makeOffer())).url).toContain("/c/pay/");
  });

  test("is forgotten a day later, and at once where a hold was paid", async () => {
    const address = "198.51.100.11";
    const ctx = await world.context(await makeClient(world.db), { address });
    const addressOf = async (bookingId: string) =>
      (await outcomeOf(world.db, bookingId)).booking.holdAddress;
    const left = await bookSlot(ctx, await world.makeOffer());
    await letLapse(ctx, left.bookingId);
    const given = await bookSlot(ctx, await world.makeOffer());
    await giveUp(ctx, given.bookingId);
    const paid = await world.buy(await world.makeOffer(), ctx);
    const ids = [left.bookingId, given.bookingId, paid.bookingId];
    expect(await Promise.all(ids.map(addressOf))).toEqual([address, address, null]);
    await purgeHolds(ctx);
    expect(await addressOf(left.bookingId)).toBe(address);
    await passTime(24 * HOUR + MINUTE);
    await purgeHolds(ctx);
    expect(await addressOf(left.bookingId)).toBeNull();
  });
});

/** Three strangers, each in a browser and a network of their own. */
async function fill(email: string): Promise<void> {
  for (let held = 0; held < 3; held += 1) {
    const { url } = await bookSlot(await world.context(), { ...(await world.makeOffer()), email });
    expect(url).toContain("/c/pay/");
  }
}

describe("an e-mail that anybody can type", () => {
  test("beyond its share holds nothing and is mailed one link a day, in all its spellings", async () => {
    const email = newEmail();
    await fill(email);
    const tagged = email.replace("@", "+yoga@");
    for (const spelling of [email, tagged, email.toUpperCase()]) {
      const offer = await world.makeOffer();
      const booked = await bookSlot(await world.context(), { ...offer, email: spelling });
      expect(booked).toMatchObject({ bookingId: "", confirmed: false });
      expect(new URL(booked.url).pathname).toBe(MAILBOX_PAGE);
      expect(booked.guestProof).toMatch(/^[\w-]{43}$/);
      expect(await spotsOf(offer.slotId)).toBe(1);
    }
    expect(await bookingTokens(world.db, email)).toHaveLength(1);
    expect(await bookingTokens(world.db, tagged)).toEqual([]);
    await passTime(24 * HOUR + MINUTE);
    await fill(email);
    const start = new Date(Date.now() + 96 * HOUR);
    await bookSlot(await world.context(), { ...(await world.makeOffer({ start })), email });
    expect(await bookingTokens(world.db, email)).toHaveLength(2);
  });

  test("keeps nobody from booking who is signed in", async () => {
    const client = await makeUser(world.db);
    await fill(client.email);
    const booked = await bookSlot(await world.context(client.id), await world.makeOffer());
    expect(booked.url).toContain("/c/pay/");
  });

  test("refuses what is sold out or gone in the words of everybody, also beyond its share", async () => {
    const email = newEmail();
    await fill(email);
    const past = await world.makeOffer({ start: new Date(Date.now() + MINUTE) });
    await passTime(2 * MINUTE);
    await expect(bookSlot(await world.context(), { ...past, email })).rejects.toMatchObject({
      code: "slot_unavailable",
      message: "Ce créneau n'est plus disponible.",
    });
    expect(await bookingTokens(world.db, email)).toEqual([]);
  });

  test("of three free bookings in a day sends the fourth to its mailbox, like the first", async () => {
    const email = newEmail();
    const answers = [];
    for (let asked = 0; asked < 5; asked += 1) {
      const offer = await free();
      const { url, confirmed } = await bookSlot(await world.context(), { ...offer, email });
      answers.push({ url, confirmed, spots: await spotsOf(offer.slotId) });
    }
    const told = { url: expect.stringContaining(MAILBOX_PAGE), confirmed: false };
    expect(answers).toEqual([0, 0, 0, 1, 1].map((spots) => ({ ...told, spots })));
    // Three that confirm, and one a day to continue.
    expect(await bookingTokens(world.db, email)).toHaveLength(4);
  });

  test("shows neither whose it is nor what it has booked", async () => {
    const offer = await world.makeOffer({ spots: 5 });
    const client = await makeUser(world.db);
    await world.buy(offer, await world.context(client.id));
    const owner = await world.context(offer.professional.userId);
    for (const email of [newEmail(), client.email, String(owner.actor?.email)]) {
      const { url, confirmed } = await bookSlot(await world.context(), { ...offer, email });
      expect({ url, confirmed }).toEqual({
        url: expect.stringContaining("/c/pay/"),
        confirmed: false,
      });
    }
    expect(await spotsOf(offer.slotId)).toBe(1);
  });
});

describe("a slot whose last seats are held and not paid for", () => {
  test("says when to look again, the same to every e-mail, and mails its own a way on", async () => {
    const email = newEmail();
    const offer = await world.makeOffer();
    await bookSlot(await world.context(), { ...offer, email });
    const messages = [];
    for (const typed of [newEmail(), email, email]) {
      const refused = await bookSlot(await world.context(), { ...offer, email: typed }).catch(
        (error) => error,
      );
      expect(refused.code).toBe("slot_unavailable");
      messages.push(refused.message);
    }
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toMatch(
      /^En cours de réservation\u00a0: une place peut se libérer à \d\d:\d\d\. Si vous avez commencé/,
    );
    expect(await bookingTokens(world.db, email)).toHaveLength(1);
    const links = await world.db
      .select()
      .from(bookingLinks)
      .where(eq(bookingLinks.slotId, offer.slotId));
    expect(links).toHaveLength(1);
    const client = await world.newClient();
    await expect(bookSlot(client, offer)).rejects.toMatchObject({
      message: expect.stringMatching(/^En cours de réservation.* à \d\d:\d\d\.$/),
    });
  });

  test("is sold out once they are paid", async () => {
    const offer = await world.makeOffer();
    await world.buy(offer);
    const refused = bookSlot(await world.context(), { ...offer, email: newEmail() });
    await expect(refused).rejects.toMatchObject({ message: "Ce créneau n'est plus disponible." });
  });
});
