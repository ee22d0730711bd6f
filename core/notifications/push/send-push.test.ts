import crypto from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { renderPush } from "#mails/render.ts";
import { newId } from "#platform/ids.server.ts";
import { createPushCatcher, createPusher } from "#platform/push.server.ts";
import { makeConfig } from "#test/make/context.ts";
import { makeGap } from "#test/make/diary.ts";
import { outsideOf } from "#test/make/outside-servers.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeDevice, openPushService, type TestDevice } from "#test/make/push-devices.ts";
import {
  addDevice,
  choosePushes,
  removeDevice,
  showDevices,
} from "../../accounts/devices/show-devices.server.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import { remindClients } from "../../bookings/reminders/remind-clients.server.ts";
import type { Context } from "../../context.server.ts";
import { addDays, dayKey, fromParis } from "../../dates.ts";
import { DAY, HOUR, MINUTE } from "../../durations.ts";
import {
  bookings,
  demoMails,
  logins,
  mails,
  professionalProfiles,
  pushSubscriptions,
  users,
} from "../../tables.server.ts";
import { enqueueMail } from "../enqueue-mail.server.ts";
import { MAX_DEVICES } from "./keep-device.server.ts";
import { sendPush } from "./send-push.server.ts";

let world: PaymentWorld;
let service: Awaited<ReturnType<typeof openPushService>>;
const privateKey = String(makeConfig().pushKey);
beforeAll(async () => {
  world = await openPaymentWorld();
  service = await openPushService();
});
afterAll(async () => {
  await service.server.close();
  await world.stop();
});
beforeEach(() => {
  service.status = 201;
  service.taken.length = 0;
});

const pusher = () =>
  createPusher(outsideOf(service.server), { privateKey, contact: "contact@example.fr" });

/** In the evening of the day after tomorrow, by the clock in Paris. */
const EVENING = fromParis(`${addDays(dayKey(new Date()), 2)}T18:30`) as Date;
const before = (start: Date, ms: number) => new Date(start.getTime() - ms);

/** The same caller by a browser login of their own. */
async function withBrowser(
  ctx: Context,
): Promise<Context & { actor: NonNullable<Context["actor"]> }> {
  const { actor } = ctx;
  if (!actor) throw new Error("a visitor has no browser login");
  const id = newId();
  const expiresAt = new Date(Date.now() + 30 * DAY);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  await world.db
    .insert(logins)
    .values({ id, userId: actor.userId, token: newId(), userAgent, expiresAt });
  return { ...ctx, pusher: pusher(), actor: { ...actor, access: { kind: "browser", id } } };
}

/** A client with a device and a confirmed booking of that evening, made two days before. */
async function makeBooked(start = EVENING) {
  const offer = await world.makeOffer({ start });
  const client = await withBrowser(await world.newClient());
  const { bookingId } = await world.buy(offer, client);
  const confirmedAt = before(start, 4 * DAY);
  await world.db.update(bookings).set({ confirmedAt }).where(eq(bookings.id, bookingId));
  const device = makeDevice();
  const deviceId = await addDevice(client, device.subscription);
  return { offer, client, bookingId, device, deviceId, email: client.actor.email };
}

type Job = Parameters<typeof sendPush>[1] & { startAfter: Date };

/** The notifications to this device that wait, with when they may go. */
async function jobsOf(deviceId: string): Promise<Job[]> {
  const { rows } = await world.db.execute<{ data: Job; start: string }>(sql`
    select data, start_after as start from pgboss.job
    where name = 'send-push' and data ->> 'deviceId' = ${deviceId} order by created_on`);
  return rows.map(({ data, start }) => ({ ...data, startAfter: new Date(start) }));
}

/** Works the waiting notifications to this device at that instant. */
async function work(ctx: Context, deviceId: string, now: Date): Promise<void> {
  for (const job of await jobsOf(deviceId)) {
    await sendPush({ ...ctx, now: () => now }, job, renderPush);
  }
}

async function remind(booked: Awaited<ReturnType<typeof makeBooked>>, now: Date) {
  await remindClients({ ...booked.client, now: () => now });
}

