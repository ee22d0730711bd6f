import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { searchOwnOfferings } from "../../catalogue/own-offerings/search-own-offerings.server.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import { bookings, offerings, professionalProfiles } from "../../tables.server.ts";
import { factsOf } from "../store.server.ts";
import { listBookings } from "./list-bookings.server.ts";
import { listManaged } from "./list-managed.server.ts";

async function makeBooking(
  db: Database,
  slot: { id: string },
  client: { id: string; email: string },
  professionalId: string,
  fields: Partial<typeof bookings.$inferInsert> = {},
) {
  // By hand: neither seat nor payment, which no list looks at.
  contradict(db, "I1", "I2");
  const confirmed = { status: "confirmed", paymentStatus: "paid", confirmedAt: NOW } as const;
  const [booking] = await db
    .insert(bookings)
    .values({
      id: newId(),
      clientId: client.id,
      buyerEmail: client.email,
      professionalId,
      slotId: slot.id,
      pricePaidCents: cents(4_000),
      commissionCents: cents(400),
      refundableUntil: NOW,
      ...confirmed,
      ...soldFrom(slot.id),
      ...fields,
    })
    .returning();
  if (!booking) throw new Error("nothing was inserted");
  return booking;
}

describe("a client's list", () => {
  dataTest("holds their own bookings only, newest first, page by page", async ({ db }) => {
    const [client, other] = [await makeUser(db), await makeUser(db)];
    const session = await makeSession(db);
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      const slot = await makeSlot(db, { session, start: new Date(NOW.getTime() + n * HOUR) });
      await makeBooking(db, slot, other, session.professionalId);
      const createdAt = new Date(NOW.getTime() + Math.floor(n / 2) * HOUR);
      made.push(await makeBooking(db, slot, client, session.professionalId, { createdAt }));
    }
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const expected = made.map(({ id }) => id).reverse();
    expect((await listBookings(ctx)).bookings.map(({ id }) => id)).toEqual(expected);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listBookings(ctx, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.bookings.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    await expect(listBookings(ctx, { cursor: "x" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(listBookings(makeContext(db))).rejects.toMatchObject({ code: "unauthenticated" });
  });

  dataTest(
    "is told by tabs, the nearest start first, the past ones once they end",
    async ({ db }) => {
      const client = await makeUser(db);
      const session = await makeSession(db);
      const book = async (hours: number, fields = {}) => {
        const start = new Date(NOW.getTime() + hours * HOUR);
        const slot = await makeSlot(db, { session, start });
        return (await makeBooking(db, slot, client, session.professionalId, fields)).id;
      };
      const [last, next, now, running] = [
        ...[await book(9), await book(1), await book(0), await book(-0.5)],
      ];
      const [old, recent, middle] = [await book(-9), await book(-1), await book(-5)];
      const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
      const read = async (when: "upcoming" | "past") => {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await listBookings(ctx, { when, limit: 2, ...(cursor && { cursor }) });
          seen.push(...page.bookings.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        return seen;
      };
      expect(await read("upcoming")).toEqual([running, now, next, last]);
      expect(await read("past")).toEqual([recent, middle, old]);
    },
  );

  dataTest(
    "leaves an attempt never paid for out once the slot was asked for again",
    async ({ db }) => {
      const client = await makeUser(db);
      const session = await makeSession(db);
      const slots = [await makeSlot(db, { session }), await makeSlot(db, { session, start: NOW })];
      const ids: Record<string, string> = {};
      let minutes = 0;
      const book = async (slot: { id: string } | undefined, name: string, fields = {}) => {
        if (!slot) throw new Error("no slot");
        minutes += 1;
        const createdAt = new Date(NOW.getTime() + minutes * 60_000);
        const row = { createdAt, ...fields };
        ids[name] = (await makeBooking(db, slot, client, session.professionalId, row)).id;
      };
      const cancelled = { status: "cancelled", cancelledAt: NOW } as const;
      await book(slots[0], "expired", { ...cancelled, cancelReason: "expired" });
      await book(slots[0], "called off", { ...cancelled, cancelReason: "client" });
      await book(slots[0], "confirmed");
      await book(slots[1], "failed", { ...cancelled, cancelReason: "failed" });
      await book(slots[1], "abandoned", { ...cancelled, cancelReason: "abandoned" });
      const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
      const { bookings } = await listBookings(ctx, { when: "upcoming" });
      expect(bookings.map(({ id }) => id).sort()).toEqual(
        [ids["called off"], ids.confirmed, ids.abandoned].sort(),
      );
    },
  );

  dataTest(
    "gives the link of an online session to the confirmed only (rule: online-link)",
    async ({ db }) => {
      const client = await makeUser(db);
      const onlineLink = "https://visio.example.fr/salle";
      const session = await makeSession(db, { isOnline: true, onlineLink });
      const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
      const links = [];
      for (const fields of [
        {},
        { status: "pending", paymentStatus: "pending", confirmedAt: null },
        { status: "cancelled", cancelledAt: NOW, cancelReason: "client" },
      ] as const) {
        const start = new Date(NOW.getTime() + (links.length + 1) * HOUR);
        const slot = await makeSlot(db, { session, start });
        const { id } = await makeBooking(db, slot, client, session.professionalId, fields);
        const { bookings } = await listBookings(ctx);
        links.push(bookings.find((one) => one.id === id)?.onlineLink);
      }
      expect(links).toEqual([onlineLink, null, null]);
    },
  );

  dataTest("says nothing more of a session that its owner deleted", async ({ db }) => {
    const client = await makeUser(db);
    const session = await makeSession(db);
    const slot = await makeSlot(db, { session });
    await makeBooking(db, slot, client, session.professionalId);
    const gone = { isActive: false, deletedAt: NOW };
    await db.update(offerings).set(gone).where(eq(offerings.id, session.id));
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const { bookings } = await listBookings(ctx);
    expect(bookings).toMatchObject([{ offeringId: null, title: null, description: null }]);
  });
});

describe("the professional's manager", () => {
  dataTest("shows slots, clients' names and states, of their own sessions", async ({ db }) => {
    const professional = await makeProfessional(db);
    const mine = await makeSession(db, { professional, title: "À moi" });
    const theirs = await makeSession(db);
    const slot = await makeSlot(db, { session: mine, capacity: 3 });
    await makeSlot(db, { session: theirs });
    const awa = await makeUser(db, { firstName: "Awa", lastName: "Diop" });
    const nameless = await makeUser(db, { firstName: "", lastName: "" });
    await makeBooking(db, slot, awa, professional.id, { bookingNotes: "Dos fragile" });
    await makeBooking(db, slot, nameless, professional.id);
    const stranger = await makeUser(db);
    await makeBooking(db, slot, stranger, professional.id, {
      status: "cancelled",
      paymentStatus: "unpaid",
      confirmedAt: null,
      cancelledAt: NOW,
      cancelReason: "expired",
    });
    const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const groups = await listManaged(ctx, "session");
    expect(groups?.upcoming).toMatchObject([
      {
        title: "À moi",
        slots: [
          {
            id: slot.id,
            bookings: [
              { clientName: "Awa Diop", clientEmail: awa.email, bookingNotes: "Dos fragile" },
              { clientName: nameless.email },
            ],
          },
        ],
      },
    ]);
    const client = makeContext(db, { actor: await actorOf(db, awa.id) });
    expect(await listManaged(client, "session")).toBeNull();
  });

  dataTest("counts the seats that are taken as their list of offerings does", async ({ db }) => {
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional, capacity: 9 });
    const some = { outsideSeats: 4, reservedSeats: 1, availableSpots: 1 };
    const slot = await makeSlot(db, { session, ...some });
    const [seller, buyer] = [await makeUser(db), await makeUser(db)];
    const sold = await makeBooking(db, slot, seller, professional.id, { seats: 2 });
    // Somebody is paying for the seats that are for sale again: they count once (rule: resale).
    const unpaid = { status: "pending", paymentStatus: "pending", confirmedAt: null } as const;
    const paying = await makeBooking(db, slot, buyer, professional.id, {
      ...{ ...unpaid, seats: 2, resaleOfId: sold.id },
    });
    await db.update(bookings).set({ resaleToId: paying.id }).where(eq(bookings.id, sold.id));
    const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const groups = await listManaged(ctx, "session");
    expect(groups?.upcoming[0]?.slots).toMatchObject([{ taken: 7, outside: 4 }]);
    const { offerings: own } = await searchOwnOfferings(ctx, {});
    expect(own).toMatchObject([{ taken: 7, seats: 8, outside: 4 }]);
  });
});

describe("the street (rule: somewhere-to-go)", () => {
  dataTest("is read by whoever has paid, and the city by whoever is paying", async ({ db }) => {
    const professional = await makeProfessional(db);
    const client = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const book = async (fields: Parameters<typeof makeBooking>[4]) => {
      const slot = await makeSlot(db, { session: await makeSession(db, { professional }) });
      const { id } = await makeBooking(db, slot, client, professional.id, fields);
      const { bookings: found } = await listBookings(ctx);
      const { address, postalCode, city } = found.find((booking) => booking.id === id) ?? {};
      return { address, postalCode, city };
    };
    const street = { address: "1 rue de la Paix", postalCode: "69001", city: "Lyon" };
    expect(await book({})).toEqual(street);
    const ended = { cancelledAt: NOW, cancelReason: "client", status: "cancelled" } as const;
    expect(await book(ended)).toEqual(street);
    const pending = { status: "pending", paymentStatus: "pending", confirmedAt: null } as const;
    const city = { address: null, postalCode: null, city: "Lyon" };
    expect(await book(pending)).toEqual(city);
    expect(await book({ ...ended, confirmedAt: null })).toEqual(city);
  });
});

describe("the map of a booking", () => {
  dataTest(
    "shows its address, or the pin of its professional as long as it is there (rule: own-pin)",
    async ({ db }) => {
      const professional = await makeProfessional(db);
      const session = await makeSession(db, { professional, pin: "45.76232,4.82212" });
      const slot = await makeSlot(db, { session });
      const client = await makeUser(db);
      const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
      const { id } = await makeBooking(db, slot, client, professional.id, {});
      await db.update(bookings).set({ sold: factsOf(sql`${slot.id}::uuid`) });
      const mapOf = async () => (await listBookings(ctx)).bookings[0]?.mapUrl;
      const change = (fields: Partial<typeof offerings.$inferInsert>) =>
        db.update(offerings).set(fields).where(eq(offerings.id, session.id));
      expect(await mapOf()).toBe(
        "https://www.openstreetmap.org/?mlat=45.76232&mlon=4.82212#map=18/45.76232/4.82212",
      );
      // Moved since: the client reads where their hour was sold.
      await change({ address: "9 quai Perrache" });
      expect(await mapOf()).toBe(
        "https://www.openstreetmap.org/search?query=1%20rue%20de%20la%20Paix%2C%2069001%20Lyon",
      );
      const online = sql`jsonb_set(sold, '{isOnline}', 'true')`;
      await db.update(bookings).set({ sold: online }).where(eq(bookings.id, id));
      expect(await mapOf()).toBeNull();
      const ended = { cancelledAt: NOW, cancelReason: "client", status: "cancelled" } as const;
      await db.update(bookings).set(ended).where(eq(bookings.id, id));
      expect(await mapOf()).toBeNull();
    },
  );
});

describe("the telephone that a professional shows (rule: writing-through-us)", () => {
  dataTest("is read with a confirmed booking, and by nobody before or after it", async ({ db }) => {
    const professional = await makeProfessional(db);
    await db
      .update(professionalProfiles)
      .set({ shownPhone: "06 12 34 56 78" })
      .where(eq(professionalProfiles.id, professional.id));
    const client = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const phoneOf = async (fields: Parameters<typeof makeBooking>[4]) => {
      const slot = await makeSlot(db, { session: await makeSession(db, { professional }) });
      const { id } = await makeBooking(db, slot, client, professional.id, fields);
      const { bookings: found } = await listBookings(ctx);
      return found.find((booking) => booking.id === id)?.professionalPhone;
    };
    expect(await phoneOf({})).toBe("06 12 34 56 78");
    const pending = { status: "pending", paymentStatus: "pending", confirmedAt: null } as const;
    expect(await phoneOf(pending)).toBeNull();
    const ended = { cancelledAt: NOW, cancelReason: "client", status: "cancelled" } as const;
    expect(await phoneOf(ended)).toBeNull();
  });
});
