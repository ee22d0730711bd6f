import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { cents } from "#core/money.ts";
import { offerings, scheduleRules, slots } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import {
  inputOf,
  type OfferingValues,
  readValues,
  slotsOf,
  valuesOf,
} from "../../parts/authoring/offering-values.ts";

/** The form as a browser sends it: suggested tags first, then one's own. */
function sent({ texts, slots: rows }: OfferingValues): FormData {
  const { tags = [], recurringDays = [], leftOut: _, ...others } = texts;
  const form = new FormData();
  for (const [name, value] of Object.entries(others)) form.append(name, value);
  for (const tag of [...tags].reverse()) form.append("tags", tag);
  for (const day of recurringDays) form.append("recurringDays", day);
  for (const [row, slot] of rows.entries()) {
    const key = `slot${row + 1}`;
    form.append("slot", key);
    for (const name of ["id", "start", "spots", "shown", "live"] as const) {
      form.append(`${key}-${name}`, String(slot[name]));
    }
  }
  return form;
}

/** Everything that saving could have changed. */
async function stateOf(db: Database) {
  const { rows: asked } = await db.execute(
    sql`select data from pgboss.job where name in ('filter-content', 'tell-holders')`,
  );
  return {
    asked,
    offerings: await db.select().from(offerings),
    rules: await db.select().from(scheduleRules),
    slots: await db.select().from(slots),
  };
}

const WRITTEN = {
  ...{ title: "Souffler", description: "Une heure.\n\nPour relâcher le dos.", duration: 75 },
  ...{ tags: ["Stress", "Énergie", "maison"], postalCode: "69001", pin: "45.76422,4.83523" },
  ...{ included: "Huile\n\n  Serviette", requirements: "Venir tôt", isAddressPublic: true },
  ...{ fallSteps: [{ hours: 6, percent: 10 }], fallFloorCents: cents(450), priceCents: 850 },
};
const RECURRING = {
  recurrence: { days: ["monday", "friday"] as const, time: "18:30", until: "2027-03-01" },
};
const ONLINE = { isOnline: true, onlineLink: "https://visio.example.fr/a", address: null };
const PLACES = { pin: null, city: null, postalCode: null, isAddressPublic: false };

dataTest.for<{ kind: SlotKind; fields: object }>([
  { kind: "session", fields: { ...WRITTEN, discountedPriceCents: 700 } },
  { kind: "session", fields: { ...WRITTEN, ...ONLINE, ...PLACES, capacity: 1, tags: null } },
  { kind: "activity", fields: { ...WRITTEN, included: null } },
  { kind: "activity", fields: { ...WRITTEN, ...RECURRING } },
])("an edit form that nobody touched changes nothing ($kind)", async ({ kind, fields }, { db }) => {
  // Slots that are made by hand have no steps.
  contradict(db, "I11");
  const professional = await makeProfessional(db);
  const made =
    kind === "session"
      ? await makeSession(db, { professional, ...fields })
      : await makeActivity(db, { professional, ...fields });
  if (kind === "session") await makeSlot(db, { session: made });
  else if (!made.isRecurring) await makeActivitySlot(db, { activity: made });
  const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
  const save = async (change: Partial<OfferingValues["texts"]> = {}) => {
    const { texts, slots: rows } = valuesOf(await showOwnOffering(ctx, kind, made.id), null);
    expect(texts).toMatchObject({ price: "8,50", fallFloor: "4,50" });
    const values = readValues(sent({ texts: { ...texts, ...change }, slots: rows }));
    const changes = { ...inputOf(kind, values), ...slotsOf(values) };
    await updateOffering(ctx, kind, { id: made.id, changes, version: made.version });
  };
  // The queue's tables come with its first job.
  await save({ title: "Souffler mieux" });
  await db.update(offerings).set({ ...fields, version: 1, changedIn: {} } as object);
  const before = await stateOf(db);
  expect(before.asked).toHaveLength(1);
  await save();
  expect(await stateOf(db)).toEqual(before);
  await save({ tags: ["Stress"] });
  const [after] = await db.select().from(offerings).where(eq(offerings.id, made.id));
  expect(after).toMatchObject({ tags: ["Stress"], version: 2 });
});
