import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { offerings, profiles, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { callerOf } from "#test/make/api.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";

const yoga = {
  title: "Yoga du soir",
  description: "Une heure pour souffler.",
  price: 24.9,
  discounted_price: 19.9,
  duration: 60,
  session_type: "group",
  capacity: 8,
  city: "Lyon",
  category: "Yoga",
  tags: ["Débutant"],
  date: "2026-11-27",
  start_time: "18:30",
};

dataTest("a session is published, changed and deleted by a program", async ({ db }) => {
  const { userId } = await makeProfessional(db);
  await makePlan(db, { userId });
  const call = callerOf(makeContext(db, { actor: await actorOf(db, userId) }));

  const created = await call("POST", "/sessions", yoga);
  expect(created).toMatchObject({
    status: 201,
    body: {
      ...{ title: "Yoga du soir", price: 24.9, discounted_price: 19.9, capacity: 8 },
      ...{ is_active: true, is_recurring: false, tags: ["Débutant"] },
      activity_type: { name: "Yoga", category: "session" },
      slots: [
        {
          start_datetime: "2026-11-27T17:30:00.000Z",
          end_datetime: "2026-11-27T18:30:00.000Z",
          available_spots: 8,
        },
      ],
    },
  });
  const path = `/sessions/${created.body.id}`;
  const changed = await call("PATCH", path, {
    price: 30,
    is_active: false,
    slots: [{ start_datetime: "2026-12-01T18:30:00+01:00", available_spots: 3 }],
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      ...{ price: 30, discounted_price: 19.9, is_active: false },
      slots: [{ start_datetime: "2026-12-01T17:30:00.000Z", available_spots: 3 }],
    },
  });
  const { body: seen } = await callerOf(makeContext(db))("GET", path);
  expect(seen).toMatchObject({ is_active: false, slots: [] });
  expect((await call("GET", path)).body.slots).toHaveLength(1);
  expect(await db.$count(slots)).toBe(1);
  expect((await call("POST", "/rpc/can_create_session", { user_id: userId })).body).toBe(true);
  expect((await call("POST", "/rpc/increment_session_count", { user_id: userId })).body).toBe(1);
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("POST", "/rpc/decrement_session_count", { user_id: userId })).body).toBe(0);
  expect((await call("PATCH", path, { price: 1 })).status).toBe(404);
});

dataTest("a creation whose answer was lost is answered again, and counted once", async ({ db }) => {
  const { userId } = await makeProfessional(db);
  await makePlan(db, { userId });
  const caller = makeContext(db, { actor: await actorOf(db, userId) });
  const key = { "Idempotency-Key": randomUUID() };
  const publish = (body: object, headers: object = key) =>
    callerOf(caller)("POST", "/sessions", body, headers);
  // Corrected, the refused call is sent again under the same key.
  expect((await publish({ ...yoga, title: "" })).status).toBe(422);
  const first = await publish(yoga);
  expect(first.status).toBe(201);
  expect(await publish(yoga)).toEqual(first);
  expect(await publish({ ...yoga, title: "Autre" })).toMatchObject({
    ...{ status: 422, body: { error: { code: "key_reused" } } },
  });
  expect(await publish(yoga, { "Idempotency-Key": "é" })).toMatchObject({
    ...{ status: 422, body: { error: { code: "invalid_input" } } },
  });
  expect(await db.$count(offerings)).toBe(1);
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  expect(profile?.sessionCount).toBe(1);
  expect((await publish(yoga, {})).status).toBe(201);
  expect(await db.$count(offerings)).toBe(2);
});

dataTest("an edition that begins from an older version says what it would undo", async ({ db }) => {
  const { userId } = await makeProfessional(db);
  await makePlan(db, { userId });
  const call = callerOf(makeContext(db, { actor: await actorOf(db, userId) }));
  const { body: created } = await call("POST", "/sessions", yoga);
  expect(created.version).toBe(1);
  const path = `/sessions/${created.id}`;
  const changed = await call("PATCH", path, { discounted_price: null, version: 1 });
  expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await call("PATCH", path, { discounted_price: 15, version: 1 })).toMatchObject({
    status: 409,
    body: {
      error: { code: "stale", fields: { discounted_price: ["Modifié entre-temps : rien"] } },
    },
  });
  expect((await call("PATCH", path, { discounted_price: 15, version: 2 })).status).toBe(200);
  expect((await call("PATCH", path, { price: 50, version: "x" })).status).toBe(422);
});