const told = (device: TestDevice) => service.taken.map(({ body }) => device.decrypt(body));
const devicesOf = (ctx: Context) => showDevices(ctx).then(({ devices }) => devices);

test("a reminder reaches the device, which alone can read it, signed by the site (rule: notifications)", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  await work(booked.client, booked.deviceId, now);
  expect(told(booked.device)).toEqual([
    {
      title: "Demain à 18:30",
      text: expect.stringContaining(", "),
      path: "/mes-sessions",
      tag: expect.any(String),
    },
  ]);
  const [row] = await world.db.select().from(bookings).where(eq(bookings.id, booked.bookingId));
  expect(JSON.stringify(told(booked.device))).not.toContain(String(row?.presenceCode));
  const [message] = service.taken;
  expect(message?.path).toBe(new URL(booked.device.subscription.endpoint).pathname);
  expect(message?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: String(DAY / 1_000),
    urgency: "high",
  });
  expect(claimsOf(String(message?.headers.authorization))).toMatchObject({
    aud: "https://push.example.fr",
    sub: "mailto:contact@example.fr",
  });
  const queued = await world.db.select().from(mails).where(eq(mails.toAddress, booked.email));
  expect(queued.map(({ kind }) => kind)).toContain("booking-reminder");
});

/** Checks the signature of RFC 8292 against the key that it names, and gives what is signed. */
function claimsOf(authorization: string): unknown {
  const [, jwt = "", named = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(named, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const key = { key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" } as crypto.JsonWebKeyInput;
  const [head, claims, signature] = jwt.split(".");
  const isSigned = crypto.verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: crypto.createPublicKey(key), dsaEncoding: "ieee-p1363" },
    Buffer.from(String(signature), "base64url"),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(String(claims), "base64url").toString());
}

test("nothing is told of a booking that was cancelled after the notification was asked for", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  await cancelBooking(booked.client, { bookingId: booked.bookingId });
  await work(booked.client, booked.deviceId, now);
  expect(told(booked.device)).toEqual([]);
});

test("a professional is told that their client has cancelled, and the client is not told of it", async () => {
  const booked = await makeBooked();
  const [profile] = await world.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(professionalProfiles, eq(professionalProfiles.userId, users.id))
    .innerJoin(bookings, eq(bookings.professionalId, professionalProfiles.id))
    .where(eq(bookings.id, booked.bookingId));
  const professional = await withBrowser(await world.context(String(profile?.id)));
  const device = makeDevice();
  const deviceId = await addDevice(professional, device.subscription);
  const now = fromParis(`${addDays(dayKey(EVENING), -1)}T10:00`) as Date;
  await cancelBooking({ ...booked.client, now: () => now }, { bookingId: booked.bookingId });
  await work(booked.client, booked.deviceId, now);
  expect(service.taken).toEqual([]);
  await work(professional, deviceId, now);
  expect(told(device)).toMatchObject([
    {
      title: "Réservation annulée",
      text: expect.stringMatching(/, demain à 18:30$/),
      path: "/agenda",
    },
  ]);
});

