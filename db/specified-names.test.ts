import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { cents } from "#core/money.ts";
import { bookings } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeRecur,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";

/*
 * The names by which reports and outside tools know what we keep. They read views: our own names
 * change with the product, these do not.
 */

const OFFERED = [
  ...["id", "professional_id", "title", "description", "price_cents", "duration", "capacity"],
  ...["address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active"],
  ...["included", "requirements", "tags", "created_at"],
];
const slotOf = (offering: string) => [
  ...["id", offering, "start_datetime", "end_datetime", "available_spots", "is_active"],
];
const bookingOf = (slot: string) => [
  ...["id", "client_id", "professional_id", slot, "price_paid_cents", "booking_notes", "status"],
  ...["payment_status", "created_at"],
];
const VIEWS: Record<string, string[]> = {
  sessions: [...OFFERED, "discounted_price_cents", "activity_type_id"],
  session_slots: slotOf("session_id"),
  session_bookings: bookingOf("session_slot_id"),
  activities: [...OFFERED, "category", "is_recurring", "recurring_days"],
  activity_slots: slotOf("activity_id"),
  activity_bookings: bookingOf("activity_slot_id"),
};

dataTest("six views have the specification's names and columns", async ({ db }) => {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select v.table_name as name, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.views v join information_schema.columns c using (table_schema, table_name)
    where v.table_schema = 'public' group by 1`);
  const sorted = Object.entries(VIEWS).map(([name, columns]) => [name, columns.toSorted()]);
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(
    Object.fromEntries(sorted),
  );
});

dataTest("each shows its own kind, and is read only", async ({ db }) => {
  // A booking by hand has no payment and takes no seat.
  contradict(db, "I1", "I2");
  const client = await makeUser(db);
  const session = await makeSession(db, { discountedPriceCents: 3_000 });
  const activity = await makeActivity(db);
  const kinds = [
    { name: "session", offering: session, slot: await makeSlot(db, { session }) },
    { name: "activity", offering: activity, slot: await makeActivitySlot(db, { activity }) },
  ];
  const read = async (from: SQL) => (await db.execute(sql`select * from ${from}`)).rows;
  for (const { name, offering, slot } of kinds) {
    await db.insert(bookings).values({
      ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
      ...{ professionalId: offering.professionalId, refundableUntil: NOW, confirmedAt: NOW },
      ...{ status: "confirmed", paymentStatus: "paid", bookingNotes: name },
      ...{ pricePaidCents: cents(4_000), commissionCents: cents(400) },
      ...soldFrom(slot.id),
    });
    const all = name === "session" ? sql`sessions` : sql`activities`;
    const { id, title } = offering;
    expect(await read(all)).toMatchObject([{ id, title, price_cents: offering.priceCents }]);
    const [slots, booked] = [sql.identifier(`${name}_slots`), sql.identifier(`${name}_bookings`)];
    expect(await read(sql`${slots}`)).toMatchObject([{ id: slot.id, [`${name}_id`]: id }]);
    expect(await read(sql`${booked}`)).toMatchObject([
      { [`${name}_slot_id`]: slot.id, price_paid_cents: 4_000, booking_notes: name },
    ]);
    for (const view of [all, sql`${slots}`, sql`${booked}`]) {
      for (const write of [
        sql`insert into ${view} (id) values (${newId()})`,
        sql`update ${view} set id = ${newId()}`,
        sql`delete from ${view}`,
      ]) {
        await expect(db.execute(write)).rejects.toMatchObject({ cause: { code: "55000" } });
      }
    }
  }
});

dataTest("an activity's days are those of its first rule", async ({ db }) => {
  const recurrence = { days: ["monday", "friday"] as const, time: "18:00" };
  const weekly = await makeActivity(db, { recurrence });
  await makeRecur(db, weekly.id, { days: ["sunday"], time: "09:00" });
  const once = await makeActivity(db);
  const { rows } = await db.execute(
    sql`select id, is_recurring, recurring_days from activities order by created_at, id`,
  );
  expect(rows).toEqual([
    { id: weekly.id, is_recurring: true, recurring_days: ["monday", "friday"] },
    { id: once.id, is_recurring: false, recurring_days: null },
  ]);
});