dataTest("refusals name the fields of the body, and who may not", async ({ db }) => {
  const { userId } = await makeProfessional(db);
  const caller = makeContext(db, { actor: await actorOf(db, userId) });
  expect(await callerOf(makeContext(db))("POST", "/sessions", yoga)).toMatchObject({
    ...{ status: 401, body: { error: { code: "unauthenticated" } } },
  });
  expect(await callerOf(caller)("POST", "/sessions", yoga)).toMatchObject({
    ...{ status: 403, body: { error: { code: "quota_reached" } } },
  });
  await makePlan(db, { userId, planType: "premium" });
  const call = callerOf(caller);
  const body = { ...yoga, discounted_price: 25, start_time: "25:00", is_recurring: true };
  expect(await call("POST", "/sessions", body)).toMatchObject({
    status: 422,
    body: {
      error: {
        fields: {
          discounted_price: ["Le prix réduit doit être inférieur au prix"],
          start_time: ["L'heure n'est pas valable"],
          recurring_days: ["Veuillez sélectionner au moins un jour pour la récurrence"],
        },
      },
    },
  });
  expect(await call("POST", "/sessions", { ...yoga, professional_id: newId() })).toMatchObject({
    ...{ status: 422, body: { error: { fields: { professional_id: ["Champ inconnu"] } } } },
  });
  expect((await call("PATCH", "/sessions/nothing", { price: 1 })).status).toBe(404);

  const { body: created } = await call("POST", "/sessions", yoga);
  const edit = async (slot: Record<string, unknown>) => {
    const slots = [{ start_datetime: "2026-12-01T18:30:00+01:00" }, slot];
    const { status, body } = await call("PATCH", `/sessions/${created.id}`, { slots });
    return { status, fields: body.error.fields };
  };
  // 02:30 does not exist on the day the clocks go forward.
  const skipped = ["Cette heure n'existe pas ce jour-là : on passe à l'heure d'été"];
  expect(await edit({ start_datetime: "2027-03-28T02:30" })).toEqual({
    ...{ status: 422, fields: { slots: skipped, "slots.1.start_datetime": skipped } },
  });
  const past = ["La date et l'heure de début doivent être à venir"];
  expect(await edit({ start_datetime: "2026-11-01T18:30" })).toEqual({
    ...{ status: 409, fields: { slots: past, "slots.1.start_datetime": past } },
  });
  const tooMany = ["Le nombre de places libres va de 0 à 50"];
  const crowded = { start_datetime: "2026-12-02T18:30", available_spots: 51 };
  expect(await edit(crowded)).toMatchObject({
    ...{ status: 422, fields: { "slots.1.available_spots": tooMany } },
  });
  const unknown = { start_datetime: "2026-12-02T18:30", end_datetime: "2026-12-02T17:30" };
  expect(await edit(unknown)).toMatchObject({
    ...{ status: 422, fields: { "slots.1.end_datetime": ["Champ inconnu"] } },
  });
  expect(await call("POST", "/rpc/can_create_session", { user_id: newId() })).toMatchObject({
    status: 403,
  });
  expect((await call("POST", "/rpc/can_create_session", {})).status).toBe(422);
});

dataTest("a list has each session as it is alone", async ({ db }) => {
  const session = await makeSession(db);
  for (const start of ["2026-12-01T17:30:00.000Z", "2026-12-02T17:30:00.120Z"]) {
    await makeSlot(db, { session, start: new Date(start) });
  }
  const call = callerOf(makeContext(db));
  const { body: alone } = await call("GET", `/sessions/${session.id}`);
  expect(alone.slots).toMatchObject([
    { start_datetime: "2026-12-01T17:30:00.000Z", end_datetime: "2026-12-01T18:30:00.000Z" },
    { start_datetime: "2026-12-02T17:30:00.120Z", end_datetime: "2026-12-02T18:30:00.120Z" },
  ]);
  for (const query of ["", `?ids=${session.id}`]) {
    const { body } = await call("GET", `/sessions${query}`);
    expect(JSON.stringify(body.data)).toBe(JSON.stringify([alone]));
  }
});