test("a professional is told of a new booking, until it is called off", async () => {
  const booked = await makeBooked();
  const data = { bookingId: booked.bookingId };
  const mail = { id: newId(), kind: "booking-received", to: "", secrets: null, data } as const;
  const now = before(EVENING, 2 * HOUR);
  expect(await renderPush({ ...booked.client, now: () => now }, mail)).toMatchObject({
    title: "Nouvelle réservation",
    text: expect.stringMatching(/, aujourd'hui à 18:30$/),
    path: "/agenda",
  });
  await cancelBooking(booked.client, data);
  expect(await renderPush({ ...booked.client, now: () => now }, mail)).toBeNull();
});

test("a professional is offered an hour that came free, until it is gone", async () => {
  const { sessionId, professional } = await world.makeOffer({ start: EVENING });
  const at = (time: string) => fromParis(`${addDays(dayKey(EVENING), 1)}T${time}`) as Date;
  const [start, end] = [at("10:00"), at("12:00")];
  const about = { professionalId: professional.id, offeringId: sessionId };
  const gapId = await makeGap(world.db, { ...about, start, end });
  const ctx = await world.context();
  const mail = { id: newId(), kind: "gap-found", to: "", secrets: null, data: { gapId } } as const;
  expect(await renderPush(ctx, mail)).toMatchObject({
    title: expect.stringMatching(/^10:00–12:00 s'est libéré [a-z]+ \d/),
    text: expect.stringMatching(/^Le publier à \d+\s€ \?$/),
    path: "/agenda",
    goodUntil: start,
  });
  expect(await renderPush({ ...ctx, now: () => end }, mail)).toBeNull();
});

test("a device that its push service does not know any more is forgotten: 404 and 410", async () => {
  for (const status of [404, 410]) {
    const booked = await makeBooked();
    service.status = status;
    const now = before(EVENING, 24 * HOUR);
    await remind(booked, now);
    await work(booked.client, booked.deviceId, now);
    expect(await devicesOf(booked.client), String(status)).toEqual([]);
  }
});

test("a push service that fails is asked again for an hour, and costs nothing but its notification", async () => {
  const booked = await makeBooked();
  service.status = 500;
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  await expect(work(booked.client, booked.deviceId, now)).rejects.toThrow("answered 500");
  expect(await devicesOf(booked.client)).toHaveLength(1);
  service.status = 201;
  const late = new Date(now.getTime() + 59 * MINUTE);
  await work(booked.client, booked.deviceId, late);
  expect(told(booked.device).slice(1)).toMatchObject([{ title: "Demain à 18:30" }]);
  await work(booked.client, booked.deviceId, new Date(now.getTime() + 60 * MINUTE));
  expect(service.taken).toHaveLength(2);
});

test("an address within is asked by nobody, and forgotten", async () => {
  const booked = await makeBooked();
  const inner = makeDevice("push.inner.example");
  const ctx = {
    ...booked.client,
    pusher: createPusher(
      outsideOf(service.server, { names: { "push.inner.example": ["10.0.0.7"] } }),
      { privateKey, contact: "contact@example.fr" },
    ),
  };
  const deviceId = await addDevice(ctx, inner.subscription);
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  await work(ctx, deviceId, now);
  expect(service.taken).toEqual([]);
  expect(await devicesOf(ctx)).toEqual([]);
});

test("nothing rings at night: it waits for the morning, and is looked at again then", async () => {
  const start = fromParis(`${addDays(dayKey(new Date()), 3)}T08:30`) as Date;
  const dull = fromParis(`${addDays(dayKey(new Date()), 3)}T06:30`) as Date;
  const booked = await makeBooked(start);
  await remind(booked, dull);
  const [job] = await jobsOf(booked.deviceId);
  const waits = Number(job?.startAfter) - Date.now();
  expect(waits).toBeGreaterThan(89 * MINUTE);
  expect(waits).toBeLessThan(91 * MINUTE);
  // One that fails in the evening until it is night is asked for anew.
  await work(booked.client, booked.deviceId, dull);
  expect(service.taken).toEqual([]);
  expect(await jobsOf(booked.deviceId)).toHaveLength(2);
  await work(booked.client, booked.deviceId, start);
  expect(service.taken).toEqual([]);
  await work(booked.client, booked.deviceId, before(start, 20 * MINUTE));
  expect(told(booked.device)[0]).toMatchObject({ title: "Aujourd'hui à 08:30" });
});

test("each topic is chosen by itself, also after the notification was asked for", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  expect(await choosePushes(booked.client, { reminders: false })).toEqual({
    ...{ alerts: true, waiting: true, reminders: false, cancellations: true, bookings: true },
    gaps: true,
  });
  await work(booked.client, booked.deviceId, now);
  expect(service.taken).toEqual([]);
  await choosePushes(booked.client, { reminders: true });
  await work(booked.client, booked.deviceId, now);
  expect(service.taken).toHaveLength(1);
  await expect(choosePushes(booked.client, { reviews: true })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("a device is told as long as its login lasts, and belongs to the last who logged in on it", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  // Somebody else on the same browser.
  const other = await withBrowser(await world.newClient());
  const taken = await addDevice(other, booked.device.subscription);
  expect(await devicesOf(booked.client)).toEqual([]);
  await work(booked.client, booked.deviceId, now);
  expect(service.taken).toEqual([]);
  expect(await devicesOf(other)).toMatchObject([
    { id: taken, name: "Firefox sur Linux", isCurrent: true },
  ]);
  await world.db.delete(logins).where(eq(logins.id, String(other.actor.access?.id)));
  expect(await devicesOf(other)).toEqual([]);
  const [row] = await world.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, taken));
  expect(row).toBeUndefined();
});

test("a login that has ended by itself is told nothing, though its row is still there", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  await world.db
    .update(logins)
    .set({ expiresAt: before(now, MINUTE) })
    .where(eq(logins.id, String(booked.client.actor.access?.id)));
  await work(booked.client, booked.deviceId, now);
  expect(service.taken).toEqual([]);
});

