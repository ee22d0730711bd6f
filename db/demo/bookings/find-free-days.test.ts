import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { addDays, dayKey } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import { slots } from "#core/tables.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { findFreeDays } from "./find-free-days.ts";

const dayOf = (days: number) => addDays(dayKey(NOW), days);
const start = (days: number) => new Date(NOW.getTime() + days * DAY);
const days = [24, 25, 26, 27, 28].map(dayOf);

dataTest("two days without a booking, on which no offering has its only hours", async ({ db }) => {
  const professional = await makeProfessional(db);
  const find = () => findFreeDays(db, { professionalId: professional.id, days, now: NOW });
  expect(await find()).toEqual({ from: dayOf(24), to: dayOf(25) });

  const session = await makeSession(db, { professional });
  for (const at of [3, 24, 26]) await makeSlot(db, { session, start: start(at) });
  expect(await find()).toEqual({ from: dayOf(24), to: dayOf(25) });

  const retreat = await makeActivity(db, { professional });
  // That of before is no hour to come.
  for (const at of [-3, 25]) await makeActivitySlot(db, { activity: retreat, start: start(at) });
  expect(await find()).toEqual({ from: dayOf(26), to: dayOf(27) });

  // A seat that is written to the slot alone.
  contradict(db, "I10");
  const { id } = await makeSlot(db, { session, start: start(27) });
  const taken = { outsideSeats: 1, availableSpots: sql`${slots.availableSpots} - 1` };
  await db.update(slots).set(taken).where(eq(slots.id, id));
  expect(await find()).toBeNull();
});