dataTest("a list and a page tell the price of the next slot that can be booked", async ({ db }) => {
  const professional = await makeProfessional(db, { noticeMinutes: 120 });
  const session = await makeSession(db, { professional, priceCents: 5_200 });
  const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
  // Closed: it begins sooner than the practitioner is ready.
  await makeSlot(db, { session, start: inHours(1), priceCents: cents(3_640) });
  await makeSlot(db, { session, start: inHours(30), priceCents: cents(4_680) });
  const call = callerOf(makeContext(db));
  const { body: alone } = await call("GET", `/sessions/${session.id}`);
  expect(alone).toMatchObject({ price_now: 46.8 });
  for (const query of ["", `?ids=${session.id}`]) {
    const { body } = await call("GET", `/sessions${query}`);
    expect(JSON.stringify(body.data)).toBe(JSON.stringify([alone]));
  }
});

dataTest("both lists are searched by the same parameters, and say how far", async ({ db }) => {
  const lyon = { city: "Lyon", postalCode: "69003" };
  const session = await makeSession(db, lyon);
  await makeSlot(db, { session });
  const activity = await makeActivity(db, { ...lyon, title: "Atelier de terre" });
  await makeActivitySlot(db, { activity });
  const undated = await makeActivity(db, { title: "Atelier à venir" });
  const call = callerOf(makeContext(db));
  const asked = "near=45.76,4.85&radius=5&duration_max=60&mode=onsite&seats=2&sort=distance";
  for (const [list, { id }] of Object.entries({ sessions: session, activities: activity })) {
    const { status, body } = await call("GET", `/${list}?${asked}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { id, distance_km: expect.any(Number), price_now: expect.any(Number), next_price: null },
    ]);
    expect(body.data[0].distance_km).toBeLessThan(2);
    expect(body.data[0].slots[0]).toMatchObject({ price_now: body.data[0].price_now });
    const { body: none } = await call("GET", `/${list}?place=Brest`);
    expect(none).toEqual({ data: [], next_cursor: null });
    for (const wrong of [
      "when=tonight",
      "mode=on-site",
      "sort=distance",
      "near=Lyon",
      "duration_max=x",
    ]) {
      expect((await call("GET", `/${list}?${wrong}`)).status).toBe(422);
    }
  }
  // Without a search come all activities, also those without a date.
  const { body } = await call("GET", "/activities");
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([undated.id, activity.id]);
  expect(body.data[0].distance_km).toBeNull();
});

dataTest(
  "a price that falls is published, and read as it is now and as it will be",
  async ({ db }) => {
    const user = await makeUser(db, { isPro: true, canCreateActivities: true });
    await makePlan(db, { userId: user.id });
    await makeProfessional(db, { user });
    const actor = await actorOf(db, user.id);
    const steps = [
      { hours: 24, percent: 10 },
      { hours: 2, percent: 40 },
    ];
    const falls = { ...yoga, price: 40, discounted_price: null, fall_steps: steps, fall_floor: 25 };
    const { discounted_price: _, session_type: __, ...activity } = falls;
    for (const [path, body] of [
      ["/sessions", falls],
      ["/activities", { ...activity, category: "Atelier" }],
    ] as const) {
      const own = callerOf(makeContext(db, { actor }));
      const { status, body: made } = await own("POST", path, body);
      expect(status, JSON.stringify(made)).toBe(201);
      expect(made).toMatchObject({ fall_steps: steps, fall_floor: 25, discounted_price: null });
      const read = async (now: string) =>
        (await callerOf(makeContext(db, { now: new Date(now) }))("GET", `${path}/${made.id}`)).body;
      // It starts at 17:30 UTC on 27 November.
      expect(await read("2026-11-26T17:29:59.999Z")).toMatchObject({
        ...{ price: 40, discounted_price: null, price_now: 40 },
        next_price: { price: 36, at: "2026-11-26T17:30:00.000Z" },
        slots: [{ price_now: 40 }],
      });
      expect(await read("2026-11-27T15:30:00.000Z")).toMatchObject({
        ...{ price: 40, discounted_price: 25, price_now: 25, next_price: null },
        slots: [{ price_now: 25 }],
      });
      // Its owner reads the price as it was set, and what cannot fall is refused by the sent name.
      const later = callerOf(makeContext(db, { actor, now: new Date("2026-11-27T15:30:00.000Z") }));
      expect(await later("PATCH", `${path}/${made.id}`, { fall_floor: 50 })).toMatchObject({
        status: 422,
        body: { error: { fields: { fall_floor: ["Le plancher doit être inférieur au prix"] } } },
      });
      const { body: changed } = await later("PATCH", `${path}/${made.id}`, { fall_steps: null });
      expect(changed).toMatchObject({ fall_steps: null, fall_floor: null, price_now: 40 });
    }
  },
);