test("a browser has one subscription, a person ten devices, and removes none but their own", async () => {
  const ctx = await world.newClient();
  const browser = await withBrowser(ctx);
  await addDevice(browser, makeDevice().subscription);
  const second = await addDevice(browser, makeDevice().subscription);
  expect((await devicesOf(browser)).map(({ id }) => id)).toEqual([second]);
  for (let count = 0; count < MAX_DEVICES; count += 1) {
    const next = await withBrowser(ctx);
    const now = () => new Date(Date.now() + (count + 1) * MINUTE);
    await addDevice({ ...next, now }, makeDevice().subscription);
  }
  const left = await devicesOf(browser);
  expect(left).toHaveLength(MAX_DEVICES);
  expect(left.map(({ id }) => id)).not.toContain(second);
  const stranger = await withBrowser(await world.newClient());
  const deviceId = left[0]?.id;
  await expect(removeDevice(stranger, { deviceId })).rejects.toMatchObject({ code: "not_found" });
  await removeDevice(browser, { deviceId });
  expect(await devicesOf(browser)).toHaveLength(MAX_DEVICES - 1);
});

test.each([
  ["an address without https", { endpoint: "http://push.example.fr/a" }],
  ["an address that is none", { endpoint: "push" }],
  ["an endless address", { endpoint: `https://push.example.fr/${"a".repeat(1_000)}` }],
  ["a key that is no point of the curve", { keys: { p256dh: `B${"A".repeat(86)}` } }],
  ["a short secret", { keys: { auth: "AAAA" } }],
])("%s is refused", async (_, wrong) => {
  const ctx = await withBrowser(await world.newClient());
  const { endpoint, keys } = makeDevice().subscription;
  const input = { endpoint, ...wrong, keys: { ...keys, ...("keys" in wrong && wrong.keys) } };
  await expect(addDevice(ctx, input)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await devicesOf(ctx)).toEqual([]);
});

test("where no key is configured nothing is offered, and no notification is asked for", async () => {
  const booked = await makeBooked();
  const ctx = { ...booked.client, pusher: createPushCatcher(world.db, null) };
  await expect(addDevice(ctx, makeDevice().subscription)).rejects.toMatchObject({
    code: "not_found",
  });
  const start = EVENING.toISOString();
  await enqueueMail(ctx, world.db, {
    ...{ kind: "booking-reminder", reference: newId(), to: booked.email },
    data: { bookingId: booked.bookingId, start },
  });
  expect(await jobsOf(booked.deviceId)).toEqual([]);
});

test("in the demo notifications lie beside its mails, and leave the machine by no way", async () => {
  const booked = await makeBooked();
  const now = before(EVENING, 24 * HOUR);
  await remind(booked, now);
  const ctx = { ...booked.client, pusher: createPushCatcher(world.db, privateKey) };
  await work(ctx, booked.deviceId, now);
  expect(service.taken).toEqual([]);
  onTestFinished(async () => void (await world.db.delete(demoMails)));
  expect(
    await world.db.select().from(demoMails).where(eq(demoMails.channel, "push")),
  ).toMatchObject([{ to: booked.email, subject: "Demain à 18:30" }]);
});
